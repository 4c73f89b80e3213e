import fc from 'fast-check';
import {type Editor, editorOf, editText} from '../../../source/ui/editor/editor.js';
import type {Input} from '../../../source/ui/input.js';
import {AWKWARD} from '../awkward-tables.js';

export const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

/** Every key that an editor knows. */
export const KEYS = [
	...['left', 'right', 'up', 'down', 'home', 'end', 'backspace', 'delete', 'alt+left', 'alt+right', 'alt+b'],
	...['alt+f', 'ctrl+left', 'ctrl+right', 'ctrl+home', 'ctrl+end', 'ctrl+a', 'ctrl+e', 'ctrl+d', 'ctrl+w'],
	...['alt+backspace', 'alt+d', 'ctrl+k', 'ctrl+u', 'ctrl+y', 'ctrl+_', 'ctrl+/', 'alt+_', 'ctrl+shift+z'],
];

export function key(name: string): Input {
	const isText = [...new Intl.Segmenter().segment(name)].length === 1;
	return name === 'space' ? {kind: 'key', name, text: ' '} : {kind: 'key', name, text: isText ? name : ''};
}

/** An editor with its cursor at the `|` of a text. */
export function at(marked: string): Editor {
	const cursor = marked.indexOf('|');
	return {...editorOf(marked.replace('|', '')), cursor};
}

/** What `at` reads. */
export function shown({text, cursor}: Editor): string {
	return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

export function press(editor: Editor, ...names: string[]): Editor {
	return names.reduce((before, name) => editText(before, key(name)), editor);
}

export function type(editor: Editor, text: string): Editor {
	return press(editor, ...[...new Intl.Segmenter().segment(text)].map(({segment}) => segment));
}

/** By stepping through the whole text. */
export function boundaries(text: string): Set<number> {
	return new Set([0, text.length, ...[...new Intl.Segmenter().segment(text)].map(({index}) => index)]);
}

const PIECES = [
	...Object.values(AWKWARD),
	'word',
	' ',
	'\n',
	'\n\n',
	'a_b.c',
	'\u{1f1e6}',
	'\u200d',
	'\u0301',
	FAMILY,
];

export const texts: fc.Arbitrary<string> = fc.oneof(
	fc.array(fc.constantFrom(...PIECES), {maxLength: 12}).map(parts => parts.join('')),
	fc.string({unit: 'grapheme', maxLength: 60}),
	fc.string({unit: 'binary', maxLength: 30}),
);

export const inputs: fc.Arbitrary<Input> = fc.oneof(
	{weight: 6, arbitrary: fc.constantFrom(...KEYS).map(key)},
	{
		weight: 4,
		arbitrary: fc.constantFrom(...'ab_ .日ש', '\u0301', '\u200d', '\u{1f1e6}', '\u{1f469}', FAMILY).map(key),
	},
	{weight: 1, arbitrary: texts.map(text => ({kind: 'paste' as const, text}))},
	{weight: 1, arbitrary: fc.constantFrom('enter', 'tab', 'escape', 'f1', 'ctrl+c', 'toString').map(key)},
);
