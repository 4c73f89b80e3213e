import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {highlightSql} from '../../../source/highlight.js';
import {cell, fitText, wrapStyled, wrapText} from '../../../source/ui/screens/text.js';
import {visibleLines} from '../../../source/visible.js';
import {texts} from './support.js';

describe('wrapText', () => {
	it.each([
		['', 10, ['']],
		['a short line', 20, ['a short line']],
		['between the words', 11, ['between the', 'words']],
		['one two', 4, ['one', 'two']],
		['exact fit', 5, ['exact', 'fit']],
		['trailing ', 8, ['trailing']],
		['a\n\nb', 5, ['a', '', 'b']],
		['abcdefgh', 3, ['abc', 'def', 'gh']],
		['    indented', 6, ['    in', 'dented']],
		['日本語', 4, ['日本', '語']],
		['a日本', 2, ['a', '日', '本']],
		['words 日本 end', 8, ['words', '日本 end']],
	])('%j at %i', (text, width, lines) => {
		expect(wrapText(text, width)).toEqual(lines);
	});

	it('loses nothing but spaces and line breaks, and no line is too wide', () => {
		fc.assert(
			fc.property(texts, fc.integer({min: 2, max: 300}), (text, width) => {
				const safe = visibleLines(text);
				const lines = wrapText(safe, width);
				expect(lines.join('').replaceAll(' ', '')).toBe(safe.replaceAll(/[ \n]/g, ''));
				expect(Math.max(...lines.map(line => stringWidth(line)))).toBeLessThanOrEqual(width);
			}),
		);
	});

	it('breaks a megabyte within a moment', () => {
		const begin = performance.now();
		expect(wrapText('hello world '.repeat(90_000), 80)).toHaveLength(13_847);
		wrapText('x'.repeat(1_000_000), 80);
		wrapText('日本語 '.repeat(100_000), 80);
		expect(performance.now() - begin).toBeLessThan(6000);
	});
});

describe('wrapStyled', () => {
	it('ends each style with its line and begins it again in the next', () => {
		expect(wrapStyled('a \u001b[32mgreen words\u001b[39m b', 7)).toEqual([
			'a \u001b[32mgreen\u001b[39m',
			'\u001b[32mwords\u001b[39m b',
		]);
	});

	it('breaks as the same text without styles does', () => {
		fc.assert(
			fc.property(texts, fc.integer({min: 2, max: 100}), (text, width) => {
				const safe = visibleLines(`SELECT 'a', 1 -- ${text}`);
				const lines = wrapStyled(highlightSql(safe), width);
				expect(lines.map(line => stripVTControlCharacters(line))).toEqual(wrapText(safe, width));
			}),
		);
	});
});

describe('fitText', () => {
	it.each([
		['fits', 4, 'fits'],
		['does not', 5, 'does…'],
		['日本語', 5, '日本…'],
		['日本語', 4, '日…'],
		['a日本語b', 3, 'a…'],
		['x', 0, ''],
		['xy', 1, '…'],
	])('%j at %i', (text, width, line) => {
		expect(fitText(text, width)).toBe(line);
	});

	it('fills a cell at either side', () => {
		expect(cell('日', 4)).toBe('日  ');
		expect(cell('12', 4, 'right')).toBe('  12');
		expect(cell('too long', 4)).toBe('too…');
	});
});
