import {type Cell, hex, realText} from '../database/cell.js';
import {distinctNames} from './distinct-names.js';
import type {RowWriter} from './row-writer.js';

/**
 * An array of objects, a row a line: plain data for people and scripts. Integers beyond ±(2^53 − 1) and
 * infinities are strings, 1.0 is 1, a BLOB is a string of hex. A column whose name came before gets `_2`,
 * `_3`, … at its end.
 */
export function jsonWriter(): RowWriter {
	let keys: string[] = [];
	let first = true;
	const object = (row: Cell[]) =>
		`{${row.map((cell, index) => `${keys[index]}: ${JSON.stringify(plain(cell))}`).join(', ')}}`;
	return {
		begin(columns) {
			keys = distinctNames(columns).map(name => JSON.stringify(name));
			return '[';
		},
		rows(rows) {
			const text = rows.map(object).join(',\n');
			const start = first ? '\n' : ',\n';
			first &&= rows.length === 0;
			return rows.length === 0 ? '' : start + text;
		},
		end: () => (first ? ']\n' : '\n]\n'),
	};
}

function plain(cell: Cell): unknown {
	switch (typeof cell) {
		case 'bigint':
			return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell);
		case 'number':
			return Number.isFinite(cell) ? cell : realText(cell);
		case 'string':
			return cell;
		default:
			return cell === null ? null : hex(cell);
	}
}
