import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	atFirstLine,
	atLastLine,
	editorOf,
	editText,
	emptyEditor,
	insertText,
	replaceRange,
} from '../../../source/ui/editor/editor.js';
import {at, boundaries, FAMILY, inputs, key, press, shown, texts, type} from './support.js';

/** One grapheme with what follows it, long enough to be looked at in parts. */
const SMILEYS = '\u263a\ufe0f\u200d'.repeat(21);

describe('a key', () => {
	it.each([
		['left', 'ab|', 'a|b'],
		['left', 'e\u0301|', '|e\u0301'],
		['left', `a${FAMILY}|`, `a|${FAMILY}`],
		['left', '日本|', '日|本'],
		['left', 'שלום|', 'שלו|ם'],
		['left', 'a\n|b', 'a|\nb'],
		['left', '\u{1f1eb}\u{1f1f7}\u{1f1e9}\u{1f1ea}|', '\u{1f1eb}\u{1f1f7}|\u{1f1e9}\u{1f1ea}'],
		['left', `${SMILEYS}${FAMILY}|`, `|${SMILEYS}${FAMILY}`],
		['right', `|${SMILEYS}${FAMILY}`, `${SMILEYS}${FAMILY}|`],
		['left', '|a', '|a'],
		['right', '|ab', 'a|b'],
		['right', '|e\u0301x', 'e\u0301|x'],
		['right', `|${FAMILY}a`, `${FAMILY}|a`],
		['right', '|\u05e9\u05b8\u05c1a', '\u05e9\u05b8\u05c1|a'],
		['right', '|\ta', '\t|a'],
		['right', 'a|\nb', 'a\n|b'],
		['right', 'a|', 'a|'],
		['alt+left', 'SELECT first_name|', 'SELECT |first_name'],
		['ctrl+left', 'first_na|me', '|first_name'],
		['alt+b', 'c.Country, |', 'c.|Country, '],
		['alt+b', 'price 3.14|', 'price |3.14'],
		['alt+b', '你好世界|', '你好|世界'],
		['alt+b', 'a\n|b', '|a\nb'],
		['alt+b', 'a\n\n|b', 'a\n|\nb'],
		['alt+right', '|first_name = 1', 'first_name| = 1'],
		['ctrl+right', 'COUNT|(*) FROM t', 'COUNT(*) FROM| t'],
		['alt+f', '|c.Country', 'c|.Country'],
		['alt+f', 'a |(*)', 'a (*)|'],
		['alt+f', 'a|\n  b c', 'a\n  b| c'],
		['alt+f', '|e\u0301te\u0301 x', 'e\u0301te\u0301| x'],
		['alt+f', '|שלום עולם', 'שלום| עולם'],
		['home', 'a\nbc|d\ne', 'a\n|bcd\ne'],
		['ctrl+a', '|', '|'],
		['home', '\n|', '\n|'],
		['home', '|\na', '|\na'],
		['end', 'a\nb|cd\ne', 'a\nbcd|\ne'],
		['ctrl+e', 'a|b', 'ab|'],
		['ctrl+home', 'a\nb|', '|a\nb'],
		['ctrl+end', '|a\nb', 'a\nb|'],
		['up', 'abcd\nab|', 'ab|cd\nab'],
		['up', '日本語\nabc|', '日|本語\nabc'],
		['up', 'a\tbc\nabcd|', 'a\tb|c\nabcd'],
		['up', 'ab\nabcd|', 'ab|\nabcd'],
		['up', 'ab|', 'ab|'],
		['down', 'ab|c\n日本', 'abc\n日|本'],
		['down', 'abc|', 'abc|'],
		['backspace', 'ab|c', 'a|c'],
		['backspace', `a${FAMILY}|`, 'a|'],
		['backspace', 'e\u0301|', '|'],
		['backspace', '日本|', '日|'],
		['backspace', 'a\n|b', 'a|b'],
		['backspace', '\t|', '|'],
		['backspace', '|a', '|a'],
		['backspace', '\u{1f469}x|\u200d\u{1f466}', '\u{1f469}\u200d\u{1f466}|'],
		['delete', 'a|bc', 'a|c'],
		['ctrl+d', `|${FAMILY}a`, '|a'],
		['ctrl+d', 'a|\nb', 'a|b'],
		['ctrl+d', '|', '|'],
		['ctrl+w', 'SELECT first_name |x', 'SELECT |x'],
		['alt+backspace', 'a.b|', 'a.|'],
		['alt+d', 'a| bc d', 'a| d'],
		['ctrl+k', 'a|bc\nd', 'a|\nd'],
		['ctrl+k', 'a|\nd', 'a|d'],
		['ctrl+u', 'a\nbc|d', 'a\n|d'],
		['ctrl+u', 'a\n|d', 'a|d'],
	])('%s: %j gives %j', (name, before, after) => {
		expect(shown(press(at(before), name))).toBe(after);
	});

	it.each(['a', 'A', '?', '日', 'e\u0301', FAMILY, 'ש'])('%s writes itself', text => {
		expect(shown(press(at('x|y'), text))).toBe(`x${text}|y`);
	});

	it('of a mark joins the letter before it', () => {
		expect(shown(press(at('e|x'), '\u0301'))).toBe('e\u0301|x');
	});

	it('before a mark takes the mark along', () => {
		expect(shown(press(at('|\u0301x'), 'e'))).toBe('e\u0301|x');
	});

	it.each(['enter', 'tab', 'escape', 'ctrl+c', 'f1', 'pageup', 'alt+enter', 'constructor'])(
		'%s means nothing',
		name => {
			const editor = at('a|b');
			expect(press(editor, name)).toBe(editor);
		},
	);

	it.each([
		['left', '|a'],
		['right', 'a|'],
		['up', 'a|'],
		['down', 'a|'],
		['home', '|a'],
		['backspace', '|a'],
		['ctrl+d', '|'],
		['ctrl+k', 'a|'],
		['ctrl+u', '|a'],
		['ctrl+y', 'a|'],
		['ctrl+_', 'a|'],
		['alt+_', 'a|'],
	])('%s does nothing to %j', (name, text) => {
		const editor = at(text);
		expect(press(editor, name)).toBe(editor);
	});
});

