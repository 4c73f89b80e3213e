import {type Cell, hex, realText} from '../database/cell.js';
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
			keys = distinct(columns).map(name => JSON.stringify(name));
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

/** Column names made distinct, so that no column is lost in an object. */
function distinct(columns: string[]): string[] {
	const taken = new Set(columns);
	const used = new Set<string>();
	return columns.map(name => {
		let key = name;
		for (let count = 2; used.has(key) || (key !== name && taken.has(key)); count++) {
			key = `${name}_${count}`;
		}

		used.add(key);
		return key;
	});
}
