/** `export sft`, `export rl` and `export pairs`: what a run has to learn from, a JSON object a line. */
import path from 'node:path';
import {SqrlError, UsageError} from '../errors.js';
import {type Run, sampleId} from '../evaluation/run/run.js';
import {readRun} from '../evaluation/run/stored-run.js';
import {choosePairs, pairLines} from '../evaluation/training/pairs.js';
import {chooseGroups, rlLines} from '../evaluation/training/rl.js';
import {chooseSft, sftLines} from '../evaluation/training/sft.js';
import {newTally, REASONS, type Tally} from '../evaluation/training/tally.js';
import {openTrajectoryLines, type TrajectoryLines} from '../evaluation/training/trajectory-lines.js';
import {expandHome} from '../home.js';
import {writeNewFile} from '../new-file.js';
import type {Invocation} from './command.js';
import type {TrainingForm} from './training-form.js';

const GROUP = 8;

/** Nothing is left to learn from. */
const NOTHING = 1;

export async function exportTraining(form: TrainingForm, invocation: Invocation): Promise<number> {
	const {operands, flags, output, notes, signal} = invocation;
	const folder = path.resolve(expandHome(operands[1]!));
	const options = optionsOf(flags);
	const run = await readRun(folder);
	const lines = await openTrajectoryLines(folder, run.plan, {wanted: wantedOf(form, run), signal});
	try {
		const tally = newTally();
		const chosen = CHOICES[form](run, {...options, lines, tally});
		if (chosen.questions.length === 0) {
			throw new SqrlError(`${folder} has ${chosen.none}`, leftOut(tally, chosen).join('\n'), NOTHING);
		}

		const pieces = stopping(chosen.lines, signal);
		const place =
			flags.output === undefined
				? await written(pieces, output)
				: ` in ${await writeNewFile(String(flags.output), pieces)}`;
		for (const line of [
			`${counted(chosen.questions.length, chosen.unit)}${chosen.more ?? ''}${place}`,
			...leftOut(tally, chosen),
			...several(run, chosen),
		]) {
			notes.line(line);
		}

		return 0;
	} finally {
		await lines.close();
	}
}

type Options = ReturnType<typeof optionsOf> & {lines: TrajectoryLines; tally: Tally};

type Choice = {
	lines: AsyncIterable<object>;
	/** The question of each that was chosen. */
	questions: number[];
	/** What there is of them, and what is missing where there are none. */
	unit: Unit;
	none: string;
	/** What is said after the unit. */
	more?: string;
};

const CHOICES: Record<TrainingForm, (run: Run, options: Options) => Choice> = {
	sft(run, options) {
		const chosen = chooseSft(run, options);
		return {
			lines: sftLines(chosen, options),
			questions: chosen.map(({item}) => item.index),
			unit: ['trajectory', 'trajectories'],
			none: 'no right trajectory to learn from',
		};
	},
	rl(run, options) {
		const groups = chooseGroups(run, options);
		return {
			lines: rlLines(groups, options),
			questions: groups.map(([first]) => first!.item.index),
			unit: ['group', 'groups'],
			none: `no group of ${options.group} with right and wrong samples`,
			more: ` of ${options.group}`,
		};
	},
	pairs(run, options) {
		const pairs = choosePairs(run, options);
		return {
			lines: pairLines(pairs, options),
			questions: pairs.map(({chosen}) => chosen.item.index),
			unit: ['pair', 'pairs'],
			none: 'no right trajectory beside a wrong one',
		};
	},
};

function optionsOf(flags: Invocation['flags']) {
	return {
		perQuestion: countOf(flags, 'per-question', 1),
		perDatabase: countOf(flags, 'per-database', 1),
		group: countOf(flags, 'group', 2) ?? GROUP,
		skipNondeterministic: flags['skip-nondeterministic'] === true,
		thinking: flags.thinking === true,
		oneReply: flags['one-reply'] === true,
	};
}

function countOf(flags: Invocation['flags'], name: string, least: number): number | null {
	const given = flags[name];
	if (given === undefined) {
		return null;
	}

	const count = Number(given);
	if (!/^\d+$/.test(String(given)) || count < least || !Number.isSafeInteger(count)) {
		throw new UsageError(`--${name}: "${String(given)}" is no whole number from ${least} on`);
	}

	return count;
}

function wantedOf(form: TrainingForm, run: Run): Set<string> {
	const samples = [...run.samples.values()].flat();
	return new Set(
		samples
			.filter(({verdict}) => form !== 'sft' || verdict === 'right')
			.map(({question, sample}) => sampleId(question, sample)),
	);
}

async function* stopping(lines: AsyncIterable<object>, signal: AbortSignal): AsyncGenerator<string> {
	for await (const line of lines) {
		signal.throwIfAborted();
		yield `${JSON.stringify(line)}\n`;
	}
}

async function written(pieces: AsyncIterable<string>, output: Invocation['output']): Promise<''> {
	for await (const piece of pieces) {
		await output.write(piece);
	}

	return '';
}

function leftOut(tally: Tally, {unit}: Choice): string[] {
	return tally.counts().map(({reason, samples}) => {
		const of = reason === 'question' || reason === 'database' ? unit : SAMPLES;
		return `left out: ${counted(samples, of)} ${REASONS[reason]}`;
	});
}

/** A right answer may be wrong another time where the gold query has more than one result. */
function several(run: Run, {questions, unit}: Choice): string[] {
	const count = questions.filter(index => run.golds.get(index)?.nondeterministic).length;
	return count === 0
		? []
		: [
				`with them: ${counted(count, unit)} whose gold query has more than one right result (--skip-nondeterministic leaves them out)`,
			];
}

type Unit = readonly [one: string, more: string];

const SAMPLES: Unit = ['sample', 'samples'];

function counted(count: number, [one, more]: Unit): string {
	return `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
}
