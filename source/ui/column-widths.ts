/** How wide the columns of a table are, and what becomes of them where there is less room. */
import type {Cell} from '../database/cell.js';
import {cutCell, drawText, isNumber} from '../rows/draw-cell.js';
import {textWidth, widthBound} from '../text-width.js';
import {visible} from '../visible.js';

/** Columns of the terminal between two columns of a table. */
export const GAP = 2;

/** No column is wider than this, however long a cell is. */
const MOST = 300;

/** What is left of a column of text in need; a name or a date can still be told. */
const LEAST_TEXT = 12;

/** What is left of a name above numbers, which are not cut themselves. */
const LEAST_NAME = 8;

/** An int64 and a REAL in all its digits take no more. */
const LEAST_NUMBER = 24;

/** What a column of a table would like to take, what it can do with, and where its cells stand. */
export type ColumnNeed = {name: number; natural: number; least: number; side: 'left' | 'right'};

/** Looks at one column in the rows that are given. Numbers, and NULL among them, stand at the right. */
export function columnNeed(name: string, rows: readonly Cell[][], index: number): ColumnNeed {
	const nameWidth = textWidth(drawText(name, MOST));
	let cells = 0;
	let numbers = false;
	let others = false;
	for (const row of rows) {
		const cell = row[index] ?? null;
		numbers ||= isNumber(cell);
		others ||= cell !== null && !isNumber(cell);
		cells = Math.max(cells, cellWidth(cell, cells));
	}

	const natural = Math.max(1, nameWidth, cells);
	const right = numbers && !others;
	const least = right
		? Math.max(1, Math.min(nameWidth, LEAST_NAME), Math.min(cells, LEAST_NUMBER))
		: Math.min(natural, LEAST_TEXT);
	return {name: nameWidth, natural, least, side: right ? 'right' : 'left'};
}

/** The width of a cell if it is over `known`; the width of what surely is not over it is not looked for. */
function cellWidth(cell: Cell, known: number): number {
	if (known >= MOST) {
		return known;
	}

	// Signs for what cannot be drawn are longer than it is: short texts only are made safe first.
	// What reads like nothing is drawn in quotes.
	const isBare = typeof cell === 'string' && cell !== '' && cell !== 'NULL';
	const within = isBare && cell.length <= known && widthBound(visible(cell)) <= known;
	return within ? known : cutCell(cell, MOST).width;
}

/**
 * Widths that take `room` columns at most, gaps not counted: the widest shrink first, down to what they can do
 * with. Where even that is too much, they take more than the room.
 */
export function fitWidths(
	needs: ReadonlyArray<Pick<ColumnNeed, 'natural' | 'least'>>,
	room: number,
): number[] {
	const at = (limit: number) => needs.map(({natural, least}) => Math.min(natural, Math.max(limit, least)));
	const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0);
	let low = 1;
	let high = Math.max(1, ...needs.map(({natural}) => natural));
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (sum(at(middle)) <= room) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}

	const widths = at(low);
	let rest = room - sum(widths);
	return widths.map((width, index) => {
		if (rest > 0 && width < needs[index]!.natural) {
			rest--;
			return width + 1;
		}

		return width;
	});
}
