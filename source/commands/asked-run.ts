/** What `eval` is asked to run, as it is typed. */
import path from 'node:path';
import {UsageError} from '../errors.js';
import {isTimed, METRIC_NAMES, METRICS, type MetricName, RUN_RULES} from '../evaluation/metrics.js';
import {DATASETS, type Dataset} from '../evaluation/run/run.js';
import {expandHome} from '../home.js';
import {MOST_SAMPLES} from '../vote/ballot.js';
import type {Invocation} from './command.js';
import {neededFlag} from './needed-flag.js';

export type AskedRun = {
	/** Paths, absolute. */
	questions: string;
	databases: string;
	out: string;
	dataset: Dataset;
	rule: MetricName;
	/** Samples of each question. */
	votes: number;
	/** Samples under way at once; null: as many as suit the model. */
	concurrency: number | null;
	/** Milliseconds without any sign of the model after which the run ends. */
	patienceMs: number;
	evidence: boolean;
	limit: number | null;
	shard: {index: number; of: number} | null;
};

/** The rule of a dataset, unless another is named. */
const OWN_RULE: Record<Dataset, MetricName> = {bird: 'bird', spider: 'spider'};

const HELP = 'See sqrl-tui eval --help.';

const MOST_AT_ONCE = 4096;

const PATIENCE_S = 600;

/** Throws a UsageError. */
export function askedRun({operands, flags}: Pick<Invocation, 'operands' | 'flags'>): AskedRun {
	if (operands.length > 1) {
		throw new UsageError(
			`there is more than one file of questions: ${operands.map(name => `"${name}"`).join(' ')}`,
			'Give one. Runs are put together with --merge.',
		);
	}

	const votes = wholeNumber(flags, 'votes', MOST_SAMPLES) ?? 8;
	if (flags['save-calibration'] && votes < 2) {
		// The end of the run would refuse it in these words, when all is asked.
		throw new UsageError(
			'a run of single samples says nothing of votes',
			'Run it with --votes 8, or as many as your votes have.',
		);
	}

	const dataset = datasetNamed(
		neededFlag(flags, 'dataset', {what: 'the form of the questions', command: 'eval'}),
	);
	return {
		questions: absolute(operands[0]!),
		databases: absolute(
			neededFlag(flags, 'databases', {what: 'the folder of the databases', command: 'eval'}),
		),
		out: absolute(neededFlag(flags, 'out', {what: 'the folder of the run', command: 'eval'})),
		dataset,
		rule: flags.rule === undefined ? OWN_RULE[dataset] : ruleOfRuns(String(flags.rule)),
		votes,
		concurrency: wholeNumber(flags, 'concurrency', MOST_AT_ONCE),
		patienceMs: secondsOf(flags, 'patience', PATIENCE_S) * 1000,
		evidence: !flags['no-evidence'],
		limit: wholeNumber(flags, 'limit', Number.MAX_SAFE_INTEGER),
		shard: flags.shard === undefined ? null : shardOf(String(flags.shard)),
	};
}

export function absolute(given: string): string {
	return path.resolve(expandHome(given));
}

function datasetNamed(given: string): Dataset {
	const dataset = DATASETS.find(name => name === given);
	if (!dataset) {
		throw new UsageError(`--dataset: there is no form "${given}"`, `There is: ${DATASETS.join(', ')}`);
	}

	return dataset;
}

/** Throws a UsageError for a rule that there is not, or by which no run is judged. */
export function ruleOfRuns(given: string): MetricName {
	const rule = METRIC_NAMES.find(name => name === given);
	if (!rule) {
		const rules = RUN_RULES.map(name => `${name}: ${METRICS[name].help}`).join('\n');
		throw new UsageError(`there is no rule "${given}"`, rules);
	}

	if (isTimed(rule)) {
		throw new UsageError(
			`${rule} measures times, and those of a run would be those of a busy machine`,
			`Run it by ${OWN_RULE.bird}, and score its answers with: sqrl-tui score --rule ${rule}`,
		);
	}

	return rule;
}

function wholeNumber(flags: Invocation['flags'], name: string, most: number): number | null {
	const given = flags[name];
	if (given === undefined) {
		return null;
	}

	const text = String(given).trim();
	const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (!(value >= 1 && value <= most)) {
		const range =
			most === Number.MAX_SAFE_INTEGER ? 'of 1 or more' : `from 1 to ${most.toLocaleString('en-US')}`;
		throw new UsageError(`--${name}: it takes a whole number ${range}, not "${text}"`, HELP);
	}

	return value;
}

function secondsOf(flags: Invocation['flags'], name: string, usual: number): number {
	const text = String(flags[name] ?? usual).trim();
	const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
	if (Number.isNaN(seconds)) {
		throw new UsageError(`--${name}: "${text}" is no number of seconds`, 'See sqrl-tui eval --help.');
	}

	return seconds;
}

function shardOf(text: string): {index: number; of: number} {
	const [, index, of] = /^\s*(\d{1,6})\s*\/\s*(\d{1,6})\s*$/.exec(text) ?? [];
	const shard = {index: Number(index), of: Number(of)};
	if (!(shard.index >= 1 && shard.index <= shard.of)) {
		throw new UsageError(`--shard: it takes a part and how many there are, such as 1/4, not "${text}"`, HELP);
	}

	return shard;
}
