import type {Cell} from '../database/cell.js';
import {cellText} from './cell-text.js';
import type {RowWriter} from './row-writer.js';

const ESCAPES: Record<string, string> = {'\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r'};

/**
 * A line a row with a header, as PostgreSQL's COPY writes text: NULL is `\N`; backslash, tab and line breaks
 * in a cell are `\\`, `\t`, `\n`, `\r`.
 */
export function tsvWriter(): RowWriter {
	return {
		begin: columns => line(columns),
		rows: rows => rows.map(line).join(''),
		end: () => '',
	};
}

function line(cells: Cell[]): string {
	const texts = cells.map(cell =>
		cell === null ? '\\N' : cellText(cell).replaceAll(/[\\\t\n\r]/g, character => ESCAPES[character]!),
	);
	return `${texts.join('\t')}\n`;
}
