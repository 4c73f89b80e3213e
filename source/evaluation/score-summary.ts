/** What scores come to: sums, intervals, differences, and their JSON. */
import type {MetricName} from './metrics.js';
import type {NondeterministicGold} from './nondeterministic-gold.js';
import {type ItemScore, SCORE_VERDICTS, type Scores, type ScoreVerdict} from './score.js';
import {mcNemar, wilsonInterval} from './statistics.js';

export type ColumnSummary = {
	name: string;
	right: number;
	/** From 0 to 1, as are the bounds of its interval of 95 %; 0 of no items. */
	accuracy: number;
	interval: [lower: number, upper: number];
	/** The mean of the scores: from 0 to 1, by a rule that measures time up to 1.12. */
	mean: number;
	counts: Record<ScoreVerdict, number>;
};

export function summaryOf(name: string, items: readonly ItemScore[]): ColumnSummary {
	const counts = Object.fromEntries(SCORE_VERDICTS.map(verdict => [verdict, 0])) as Record<
		ScoreVerdict,
		number
	>;
	let sum = 0;
	for (const {verdict, score} of items) {
		counts[verdict]++;
		sum += score;
	}

	const {right} = counts;
	return {
		name,
		right,
		accuracy: items.length === 0 ? 0 : right / items.length,
		interval: wilsonInterval(right, items.length),
		mean: items.length === 0 ? 0 : sum / items.length,
		counts,
	};
}

/** Two of the columns on the same items. */
export type PairedDifference = {
	first: string;
	second: string;
	/** Items that only one of them has right. */
	onlyFirst: number;
	onlySecond: number;
	/** Accuracy of the second less that of the first, from −1 to 1. */
	difference: number;
	/** By McNemar's exact test. */
	p: number;
};

type Column = {name: string; items: readonly ItemScore[]};

/** Each column with each that comes after it. */
export function pairedDifferences(columns: readonly Column[]): PairedDifference[] {
	return columns.flatMap((first, at) =>
		columns.slice(at + 1).map(second => {
			const only = (one: Column, other: Column) =>
				one.items.filter(({verdict}, index) => verdict === 'right' && other.items[index]!.verdict !== 'right')
					.length;
			const [onlyFirst, onlySecond] = [only(first, second), only(second, first)];
			return {
				first: first.name,
				second: second.name,
				onlyFirst,
				onlySecond,
				difference: (onlySecond - onlyFirst) / Math.max(1, first.items.length),
				p: mcNemar(onlyFirst, onlySecond),
			};
		}),
	);
}

/** What was scored, and on what. */
export type ScoreFacts = {
	rule: MetricName;
	isGraded: boolean;
	n: number;
	databases: number;
	/** More than one for a database where suites are scored. */
	databaseFiles: number;
	sqlite: string;
	timeoutMs: number;
	/** Queries that did not run, since a run before had kept their results. */
	kept: number;
};

export type Scored = ScoreFacts & {
	scores: Scores;
	/** The gold queries scored as predictions; null where that was not asked for. */
	check: readonly ItemScore[] | null;
	/** Those that have more than one right result; null where that was not asked for. */
	nondeterministic: readonly NondeterministicGold[] | null;
	/** The machine, in words, of scores that depend on it; null: they do not. */
	machine: string | null;
};

/** As `score --json` prints it: one file flat, several in `files` with their differences in `pairs`. */
export function scoresToJson(scored: Scored): object {
	const {scores, check, isGraded} = scored;
	const of = ({name, items}: Column) => resultToJson(summaryOf(name, items), items, isGraded);
	const files = scores.columns.map(column => ({file: column.name, ...of(column)}));
	const voters = scores.vote && {name: 'vote', items: scores.vote};
	const pairs = pairedDifferences([...scores.columns, ...(voters ? [voters] : [])]);
	return {
		rule: scored.rule,
		n: scored.n,
		sqlite: scored.sqlite,
		timeout_ms: scored.timeoutMs,
		databases: scored.databases,
		database_files: scored.databaseFiles,
		results_from_before: scored.kept,
		...(scored.machine !== null && {depends_on_machine: scored.machine}),
		gold_failures: scores.goldFailures,
		...(scored.nondeterministic && {nondeterministic_gold: scored.nondeterministic}),
		...(files.length === 1 && files[0]),
		...(files.length > 1 && {files}),
		...(voters && {
			vote: {
				...of(voters),
				items: scores.vote!.map(({winner, votes, clusters, ...item}, index) => ({
					...itemToJson(item, index, isGraded),
					winner: winner === null ? null : scores.columns[winner]!.name,
					votes,
					clusters,
				})),
			},
		}),
		...(pairs.length > 0 && {
			pairs: pairs.map(({first, second, onlyFirst, onlySecond, difference, p}) => ({
				first,
				second,
				only_first: onlyFirst,
				only_second: onlySecond,
				difference: rounded(difference),
				p: Number(p.toPrecision(4)),
			})),
		}),
		...(check && {gold_check: of({name: 'gold', items: check})}),
	};
}

function resultToJson(
	{right, accuracy, interval, mean}: ColumnSummary,
	items: readonly ItemScore[],
	isGraded: boolean,
) {
	return {
		right,
		accuracy: rounded(accuracy),
		interval_95: interval.map(rounded),
		...(isGraded && {mean: rounded(mean)}),
		items: items.map((item, index) => itemToJson(item, index, isGraded)),
	};
}

function itemToJson({verdict, score, reason}: ItemScore, index: number, isGraded: boolean) {
	return {index, verdict, ...(isGraded && {score: rounded(score)}), ...(reason !== '' && {reason})};
}

function rounded(share: number): number {
	return Math.round(share * 10_000) / 10_000;
}
