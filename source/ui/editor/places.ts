/**
 * Places in a text, as UTF-16 indices: where its graphemes, words and lines begin and end. Line breaks are
 * `\n` only. What is near a place is looked for near it: stepping through a text with `Intl.Segmenter` copies
 * the whole text at every step (in Node 20).
 */

/** How much of a text is cut into words at once: a longer word is passed in parts. */
const WORD_REACH = 500;

const segmenter = new Intl.Segmenter();
const wordSegmenter = new Intl.Segmenter(undefined, {granularity: 'word'});

export function lineStart(text: string, place: number): number {
	// `lastIndexOf` takes a negative place for 0.
	return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

export function lineEnd(text: string, place: number): number {
	const end = text.indexOf('\n', place);
	return end === -1 ? text.length : end;
}

/** Where the grapheme before a place begins; 0 at the beginning. */
export function graphemeBefore(text: string, place: number): number {
	return place <= 0 ? 0 : graphemeAt(text, place - 1).start;
}

/** Where the grapheme after a place ends; the end at the end. */
export function graphemeAfter(text: string, place: number): number {
	return place >= text.length ? text.length : graphemeAt(text, place).end;
}

/** The place itself where it is between two graphemes, else the end of the one that it is in. */
export function boundaryFrom(text: string, place: number): number {
	if (place <= 0 || place >= text.length) {
		return Math.max(0, Math.min(place, text.length));
	}

	const {start, end} = graphemeAt(text, place);
	return start === place ? place : end;
}

/** Where the word before a place begins. A line without one, or its rest, is taken as a whole. */
export function wordBefore(text: string, place: number): number {
	// From the beginning of a line the way leads through the line above.
	const from = text[place - 1] === '\n' ? place - 1 : place;
	const start = Math.max(lineStart(text, from), from - WORD_REACH);
	const word = wordsOf(text.slice(start, from)).at(-1);
	const found = start + (word?.start ?? 0);
	return found === 0 ? 0 : graphemeAt(text, found).start;
}

/** Where the word after a place ends. A line without one, or its rest, is taken as a whole. */
export function wordAfter(text: string, place: number): number {
	const from = text[place] === '\n' ? place + 1 : place;
	const end = Math.min(lineEnd(text, from), from + WORD_REACH);
	const word = wordsOf(text.slice(from, end))[0];
	return boundaryFrom(text, word ? from + word.end : end);
}

function wordsOf(text: string): {start: number; end: number}[] {
	// To Unicode `Customer.Country` is one word; in SQL it is two.
	const split = text.replaceAll(/\.(?=[\p{L}_])/gu, ' ');
	return [...wordSegmenter.segment(split)]
		.filter(({isWordLike}) => isWordLike)
		.map(({index, segment}) => ({start: index, end: index + segment.length}));
}

/** The grapheme that the unit at `place` belongs to. */
function graphemeAt(text: string, place: number): {start: number; end: number} {
	if (isSurelyBoundary(text, place) && isSurelyBoundary(text, place + 1)) {
		return {start: place, end: place + 1};
	}

	let from = place;
	while (from > 0 && !isSurelyBoundary(text, from)) {
		from--;
	}

	for (let reach = 64; ; reach *= 2) {
		const to = cutAt(text, place + reach);
		const found = segmenter.segment(text.slice(from, to)).containing(place - from)!;
		const start = from + found.index;
		const end = start + found.segment.length;
		// What ends with the part may go on after it.
		if (end < to || to === text.length) {
			return {start, end};
		}
	}
}

/** A place where a text can be cut into parts: not within a pair, the half of which ends a grapheme too soon. */
export function cutAt(text: string, place: number): number {
	const isInPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(place - 1, place + 1));
	return Math.min(text.length, isInPair ? place + 1 : place);
}

/** Between two characters of ASCII, and beside a line break, there is always a boundary. */
function isSurelyBoundary(text: string, place: number): boolean {
	const before = text.charCodeAt(place - 1);
	const after = text.charCodeAt(place);
	return (before <= LAST_ASCII && after <= LAST_ASCII) || before === LINE_BREAK || after === LINE_BREAK;
}

const LAST_ASCII = 0x7f;
const LINE_BREAK = 0x0a;
