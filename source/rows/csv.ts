import type {Cell} from '../database/cell.js';
import {cellText} from './cell-text.js';
import type {RowWriter} from './row-writer.js';

/** RFC 4180 with a header, but lines end in LF. NULL is nothing, empty text is `""`. */
export function csvWriter(): RowWriter {
	return {
		begin: columns => line(columns),
		rows: rows => rows.map(line).join(''),
		end: () => '',
	};
}

function line(cells: Cell[]): string {
	return `${cells.map(cell => (cell === null ? '' : field(cellText(cell)))).join(',')}\n`;
}

function field(text: string): string {
	return text === '' || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
