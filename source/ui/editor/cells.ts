/** How a text is drawn while it is written: grapheme by grapheme, each in its columns. */
import {graphemes, textWidth} from '../../text-width.js';
import {visible} from '../../visible.js';
import {cutAt, lineEnd, lineStart} from './places.js';

/** A grapheme as it is drawn: at least one column wide, so that a cursor on it is seen. */
export type Cell = {text: string; width: number};

const CHUNK = 128;
const REMEMBERED = 4096;
const REMEMBERED_LENGTH = 12;

const cells = new Map<string, Cell>();

export function cellOf(grapheme: string): Cell {
	const known = cells.get(grapheme);
	if (known) {
		return known;
	}

	const cell = makeCell(grapheme);
	// A longer string may be a view of the whole text, which would stay in memory with it.
	if (grapheme.length <= REMEMBERED_LENGTH) {
		if (cells.size >= REMEMBERED) {
			cells.clear();
		}

		cells.set(grapheme, cell);
	}

	return cell;
}

function makeCell(grapheme: string): Cell {
	const text = grapheme === '\t' ? '  ' : visible(grapheme);
	const width = textWidth(text);
	// A mark without a letter would combine with whatever is drawn before it.
	return width === 0 ? {text: `◌${text}`, width: 1} : {text, width};
}

/**
 * The graphemes between two places of one line; the first is between two graphemes. A long line is taken in
 * chunks, because the time of a segmenter grows with the square of what it is given.
 */
export function* graphemesBetween(text: string, from: number, to: number): Iterable<string> {
	let start = from;
	let size = CHUNK;
	while (start < to) {
		const end = Math.min(to, cutAt(text, start + size));
		const chunk = [...graphemes(text.slice(start, end))];
		// The last one may go on in the next chunk; one that fills its chunk needs a larger one.
		const whole = end === to ? chunk : chunk.slice(0, -1);
		for (const grapheme of whole) {
			yield grapheme;
			start += grapheme.length;
		}

		size = whole.length === 0 ? size * 2 : CHUNK;
	}
}

/** The column that a place is drawn at, in its line. */
export function columnOf(text: string, place: number): number {
	let column = 0;
	for (const grapheme of graphemesBetween(text, lineStart(text, place), place)) {
		column += cellOf(grapheme).width;
	}

	return column;
}

/** The place of the grapheme at a column of the line that begins at `start`, or the end of a shorter line. */
export function placeAt(text: string, start: number, column: number): number {
	let place = start;
	let end = 0;
	for (const grapheme of graphemesBetween(text, start, lineEnd(text, start))) {
		end += cellOf(grapheme).width;
		if (end > column) {
			return place;
		}

		place += grapheme.length;
	}

	return place;
}
