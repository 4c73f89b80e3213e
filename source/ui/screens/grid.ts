/** The rows of a result in full: a grid, one row as a record, one cell. */

import type {Cell, Table} from '../../database/cell.js';
import {cellText} from '../../rows/cell-text.js';
import {counted} from '../../rows/outcome-words.js';
import type {Input, Size} from '../input.js';
import {type ActionOf, actionFor} from '../keymap.js';
import {BEGINNING, ending, type LongText, longText, moved, type Place} from '../long-text.js';
import {clampIndex} from './cursor.js';
import {cellWindow, pageRows, settle} from './grid-layout.js';
import {nextSort, rowOrder, type Sort} from './grid-order.js';

export type Grid = {
	title: string;
	table: Table;
	/** The text that the rows shown hold, or ''. */
	filter: string;
	sort: Sort | null;
	/** Indexes of the table's rows, as they are shown. */
	order: number[];
	/** The cell at hand: a place in `order`, and a column. */
	cursor: {row: number; column: number};
	/** The row, the column and (in a record) the field at which what is on the screen begins. */
	top: number;
	left: number;
	firstField: number;
	mode: Mode;
};

export type Mode =
	| {kind: 'grid'}
	/** The row at the cursor, a column a line. */
	| {kind: 'record'}
	/** The cell at the cursor, wrapped, and what it is: `TEXT, 12 characters`. */
	| {kind: 'cell'; what: string; text: LongText; place: Place}
	/** The filter is being written: every printable key is text. */
	| {kind: 'filter'};

type Action = ActionOf<'grid'> | ActionOf<'view'>;

/** The grid over the rows that a table keeps. */
export function openGrid(title: string, table: Table): Grid {
	return {
		title,
		table,
		filter: '',
		sort: null,
		order: [...table.rows.keys()],
		cursor: {row: 0, column: 0},
		top: 0,
		left: 0,
		firstField: 0,
		mode: {kind: 'grid'},
	};
}

/** The grid after an input. The size may be another one at every call. */
export function reduceGrid(grid: Grid, input: Input, size: Size): Grid | 'close' {
	const next = reduce(settle(grid, size), input, size);
	return next === 'close' ? 'close' : settle(next, size);
}

function reduce(grid: Grid, input: Input, size: Size): Grid | 'close' {
	if (grid.mode.kind === 'filter') {
		return reduceFilter(grid, input, size);
	}

	const action = actionFor('grid', input) ?? actionFor('view', input);
	if (action === null) {
		return grid;
	}

	switch (grid.mode.kind) {
		case 'grid':
			return reduceRows(grid, action, size);
		case 'record':
			return reduceRecord(grid, action, size);
		case 'cell':
			return reduceCell(grid, grid.mode, action, size);
	}
}

function reduceRows(grid: Grid, action: Action, size: Size): Grid | 'close' {
	const {row, column} = grid.cursor;
	switch (action) {
		case 'close':
			return 'close';
		case 'up':
			return toRow(grid, row - 1);
		case 'down':
			return toRow(grid, row + 1);
		case 'pageUp':
			return toRow(grid, row - pageRows(grid, size));
		case 'pageDown':
			return toRow(grid, row + pageRows(grid, size));
		case 'top':
			return toRow(grid, 0);
		case 'bottom':
			return toRow(grid, grid.order.length - 1);
		case 'left':
			return toColumn(grid, column - 1);
		case 'right':
			return toColumn(grid, column + 1);
		case 'open':
			return grid.order.length === 0 ? grid : {...grid, mode: {kind: 'record'}};
		case 'filter':
			return {...grid, mode: {kind: 'filter'}};
		case 'sort':
			return reordered({...grid, sort: nextSort(grid.sort, column)});
		case 'help':
			return grid;
	}
}

/** In a record, the columns are below one another: up and down is a column, left and right is a row. */
function reduceRecord(grid: Grid, action: Action, size: Size): Grid {
	const {row, column} = grid.cursor;
	switch (action) {
		case 'close':
			return {...grid, mode: {kind: 'grid'}};
		case 'up':
			return toColumn(grid, column - 1);
		case 'down':
			return toColumn(grid, column + 1);
		case 'pageUp':
			return toColumn(grid, column - pageRows(grid, size));
		case 'pageDown':
			return toColumn(grid, column + pageRows(grid, size));
		case 'top':
			return toColumn(grid, 0);
		case 'bottom':
			return toColumn(grid, grid.table.columns.length - 1);
		case 'left':
			return toRow(grid, row - 1);
		case 'right':
			return toRow(grid, row + 1);
		case 'open':
			return openCell(grid);
		case 'filter':
		case 'sort':
		case 'help':
			return grid;
	}
}

