/** What of a grid is on a screen of some size. */

import type {Table} from '../../database/cell.js';
import {type ColumnNeed, columnNeed, fitWidths, GAP} from '../column-widths.js';
import {drawableRows, type Size} from '../input.js';
import {settled, type Window} from '../long-text.js';
import {clampIndex} from './cursor.js';
import type {Grid} from './grid.js';

/** What stands before each row: the sign of the cursor's. */
export const GUTTER = 2;

/** The widest column of a table that does not fit as a whole. */
const WIDEST = 40;

/** A column at the right edge is shown in part if so much of it can be. */
const LEAST_PART = 8;

/** The sign of a sort after a column's name, and the space before it. */
const SORT_SIGN = 2;

/** On a screen with fewer rows the title gives way. */
const ROWS_FOR_TITLE = 6;

export type ShownColumn = {index: number; width: number; side: 'left' | 'right'};

/** Whether there is a line for the title. */
export function hasTitle(size: Size): boolean {
	return drawableRows(size) >= ROWS_FOR_TITLE;
}

/** Lines for what is shown: all but title, position and footer, and in a grid or cell the line above it. */
export function pageRows({mode}: Grid, size: Size): number {
	const around = (hasTitle(size) ? 3 : 2) + (mode.kind === 'record' ? 0 : 1);
	return Math.max(1, drawableRows(size) - around);
}

/** Where a cell in full is shown. */
export function cellWindow(size: Size): Window {
	return {
		width: Math.max(1, size.columns),
		height: Math.max(1, drawableRows(size) - (hasTitle(size) ? 4 : 3)),
	};
}

/** The grid with every index where it can be, and the cursor on the screen. */
export function settle(grid: Grid, size: Size): Grid {
	const {table, order, mode} = grid;
	const cursor = {
		row: clampIndex(grid.cursor.row, order.length),
		column: clampIndex(grid.cursor.column, table.columns.length),
	};
	const rows = pageRows(grid, size);
	const inRecord = mode.kind === 'record';
	return {
		...grid,
		cursor,
		top: inRecord ? grid.top : scrolled(grid.top, cursor.row, rows, order.length),
		left: leftFor(grid, cursor.column, size),
		firstField: inRecord
			? scrolled(grid.firstField, cursor.column, rows, table.columns.length)
			: grid.firstField,
		mode: mode.kind === 'cell' ? {...mode, place: settled(mode.text, mode.place, cellWindow(size))} : mode,
	};
}

/** The columns on the screen, from `grid.left` on; the last may be one that is shown in part. */
export function shownColumns(grid: Grid, size: Size): ShownColumn[] {
	const widths = columnWidths(grid, size);
	const shown: ShownColumn[] = [];
	let room = roomFor(size);
	for (let index = grid.left; index < grid.table.columns.length && room > 0; index++) {
		const {side} = need(grid.table, index);
		const width = Math.min(widths(index), roomFor(size));
		if (width <= room) {
			shown.push({index, width, side});
		} else if (side === 'left' && room >= LEAST_PART) {
			shown.push({index, width: room, side});
		}

		room -= width + GAP;
	}

	return shown;
}

/** The first column such that the cursor's is whole, and no room is empty that a column to the left would fill. */
function leftFor(grid: Grid, column: number, size: Size): number {
	if (column === 0) {
		return 0;
	}

	const widths = columnWidths(grid, size);
	const firstWith = (last: number) => {
		let room = roomFor(size) - Math.min(widths(last), roomFor(size));
		let first = last;
		while (first > 0 && room >= widths(first - 1) + GAP) {
			room -= widths(first - 1) + GAP;
			first--;
		}

		return first;
	};
	const left = Math.min(column, Math.max(grid.left, firstWith(column)));
	return left === 0 ? 0 : Math.min(left, firstWith(grid.table.columns.length - 1));
}

/** A table that fits has the widths it needs, and the whole screen for them; in another no column is too wide. */
function columnWidths(grid: Grid, size: Size): (index: number) => number {
	const natural = (index: number) => {
		const {name, natural} = need(grid.table, index);
		return grid.sort?.column === index ? Math.max(natural, name + SORT_SIGN) : natural;
	};
	const needs: Array<{natural: number; least: number}> = [];
	let taken = -GAP;
	for (const index of grid.table.columns.keys()) {
		const least = Math.min(natural(index), WIDEST);
		taken += least + GAP;
		if (taken > roomFor(size)) {
			return index => Math.min(natural(index), WIDEST);
		}

		needs.push({natural: natural(index), least});
	}

	const widths = fitWidths(needs, roomFor(size) - GAP * Math.max(0, needs.length - 1));
	return index => widths[index]!;
}

function roomFor(size: Size): number {
	return Math.max(1, size.columns - GUTTER);
}

/** A table does not change, and a column is looked at once, when it first matters. */
function need(table: Table, index: number): ColumnNeed {
	const known = needs.get(table) ?? [];
	needs.set(table, known);
	known[index] ??= columnNeed(table.columns[index]!, table.rows, index);
	return known[index];
}

const needs = new WeakMap<Table, ColumnNeed[]>();

function scrolled(first: number, cursor: number, room: number, count: number): number {
	const within = Math.max(cursor - room + 1, Math.min(first, cursor));
	return Math.max(0, Math.min(within, count - room));
}
