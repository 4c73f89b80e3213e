/** A cell on a terminal: one line, safe to draw, cut by the columns it takes. */
import {type Cell, hex} from '../database/cell.js';
import {type CutText, cutText} from '../text-width.js';
import {visible} from '../visible.js';
import {cellText} from './cell-text.js';

/**
 * A cell in at most `maxWidth` columns, without style. NULL is bare, text that reads like it or is empty stands in
 * quotes; of a BLOB that is cut, its length is told where there is room.
 *
 * @param cutWidth columns that are left of a cell that is wider than `maxWidth`; `…` follows them.
 */
export function drawCell(cell: Cell, maxWidth: number, cutWidth = maxWidth - 1): string {
	return cutCell(cell, maxWidth, cutWidth).text;
}

/** `drawCell`, with the columns that it takes. */
export function cutCell(cell: Cell, maxWidth: number, cutWidth = maxWidth - 1): CutText {
	if (cell === null) {
		return cutText('NULL', maxWidth, cutWidth);
	}

	if (cell instanceof Uint8Array) {
		return cutText(blobText(cell, maxWidth), maxWidth, cutWidth);
	}

	return cell === '' || cell === 'NULL'
		? cutText(`'${cell}'`, maxWidth, cutWidth)
		: cutLine(cellText(cell), maxWidth, cutWidth);
}

/** Any text in one line of at most `maxWidth` columns, safe to draw. */
export function drawText(text: string, maxWidth: number, cutWidth = maxWidth - 1): string {
	return cutLine(text, maxWidth, cutWidth).text;
}

/** Whether a cell is an INTEGER or a REAL, and stands at the right. */
export function isNumber(cell: Cell): cell is bigint | number {
	return typeof cell === 'bigint' || typeof cell === 'number';
}

/** Sliced before it is made safe and measured: a cell can be megabytes, and only this much can show. */
function cutLine(text: string, maxWidth: number, cutWidth: number): CutText {
	const most = Math.max(0, maxWidth) * 4 + 32;
	return text.length > most
		? cutText(visible(text.slice(0, most)), maxWidth, cutWidth, true)
		: cutText(visible(text), maxWidth, cutWidth);
}

function blobText(bytes: Uint8Array, maxWidth: number): string {
	if (bytes.length * 2 + 3 <= maxWidth) {
		return `x'${hex(bytes)}'`;
	}

	const end = `…' ${bytes.length.toLocaleString('en-US')} bytes`;
	const room = Math.floor((maxWidth - end.length - 2) / 2);
	return room > 0
		? `x'${hex(bytes.subarray(0, room))}${end}`
		: `x'${hex(bytes.subarray(0, Math.max(0, maxWidth)))}'`;
}
