import {type Cell, hex, realText} from '../database/cell.js';

/** A cell as text: INTEGER in digits, REAL as `1.0`, a BLOB as the literal `x'00ff'`; NULL is for the caller. */
export function cellText(cell: Exclude<Cell, null>): string {
	switch (typeof cell) {
		case 'string':
			return cell;
		case 'bigint':
			return String(cell);
		case 'number':
			return realText(cell);
		default:
			return `x'${hex(cell)}'`;
	}
}
