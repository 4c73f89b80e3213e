/**
 * Text that is no UTF-8. The driver gives it with U+FFFD in it, which may also stand there by right; so a result with
 * U+FFFD is read again with the bytes of its texts, and these are read as Python's sqlite3 does.
 */
import type {Cell} from './cell.js';

/** `strict`: text that is no UTF-8 is a failure, as by default. `ignore`: what is none is left out, `errors="ignore"`. */
export type TextReading = 'strict' | 'ignore';

export function isSuspect(row: readonly Cell[]): boolean {
	for (const cell of row) {
		if (typeof cell === 'string' && cell.includes('\ufffd')) {
			return true;
		}
	}

	return false;
}

/** The query whose rows are those of another one, each cell followed by its bytes if it is a text, else by NULL. */
export function withBytes(sql: string, columns: number): string {
	const names = Array.from({length: columns}, (_, column) => `c${column}`);
	const cells = names.map(name => `${name}, CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) END`);
	const inner = sql.replace(/;\s*(?:--[^\n]*\s*)*$/, '');
	return `WITH sqrl_rows(${names.join(', ')}) AS (\n${inner}\n) SELECT ${cells.join(', ')} FROM sqrl_rows`;
}

/** A row of `withBytes` as the other query has it; null: a text in it is no UTF-8, which `strict` does not read. */
export function readRow(row: readonly Cell[], reading: TextReading): Cell[] | null {
	const cells: Cell[] = [];
	for (let at = 0; at < row.length; at += 2) {
		const cell = row[at]!;
		const bytes = row[at + 1]!;
		if (typeof cell !== 'string' || !cell.includes('\ufffd') || !(bytes instanceof Uint8Array)) {
			cells.push(cell);
			continue;
		}

		const text = reading === 'strict' ? strictText(bytes) : textIgnoring(bytes);
		if (text === null) {
			return null;
		}

		cells.push(text);
	}

	return cells;
}

const STRICT = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

function strictText(bytes: Uint8Array): string | null {
	try {
		return STRICT.decode(bytes);
	} catch {
		return null;
	}
}

/** The text of the bytes that are UTF-8, the others left out: `bytes.decode(errors="ignore")`. */
export function textIgnoring(bytes: Uint8Array): string {
	const kept: number[] = [];
	for (let at = 0; at < bytes.length; ) {
		const length = characterLength(bytes, at);
		for (let offset = 0; offset < length; offset++) {
			kept.push(bytes[at + offset]!);
		}

		// Of a character that breaks off the bytes after the first begin none either: they go one by one.
		at += Math.max(1, length);
	}

	return STRICT.decode(Uint8Array.from(kept));
}

/** Bytes of the UTF-8 character that begins here, or 0 where none does (table 3-7 of Unicode). */
function characterLength(bytes: Uint8Array, at: number): number {
	const first = bytes[at]!;
	if (first < 0x80) {
		return 1;
	}

	const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
	const [low, high] = SECOND[first] ?? [0x80, 0xbf];
	for (let offset = 1; offset < length; offset++) {
		const byte = bytes[at + offset] ?? 0;
		if (byte < (offset === 1 ? low : 0x80) || byte > (offset === 1 ? high : 0xbf)) {
			return 0;
		}
	}

	return length;
}

/** First bytes after which fewer second ones are allowed: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
const SECOND: Record<number, readonly [number, number]> = {
	224: [0xa0, 0xbf],
	237: [0x80, 0x9f],
	240: [0x90, 0xbf],
	244: [0x80, 0x8f],
};
