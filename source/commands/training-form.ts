/** Whether an export is one for training, from what was typed. */
import {existsSync} from 'node:fs';
import {UsageError} from '../errors.js';
import type {Invocation} from './command.js';

const FORMS = ['sft', 'rl', 'pairs'] as const;

export type TrainingForm = (typeof FORMS)[number];

/** The flags that are for these forms alone, and for which of them. */
const FLAGS: Record<string, readonly TrainingForm[]> = {
	'per-question': ['sft', 'pairs'],
	'per-database': ['sft', 'pairs'],
	thinking: ['sft', 'pairs'],
	'one-reply': ['pairs'],
	group: ['rl'],
	'skip-nondeterministic': FORMS,
};

/** The form that is asked for; null: it is none of these. Throws a UsageError for what does not go together. */
export function trainingForm(
	[first = '', second]: readonly string[],
	flags: Invocation['flags'],
): TrainingForm | null {
	const form = FORMS.find(name => name === first);
	// A file may be called like a form.
	const isForm = second !== undefined || (form !== undefined && !existsSync(first));
	if (isForm && !form) {
		throw new UsageError(
			`there is no form "${first}" to learn from`,
			`There is: ${FORMS.join(', ')}. Without one, export takes a single file, folder or id.`,
		);
	}

	if (isForm && second === undefined) {
		throw new UsageError('a run is missing', `Usage: sqrl-tui export ${first} <run>`);
	}

	if (isForm && flags.format !== undefined) {
		throw new UsageError(`--format is not for ${first}`, 'It is always a JSON object a line.');
	}

	for (const [name, forms] of Object.entries(FLAGS)) {
		if (flags[name] !== undefined && !(isForm && forms.includes(form!))) {
			throw new UsageError(`--${name} is for ${forms.join(' and ')} alone`, 'See sqrl-tui export --help.');
		}
	}

	if (form === 'pairs' && flags.thinking && !flags['one-reply']) {
		throw new UsageError(
			'--thinking needs --one-reply where pairs are exported',
			'The model is not shown what it thought before an earlier reply, so a pair of several replies cannot have it.',
		);
	}

	return isForm ? form! : null;
}
