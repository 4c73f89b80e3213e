import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {cutText, graphemes, textWidth, widthBound} from '../source/text-width.js';
import {AWKWARD} from './ui/awkward-tables.js';

/** Every character of the first plane that is not a half of a pair. */
const CHARACTERS = Array.from({length: 0x1_0000}, (_, code) => String.fromCharCode(code)).filter(
	character => !/[\ud800-\udfff]/.test(character),
);

const texts = fc.oneof(
	fc.constantFrom(...Object.values(AWKWARD)),
	fc.string({unit: 'grapheme'}),
	fc
		.array(fc.constantFrom(...'aé日한ア。…─“ﾞ\u0301\u0e33\u200d\ufe0f\u{1f468}\u{1f1eb}❤'), {maxLength: 30})
		.map(parts => parts.join('')),
);

describe('textWidth', () => {
	it('is what string-width says of every character, alone and beside others', () => {
		const wrong = CHARACTERS.filter(
			character =>
				!/[\0-\x1f\x7f-\x9f]/.test(character) &&
				(textWidth(character) !== stringWidth(character) ||
					textWidth(`a${character}日`) !== stringWidth(`a${character}日`)),
		);
		expect(wrong.map(character => character.codePointAt(0)!.toString(16))).toEqual([]);
	});

	it('is what string-width says of texts, and never over the bound', () => {
		fc.assert(
			fc.property(texts, text => {
				expect(textWidth(text)).toBe(stringWidth(text));
				expect(widthBound(text)).toBeGreaterThanOrEqual(textWidth(text));
			}),
		);
	});
});

describe('graphemes', () => {
	it('are the text', () => {
		fc.assert(
			fc.property(texts, text => {
				expect([...graphemes(text)].join('')).toBe(text);
			}),
		);
	});
});

describe('cutText', () => {
	it.each([
		['what fits', 'abc', 3, 'abc'],
		['what is too long', 'abcd', 3, 'ab…'],
		['double width at the edge', 'a日本', 4, 'a日…'],
		['double width over the edge', '日本語', 4, '日…'],
		['a family at the edge', 'ab\u{1f468}\u200d\u{1f469}\u200d\u{1f467}c', 4, 'ab…'],
		['an accent', 'e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
		['a mark alone', '\u0301a', 5, '◌\u0301a'],
		['no room', 'abc', 0, ''],
		['room for the sign', 'abc', 1, '…'],
	])('cuts %s', (_, text, width, cut) => {
		expect(cutText(text, width)).toEqual({text: cut, width: stringWidth(cut)});
	});

	it('cuts a beginning where its last letter may be half', () => {
		expect(cutText('ab', 5, 4, true).text).toBe('a…');
	});

	it('is as wide as it says, beside other text too', () => {
		fc.assert(
			fc.property(texts, fc.nat(40), fc.boolean(), (text, width, more) => {
				const cut = cutText(text, width, width - 1, more);
				expect(cut.width).toBeLessThanOrEqual(width);
				expect(stringWidth(cut.text)).toBeLessThanOrEqual(cut.width);
				expect(stringWidth(`  ${cut.text}`)).toBeLessThanOrEqual(cut.width + 2);
			}),
		);
	});
});
