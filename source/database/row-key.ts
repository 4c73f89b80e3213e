/** Keys of rows and cells: equal texts are equal values, in one of three senses. */
import {type Cell, hex, integerOfReal, realText} from './cell.js';

/**
 * `exact`: cells of the same storage class and value, as an observation shows them. `alike`: as a vote and most
 * rules have it, 1 is 1.0 and -0.0 is 0, text is never a number. `loose`: text that reads like a number is that
 * number, too.
 */
export type Sense = 'exact' | 'alike' | 'loose';

export function cellKey(cell: Cell, sense: Sense): string {
	switch (typeof cell) {
		case 'string': {
			const number = sense === 'loose' ? numberOf(cell) : null;
			return number === null ? `t${cell.length}:${cell}` : cellKey(number, sense);
		}

		case 'bigint':
			return `i${cell};`;
		case 'number': {
			const integer = sense === 'exact' ? null : integerOfReal(cell);
			return integer === null ? `r${realText(cell)};` : `i${integer};`;
		}

		default:
			return cell === null ? 'n' : `b${hex(cell)};`;
	}
}

/** No two rows that differ have one key: each cell tells its kind and where it ends. */
export function rowKey(row: readonly Cell[], sense: Sense): string {
	let key = '';
	for (const cell of row) {
		key += cellKey(cell, sense);
	}

	return key;
}

/** No INTEGER and hardly a REAL is written in more characters. */
const NUMBER_LENGTH = 40;

function numberOf(text: string): bigint | number | null {
	const trimmed = text.length > NUMBER_LENGTH ? '' : text.trim();
	if (/^[+-]?\d+$/.test(trimmed)) {
		return BigInt(trimmed.replace(/^\+/, ''));
	}

	return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : null;
}
