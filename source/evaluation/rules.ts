/** The rules by which an answer's rows are right. */
import type {Table} from '../database/cell.js';
import type {Counting, TableDifference} from '../database/table-difference.js';

export type Rule = {
	/** In one line, for a person. */
	help: string;
	/** Rows that are asked for; both results are read to their end for their digests, however many are kept. */
	maxRows: number;
	/** What counts in the difference that is shown. */
	counting: Counting;
	/**
	 * Whether the answer is right; null: of large results too little is kept to tell.
	 *
	 * @param difference from the gold to the answer, by what counts.
	 */
	isRight(gold: Table, answer: Table, difference: TableDifference | null): boolean | null;
};

const SET: Counting = {order: false, duplicates: false, classes: false};
const BAG: Counting = {order: false, duplicates: true, classes: false};
const LIST: Counting = {order: true, duplicates: true, classes: true};

/** Of a result that is compared row by row so many are kept. */
const MOST_ROWS = 100_000;

export const RULES = {
	bird: {
		help: 'the same set of rows, columns in order; duplicates and order of rows do not count, 1 is 1.0',
		maxRows: 10_000,
		counting: SET,
		// The digest is of all rows, and follows this rule.
		isRight: (gold, answer) => (gold.digest === undefined ? null : gold.digest === answer.digest),
	},
	bag: {
		help: 'the same rows equally often, columns in order; order of rows does not count, 1 is 1.0',
		maxRows: MOST_ROWS,
		counting: BAG,
		isRight: byKeptRows(BAG),
	},
	exact: {
		help: 'the same rows in the same order; 1 is not 1.0',
		maxRows: MOST_ROWS,
		counting: LIST,
		isRight: byKeptRows(LIST),
	},
} as const satisfies Record<string, Rule>;

/** Rules are named, for "right" means another thing in each. */
export type RuleName = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as RuleName[];

/** By all rows that are kept. Where not all are, what is known of all of them may still tell that it is wrong. */
function byKeptRows({order}: Counting): Rule['isRight'] {
	return (gold, answer, difference) => {
		if (gold.rowCount !== answer.rowCount || gold.digest !== answer.digest) {
			return false;
		}

		const isSame = difference === null || difference.counts.same === difference.rows.length;
		// Without an order other rows may be kept of each: what seems to differ does not tell.
		return isCut(gold, answer) && (isSame || !order) ? null : isSame;
	};
}

function isCut(gold: Table, answer: Table): boolean {
	return gold.truncated !== false || answer.truncated !== false;
}
