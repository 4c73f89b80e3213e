import type {Cell} from '../database/cell.js';

/** SQLite's order: NULL, numbers, text by its code points, BLOBs by their bytes. */
export function compareCells(a: Cell, b: Cell): number {
	const kind = rank(a) - rank(b);
	if (kind !== 0 || a === null || b === null) {
		return kind;
	}

	if (typeof a === 'string' && typeof b === 'string') {
		return compareTexts(a, b);
	}

	if (a instanceof Uint8Array && b instanceof Uint8Array) {
		return Buffer.compare(a, b);
	}

	// An INTEGER and a REAL are compared exactly, not as doubles.
	return a < b ? -1 : a > b ? 1 : 0;
}

function rank(cell: Cell): number {
	return cell === null ? 0 : typeof cell === 'string' ? 2 : cell instanceof Uint8Array ? 3 : 1;
}

/** JavaScript compares UTF-16 units, where a surrogate is below U+E000 though what it stands for is above. */
function compareTexts(a: string, b: string): number {
	if (a === b) {
		return 0;
	}

	const length = Math.min(a.length, b.length);
	for (let index = 0; index < length; index++) {
		const [unitOfA, unitOfB] = [a.charCodeAt(index), b.charCodeAt(index)];
		if (unitOfA !== unitOfB) {
			return inCodePointOrder(unitOfA) - inCodePointOrder(unitOfB);
		}
	}

	return a.length - b.length;
}

function inCodePointOrder(unit: number): number {
	return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}
