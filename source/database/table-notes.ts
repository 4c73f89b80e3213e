/** What differs between two results, in words. */
import type {Cell, Table} from './cell.js';
import {cellKey, rowKey} from './row-key.js';
import type {RowChange} from './table-difference.js';

type Compared = {
	rows: readonly RowChange[];
	/** Rows of each that were compared, at most. */
	limit: number;
	/** Whether the order of rows counts. */
	order: boolean;
};

/** `a → b` is what was before and what is after. */
export function differenceNotes(before: Table, after: Table, {rows, limit, order}: Compared): string[] {
	const left = before.rows.slice(0, limit);
	const right = after.rows.slice(0, limit);
	const hasChanges = rows.some(({kind}) => kind !== 'same');
	return [
		...columnNotes(before.columns, after.columns),
		...countNotes(before, after),
		...(hasChanges ? permutationNotes(left, right, before.columns.length, after.columns.length) : []),
		...(limit === Infinity
			? [...orderNotes(rows, {left, right, order}), ...duplicateNotes(left, right)]
			: []),
		...classNotes(rows, after.columns),
		...cutNotes(before, after, {hasChanges, limit}),
	];
}

function columnNotes(before: readonly string[], after: readonly string[]): string[] {
	if (before.length !== after.length) {
		return [`another number of columns: ${before.length} → ${after.length}`];
	}

	return before.every((name, at) => name === after[at])
		? []
		: [`other column names: ${names(before)} → ${names(after)}`];
}

const MOST_NAMES = 6;

function names(columns: readonly string[]): string {
	const more = columns.length - MOST_NAMES;
	return columns.slice(0, MOST_NAMES).join(', ') + (more > 0 ? `, … (${more} more)` : '');
}

function countNotes(before: Table, after: Table): string[] {
	return before.rowCount === after.rowCount && isUncounted(before) === isUncounted(after)
		? []
		: [`another number of rows: ${countOf(before)} → ${countOf(after)}`];
}

function isUncounted({truncated}: Table): boolean {
	return truncated === 'uncounted';
}

function countOf(table: Table): string {
	return (isUncounted(table) ? 'more than ' : '') + table.rowCount.toLocaleString('en-US');
}

/** More columns are not tried in other orders. */
const MOST_PERMUTED = 64;

function permutationNotes(left: Cell[][], right: Cell[][], columns: number, others: number): string[] {
	if (columns !== others || columns < 2 || columns > MOST_PERMUTED || left.length !== right.length) {
		return [];
	}

	const order = permutation(left, right, columns);
	return order ? [`the same columns in another order: ${order.map(at => at + 1).join(', ')}`] : [];
}

/** Orders of columns that are tried. */
const MOST_TRIES = 200;

/** Another order of the first result's columns that gives the rows of the second, or null. */
function permutation(left: Cell[][], right: Cell[][], columns: number): number[] | null {
	const wanted = signature(right, row => row);
	if (signature(left, row => row) === wanted) {
		return null;
	}

	const signatures = (rows: Cell[][]) =>
		Array.from({length: columns}, (_, column) => signature(rows, row => [row[column]!]));
	const [from, to] = [signatures(left), signatures(right)];
	let tries = 0;
	const search = (order: number[]): number[] | null => {
		if (order.length === columns) {
			tries++;
			return signature(left, row => order.map(at => row[at]!)) === wanted ? order : null;
		}

		for (let column = 0; column < columns && tries < MOST_TRIES; column++) {
			if (!order.includes(column) && from[column] === to[order.length]) {
				const found = search([...order, column]);
				if (found) {
					return found;
				}
			}
		}

		return null;
	};

	return search([]);
}

/** Equal where the rows are, whatever their order. */
function signature(rows: Cell[][], part: (row: Cell[]) => Cell[]): string {
	return rows
		.map(row => rowKey(part(row), 'alike'))
		.sort()
		.join('\n');
}

