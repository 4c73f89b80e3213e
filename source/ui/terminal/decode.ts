/**
 * The bytes of the terminal, read as what a person did. Escape sequences are cut by their grammar before they
 * are named: one that is unknown is left out whole, and none of it is taken for text. (node:readline, which
 * reads keys too, types what it does not know of a sequence.)
 */
import {StringDecoder} from 'node:string_decoder';
import type {Input} from '../input.js';
import {keyOfCharacter, keyOfSequence} from './chords.js';

export type Decoder = {
	write(chunk: Buffer): void;
	/** Nothing more comes: what waits for its rest is taken for what it is without it. */
	end(): void;
};

export type DecoderOptions = {
	/** How long an escape waits for the rest of a sequence before it is the key itself. */
	escapeMs?: number;
	/** How long a paste, or what no hand can have typed so far, waits for its rest. */
	pauseMs?: number;
};

/** A paste is one input, however long it is; all else is one input for each key or grapheme. */
export function createDecoder(
	emit: (input: Input) => void,
	{escapeMs = 50, pauseMs = 1000}: DecoderOptions = {},
): Decoder {
	const utf8 = new StringDecoder('utf8');
	let mode: 'keys' | 'string' | 'paste' = 'keys';
	/** What may be the beginning of something. */
	let rest = '';
	let pasted: string[] = [];
	let timer: NodeJS.Timeout | undefined;
	let check: NodeJS.Immediate | undefined;

	/** Each reader reads on from a place, and gives the place where it ended. */
	const readers = {keys: readKeys, string: readString, paste: readPaste};

	function read(text: string): void {
		const source = rest + text;
		rest = '';
		let at = 0;
		while (at < source.length) {
			at = readers[mode](source, at);
		}
	}

	function keepFrom(source: string, at: number): number {
		rest = source.slice(at);
		return source.length;
	}

	function readKeys(source: string, at: number): number {
		if (source[at] === ESCAPE) {
			return readEscape(source, at);
		}

		const text = matchAt(TEXT, source, at);
		if (text === null) {
			emitKey(keyOfCharacter(source[at]!));
			return at + 1;
		}

		for (const grapheme of graphemes(text)) {
			emitKey(keyOfCharacter(grapheme));
		}

		return at + text.length;
	}

	function readEscape(source: string, at: number): number {
		if (matchAt(STRING_BEGINS, source, at) !== null) {
			mode = 'string';
			return at + 2;
		}

		const doubled = source[at + 1] === ESCAPE;
		const start = doubled ? at + 1 : at;
		if (matchAt(RXVT_SHIFT, source, start) === null && matchAt(BEGUN, source, start) !== null) {
			return keepFrom(source, at);
		}

		const sequence = matchAt(RXVT_SHIFT, source, start) ?? matchAt(SEQUENCE, source, start);
		if (sequence === PASTE_BEGINS && !doubled) {
			mode = 'paste';
			return at + sequence.length;
		}

		const key = sequence === null ? null : keyOfSequence(sequence, doubled);
		if (doubled && !key) {
			// The key itself, and then something that begins with an escape.
			emitKey(keyOfCharacter(ESCAPE));
			return start;
		}

		if (sequence !== null) {
			emitKey(key);
			return start + sequence.length;
		}

		const broken = matchAt(BROKEN, source, at);
		if (broken !== null) {
			return at + broken.length;
		}

		const character = String.fromCodePoint(source.codePointAt(at + 1)!);
		emitKey(keyOfCharacter(character, true));
		return at + 1 + character.length;
	}

	/** All that is said to a program, up to its end, is left out. */
	function readString(source: string, at: number): number {
		STRING_ENDS.lastIndex = at;
		const end = STRING_ENDS.exec(source)?.index;
		if (end === undefined) {
			return source.length;
		}

		if (source[end] === ESCAPE && end + 1 === source.length) {
			return keepFrom(source, end);
		}

		mode = 'keys';
		if (source[end] !== ESCAPE) {
			return end + 1;
		}

		return source[end + 1] === '\\' ? end + 2 : end;
	}

	function readPaste(source: string, at: number): number {
		const end = source.indexOf(PASTE_ENDS, at);
		if (end === -1) {
			// Only as much of the end as may be the beginning of the mark is looked at again.
			const tail = source.slice(Math.max(at, source.length - PASTE_ENDS.length + 1));
			const kept = PASTE_ENDING.exec(tail)?.[0].length ?? 0;
			pasted.push(source.slice(at, source.length - kept));
			return keepFrom(source, source.length - kept);
		}

		pasted.push(source.slice(at, end));
		emitPaste();
		return end + PASTE_ENDS.length;
	}

	function emitPaste(): void {
		const text = cleanPaste(pasted.join(''));
		pasted = [];
		mode = 'keys';
		if (text !== '') {
			emit({kind: 'paste', text});
		}
	}

	function emitKey(key: Input | null): void {
		if (key) {
			emit(key);
		}
	}

	function stopWaiting(): void {
		clearTimeout(timer);
		clearImmediate(check);
	}

	function wait(): void {
		if (mode === 'keys' && rest === '') {
			return;
		}

		const canBeTyped = mode === 'keys' && rest.length <= 2;
		timer = setTimeout(
			() => {
				// Where the program was busy the rest may be there, unread: it is read before this runs.
				check = setImmediate(giveUp);
			},
			canBeTyped ? escapeMs : pauseMs,
		);
	}

	function giveUp(): void {
		const left = rest;
		rest = '';
		if (mode === 'paste') {
			emitPaste();
		} else if (mode === 'keys') {
			for (const key of withoutTheRest(left)) {
				emitKey(key);
			}
		}

		mode = 'keys';
	}

	return {
		write(chunk) {
			stopWaiting();
			read(utf8.write(chunk));
			wait();
		},
		end() {
			stopWaiting();
			read(utf8.end());
			giveUp();
		},
	};
}

