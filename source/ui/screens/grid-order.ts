/** Which rows of a table the grid shows, and in which order. */
import type {Cell, Table} from '../../database/cell.js';
import {cellText} from '../../rows/cell-text.js';
import {compareCells} from '../../rows/compare-cells.js';

export type Sort = {column: number; direction: 'up' | 'down'};

/** Indexes of the rows that hold the text in a cell, small letters or capital, in the order of the sort. */
export function rowOrder({rows}: Table, filter: string, sort: Sort | null): number[] {
	const wanted = filter.toLowerCase();
	const order = [...rows.keys()].filter(
		index => wanted === '' || rows[index]!.some(cell => holds(cell, wanted)),
	);
	if (!sort) {
		return order;
	}

	const {column, direction} = sort;
	const sign = direction === 'up' ? 1 : -1;
	return order.sort((a, b) => sign * compareCells(rows[a]![column] ?? null, rows[b]![column] ?? null));
}

/** NULL is found by its name, as it is drawn. */
function holds(cell: Cell, wanted: string): boolean {
	return (cell === null ? 'null' : cellText(cell).toLowerCase()).includes(wanted);
}

/** The sort after one more press on a column: up, down, off. */
export function nextSort(sort: Sort | null, column: number): Sort | null {
	if (sort?.column !== column) {
		return {column, direction: 'up'};
	}

	return sort.direction === 'up' ? {column, direction: 'down'} : null;
}
