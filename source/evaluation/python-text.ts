/** Cells as Python writes them: some rules sort by what it writes. */
import {type Cell, realText} from '../database/cell.js';

/** `str(cell) + str(type(cell))`. */
export function pythonSortText(cell: Cell): string {
	switch (typeof cell) {
		case 'string':
			return `${cell}<class 'str'>`;
		case 'bigint':
			return `${cell}<class 'int'>`;
		case 'number':
			return `${realText(cell)}<class 'float'>`;
		default:
			return cell === null ? "None<class 'NoneType'>" : `${bytesText(cell)}<class 'bytes'>`;
	}
}

const ESCAPES: Record<number, string> = {9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\'};

/** `repr` of bytes: in double quotes where there is a single quote in it and no double one. */
function bytesText(bytes: Uint8Array): string {
	const quote = bytes.includes(39) && !bytes.includes(34) ? '"' : "'";
	let text = `b${quote}`;
	for (const byte of bytes) {
		const character = String.fromCharCode(byte);
		text +=
			ESCAPES[byte] ??
			(character === quote
				? `\\${quote}`
				: byte < 32 || byte > 126
					? `\\x${byte.toString(16).padStart(2, '0')}`
					: character);
	}

	return text + quote;
}

/** Compares as Python does, by code points; JavaScript's own order is that of UTF-16. */
export function byCodePoints(a: string, b: string): number {
	const length = Math.min(a.length, b.length);
	for (let at = 0; at < length; at++) {
		const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
		if (left !== right) {
			const [isLeftPair, isRightPair] = [isSurrogate(left), isSurrogate(right)];
			return isLeftPair === isRightPair ? left - right : isLeftPair ? 1 : -1;
		}
	}

	return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
	return unit >= 0xd800 && unit <= 0xdfff;
}
