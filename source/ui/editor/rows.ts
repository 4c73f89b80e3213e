/** The rows of the screen that a text takes, as places in it. Only what is near the cursor is laid out. */
import {cellOf, graphemesBetween} from './cells.js';
import {lineEnd, lineStart} from './places.js';

/** From one place to another, without the line break. */
export type Row = {from: number; to: number; line: Line};

/** A line of the text, and its rows. */
type Line = {start: number; end: number; rows: Row[]};

/** Rows in order, the one with the cursor among them, and how much is cut before and after. */
export type RowsAround = {rows: Row[]; current: Row; above: number; below: number};

/**
 * The rows that are seen in `height` lines, the cursor in the middle but for the ends of the text. From a height
 * of 3 on, one line is left for each count that is not 0; below that the counts are 0.
 */
export function rowsAround(text: string, cursor: number, room: number, height: number): RowsAround {
	const line = layOut(text, lineStart(text, cursor), cursor, room);
	const current = line.rows.findLast(({from}) => from <= cursor)!;
	const before = linesBefore(text, line, room, height);
	const after = linesAfter(text, line, room, height);
	const near = [...before, line, ...after].flatMap(({rows}) => rows);

	const at = before.reduce((count, {rows}) => count + rows.length, line.rows.indexOf(current));
	const from = Math.max(0, Math.min(at - Math.floor(height / 2), near.length - height));
	const to = Math.min(near.length, from + height);
	if (height < 3) {
		return {rows: near.slice(from, to), current, above: 0, below: 0};
	}

	const rows = near.slice(from > 0 ? from + 1 : 0, to < near.length ? to - 1 : to);
	return {
		rows,
		current,
		above: from > 0 ? countAbove(text, rows[0]!) : 0,
		below: to < near.length ? countBelow(text, rows.at(-1)!) : 0,
	};
}

/** A line and its rows. A cursor at the end of a row that is full has a row of its own. */
function layOut(text: string, start: number, cursor: number, room: number): Line {
	const end = lineEnd(text, start);
	const {breaks, isFull} = breakLine(text, start, end, room);
	const places = [start, ...breaks, end];
	if (isFull && cursor === end) {
		places.push(end);
	}

	const line: Line = {start, end, rows: []};
	line.rows = places.slice(1).map((to, index) => ({from: places[index]!, to, line}));
	return line;
}

/** Where a line is broken: each row has as many graphemes as have room. `isFull`: so has the last. */
function breakLine(
	text: string,
	start: number,
	end: number,
	room: number,
): {breaks: number[]; isFull: boolean} {
	const breaks: number[] = [];
	if (/^[\x20-\x7e]*$/.test(text.slice(start, end))) {
		for (let place = start + room; place < end; place += room) {
			breaks.push(place);
		}

		return {breaks, isFull: end > start && (end - start) % room === 0};
	}

	let place = start;
	let width = 0;
	for (const grapheme of graphemesBetween(text, start, end)) {
		const cell = Math.min(room, cellOf(grapheme).width);
		if (width + cell > room) {
			breaks.push(place);
			width = 0;
		}

		width += cell;
		place += grapheme.length;
	}

	return {breaks, isFull: width === room};
}

/** The lines before a line: as many as have `height` rows, or all. */
function linesBefore(text: string, line: Line, room: number, height: number): Line[] {
	const lines: Line[] = [];
	let start = line.start;
	for (let missing = height; missing > 0 && start > 0; missing -= lines.at(-1)!.rows.length) {
		start = lineStart(text, start - 1);
		lines.push(layOut(text, start, -1, room));
	}

	return lines.reverse();
}

function linesAfter(text: string, line: Line, room: number, height: number): Line[] {
	const lines: Line[] = [];
	let {end} = line;
	for (let missing = height; missing > 0 && end < text.length; missing -= lines.at(-1)!.rows.length) {
		lines.push(layOut(text, end + 1, -1, room));
		end = lines.at(-1)!.end;
	}

	return lines;
}

function countAbove(text: string, first: Row): number {
	return breaksBetween(text, 0, first.line.start) + first.line.rows.indexOf(first);
}

function countBelow(text: string, last: Row): number {
	const {rows, end} = last.line;
	return breaksBetween(text, end, text.length) + rows.length - 1 - rows.indexOf(last);
}

function breaksBetween(text: string, from: number, to: number): number {
	let count = 0;
	for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
		count++;
	}

	return count;
}
