/**
 * Whether two results are the same by the rules of Spider's test suites (taoyds/test-suite-sql-eval, `result_eq`):
 * bags of rows, or lists where the order counts, under one order of columns for all rows. Names of columns do not
 * count, 1 is 1.0, but see `isQuicklyRejected`.
 */
import type {Cell} from '../database/cell.js';
import {cellKey} from '../database/row-key.js';
import {byCodePoints, pythonSortText} from './python-text.js';

export function isSameForSpider(gold: Cell[][], answer: Cell[][], ordered: boolean): boolean {
	if (gold.length === 0 && answer.length === 0) {
		return true;
	}

	if (gold.length !== answer.length || gold[0]!.length !== answer[0]!.length) {
		return false;
	}

	const [left, right] = [keysOf(gold), keysOf(answer)];
	if (isQuicklyRejected({rows: gold, keys: left}, {rows: answer, keys: right}, ordered)) {
		return false;
	}

	return ordered ? haveSameColumns(left, right) : haveSameBag(left, right);
}

type Keys = string[][];
type Result = {rows: Cell[][]; keys: Keys};

/** Equal keys are equal values to Python: 1 is 1.0, text is never a number. */
function keysOf(rows: Cell[][]): Keys {
	return rows.map(row => row.map(cell => cellKey(cell, 'alike')));
}

/**
 * The suite first sorts the cells of each row by `str(x) + str(type(x))`, and wants the rows to be the same then, as
 * a list where the order counts, else as a set. This rejects (1, 10) against (1.0, 10), which are equal: `10<…`
 * sorts after `1.0<…` and before `1<…`.
 */
function isQuicklyRejected(gold: Result, answer: Result, ordered: boolean): boolean {
	const [left, right] = [sortedRows(gold), sortedRows(answer)];
	if (ordered) {
		return left.some((row, at) => row !== right[at]);
	}

	const [known, others] = [new Set(left), new Set(right)];
	return known.size !== others.size || left.some(row => !others.has(row));
}

function sortedRows({rows, keys}: Result): string[] {
	return rows.map((row, at) => {
		const rowKeys = keys[at]!;
		if (row.length === 1) {
			return rowKeys[0]!;
		}

		const texts = row.map(pythonSortText);
		return [...texts.keys()]
			.sort((a, b) => byCodePoints(texts[a]!, texts[b]!))
			.map(column => rowKeys[column])
			.join('');
	});
}

/** Where the order of rows counts each column of one must be a column of the other. */
function haveSameColumns(left: Keys, right: Keys): boolean {
	const columns = (keys: Keys) => keys[0]!.map((_, column) => keys.map(row => row[column]).join('')).sort();
	const others = columns(right);
	return columns(left).every((column, at) => column === others[at]);
}

/**
 * Looks for an order of columns under which the bags of rows are the same. Column after column is placed; an order
 * is given up as soon as what is placed of the rows is no longer the same bag, which no further column can mend.
 */
function haveSameBag(left: Keys, right: Keys): boolean {
	const width = left[0]!.length;
	const wanted = prefixBags(left);
	const sameColumn = right[0]!.map((_, column) =>
		right[0]!.findIndex((_, other) => right.every(row => row[other] === row[column])),
	);
	const place = (column: number, used: ReadonlySet<number>, placed: string[]): boolean => {
		if (column === width) {
			return true;
		}

		// Of columns that are alike in every row it is enough to try one.
		const tried = new Set<number>();
		for (let candidate = 0; candidate < width; candidate++) {
			const kind = sameColumn[candidate]!;
			if (used.has(candidate) || tried.has(kind)) {
				continue;
			}

			tried.add(kind);
			const next = placed.map((row, at) => row + right[at]![candidate]!);
			if (isBag(next, wanted[column]!) && place(column + 1, new Set([...used, candidate]), next)) {
				return true;
			}
		}

		return false;
	};
	return place(
		0,
		new Set(),
		right.map(() => ''),
	);
}

type Bag = ReadonlyMap<string, number>;

/** How often each beginning of a row stands there, for each number of columns from 1. */
function prefixBags(keys: Keys): Bag[] {
	const rows = keys.map(() => '');
	return keys[0]!.map((_, column) => {
		const bag = new Map<string, number>();
		for (const [at, row] of keys.entries()) {
			rows[at] += row[column]!;
			bag.set(rows[at]!, (bag.get(rows[at]!) ?? 0) + 1);
		}

		return bag;
	});
}

function isBag(rows: readonly string[], bag: Bag): boolean {
	const counts = new Map<string, number>();
	for (const row of rows) {
		const count = (counts.get(row) ?? 0) + 1;
		if (count > (bag.get(row) ?? 0)) {
			return false;
		}

		counts.set(row, count);
	}

	return true;
}
