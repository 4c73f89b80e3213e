/** The lines of a file while its bytes go by: no more than a line of it is held. */
import {createReadStream} from 'node:fs';

export type Line = {
	/** Its number, from 1, and the byte it begins at. */
	number: number;
	start: number;
	/** Without the line feed. */
	bytes: Buffer;
	/** Whether it has its line feed: what was killed in the middle of a write has not. */
	isWhole: boolean;
};

/** Larger pieces of a file leave a core's cache before they are looked at. */
const PIECE_BYTES = 2 ** 18;

const LINE_FEED = 10;

/** Throws the system's error where the file cannot be read. */
export async function* linesOf(file: string): AsyncGenerator<Line, void, void> {
	let number = 1;
	let start = 0;
	let parts: Buffer[] = [];
	const line = (isWhole: boolean): Line => {
		const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
		const found = {number: number++, start, bytes, isWhole};
		start += bytes.length + 1;
		parts = [];
		return found;
	};

	for await (const piece of createReadStream(file, {highWaterMark: PIECE_BYTES}) as AsyncIterable<Buffer>) {
		let from = 0;
		for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, from)) {
			parts.push(piece.subarray(from, end));
			from = end + 1;
			yield line(true);
		}

		if (from < piece.length) {
			parts.push(piece.subarray(from));
		}
	}

	if (parts.length > 0) {
		yield line(false);
	}
}
