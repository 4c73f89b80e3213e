/** Whether two runs ask the same, and where they do not. */
import {isDeepStrictEqual} from 'node:util';
import type {RunItem, RunPlan} from './run.js';

/** A run as it is asked for: without a seed base it takes the one of the run that it goes on with. */
export type AskedPlan = Omit<RunPlan, 'seedBase'> & {seedBase: number | null};

/** What of a plan must be the same, as a person calls it, and how it is said. */
const FIELDS: Record<string, (plan: AskedPlan) => string> = {
	dataset: ({dataset}) => dataset,
	// A file that was moved or renamed is the same file.
	questions: ({questions}) => `${questions.count} with SHA-256 ${questions.sha256.slice(0, 12)}`,
	databases: ({databases}) => databases,
	evidence: ({evidence}) => (evidence ? 'told' : 'not told'),
	rule: ({rule}) => rule,
	'query-timeout': ({timeoutMs}) => `${timeoutMs / 1000} s`,
	votes: ({votes}) => String(votes),
	seed: ({seedBase}) => String(seedBase),
	model: ({model}) => model.name,
	'model-file': ({model}) => model.file ?? 'none',
	temperature: ({sampling}) => String(sampling.temperature),
	'top-p': ({sampling}) => String(sampling.topP),
	'max-tokens': ({sampling}) => String(sampling.maxTokens),
	'max-steps': ({maxSteps}) => String(maxSteps),
	limit: ({limit}) => (limit === null ? 'none' : String(limit)),
	shard: ({shard}) => (shard === null ? 'none' : `${shard.index}/${shard.of}`),
	SQLite: ({sqlite}) => sqlite,
	'sqrl-tui': ({program}) => program,
};

/** What makes a part of a larger run. */
export const PART_FIELDS: readonly string[] = ['limit', 'shard'];

/**
 * Each difference in words, such as `votes: 8 there, 16 here`; addresses are none.
 *
 * @param except fields that may differ.
 */
export function planDifferences(there: RunPlan, here: AskedPlan, except: readonly string[] = []): string[] {
	const asked = {...here, seedBase: here.seedBase ?? there.seedBase};
	const names = Object.keys(FIELDS).filter(name => !except.includes(name));
	const different = names.flatMap(name => {
		const [a, b] = [FIELDS[name]!(there), FIELDS[name]!(asked)];
		return a === b ? [] : [`${name}: ${a} there, ${b} here`];
	});
	// From one file the same are chosen: here it is not the same reader of it.
	const isWhole = except.length > 0 || there.items.length === asked.items.length;
	return different.length === 0 && !(isWhole && hasSameItems(there.items, asked.items))
		? [`questions: ${there.items.length} of the file there, ${asked.items.length} others here`]
		: different;
}

/** Whether what both have of the questions is the same. */
function hasSameItems(there: readonly RunItem[], here: readonly RunItem[]): boolean {
	const items = new Map(there.map(item => [item.index, item]));
	return here.every(item => isDeepStrictEqual(items.get(item.index) ?? item, item));
}
