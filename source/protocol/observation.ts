import {type Cell, hex, type QueryOutcome, realText, type Table} from '../database/cell.js';

/** Rows that an observation shows. */
export const OBSERVED_ROWS = 20;

const CELL_LIMIT = 200;
const TEXT_LIMIT = 8000;

/** What the model is told of a query: rows only, tab-separated, no header; or the error. */
export function observe(outcome: QueryOutcome): string {
	return limit('error' in outcome ? `Error: ${outcome.error.message}` : rowsText(outcome.table));
}

/** What the model is told of a probe that a person turned down. */
export function observeRejection(note: string): string {
	return limit(note.trim() === '' ? 'Error: rejected by the user' : `Error: rejected by the user: ${note}`);
}

function rowsText(table: Table): string {
	if (table.rowCount === 0) {
		return '(0 rows)';
	}

	const lines = table.rows.slice(0, OBSERVED_ROWS).map(row => row.map(cellText).join('\t'));
	const more = (table.rowCount - lines.length).toLocaleString('en-US');
	if (table.truncated === 'uncounted') {
		lines.push(`… (more than ${more} more rows)`);
	} else if (table.rowCount > lines.length) {
		lines.push(`… (${more} more rows)`);
	}

	return lines.join('\n');
}

/** A cell as the model reads it, at most 200 code points. */
function cellText(cell: Cell): string {
	switch (typeof cell) {
		case 'string':
			// 1,000 UTF-16 units hold more than 200 code points even if each is a pair or a CRLF.
			return cut(cell.slice(0, 1000).replaceAll(/\r\n|[\r\n\t]/g, ' '), CELL_LIMIT, '…');
		case 'bigint':
			return String(cell);
		case 'number':
			return realText(cell);
		default:
			return cell === null ? 'NULL' : cut(`x'${hex(cell.subarray(0, CELL_LIMIT))}'`, CELL_LIMIT, '…');
	}
}

function limit(text: string): string {
	return cut(text, TEXT_LIMIT, '… (cut)');
}

/** The first `length` code points, and `end` if there were more. */
function cut(text: string, length: number, end: string): string {
	if (text.length <= length) {
		return text;
	}

	let units = 0;
	for (let points = 0; points < length && units < text.length; points++) {
		units += text.codePointAt(units)! > 0xffff ? 2 : 1;
	}

	return units < text.length ? text.slice(0, units) + end : text;
}
