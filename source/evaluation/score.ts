/** Predictions against gold queries, by one rule: each distinct query of a database runs once. */
import type {BulkOutcome, BulkQuery, BulkReader} from '../database/bulk-reader.js';
import {countVotes, type VoteResult} from '../vote/vote-results.js';
import type {KeptResults} from './kept-results.js';
import type {Metric} from './metrics.js';
import type {ScoredItem} from './scored-items.js';
import {SharedQueries} from './shared-queries.js';

export const SCORE_VERDICTS = [
	'right',
	'wrong',
	'empty',
	'sql-error',
	'timeout',
	'memory',
	'refused',
	'decode',
	'gold-error',
	'gold-timeout',
] as const;

/**
 * `empty`: there is no prediction. `refused`: it would change something, or is no single query. `decode`: its result
 * has a text that is no UTF-8, by a rule to which that is a failure. `gold-*`: the dataset's own query fails, so there
 * is nothing to be right by. Only `right` counts.
 */
export type ScoreVerdict = (typeof SCORE_VERDICTS)[number];

/**
 * `score` is from 0 to 1; `right` has 1, by a rule that measures time the root of its reward, up to 1.12. `reason` is ''
 * where the verdict says all.
 */
export type ItemScore = {verdict: ScoreVerdict; score: number; reason: string};

export type Predictions = {name: string; queries: readonly string[]};

export type Scores = {
	/** One for each of the predictions, with as many items as there are gold queries. */
	columns: Array<{name: string; items: ItemScore[]}>;
	/** The majority vote; null where none was asked for. `winner` is an index into `columns`. */
	vote: Array<ItemScore & {winner: number | null; votes: number; clusters: number}> | null;
	/** Places of the gold queries that fail, and why. */
	goldFailures: Array<{index: number; verdict: 'gold-error' | 'gold-timeout'; reason: string}>;
};

export type ScoreOptions = {
	items: readonly ScoredItem[];
	predictions: readonly Predictions[];
	/** The files of each database, as the reader knows them. */
	files: ReadonlyMap<string, readonly string[]>;
	metric: Metric;
	reader: Pick<BulkReader, 'run'>;
	/** So many of the predictions, from the first, vote, by the set of rows of each, as samples do. 0: no vote. */
	voters?: number;
	/** Results of gold queries from runs before. */
	kept?: KeptResults | null;
	/** Told after each item how many are done. */
	onItem?: (done: number) => void;
};

/** Throws what the reader throws: a database that cannot be read, or an abort. */
export async function score(options: ScoreOptions): Promise<Scores> {
	const {items, predictions, onItem} = options;
	const queries = new SharedQueries(options.reader, options.kept ?? null);
	const plans = items.map((item, index) => planOf(item, index, options));
	for (const plan of plans) {
		for (const query of queriesOf(plan)) {
			queries.expect(query);
		}
	}

	let done = 0;
	const found = await Promise.all(
		plans.map(async plan => {
			const [scores, voted] = await Promise.all([
				scoresOf(plan, options.metric, queries),
				plan.votes && voteOf(plan.votes, queries),
			]);
			onItem?.(++done);
			return {scores, voted};
		}),
	);
	return {
		columns: predictions.map(({name}, column) => ({
			name,
			items: found.map(({scores}) => scores[column]!),
		})),
		vote: options.voters
			? found.map(({scores, voted}) => {
					const winner = voted!.winner;
					const none = scores.find(({verdict}) => verdict !== 'right') ?? NO_PREDICTION;
					return {...(winner === null ? none : scores[winner]!), ...voted!};
				})
			: null,
		goldFailures: found.flatMap(({scores}, index) => {
			const failure = plans[index]!.goldFailure ?? scores[0];
			return failure?.verdict === 'gold-error' || failure?.verdict === 'gold-timeout'
				? [{index, verdict: failure.verdict, reason: failure.reason}]
				: [];
		}),
	};
}

/** There is no prediction. */
export const NO_PREDICTION: ItemScore = {verdict: 'empty', score: 0, reason: ''};

/** For an empty gold query nothing runs. */
export const EMPTY_GOLD: ItemScore = {verdict: 'gold-error', score: 0, reason: 'the gold query is empty'};

/** What runs for one item. */
type Plan = {
	/** Of an empty gold query, for which nothing runs. */
	goldFailure: ItemScore | null;
	/** In each file of the database the gold query, and each distinct prediction by its text. */
	runs: Array<{gold: BulkQuery; predictions: Map<string, BulkQuery>}>;
	predictions: readonly string[];
	/** For the vote, each prediction; null: there is none. */
	votes: Array<BulkQuery | null> | null;
};

