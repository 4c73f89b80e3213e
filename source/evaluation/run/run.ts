/**
 * A benchmark run as data: what was asked of whom (`run.json`), and what each sample came to (`verdicts.jsonl`). The
 * report, a comparison and what is exported for training are functions of it.
 */
import type {Ending} from '../../agent/trajectory.js';
import type {ModelRef} from '../../model/model.js';
import type {MetricName} from '../metrics.js';
import type {ScoreVerdict} from '../score.js';

export const DATASETS = ['bird', 'spider'] as const;

export type Dataset = (typeof DATASETS)[number];

/** One question of a dataset. */
export type RunItem = {
	/** Its place in the dataset's file, from 0: what it is called in ids. */
	index: number;
	question: string;
	evidence: string;
	/** The name of its database. */
	database: string;
	/** The gold query; '' where there is none. */
	gold: string;
	/** BIRD's own; of Spider the hardness of the gold query, where the file has it parsed. */
	difficulty: string | null;
	/** What the dataset calls it; no key, since datasets give the same to two. */
	questionId: string | null;
};

/** All that is needed to ask the same again. */
export type RunPlan = {
	dataset: Dataset;
	/** The file's name, its SHA-256 in hex, and how many questions it has. */
	questions: {file: string; sha256: string; count: number};
	/** The folder of the databases, absolute. */
	databases: string;
	/** Whether the model is told the evidence. */
	evidence: boolean;
	rule: MetricName;
	/** Of one query, a probe, an answer or a gold query. */
	timeoutMs: number;
	/** Samples of each question. */
	votes: number;
	/** Sample i has the seed base + i, in every question. */
	seedBase: number;
	model: ModelRef;
	sampling: {temperature: number; topP: number; maxTokens: number};
	maxSteps: number;
	/** The first so many questions alone; null: all. */
	limit: number | null;
	/** Of these the ones whose index leaves `index` − 1 over `of`; null: all. */
	shard: {index: number; of: number} | null;
	/** Versions of SQLite and of this program. */
	sqlite: string;
	program: string;
	/** The questions that are asked, by index. */
	items: readonly RunItem[];
};

/** What is known of a gold query: a line of `verdicts.jsonl`, once a question. */
export type GoldFinding = {
	/** An item's index. */
	question: number;
	verdict: 'ok' | 'gold-error' | 'gold-timeout';
	/** Why it fails, or ''. */
	reason: string;
	/** Rows of its result, where it has one. */
	rowCount: number | null;
	/** Why another result of it would be as right, such as a LIMIT that cuts through a tie; null: nothing was found. */
	nondeterministic: string | null;
};

/** What one sample came to: a line of `verdicts.jsonl`. */
export type SampleVerdict = {
	/** An item's index, and the sample's, from 0. */
	question: number;
	sample: number;
	verdict: ScoreVerdict;
	/** From 0 to 1; `right` has 1. */
	score: number;
	/** What the verdict does not say itself, or ''. */
	reason: string;
	/** What it votes with: samples of one question with one key are a cluster. Null: it has no rows. */
	key: string | null;
	/** The answer's query; null: it gave none. */
	sql: string | null;
	ending: Exclude<Ending, 'open' | 'aborted'>;
	turns: number;
	/** Turns that were followed by an observation. */
	probes: number;
	/** Tokens of all its requests; null where the server does not tell. */
	promptTokens: number | null;
	completionTokens: number | null;
	/** Milliseconds: of all replies, and of all queries. */
	replyMs: number;
	queryMs: number;
};

/** A run as it is read back. It may be unfinished: a question may have fewer samples than `plan.votes`. */
export type Run = {
	plan: RunPlan;
	/** By an item's index. */
	golds: ReadonlyMap<number, GoldFinding>;
	/** By an item's index: its samples, ascending. */
	samples: ReadonlyMap<number, readonly SampleVerdict[]>;
};

/** What a trajectory of a run is called. */
export function sampleId(question: number, sample: number): string {
	return `${question}-${sample}`;
}

/** Which sample is called so. Throws an Error where none can be. */
export function samplePlace(id: string): {question: number; sample: number} {
	const [, question, sample] = /^(\d+)-(\d+)$/.exec(id) ?? [];
	if (question === undefined) {
		throw new Error(`"${id}" is no id of a sample`);
	}

	return {question: Number(question), sample: Number(sample)};
}