function orderNotes(
	rows: readonly RowChange[],
	{left, right, order}: {left: Cell[][]; right: Cell[][]; order: boolean},
): string[] {
	if (!order) {
		const keys = [left, right].map(side => side.map(row => rowKey(row, 'alike')));
		return keys[0]!.join('\n') !== keys[1]!.join('\n') && sorted(keys[0]!) === sorted(keys[1]!)
			? ['the same rows in another order']
			: [];
	}

	const gone = countsOf(rows.flatMap(change => (change.kind === 'gone' ? [change.before] : [])));
	let moved = 0;
	for (const change of rows) {
		const key = change.kind === 'new' ? rowKey(change.after, 'exact') : null;
		const count = key === null ? 0 : (gone.get(key) ?? 0);
		if (count > 0) {
			gone.set(key!, count - 1);
			moved++;
		}
	}

	const changes = rows.filter(({kind}) => kind !== 'same').length;
	if (moved > 0 && changes === moved * 2) {
		return ['the same rows in another order'];
	}

	return moved > 0
		? [`${moved === 1 ? '1 row stands' : `${number(moved)} rows stand`} in another place`]
		: [];
}

function sorted(keys: readonly string[]): string {
	return keys.toSorted().join('\n');
}

function countsOf(rows: readonly Cell[][], sense: 'exact' | 'alike' = 'exact'): Map<string, number> {
	const counts = new Map<string, number>();
	for (const row of rows) {
		const key = rowKey(row, sense);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}

	return counts;
}

function duplicateNotes(left: Cell[][], right: Cell[][]): string[] {
	const [before, after] = [countsOf(left, 'alike'), countsOf(right, 'alike')];
	let more = 0;
	let less = 0;
	for (const [key, count] of before) {
		const now = after.get(key) ?? 0;
		more += now > count ? 1 : 0;
		less += now > 0 && now < count ? 1 : 0;
	}

	const words = [
		...(more > 0 ? [`${more === 1 ? '1 row stands' : `${number(more)} rows stand`} more often`] : []),
		...(less > 0 ? [`${less === 1 ? '1 row stands' : `${number(less)} rows stand`} less often`] : []),
	];
	return words.length === 0 ? [] : [`duplicates: ${words.join(', ')}`];
}

/** In which columns one value is of another storage class. */
function classNotes(rows: readonly RowChange[], columns: readonly string[]): string[] {
	const numbers = new Set<number>();
	const texts = new Set<number>();
	for (const change of rows) {
		if (change.kind !== 'same' && change.kind !== 'changed') {
			continue;
		}

		for (let at = 0; at < Math.min(change.before.length, change.after.length); at++) {
			const [before, after] = [change.before[at]!, change.after[at]!];
			if (typeof before === 'string' && typeof after === 'string') {
				continue;
			}

			if (cellKey(before, 'exact') === cellKey(after, 'exact')) {
				continue;
			}

			if (cellKey(before, 'alike') === cellKey(after, 'alike')) {
				numbers.add(at);
			} else if (cellKey(before, 'loose') === cellKey(after, 'loose')) {
				texts.add(at);
			}
		}
	}

	const where = (places: Set<number>) =>
		`${places.size === 1 ? 'column' : 'columns'} ${names([...places].sort((a, b) => a - b).map(at => columns[at]!))}`;
	return [
		...(numbers.size > 0 ? [`INTEGER against REAL (1 and 1.0) in ${where(numbers)}`] : []),
		...(texts.size > 0 ? [`text against number in ${where(texts)}`] : []),
	];
}

function cutNotes(
	before: Table,
	after: Table,
	{hasChanges, limit}: {hasChanges: boolean; limit: number},
): string[] {
	if (limit === Infinity) {
		return [];
	}

	const differsBeyond =
		before.digest !== undefined && after.digest !== undefined && before.digest !== after.digest;
	const beyond = differsBeyond && !hasChanges ? ['rows that are not kept differ'] : [];
	const counts = before.rowCount !== after.rowCount || isUncounted(before) !== isUncounted(after);
	return hasChanges || counts || beyond.length > 0
		? [
				...beyond,
				limit === 1
					? 'only the row that is kept is compared'
					: `only the ${number(limit)} rows that are kept are compared`,
			]
		: [];
}

function number(count: number): string {
	return count.toLocaleString('en-US');
}