function planOf(item: ScoredItem, index: number, options: ScoreOptions): Plan {
	const {metric, files, voters = 0} = options;
	const predictions = options.predictions.map(({queries}) => queries[index]!);
	const voting = predictions.slice(0, voters);
	if (item.sql === '') {
		return {
			goldFailure: EMPTY_GOLD,
			runs: [],
			predictions,
			votes: voters > 0 ? voting.map(() => null) : null,
		};
	}

	const {text, wanted} = metric;
	const distinct = [...new Set(predictions)].filter(sql => sql !== '');
	const [first] = files.get(item.database)!;
	return {
		goldFailure: null,
		predictions,
		runs: files.get(item.database)!.map(file => ({
			gold: {file, sql: metric.gold(item.sql), text, wanted},
			predictions: new Map(distinct.map(sql => [sql, {file, sql: metric.prediction(sql), text, wanted}])),
		})),
		votes:
			voters > 0
				? voting.map(sql => (sql === '' ? null : {file: first!, sql, text: 'strict', wanted: 'set'}))
				: null,
	};
}

function* queriesOf({runs, votes}: Plan): Generator<BulkQuery> {
	for (const {gold, predictions} of runs) {
		yield gold;
		yield* predictions.values();
	}

	yield* (votes ?? []).filter(query => query !== null);
}

/** A score for each prediction of an item. In a suite the first file that is not right decides. */
async function scoresOf(plan: Plan, metric: Metric, queries: SharedQueries): Promise<ItemScore[]> {
	const {goldFailure, predictions} = plan;
	if (goldFailure) {
		return predictions.map(() => goldFailure);
	}

	let goldScore: ItemScore | null = null;
	const scores = new Map<string, ItemScore>();
	for (const run of plan.runs) {
		// All that may be needed runs at once; where it is not needed any more it is not asked for.
		const isOpen = (sql: string) => goldScore === null && (scores.get(sql)?.score ?? 1) > 0;
		const gold = goldScore === null ? queries.take(run.gold) : null;
		const given = [...run.predictions].flatMap(([sql, query]) => {
			if (isOpen(sql) && gold) {
				return [{sql, outcome: queries.take(query)}];
			}

			queries.drop(query);
			return [];
		});
		if (!gold) {
			queries.drop(run.gold);
			continue;
		}

		const [goldOutcome, ...outcomes] = await Promise.all([gold, ...given.map(({outcome}) => outcome)]);
		queries.keep(run.gold, goldOutcome!);
		goldScore = failedGold(goldOutcome!);
		if (goldScore === null) {
			for (const [at, {sql}] of given.entries()) {
				const score = scoreOf(goldOutcome!, outcomes[at]!, {metric, sql: run.gold.sql});
				scores.set(sql, lower(scores.get(sql), score));
			}
		}
	}

	return predictions.map(sql => goldScore ?? scores.get(sql) ?? NO_PREDICTION);
}

/** What every prediction of an item comes to whose gold query has this outcome; null: it does not fail. */
export function failedGold(outcome: BulkOutcome): ItemScore | null {
	if (!('error' in outcome)) {
		return null;
	}

	const {kind, message} = outcome.error;
	return {verdict: kind === 'timeout' ? 'gold-timeout' : 'gold-error', score: 0, reason: message};
}

/**
 * One prediction in one file.
 *
 * @param gold an outcome that is no failure.
 * @param sql the gold query as it ran.
 */
export function scoreOf(
	gold: BulkOutcome,
	outcome: BulkOutcome,
	{metric, sql}: {metric: Metric; sql: string},
): ItemScore {
	if ('error' in gold || 'error' in outcome) {
		return 'error' in outcome ? failedPrediction(outcome.error) : NO_PREDICTION;
	}

	const score = metric.score(gold, outcome, sql);
	if (score === null) {
		return {verdict: 'memory', score: 0, reason: 'the results are too large to be compared'};
	}

	return {verdict: score === 1 ? 'right' : 'wrong', score, reason: ''};
}

/** Of two files of a suite the first that is less right decides. */
export function lower(before: ItemScore | undefined, score: ItemScore): ItemScore {
	return before && before.score <= score.score ? before : score;
}

function failedPrediction({kind, message}: {kind: string; message: string}): ItemScore {
	const verdict = kind === 'sql' ? 'sql-error' : (SCORE_VERDICTS.find(name => name === kind) ?? 'sql-error');
	return {verdict, score: 0, reason: message};
}

async function voteOf(votes: NonNullable<Plan['votes']>, queries: SharedQueries) {
	const results = await Promise.all(
		votes.map(async (query): Promise<VoteResult> => {
			const outcome = query && (await queries.take(query));
			return outcome && 'setKey' in outcome ? {kind: 'finished', key: outcome.setKey!} : {kind: 'failed'};
		}),
	);
	const {clusters} = countVotes(results);
	const samples = clusters[0]?.samples ?? [];
	return {winner: samples[0] ?? null, votes: samples.length, clusters: clusters.length};
}
