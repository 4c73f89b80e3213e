import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	BEGINNING,
	ending,
	longText,
	moved,
	type Place,
	settled,
	shareRead,
	windowLines,
} from '../../source/ui/long-text.js';
import {visibleLines} from '../../source/visible.js';
import {AWKWARD, expectDrawable} from './awkward-tables.js';

const WINDOW = {width: 20, height: 3};

function lines(text: string, width = 20): string[] {
	return windowLines(longText(text), BEGINNING, {width, height: 100_000});
}

describe('windowLines', () => {
	it.each<[string, string, number, string[]]>([
		['nothing', '', 10, ['']],
		['what fits', 'abc', 3, ['abc']],
		['words', 'one two three', 8, ['one two ', 'three']],
		['a word that ends at the edge', 'one two', 3, ['one', 'two']],
		['a word that is too long', 'abcdefgh', 3, ['abc', 'def', 'gh']],
		['a long word after a short one', 'a bcdefgh', 4, ['a ', 'bcde', 'fgh']],
		['line breaks of every kind', 'a\r\nb\nc\rd\n', 10, ['a', 'b', 'c', 'd', '']],
		['double width', '日本語', 5, ['日本', '語']],
		['a tab', 'a\tb', 10, ['a  b']],
		['an escape', 'a\u001b[2J', 10, ['a␛[2J']],
		[
			'a family',
			'ab\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
			3,
			['ab', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
		],
		['a letter that is wider than the room', '\u1100\u1100\u1100', 4, ['\u1100\u1100', '\u1100']],
	])('wraps %s', (_, text, width, expected) => {
		expect(lines(text, width)).toEqual(expected);
	});
});

const texts = fc
	.array(
		fc.oneof(
			fc.constantFrom(...Object.values(AWKWARD), '\n', ' ', 'word'),
			fc.string({unit: 'grapheme'}),
			// Over the length of a chunk.
			fc.constantFrom('x'.repeat(5000), 'é\u0301 '.repeat(2000), '日'.repeat(4500), '\n'.repeat(5000)),
		),
		{maxLength: 12},
	)
	.map(parts => parts.join(''));

describe('a window', () => {
	it('shows all of the text, line by line', () => {
		fc.assert(
			fc.property(texts, fc.integer({min: 2, max: 100}), (text, width) => {
				const all = lines(text, width);
				expectDrawable(all, width, Number.POSITIVE_INFINITY);
				// Broken at a space or inside a word, nothing else is lost.
				const letters = (text: string) => text.replaceAll(/[\s\u200d]|‹200D›/g, '');
				expect(letters(all.join(''))).toBe(letters(visibleLines(text)));
			}),
			{numRuns: 60},
		);
	});

	it('goes down and up again over the same lines, and stops at both ends', () => {
		fc.assert(
			fc.property(
				texts,
				fc.integer({min: 10, max: 60}),
				fc.integer({min: 1, max: 10}),
				(text, width, height) => {
					const long = longText(text);
					const window = {width, height};
					const all = lines(text, width);
					const last = Math.max(0, all.length - height);
					let place: Place = BEGINNING;
					let line = 0;
					for (const by of [1, height, 7, -3]) {
						place = moved(long, place, by, window);
						line = Math.min(last, Math.max(0, line + by));
						expect(windowLines(long, place, window)).toEqual(all.slice(line, line + height));
					}

					expect(moved(long, place, -1_000_000, window)).toEqual(BEGINNING);
					const end = moved(long, place, 1_000_000, window);
					expect(end).toEqual(ending(long, window));
					expect(windowLines(long, end, window)).toEqual(all.slice(last));
					expect(shareRead(long, end, window)).toBe(1);
				},
			),
			{numRuns: 60},
		);
	});

	it('keeps its place at another width', () => {
		const long = longText(Array.from({length: 400}, (_, index) => `word${index}`).join(' '));
		const place = moved(long, BEGINNING, 30, WINDOW);
		const [line = ''] = windowLines(long, place, WINDOW);
		const wide = {width: 70, height: 3};
		expect(windowLines(long, settled(long, place, wide), wide)[0]).toContain(line.split(' ')[0]);
	});

	it('opens megabytes at once, and goes to their end', () => {
		for (const text of [
			'x'.repeat(5e6),
			'日'.repeat(5e6),
			'ภาษา'.repeat(1e6),
			'\n'.repeat(5e6),
			'\u0301'.repeat(5e6),
		]) {
			const started = performance.now();
			const long = longText(text);
			const window = {width: 100, height: 50};
			windowLines(long, moved(long, ending(long, window), -10, window), window);
			expect(performance.now() - started).toBeLessThan(1000);
		}
	});
});
