/** Whole numbers of JSON that are too long to be read to their last digit. */

/** The fewest digits of a whole number that may not be read as it is written. */
const LONG = 16;

const [ZERO, NINE, MINUS, DOT, QUOTE, BACKSLASH] = Buffer.from('09-."\\');

/**
 * The whole numbers in a value of JSON that are read as others: `12345678901234567890`. They are looked for in steps of
 * the digits that such a number has, so of most values only a part is touched.
 */
export function inexactNumbers(bytes: Buffer): string[] {
	const runs: Array<{from: number; text: string}> = [];
	for (let at = LONG - 1; at < bytes.length; at += LONG) {
		if (isDigit(bytes[at])) {
			let [from, to] = [at, at + 1];
			while (isDigit(bytes[from - 1])) {
				from--;
			}

			while (isDigit(bytes[to])) {
				to++;
			}

			if (to - from >= LONG && isWhole(bytes, from, to)) {
				const start = bytes[from - 1] === MINUS ? from - 1 : from;
				const text = bytes.toString('latin1', start, to);
				if (String(Number(text)) !== text) {
					runs.push({from, text});
				}
			}

			at += Math.floor((to - 1 - at) / LONG) * LONG;
		}
	}

	return runs.length === 0 ? [] : outsideStrings(bytes, runs);
}

function isDigit(byte: number | undefined): boolean {
	return byte !== undefined && byte >= ZERO! && byte <= NINE!;
}

/** Whether the digits are all of a number, and not a part of 0.1234 or 1234e5, or of a word. */
function isWhole(bytes: Buffer, from: number, to: number): boolean {
	const before = bytes[from - 1] === MINUS ? bytes[from - 2] : bytes[from - 1];
	return before !== DOT && !isWordly(before) && bytes[to] !== DOT && !isWordly(bytes[to]);
}

function isWordly(byte: number | undefined): boolean {
	return byte !== undefined && /[\w+-]/.test(String.fromCharCode(byte));
}

/** In a string the same digits are text. */
function outsideStrings(bytes: Buffer, runs: ReadonlyArray<{from: number; text: string}>): string[] {
	const found: string[] = [];
	let [at, isInString] = [0, false];
	for (const {from, text} of runs) {
		for (; at < from; at++) {
			if (isInString && bytes[at] === BACKSLASH) {
				at++;
			} else if (bytes[at] === QUOTE) {
				isInString = !isInString;
			}
		}

		if (!isInString) {
			found.push(text);
		}
	}

	return found;
}