describe('up and down', () => {
	it('keep the column through shorter lines', () => {
		const editor = at('abcdef\nab\n日本語日本語\nabcdef|');
		const up = press(editor, 'up', 'up');
		expect(shown(up)).toBe('abcdef\nab|\n日本語日本語\nabcdef');
		expect(shown(press(up, 'up'))).toBe('abcdef|\nab\n日本語日本語\nabcdef');
		expect(shown(press(up, 'down', 'down'))).toBe('abcdef\nab\n日本語日本語\nabcdef|');
		expect(shown(press(up, 'left', 'up'))).toBe('a|bcdef\nab\n日本語日本語\nabcdef');
	});

	it('are told where the text begins and ends', () => {
		expect([atFirstLine(at('a|\nb')), atLastLine(at('a|\nb'))]).toEqual([true, false]);
		expect([atFirstLine(at('a\n|b')), atLastLine(at('a\n|b'))]).toEqual([false, true]);
		expect([atFirstLine(emptyEditor()), atLastLine(emptyEditor())]).toEqual([true, true]);
	});
});

describe('a paste', () => {
	it('is written as it is, with one kind of line break', () => {
		const editor = editText(at('x|y'), {kind: 'paste', text: 'a\r\nb\rc\0\td\u001b[31m\n'});
		expect(shown(editor)).toBe('xa\nb\nc\td\u001b[31m\n|y');
		expect(shown(press(editor, 'ctrl+_'))).toBe('x|y');
	});

	it('of nothing is nothing', () => {
		const editor = at('x|');
		expect(editText(editor, {kind: 'paste', text: '\0'})).toBe(editor);
	});
});

describe('replaceRange', () => {
	it('leaves the cursor after what it wrote, in one step', () => {
		const editor = replaceRange(at('SELECT cus|'), 7, 10, 'Customer');
		expect(shown(editor)).toBe('SELECT Customer|');
		expect(shown(press(editor, 'ctrl+/'))).toBe('SELECT cus|');
	});

	it('stays in the text', () => {
		expect(shown(replaceRange(at('ab|'), -5, 99, 'x'))).toBe('x|');
		expect(shown(replaceRange(at('ab|'), 9, 1, 'x'))).toBe('abx|');
	});
});

describe('killing', () => {
	it('keeps what it killed, consecutive kills together', () => {
		const editor = press(at('one two three|'), 'ctrl+w', 'ctrl+w');
		expect(shown(press(editor, 'home', 'ctrl+y'))).toBe('two three|one ');
		expect(press(at('|a\nb'), 'ctrl+k', 'ctrl+k', 'ctrl+k', 'ctrl+y', 'ctrl+y').text).toBe('a\nba\nb');
	});

	it('begins anew after anything else', () => {
		expect(press(at('one two|'), 'ctrl+w', 'left', 'right', 'ctrl+w', 'ctrl+y').text).toBe('one ');
		expect(press(at('one two|'), 'ctrl+w', 'backspace', 'ctrl+y').text).toBe('onetwo');
	});
});

