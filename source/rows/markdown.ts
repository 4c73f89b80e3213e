import type {Cell} from '../database/cell.js';
import {cellText} from './cell-text.js';
import type {RowWriter} from './row-writer.js';

/** A table of GitHub-flavoured Markdown; what would be markup in a cell is escaped. */
export function markdownWriter(): RowWriter {
	return {
		begin: columns =>
			line(columns) +
			line(
				columns.map(() => '---'),
				false,
			),
		rows: rows => rows.map(row => line(row)).join(''),
		end: () => '',
	};
}

function line(cells: Cell[], escaped = true): string {
	return `| ${cells.map(cell => (cell === null ? 'NULL' : escaped ? escapeMarkup(cellText(cell)) : cell)).join(' | ')} |\n`;
}

function escapeMarkup(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll(/[\\`*_~[\]|]/g, character => `\\${character}`)
		.replaceAll(/\r\n|[\r\n]/g, '<br>');
}