const ESCAPE = '\x1b';
const PASTE_BEGINS = '\x1b[200~';
const PASTE_ENDS = '\x1b[201~';
const PASTE_ENDING = /\x1b(?:\[(?:2(?:01?)?)?)?$/;

const TEXT = /[^\0-\x1f\x7f-\x9f]+/y;

/**
 * `ESC [`, parameters, intermediates and a final character; or `ESC O` and a letter. The exceptions: the mouse
 * reports of old, with three characters after them, and the function keys of the Linux console.
 */
const SEQUENCE = /\x1b(?:\[(?:M[^\0-\x1f]{3}|\[[!-~]|[0-?]*[ -/]*[@-Z\\-~])|O\d?[!-~])/y;
const BEGUN = /\x1b(?:\[(?:M[^\0-\x1f]{0,2}|\[|[0-?]{0,64}[ -/]{0,64})|O\d?|[P\]_])?$/y;
const BROKEN = /\x1b(?:\[\[?[0-?]*[ -/]*|O\d?)/y;

/** rxvt ends a sequence with a character that others have in the middle of theirs. */
const RXVT_SHIFT = /\x1b\[\d+\$/y;

/** An answer of the terminal to a question that somebody asked: its colours, its version, its clipboard. */
const STRING_BEGINS = /\x1b[P\]_][\dG$+>!|]/y;
const STRING_ENDS = /[\x07\x18\x1a\x1b\x9c]/g;

function matchAt(pattern: RegExp, source: string, at: number): string | null {
	pattern.lastIndex = at;
	return pattern.exec(source)?.[0] ?? null;
}

const segmenter = new Intl.Segmenter(undefined, {granularity: 'grapheme'});

function* graphemes(text: string): Generator<string> {
	if (/^[\x20-\x7e]*$/.test(text)) {
		yield* text;
		return;
	}

	for (const {segment} of segmenter.segment(text)) {
		yield segment;
	}
}

/** What the beginning of a sequence is when nothing follows. */
function* withoutTheRest(left: string): Generator<Input | null> {
	let begun = left;
	if (begun.startsWith(ESCAPE + ESCAPE)) {
		yield keyOfCharacter(ESCAPE);
		begun = begun.slice(1);
	}

	if (begun === ESCAPE) {
		yield keyOfCharacter(ESCAPE);
	} else if (begun.length === 2) {
		yield keyOfCharacter(begun[1]!, true);
	}
}

/** Line breaks are `\n`; sequences that style text and other control characters are not part of it. */
function cleanPaste(text: string): string {
	return text
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/\x1b\[[0-?]*[ -/]*[@-~]/g, '')
		.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}