describe('undo', () => {
	it('takes typing back word by word, and redo brings it again', () => {
		const editor = type(emptyEditor(), 'how many tracks');
		const once = press(editor, 'ctrl+_');
		expect(shown(once)).toBe('how many |');
		expect(shown(press(once, 'ctrl+/'))).toBe('how |');
		expect(shown(press(once, 'ctrl+_', 'ctrl+_', 'alt+_', 'ctrl+shift+z', 'alt+_'))).toBe('how many tracks|');
	});

	it('takes erasing back word by word, in both directions', () => {
		const back = press(at('one two|'), ...Array(6).fill('backspace'));
		expect(shown(back)).toBe('o|');
		expect(shown(press(back, 'ctrl+_'))).toBe('one|');
		expect(shown(press(back, 'ctrl+_', 'ctrl+_'))).toBe('one two|');
		const on = press(at('|one two'), ...Array(6).fill('delete'));
		expect(shown(press(on, 'ctrl+_'))).toBe('|two');
		expect(shown(press(on, 'ctrl+_', 'ctrl+_'))).toBe('|one two');
	});

	it('begins a step after a motion', () => {
		const editor = press(type(emptyEditor(), 'ab'), 'left', 'right', 'c');
		expect(shown(press(editor, 'ctrl+_'))).toBe('ab|');
	});

	it('puts the cursor back where it was', () => {
		expect(shown(press(at('a b| c'), 'ctrl+home', 'ctrl+k', 'ctrl+_'))).toBe('|a b c');
	});

	it('is forgotten by redo once something else is written', () => {
		const editor = press(type(emptyEditor(), 'a b'), 'ctrl+_', 'c');
		expect(press(editor, 'alt+_')).toBe(editor);
	});

	it('takes a new line back alone', () => {
		const editor = insertText(type(emptyEditor(), 'a'), '\n');
		expect(shown(press(editor, 'ctrl+_'))).toBe('a|');
	});
});

describe('any inputs', () => {
	it('keep the cursor between graphemes of a clean text', () => {
		fc.assert(
			fc.property(texts, fc.array(inputs, {maxLength: 40}), (text, steps) => {
				let editor = editorOf(text);
				for (const step of steps) {
					const before = editor;
					editor = editText(editor, step);
					expect(boundaries(editor.text)).toContain(editor.cursor);
					expect(editor.text).not.toMatch(/[\r\0]/);
					expect(editText(before, step)).toEqual(editor);
				}
			}),
		);
	});

	it('are undone to the start, and redone to the end', () => {
		const isOther = (name: string) => !/ctrl\+[_/]|alt\+_|ctrl\+shift\+z/.test(name);
		const others = inputs.filter(input => input.kind === 'paste' || isOther(input.name));
		fc.assert(
			fc.property(texts, fc.array(others, {maxLength: 40}), (text, steps) => {
				const start = editorOf(text);
				const end = steps.reduce(editText, start);
				let editor = end;
				while (editor.undo.length > 0) {
					editor = press(editor, 'ctrl+_');
					expect(boundaries(editor.text)).toContain(editor.cursor);
				}

				expect(editor.text).toBe(start.text);
				while (editor.redo.length > 0) {
					editor = press(editor, 'alt+_');
				}

				expect(editor.text).toBe(end.text);
			}),
		);
	});

	it('go left and right over every grapheme', () => {
		fc.assert(
			fc.property(texts, text => {
				let editor = editorOf(text);
				const expected = [...boundaries(editor.text)].sort((a, b) => b - a);
				const places = [editor.cursor];
				while (editor.cursor > 0) {
					editor = press(editor, 'left');
					places.push(editor.cursor);
				}

				expect(places).toEqual(expected);
				for (const place of expected.toReversed()) {
					expect(editor.cursor).toBe(place);
					editor = press(editor, 'right');
				}
			}),
		);
	});

	it('go by words to the ends', () => {
		fc.assert(
			fc.property(texts, text => {
				let editor = editorOf(text);
				for (const [name, end] of [
					['alt+b', 0],
					['alt+f', editor.text.length],
				] as const) {
					for (let steps = 0; editor.cursor !== end; steps++) {
						expect(steps).toBeLessThanOrEqual(editor.text.length);
						editor = press(editor, name);
					}
				}
			}),
		);
	});
});

describe('a long text', () => {
	const KEYS = ['x', 'left', 'up', 'backspace', 'down', 'alt+b', 'alt+d', 'ctrl+_', 'ctrl+k', 'ctrl+y'];

	/** Milliseconds of 100 keys in the middle of a text. */
	function timeOf(text: string): number {
		const pasted = editText(emptyEditor(), {kind: 'paste', text});
		let editor = {...pasted, cursor: text.indexOf('\n', text.length / 2) + 1};
		const start = performance.now();
		for (let index = 0; index < 100; index++) {
			editor = editText(editor, key(KEYS[index % KEYS.length]!));
		}

		return performance.now() - start;
	}

	it.each([
		[
			'ASCII',
			'SELECT something FROM a_table WHERE it = 1 AND that = 2 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8 DESC;\n',
		],
		['CJK', '日本語のテキスト\n'],
		['emoji', `${FAMILY}\n`],
	])('of 10,000 lines (%s) takes 100 keys', (_, line) => {
		expect(timeOf(line.repeat(10_000))).toBeLessThan(2000);
	});

	it.each([
		['ASCII', 'word '],
		['CJK', '日本語'],
		['emoji', FAMILY],
	])('in one line (%s) takes a key at its end', (_, part) => {
		const editor = editorOf(part.repeat(100_000));
		const start = performance.now();
		press(editor, 'left', 'x', 'backspace', 'alt+b', 'alt+d', 'ctrl+_');
		expect(performance.now() - start).toBeLessThan(2000);
	});
});
