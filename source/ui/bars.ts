import type {Cell, Table} from '../database/cell.js';
import {cutCell, isNumber} from '../rows/draw-cell.js';
import {cellBox} from './cell-lines.js';
import {GAP} from './column-widths.js';
import {rowsNotShown} from './table-lines.js';
import {theme} from './theme.js';

const MOST_ROWS = 1000;

/** Bars shorter than this tell nothing. */
const LEAST_BAR = 4;

const MOST_LABEL = 40;
const MOST_VALUE = 24;

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A result of one column of labels and one of numbers, as a bar a row: label, bar, value. Where both are numbers,
 * the first is the label. Null for any other result, for more than 1,000 rows, and where there is no room.
 */
export function barLines(table: Table, width: number): string[] | null {
	const {columns, rows} = table;
	if (columns.length !== 2 || rows.length === 0 || rows.length > MOST_ROWS) {
		return null;
	}

	const value = [1, 0].find(index => isNumbers(rows, index));
	if (value === undefined) {
		return null;
	}

	const bars = rows.map(row => ({label: row[1 - value] ?? null, value: row[value] ?? null}));
	const labelWidth = widest(
		bars.map(({label}) => label),
		Math.min(MOST_LABEL, Math.floor(width / 3)),
	);
	const valueWidth = widest(
		bars.map(({value}) => value),
		MOST_VALUE,
	);
	const room = width - labelWidth - valueWidth - 2 * GAP;
	if (room < LEAST_BAR) {
		return null;
	}

	const bar = barDrawer(
		bars.map(({value}) => value),
		room,
	);
	const gap = ' '.repeat(GAP);
	const lines = bars.map(
		({label, value}) =>
			`${cellBox(label, labelWidth, 'left')}${gap}${bar(value)}${gap}${cellBox(value, valueWidth, 'right')}`,
	);
	const more = rowsNotShown(table, rows.length);
	return more === null ? lines : [...lines, theme.quiet(cutCell(more, width).text)];
}

function isNumbers(rows: Cell[][], index: number): boolean {
	return (
		rows.some(row => isNumber(row[index] ?? null)) &&
		rows.every(row => isNumber(row[index] ?? null) || (row[index] ?? null) === null)
	);
}

function widest(cells: Cell[], most: number): number {
	return cells.reduce<number>((width, cell) => Math.max(width, cutCell(cell, most).width), 1);
}

/** Draws a value in `width` columns, all values on one scale; below zero to the left of an axis. */
function barDrawer(values: Cell[], width: number): (value: Cell) => string {
	const numbers = values.filter(isNumber).map(Number);
	const finite = numbers.filter(Number.isFinite);
	const top = Math.max(0, ...finite);
	const bottom = Math.min(0, ...finite);
	const negative = numbers.some(number => number < 0);
	// Halves: the sum of the largest doubles is infinite.
	const share = -bottom / 2 / (top / 2 - bottom / 2) || 0;
	const left = negative ? Math.min(width - 2, Math.max(1, Math.round((width - 1) * share))) : 0;
	const right = negative ? width - 1 - left : width;
	return value => {
		const number = isNumber(value) ? Number(value) : 0;
		const below = number < 0 ? leftBar(number / bottom, left) : '';
		const above = number > 0 ? rightBar(number / top, right) : '';
		return `${below.padStart(left)}${negative ? '│' : ''}${theme.accent(above)}${' '.repeat(right - above.length)}`;
	};
}

/**
 * A bar from the left for a share of the room, 1 filling it. What is not zero shows, if only as the thinnest bar;
 * an infinity fills the room.
 */
export function rightBar(share: number, room: number): string {
	const eighths = Math.max(1, Math.round(part(share) * room * 8));
	return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!;
}

/** Only halves can be drawn from the right. */
function leftBar(share: number, room: number): string {
	const halves = Math.max(1, Math.round(part(share) * room * 2));
	return (halves % 2 === 1 ? '▐' : '') + '█'.repeat(Math.floor(halves / 2));
}

function part(share: number): number {
	return Number.isNaN(share) ? 1 : Math.min(1, share);
}
