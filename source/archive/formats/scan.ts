/** Where the values of a file begin and end, found while its bytes go by: nothing of it is held. */

/** Takes a value from byte `start` to before byte `end`; `line` is the number of its line, from 1, or 0. */
export type Found = (start: number, end: number, line: number) => void;

export type Scan = {
	/** The next bytes of the file. */
	take(bytes: Buffer): void;
	/** Where the last value begins that has no end, and its line; null: all is whole. */
	rest(): {start: number; line: number} | null;
};

const LINE_FEED = 10;

/** Each line is a value; blank ones are passed over. `start` is the place of the first byte that is taken. */
export function scanLines(start: number, found: Found): Scan {
	let at = start;
	let lineStart = start;
	let line = 1;
	let isBlank = true;
	return {
		take(bytes) {
			let from = 0;
			for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
				isBlank &&= isSpace(bytes, from, end);
				if (!isBlank) {
					found(lineStart, at + end, line);
				}

				from = end + 1;
				lineStart = at + from;
				line++;
				isBlank = true;
			}

			isBlank &&= isSpace(bytes, from, bytes.length);
			at += bytes.length;
		},
		rest: () => (isBlank ? null : {start: lineStart, line}),
	};
}

function isSpace(bytes: Buffer, from: number, to: number): boolean {
	for (let at = from; at < to; at++) {
		if (!SPACE.has(bytes[at]!)) {
			return false;
		}
	}

	return true;
}

const SPACE = new Set([9, 10, 13, 32]);

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",[\\]{}');

/**
 * Values one after the other, whatever lines they are on. With `inList` they are the elements of the lists that stand at
 * the top. What is no JSON gives some value or other, which does not parse.
 */
export function scanValues(start: number, inList: boolean, found: Found): Scan {
	const top = inList ? 1 : 0;
	let at = start;
	let depth = 0;
	let valueStart = -1;
	let isText = false;
	let isEscaped = false;
	const ended = (end: number) => {
		if (valueStart >= 0) {
			found(valueStart, end, 0);
			valueStart = -1;
		}
	};
	/** Inside a text: gives the place after its end, or the end of the bytes. */
	const text = (bytes: Buffer, from: number): number => {
		for (let index = from; index < bytes.length; index++) {
			if (isEscaped) {
				isEscaped = false;
			} else if (bytes[index] === BACKSLASH) {
				isEscaped = true;
			} else if (bytes[index] === QUOTE) {
				isText = false;
				return index + 1;
			}
		}

		return bytes.length;
	};
	const begin = (index: number) => {
		if (depth === top && valueStart < 0) {
			valueStart = at + index;
		}
	};
	const close = (index: number) => {
		if (depth === top && inList) {
			ended(at + index);
		}

		depth = Math.max(0, depth - 1);
		if (depth === top) {
			ended(at + index + 1);
		}
	};
	return {
		take(bytes) {
			let index = 0;
			while (index < bytes.length) {
				if (isText) {
					index = text(bytes, index);
					continue;
				}

				const byte = bytes[index]!;
				if (byte === QUOTE) {
					begin(index);
					isText = true;
				} else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
					begin(index);
					depth++;
				} else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
					close(index);
				} else if (byte === COMMA || SPACE.has(byte)) {
					if (depth === top) {
						ended(at + index);
					}
				} else {
					begin(index);
				}

				index++;
			}

			at += bytes.length;
		},
		rest: () => (valueStart >= 0 ? {start: valueStart, line: 0} : depth > 0 ? {start: at, line: 0} : null),
	};
}
