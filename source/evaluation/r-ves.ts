/**
 * BIRD's reward-based valid efficiency score (bird-bench/mini_dev, `evaluation_ves.py`): what is right runs again by
 * turns with the gold query, and gets a reward for the mean of the ratios of their times. It depends on the machine, and
 * on what else that does.
 */
import type {BulkReader} from '../database/bulk-reader.js';
import {LEAST_ROUNDS} from '../database/timed-pair.js';
import type {ItemScore, Predictions, Scores} from './score.js';
import type {ScoredItem} from './scored-items.js';
import {normalisedSql} from './sql-tokens.js';

/** As often as there. */
const ROUNDS = 100;

/** Milliseconds of an item after which it is enough. There the only limit is 3,000 s. */
const ENOUGH_MS = 10_000;

/** Milliseconds that the rounds of an item take at most, of queries that have the given limit each. */
export function roundsLimit(timeoutMs: number): number {
	return ENOUGH_MS + 2 * (LEAST_ROUNDS + 1) * timeoutMs;
}

/**
 * The mean of the gold's time over the prediction's, without rounds that are three standard deviations or more from it.
 * Where all are the same none is left out, while the script would fail.
 */
export function meanRatio(rounds: ReadonlyArray<[prediction: number, gold: number]>): number {
	const ratios = rounds.map(([prediction, gold]) => gold / prediction);
	const mean = meanOf(ratios);
	const deviation = Math.sqrt(meanOf(ratios.map(ratio => (ratio - mean) ** 2)));
	return deviation === 0 ? mean : meanOf(ratios.filter(ratio => Math.abs(ratio - mean) < 3 * deviation));
}

function meanOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The reward of a right prediction. */
export function rewardOf(ratio: number): number {
	return ratio >= 2 ? 1.25 : ratio >= 1 ? 1 : ratio >= 0.5 ? 0.75 : ratio >= 0.25 ? 0.5 : 0.25;
}

export type TimingOptions = {
	items: readonly ScoredItem[];
	predictions: readonly Predictions[];
	/** The files of each database; the first is the one. */
	files: ReadonlyMap<string, readonly string[]>;
	/** A reader with one process that does nothing else. */
	reader: Pick<BulkReader, 'time'>;
	/** Told after each prediction that was timed how many are done, of how many. */
	onTimed?: (done: number, all: number) => void;
};

/**
 * The scores of right predictions become the roots of their rewards, so that the mean of a column is its R-VES. A
 * prediction that is written like the gold query takes the same time: its ratio is 1, and it is not timed.
 */
export async function withRewards(scores: Scores, options: TimingOptions): Promise<Scores> {
	const {items, predictions, files, reader, onTimed} = options;
	const isRight = (index: number, column: number) =>
		scores.columns[column]!.items[index]!.verdict === 'right';
	const races = items.map(({sql}, index) => {
		const right = predictions.flatMap(({queries}, column) =>
			isRight(index, column) ? [queries[index]!] : [],
		);
		return [...new Set(right)].filter(query => normalisedSql(query) !== normalisedSql(sql));
	});
	const all = races.flat().length;
	let done = 0;
	const found: Array<Map<string, ItemScore>> = [];
	for (const [index, {sql, database}] of items.entries()) {
		const rewarded = new Map<string, ItemScore>();
		const [file] = files.get(database)!;
		for (const query of races[index]!) {
			const pair = {sql: query, against: sql, rounds: ROUNDS, enoughMs: ENOUGH_MS};
			const rounds = await reader.time(file!, pair);
			rewarded.set(query, rounds === null ? UNTIMED : rightBy(meanRatio(rounds)));
			onTimed?.(++done, all);
		}

		found.push(rewarded);
	}

	const scoreOf = (item: ItemScore, index: number, query: string) =>
		item.verdict === 'right' ? (found[index]!.get(query) ?? rightBy(1)) : item;
	const columns = scores.columns.map(({name, items}, column) => ({
		name,
		items: items.map((item, index) => scoreOf(item, index, predictions[column]!.queries[index]!)),
	}));
	return {
		...scores,
		columns,
		vote:
			scores.vote?.map((item, index) =>
				item.winner === null ? item : {...item, ...columns[item.winner]!.items[index]!},
			) ?? null,
	};
}

/** It ran before, and does not in its time when it is timed. */
const UNTIMED: ItemScore = {verdict: 'timeout', score: 0, reason: 'it could not be timed'};

function rightBy(ratio: number): ItemScore {
	return {verdict: 'right', score: Math.sqrt(rewardOf(ratio)), reason: ''};
}
