/** A text that is being written, as plain data, and what each key does to it. */
import type {Input} from '../input.js';
import {columnOf, placeAt} from './cells.js';
import {
	boundaryFrom,
	graphemeAfter,
	graphemeBefore,
	lineEnd,
	lineStart,
	wordAfter,
	wordBefore,
} from './places.js';
import {apply, type Change, detached, join, type Run, takeBack} from './undo.js';

export type Editor = {
	/** Line breaks are `\n`; there is no NUL. */
	readonly text: string;
	/** A UTF-16 index, always between two graphemes. */
	readonly cursor: number;
	/** The column that up and down keep to, while they go on. */
	readonly column: number | null;
	/** Newest last. */
	readonly undo: readonly Change[];
	readonly redo: readonly Change[];
	/** What `ctrl+y` writes. */
	readonly killed: string;
	/** What the newest change belongs to, where the next key may go on with it. */
	readonly run: Run | null;
};

const UNDO_STEPS = 1000;

export function emptyEditor(): Editor {
	return editorOf('');
}

/** The cursor is at the end. */
export function editorOf(text: string): Editor {
	const clean = cleaned(text);
	return {text: clean, cursor: clean.length, column: null, undo: [], redo: [], killed: '', run: null};
}

/** What an input does to a text; the same object where it means nothing, or does nothing, to an editor. */
export function editText(editor: Editor, input: Input): Editor {
	if (input.kind === 'paste') {
		return insertText(editor, input.text);
	}

	const act = Object.hasOwn(VERBS, input.name) ? VERBS[input.name] : undefined;
	if (act) {
		return act(editor);
	}

	const {cursor} = editor;
	return isPrintable(input.text) ? change(editor, cursor, cursor, input.text, 'typing') : editor;
}

/** Writes at the cursor: one step of undo. */
export function insertText(editor: Editor, text: string): Editor {
	return replaceRange(editor, editor.cursor, editor.cursor, text);
}

/** Writes in the place of what is between two indices, and leaves the cursor after it: one step of undo. */
export function replaceRange(editor: Editor, start: number, end: number, text: string): Editor {
	const from = Math.max(0, Math.min(start, editor.text.length));
	const to = Math.max(from, Math.min(end, editor.text.length));
	return change(editor, from, to, cleaned(text), null);
}

export function atFirstLine(editor: Editor): boolean {
	return lineStart(editor.text, editor.cursor) === 0;
}

export function atLastLine(editor: Editor): boolean {
	return lineEnd(editor.text, editor.cursor) === editor.text.length;
}

type Verb = (editor: Editor) => Editor;

const left = move(graphemeBefore);
const right = move(graphemeAfter);
const wordLeft = move(wordBefore);
const wordRight = move(wordAfter);
const toLineStart = move(lineStart);
const toLineEnd = move(lineEnd);
const eraseBack = remove(graphemeBefore, 'erasing');
const eraseOn = remove(graphemeAfter, 'erasing');
const killWordBack = remove(wordBefore, 'killing');

/** What keys do, by the names of `Input`: as in a shell. */
const VERBS: Record<string, Verb> = {
	left,
	right,
	'alt+left': wordLeft,
	'ctrl+left': wordLeft,
	'alt+b': wordLeft,
	'alt+right': wordRight,
	'ctrl+right': wordRight,
	'alt+f': wordRight,
	home: toLineStart,
	'ctrl+a': toLineStart,
	end: toLineEnd,
	'ctrl+e': toLineEnd,
	'ctrl+home': move(() => 0),
	'ctrl+end': move(text => text.length),
	up: lineUp,
	down: lineDown,
	backspace: eraseBack,
	delete: eraseOn,
	'ctrl+d': eraseOn,
	'ctrl+w': killWordBack,
	'alt+backspace': killWordBack,
	'alt+d': remove(wordAfter, 'killing'),
	// At the end of a line its break is killed, at the beginning the one before it: held down, they go on.
	'ctrl+k': remove((text, cursor) => (text[cursor] === '\n' ? cursor + 1 : lineEnd(text, cursor)), 'killing'),
	'ctrl+u': remove(
		(text, cursor) => (text[cursor - 1] === '\n' ? cursor - 1 : lineStart(text, cursor)),
		'killing',
	),
	'ctrl+y': editor => insertText(editor, editor.killed),
	'ctrl+_': undo,
	'ctrl+/': undo,
	'alt+_': redo,
	'ctrl+shift+z': redo,
};

/** From a place in a text to another. */
type Motion = (text: string, place: number) => number;

function move(motion: Motion): Verb {
	return editor => moveTo(editor, motion(editor.text, editor.cursor));
}

function moveTo(editor: Editor, cursor: number, column: number | null = null): Editor {
	const isThere = cursor === editor.cursor && column === editor.column;
	return isThere ? editor : {...editor, cursor, column, run: null};
}

function lineUp(editor: Editor): Editor {
	const start = lineStart(editor.text, editor.cursor);
	return start === 0 ? editor : toLine(editor, lineStart(editor.text, start - 1));
}

function lineDown(editor: Editor): Editor {
	const end = lineEnd(editor.text, editor.cursor);
	return end === editor.text.length ? editor : toLine(editor, end + 1);
}

function toLine(editor: Editor, start: number): Editor {
	const column = editor.column ?? columnOf(editor.text, editor.cursor);
	return moveTo(editor, placeAt(editor.text, start, column), column);
}

/** Removes what a motion would pass; what is killed can be written again, consecutive kills together. */
function remove(motion: Motion, run: Run): Verb {
	return editor => {
		const {text, cursor} = editor;
		const target = motion(text, cursor);
		const start = Math.min(cursor, target);
		const end = Math.max(cursor, target);
		if (start === end) {
			return editor;
		}

		const changed = change(editor, start, end, '', run);
		if (run !== 'killing') {
			return changed;
		}

		const removed = detached(text.slice(start, end));
		const before = editor.run === 'killing' ? editor.killed : '';
		return {...changed, killed: target < cursor ? removed + before : before + removed};
	};
}

function change(editor: Editor, start: number, end: number, inserted: string, run: Run | null): Editor {
	if (start === end && inserted === '') {
		return moveTo(editor, boundaryFrom(editor.text, start));
	}

	const removed = detached(editor.text.slice(start, end));
	const made: Change = {start, removed, inserted, before: editor.cursor, after: start + inserted.length};
	const text = apply(editor.text, made);
	// What is written may combine with what follows it.
	made.after = boundaryFrom(text, made.after);
	const last = run !== null && run === editor.run ? editor.undo.at(-1) : undefined;
	const joined = last ? join(last, made, run!) : null;
	const steps = joined ? [...editor.undo.slice(0, -1), joined] : [...editor.undo, made].slice(-UNDO_STEPS);
	return {...editor, text, cursor: made.after, column: null, undo: steps, redo: [], run};
}

function undo(editor: Editor): Editor {
	const last = editor.undo.at(-1);
	return last
		? {
				...editor,
				text: takeBack(editor.text, last),
				cursor: last.before,
				column: null,
				undo: editor.undo.slice(0, -1),
				redo: [...editor.redo, last],
				run: null,
			}
		: editor;
}

function redo(editor: Editor): Editor {
	const last = editor.redo.at(-1);
	return last
		? {
				...editor,
				text: apply(editor.text, last),
				cursor: last.after,
				column: null,
				undo: [...editor.undo, last],
				redo: editor.redo.slice(0, -1),
				run: null,
			}
		: editor;
}

function isPrintable(text: string): boolean {
	return /^[^\0-\x1f\x7f-\x9f]+$/.test(text);
}

function cleaned(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
}
