/** What one character or one escape sequence of a keyboard is called, as `Input` names it. */
import type {Input} from '../input.js';

type Key = Extract<Input, {kind: 'key'}>;

/** A character, or a grapheme of several, with alt held or not. One that no key writes gives null. */
export function keyOfCharacter(character: string, alt = false): Key | null {
	const held = alt ? ALT : 0;
	const code = character.codePointAt(0)!;
	const control = CONTROLS[character];
	if (control !== undefined) {
		return chord(control.name, (control.modifiers ?? 0) | held);
	}

	if (code <= 0x1a) {
		return chord(String.fromCharCode(0x60 + code), CTRL | held);
	}

	return isControl(code) ? null : printable(character, held);
}

/**
 * A whole sequence, `ESC [` or `ESC O` and what belongs to it, with alt held or not. One that is no key (a
 * mouse report, an answer of the terminal, news of the focus, a key that is let go) gives null.
 */
export function keyOfSequence(sequence: string, alt = false): Key | null {
	const held = alt ? ALT : 0;
	const fixed = FIXED[sequence.slice(1)];
	if (fixed !== undefined) {
		return chord(fixed.name, (fixed.modifiers ?? 0) | held);
	}

	const parts = /^\x1b[[O]([\d:]*)(?:;([\d:]*))?(?:;([\d:]*))?([A-Za-z~^$@])$/.exec(sequence);
	if (!parts) {
		return null;
	}

	const [, first = '', second = '', third = '', final = ''] = parts;
	if (final in RXVT) {
		return named(NUMBERED[first], RXVT[final]! | held);
	}

	// Old terminals write `ESC O 5 A` for what is `ESC [ 1 ; 5 A` today.
	const [modifier, event] = (sequence[1] === 'O' ? first : second).split(':');
	const modifiers = modifiersOf(modifier);
	if (modifiers === null || event === RELEASED) {
		return null;
	}

	if (final === 'u') {
		return keyOfCode(first, modifiers | held);
	}

	if (final === '~' && first === MODIFY_OTHER_KEYS) {
		return keyOfCode(third, modifiers | held);
	}

	return named(final === '~' ? NUMBERED[first] : LETTERED[final], modifiers | held);
}

/** The bits of a modifier number, which is one more than their sum. */
const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const LOCKS = 64 | 128;

const RELEASED = '3';
const MODIFY_OTHER_KEYS = '27';

type Named = {name: string; modifiers?: number};

const CONTROLS: Record<string, Named> = {
	'\0': {name: 'space', modifiers: CTRL},
	'\b': {name: 'backspace'},
	'\t': {name: 'tab'},
	'\r': {name: 'enter'},
	'\x1b': {name: 'escape'},
	'\x1c': {name: '\\', modifiers: CTRL},
	'\x1d': {name: ']', modifiers: CTRL},
	'\x1e': {name: '^', modifiers: CTRL},
	'\x1f': {name: '_', modifiers: CTRL},
	'\x7f': {name: 'backspace'},
};

/** Sequences that follow no rule, after their escape: of the Linux console, of rxvt, of the number pad. */
const FIXED: Record<string, Named> = {
	'[Z': {name: 'tab', modifiers: SHIFT},
	'[[A': {name: 'f1'},
	'[[B': {name: 'f2'},
	'[[C': {name: 'f3'},
	'[[D': {name: 'f4'},
	'[[E': {name: 'f5'},
	'[a': {name: 'up', modifiers: SHIFT},
	'[b': {name: 'down', modifiers: SHIFT},
	'[c': {name: 'right', modifiers: SHIFT},
	'[d': {name: 'left', modifiers: SHIFT},
	Oa: {name: 'up', modifiers: CTRL},
	Ob: {name: 'down', modifiers: CTRL},
	Oc: {name: 'right', modifiers: CTRL},
	Od: {name: 'left', modifiers: CTRL},
	OM: {name: 'enter'},
};

/** The letter that ends a sequence. */
const LETTERED: Record<string, string> = {
	A: 'up',
	B: 'down',
	C: 'right',
	D: 'left',
	E: 'clear',
	F: 'end',
	H: 'home',
	P: 'f1',
	Q: 'f2',
	R: 'f3',
	S: 'f4',
};

/** The number before `~`. */
const NUMBERED: Record<string, string> = {
	1: 'home',
	2: 'insert',
	3: 'delete',
	4: 'end',
	5: 'pageup',
	6: 'pagedown',
	7: 'home',
	8: 'end',
	11: 'f1',
	12: 'f2',
	13: 'f3',
	14: 'f4',
	15: 'f5',
	17: 'f6',
	18: 'f7',
	19: 'f8',
	20: 'f9',
	21: 'f10',
	23: 'f11',
	24: 'f12',
};

/** rxvt writes the modifier where others write `~`. */
const RXVT: Record<string, number> = {'^': CTRL, $: SHIFT, '@': CTRL | SHIFT};

/** Codes before `u` that are not the character of the key. */
const CODED: Record<number, string> = {
	9: 'tab',
	13: 'enter',
	27: 'escape',
	127: 'backspace',
	57414: 'enter',
};

/** Null for the super key and its like. */
function modifiersOf(text = ''): number | null {
	const modifiers = (Number.parseInt(text || '1', 10) - 1) & ~LOCKS;
	return modifiers >= 0 && modifiers <= (SHIFT | ALT | CTRL) ? modifiers : null;
}

/** The key `code`, or `code:shifted`, of a terminal that tells all keys apart. */
function keyOfCode(codes: string, modifiers: number): Key | null {
	const [code = 0, shifted = Number.NaN] = codes.split(':').map(Number);
	const name = CODED[code];
	if (name !== undefined) {
		return chord(name, modifiers);
	}

	if (!isCharacter(code)) {
		return null;
	}

	const character = String.fromCodePoint(code);
	if (modifiers !== SHIFT) {
		return printable(character, modifiers);
	}

	return printable(isCharacter(shifted) ? String.fromCodePoint(shifted) : character.toUpperCase());
}

function named(name: string | undefined, modifiers: number): Key | null {
	return name === undefined ? null : chord(name, modifiers);
}

/** A key of a printable character: alone it writes itself. */
function printable(text: string, modifiers = 0): Key {
	const key = chord(text === ' ' ? 'space' : text, modifiers);
	return modifiers === 0 ? {...key, text} : key;
}

/** Modifiers stand in one order: `ctrl+alt+shift+left`. */
function chord(key: string, modifiers = 0): Key {
	return {kind: 'key', name: words(modifiers) + key, text: ''};
}

function words(modifiers: number): string {
	return (
		(modifiers & CTRL ? 'ctrl+' : '') + (modifiers & ALT ? 'alt+' : '') + (modifiers & SHIFT ? 'shift+' : '')
	);
}

function isControl(code: number): boolean {
	return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** The private area is keys without a character: media, locks, the modifiers themselves. */
function isCharacter(code: number): boolean {
	const isPrivate = code >= 0xe000 && code <= 0xf8ff;
	const isSurrogate = code >= 0xd800 && code <= 0xdfff;
	return code <= 0x10_ff_ff && !isControl(code) && !isPrivate && !isSurrogate;
}
