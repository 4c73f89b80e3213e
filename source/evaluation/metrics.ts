/** The rules by which predictions are scored, each by its name: what they call right differs by points. */
import type {TextReading} from '../database/broken-text.js';
import type {Wanted} from '../database/bulk-messages.js';
import type {Cell} from '../database/cell.js';
import {softF1} from './soft-f1.js';
import {isSameForSpider} from './spider-rows.js';
import {orderCounts, preparedGold, preparedPrediction} from './spider-text.js';

/** A result as a rule sees it; `rows` is null where they are not wanted, or are too many to be kept. */
export type ScoredResult = {rowCount: number; rows: Cell[][] | null; setKey?: string};

export type Metric = {
	/** In one line, for a person. */
	help: string;
	/** What a text that is no UTF-8 is to it. */
	text: TextReading;
	wanted: Wanted;
	/** Whether a prediction must be right in every file of its database's folder. */
	isSuite: boolean;
	/** The texts that run. */
	gold(sql: string): string;
	prediction(sql: string): string;
	/**
	 * How right a prediction is, from 0 to 1; null: the results are too large to compare.
	 *
	 * @param sql the gold query as it ran.
	 */
	score(gold: ScoredResult, prediction: ScoredResult, sql: string): number | null;
	/**
	 * Whether rows in another order are another result to it.
	 *
	 * @param sql the gold query as it runs.
	 */
	orderCounts(sql: string): boolean;
	/** Whether there is something between right and wrong. */
	isGraded: boolean;
};

const asItIs = (sql: string) => sql;

function spider(help: string, options: {keepDistinct: boolean}): Metric {
	return {
		help,
		text: 'ignore',
		wanted: 'rows',
		isSuite: true,
		gold: sql => preparedGold(sql, options),
		prediction: sql => preparedPrediction(sql, options),
		score(gold, prediction, sql) {
			if (gold.rowCount !== prediction.rowCount) {
				return 0;
			}

			return gold.rows === null || prediction.rows === null
				? null
				: Number(isSameForSpider(gold.rows, prediction.rows, orderCounts(sql)));
		},
		orderCounts,
		isGraded: false,
	};
}

const BIRD = {
	help: "BIRD's execution accuracy: the same set of rows; the order of columns counts, duplicates and the order of rows do not",
	text: 'strict',
	wanted: 'set',
	isSuite: false,
	gold: asItIs,
	prediction: asItIs,
	score: (gold, prediction) => Number(gold.setKey === prediction.setKey),
	orderCounts: () => false,
	isGraded: false,
} as const satisfies Metric;

export const METRICS = {
	bird: BIRD,
	spider: spider(
		"Spider's test suites at their defaults: the same rows as often, in order where the gold has ORDER BY; the order of columns does not count, DISTINCT is dropped",
		{keepDistinct: false},
	),
	'spider-keep-distinct': spider('the same, and DISTINCT stays', {keepDistinct: true}),
	'bird-soft-f1': {
		help: "BIRD's soft F1: how much of the gold's rows is there, row by row in their order, from 0 to 1",
		text: 'strict',
		wanted: 'rows',
		isSuite: false,
		gold: asItIs,
		prediction: asItIs,
		score: (gold, prediction) =>
			gold.rows === null || prediction.rows === null ? null : softF1(gold.rows, prediction.rows),
		// It always does; where the query asks for no order that is the rule's fault and not the query's.
		orderCounts,
		isGraded: true,
	},
	'bird-r-ves': {
		...BIRD,
		help: "BIRD's R-VES: right as by bird, and a reward for how fast that is beside the gold, from 0 to 1.12; it depends on the machine",
		isGraded: true,
	},
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;

export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

/** Rules by which a right answer gets a reward for its time as well (see r-ves.ts). */
export type TimedRule = 'bird-r-ves';

export function isTimed(rule: MetricName): rule is TimedRule {
	return rule === 'bird-r-ves';
}

/** The rules that a run can be scored by: times that are measured while it goes on would be those of a busy machine. */
export const RUN_RULES = METRIC_NAMES.filter(name => !isTimed(name));
