/**
 * A text of any length, shown a window at a time. It is broken into chunks of some thousand characters, at line
 * breaks where there are any; only the chunks in the window are wrapped, so megabytes open at once.
 */
import {visibleLines} from '../visible.js';
import {wrapLine} from './wrap-line.js';

/** UTF-16 units of the longest chunk. */
const CHUNK = 4096;

/** A text with the places in it where chunks begin. */
export type LongText = {text: string; starts: number[]};

/** A place in a long text: a chunk, and how far in it (once it is made safe to draw) the first line shown begins. */
export type Place = {chunk: number; offset: number};

export type Window = {width: number; height: number};

type Line = {text: string; place: Place};

const segmenter = new Intl.Segmenter();

export function longText(text: string): LongText {
	const starts = [0];
	let start = 0;
	while (text.length - start > CHUNK) {
		start = chunkEnd(text, start);
		starts.push(start);
	}

	return {text, starts};
}

export const BEGINNING: Place = {chunk: 0, offset: 0};

/** The lines of the window that begins at a place. */
export function windowLines(text: LongText, place: Place, {width, height}: Window): string[] {
	return linesFrom(text, place, width, height).map(line => line.text);
}

/** The place some lines further down, or up; it stops where the last line is at the window's end. */
export function moved(text: LongText, place: Place, by: number, window: Window): Place {
	const to =
		by < 0
			? linesBefore(text, place, window.width, -by).at(0)?.place
			: linesFrom(text, place, window.width, by + 1).at(-1)?.place;
	return settled(text, to ?? place, window);
}

/** The place where the window shows the end. */
export function ending(text: LongText, {width, height}: Window): Place {
	const end = {chunk: text.starts.length, offset: 0};
	return linesBefore(text, end, width, height).at(0)?.place ?? BEGINNING;
}

/** The beginning of the line that a place is in, at this width, or the last place that fills the window. */
export function settled(text: LongText, place: Place, window: Window): Place {
	const last = ending(text, window);
	const [line] = linesFrom(text, place, window.width, 1);
	return line && isBefore(line.place, last) ? line.place : last;
}

/** How much of the text is over when the window at a place has been read, from 0 to 1. */
export function shareRead(text: LongText, place: Place, window: Window): number {
	const next = linesFrom(text, place, window.width, window.height + 1)[window.height]?.place;
	if (!next || text.text.length === 0) {
		return 1;
	}

	return Math.min(1, (text.starts[next.chunk]! + next.offset) / text.text.length);
}

function isBefore(a: Place, b: Place): boolean {
	return a.chunk < b.chunk || (a.chunk === b.chunk && a.offset < b.offset);
}

function linesFrom(text: LongText, place: Place, width: number, count: number): Line[] {
	const lines: Line[] = [];
	for (let chunk = place.chunk; chunk < text.starts.length && lines.length < count; chunk++) {
		const all = chunkLines(text, chunk, width);
		const first = chunk === place.chunk ? all.findLastIndex(line => line.place.offset <= place.offset) : 0;
		lines.push(...all.slice(first, first + count - lines.length));
	}

	return lines;
}

/** As many lines as there are, up to `count`, that end where the line of a place begins. */
function linesBefore(text: LongText, place: Place, width: number, count: number): Line[] {
	let lines: Line[] = [];
	for (
		let chunk = Math.min(place.chunk, text.starts.length - 1);
		chunk >= 0 && lines.length < count;
		chunk--
	) {
		const all = chunkLines(text, chunk, width);
		const end =
			chunk === place.chunk ? all.findLastIndex(line => line.place.offset <= place.offset) : all.length;
		lines = [...all.slice(Math.max(0, end - (count - lines.length)), end), ...lines];
	}

	return lines;
}

/** The lines of a chunk; of the text at hand, a few chunks are remembered: a key looks at them again and again. */
function chunkLines(text: LongText, chunk: number, width: number): Line[] {
	const key = `${chunk} ${width}`;
	const chunks = remembered.get(text) ?? new Map<string, Line[]>();
	remembered.set(text, chunks);
	const known = chunks.get(key);
	if (known) {
		return known;
	}

	if (chunks.size >= REMEMBERED) {
		chunks.clear();
	}

	const lines = wrapChunk(text, chunk, width);
	chunks.set(key, lines);
	return lines;
}

const REMEMBERED = 64;
const remembered = new WeakMap<LongText, Map<string, Line[]>>();

function wrapChunk({text, starts}: LongText, chunk: number, width: number): Line[] {
	const end = starts[chunk + 1];
	const part = text.slice(starts[chunk], end);
	// The line break at the end of a chunk is the break between it and the next.
	const drawn = visibleLines(end === undefined ? part : part.replace(/\r?\n$/, ''));
	const lines: Line[] = [];
	let offset = 0;
	for (const line of drawn.split('\n')) {
		for (const {from, to} of wrapLine(line, width)) {
			lines.push({text: line.slice(from, to), place: {chunk, offset: offset + from}});
		}

		offset += line.length + 1;
	}

	return lines;
}

/** After the last line break within reach, else after a space near the end, else between two letters. */
function chunkEnd(text: string, start: number): number {
	const limit = start + CHUNK;
	const part = text.slice(start, limit);
	const lineBreak = part.lastIndexOf('\n');
	if (lineBreak !== -1) {
		return start + lineBreak + 1;
	}

	const space = part.lastIndexOf(' ');
	if (space > CHUNK - 256) {
		return start + space + 1;
	}

	const around = limit - 64;
	const letter = segmenter.segment(text.slice(around, limit + 64)).containing(64);
	return letter && letter.index > 0 ? around + letter.index : limit;
}
