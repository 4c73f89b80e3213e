import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {drawable, visible, visibleLines} from '../source/visible.js';

/** What acts on a terminal or on the order of what is read: none of it may be left. */
const ACTING =
	/[\0-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

const anything = fc.string({
	unit: fc.oneof(
		{weight: 3, arbitrary: fc.integer({min: 0, max: 0xff}).map(code => String.fromCodePoint(code))},
		fc.integer({min: 0x600, max: 0x206f}).map(code => String.fromCodePoint(code)),
		fc.integer({min: 0, max: 0x10ffff}).map(code => String.fromCodePoint(code)),
		fc.constantFrom('\u200d', '\ud83d', '\ude00', '\u{1f469}', '\u{e0041}', '\r\n', '\t'),
	),
});

describe('visible', () => {
	it.each([
		['plain text', 'SELECT "a" FROM t; -- it\'s', 'SELECT "a" FROM t; -- it\'s'],
		['any script', 'Größe 日本 עברית العربية ไทย', 'Größe 日本 עברית العربية ไทย'],
		['combining marks', 'e\u0301', 'e\u0301'],
		['emoji', '\u{1f600}\u2764\ufe0f', '\u{1f600}\u2764\ufe0f'],
		[
			'a family of emoji',
			'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
			'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
		],
		[
			'an emoji with a colour of skin',
			'\u{1f469}\u{1f3fd}\u200d\u{1f4bb}',
			'\u{1f469}\u{1f3fd}\u200d\u{1f4bb}',
		],
		['a joiner that a script needs', 'क्\u200dष', 'क्\u200dष'],
		['a flag', '\u{1f1e9}\u{1f1ea}', '\u{1f1e9}\u{1f1ea}'],
		['a no-break space', 'a\u00a0b', 'a\u00a0b'],
		['the sign of a control', '␛[2J', '␛[2J'],
		['NUL', 'a\0b', 'a␀b'],
		['a bell', '\x07', '␇'],
		['a backspace', 'a\bb', 'a␈b'],
		['a tab', 'a\tb', 'a␉b'],
		['line breaks', 'a\nb\r\nc\rd', 'a␊b␍␊c␍d'],
		['a colour', '\x1b[31mred', '␛[31mred'],
		['a title', '\x1b]0;title\x07', '␛]0;title␇'],
		['the clipboard', '\x1b]52;c;eA==\x1b\\', '␛]52;c;eA==␛\\'],
		['the last of C0', '\x1f', '␟'],
		['DEL', '\x7f', '␡'],
		['CSI as one character', '\x9b2J', '‹009B›2J'],
		['the first of C1', '\x80', '‹0080›'],
		['a soft hyphen', 'a\u00adb', 'a‹00AD›b'],
		['right to left override', 'a\u202eb', 'a‹202E›b'],
		['an isolate', '\u2066a\u2069', '‹2066›a‹2069›'],
		['marks of direction', '\u200e\u200f\u061c', '‹200E›‹200F›‹061C›'],
		['a zero-width space', 'a\u200bb', 'a‹200B›b'],
		['a line separator', 'a\u2028b\u2029', 'a‹2028›b‹2029›'],
		['a byte-order mark', '\ufeffa', '‹FEFF›a'],
		['a tag', '\u{e0041}', '‹E0041›'],
		['a joiner alone', '\u200d', '‹200D›'],
		['a joiner at the start', '\u200da', '‹200D›a'],
		['a joiner at the end', 'a\u200d', 'a‹200D›'],
		['a high surrogate alone', 'a\ud83d', 'a\ufffd'],
		['a low surrogate alone', '\ude00a', '\ufffda'],
		['nothing', '', ''],
	])('%s', (_, text, shown) => {
		expect(visible(text)).toBe(shown);
	});

	it('leaves nothing that acts', () => {
		fc.assert(
			fc.property(anything, text => {
				expect(visible(text)).not.toMatch(ACTING);
				expect(visible(text)).not.toMatch(/\p{Surrogate}/u);
			}),
			{numRuns: 1000},
		);
	});

	it('changes nothing when it is done twice', () => {
		fc.assert(
			fc.property(anything, text => {
				expect(visible(visible(text))).toBe(visible(text));
			}),
			{numRuns: 1000},
		);
	});
});

describe('visibleLines', () => {
	it.each([
		['a\nb', 'a\nb'],
		['a\r\nb\rc', 'a\nb\nc'],
		['a\tb', 'a  b'],
		['a\x1b[2J\n\x00', 'a␛[2J\n␀'],
		['\n\n', '\n\n'],
	])('shows %j as %j', (text, shown) => {
		expect(visibleLines(text)).toBe(shown);
	});
});

describe('drawable', () => {
	it.each([
		['a\tb\nc\td\n', 'a\tb\nc\td\n'],
		['a\x1b[2J\tb', 'a␛[2J\tb'],
	])('shows %j as %j', (text, shown) => {
		expect(drawable(text)).toBe(shown);
	});
});