function reduceCell(grid: Grid, mode: Extract<Mode, {kind: 'cell'}>, action: Action, size: Size): Grid {
	const window = cellWindow(size);
	const at = (place: Place): Grid => ({...grid, mode: {...mode, place}});
	const by = (lines: number) => at(moved(mode.text, mode.place, lines, window));
	switch (action) {
		case 'close':
			return {...grid, mode: {kind: 'record'}};
		case 'up':
			return by(-1);
		case 'down':
			return by(1);
		case 'pageUp':
			return by(-window.height);
		case 'pageDown':
			return by(window.height);
		case 'top':
			return at(BEGINNING);
		case 'bottom':
			return at(ending(mode.text, window));
		case 'left':
			return openCell(toColumn(grid, grid.cursor.column - 1));
		case 'right':
			return openCell(toColumn(grid, grid.cursor.column + 1));
		case 'open':
		case 'filter':
		case 'sort':
		case 'help':
			return grid;
	}
}

function reduceFilter(grid: Grid, input: Input, size: Size): Grid | 'close' {
	switch (actionFor('filter', input)) {
		case 'take':
			return {...grid, mode: {kind: 'grid'}};
		case 'cancel':
			return {...filtered(grid, ''), mode: {kind: 'grid'}};
		case null:
			break;
	}

	if (input.kind === 'paste') {
		return filtered(grid, grid.filter + input.text.replace(/\n$/, ''));
	}

	if (input.name === 'backspace') {
		return filtered(grid, withoutLastLetter(grid.filter));
	}

	if (input.text !== '' && !/[\0-\x1f\x7f]/.test(input.text)) {
		return filtered(grid, grid.filter + input.text);
	}

	// Keys that write nothing go on moving the cursor.
	const action = input.text === '' ? actionFor('view', input) : null;
	return action === null ? grid : reduceRows(grid, action, size);
}

function filtered(grid: Grid, filter: string): Grid {
	return filter === grid.filter ? grid : reordered({...grid, filter});
}

/** The rows anew; the cursor stays on its row while the filter changes, and in its place while the sort does. */
function reordered(grid: Grid): Grid {
	const order = rowOrder(grid.table, grid.filter, grid.sort);
	const row = order.length === grid.order.length ? -1 : order.indexOf(grid.order[grid.cursor.row] ?? -1);
	return {...grid, order, cursor: {...grid.cursor, row: row === -1 ? grid.cursor.row : row}};
}

function toRow(grid: Grid, row: number): Grid {
	return {...grid, cursor: {...grid.cursor, row: clampIndex(row, grid.order.length)}};
}

function toColumn(grid: Grid, column: number): Grid {
	return {...grid, cursor: {...grid.cursor, column: clampIndex(column, grid.table.columns.length)}};
}

function openCell(grid: Grid): Grid {
	const {row, column} = grid.cursor;
	const cell = grid.table.rows[grid.order[row] ?? -1]?.[column] ?? null;
	const text = cell === null ? 'NULL' : cell === '' || cell === 'NULL' ? `'${cell}'` : cellText(cell);
	return {...grid, mode: {kind: 'cell', what: whatIs(cell), text: longText(text), place: BEGINNING}};
}

function withoutLastLetter(text: string): string {
	const letters = [...new Intl.Segmenter().segment(text)];
	return text.slice(0, letters.at(-1)?.index ?? 0);
}

function whatIs(cell: Cell): string {
	switch (typeof cell) {
		case 'bigint':
			return 'INTEGER';
		case 'number':
			return 'REAL';
		case 'string':
			return `TEXT, ${counted(characters(cell), 'character')}`;
		default:
			return cell === null ? 'NULL' : `BLOB, ${counted(cell.length, 'byte')}`;
	}
}

function characters(text: string): number {
	let count = text.length;
	for (let index = 0; index < text.length; index++) {
		// The second half of a pair is no character of its own.
		if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) {
			count--;
		}
	}

	return count;
}
