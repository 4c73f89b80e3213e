import {stripVTControlCharacters} from 'node:util';
import chalk from 'chalk';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {afterEach, describe, expect, it} from 'vitest';
import {editorOf, editText, emptyEditor} from '../../../source/ui/editor/editor.js';
import {editorLines} from '../../../source/ui/editor/editor-lines.js';
import {at, boundaries, FAMILY, key, texts} from './support.js';

const level = chalk.level;
afterEach(() => {
	chalk.level = level;
});

function plain(marked: string, width: number, height: number, box = {}) {
	chalk.level = 0;
	return editorLines(at(marked), {width, height, ...box});
}

describe('editorLines', () => {
	it.each([
		['a line', 'abc|', 10, ['abc '], [0, 3]],
		['the cursor in it', 'a|bc', 10, ['abc'], [0, 1]],
		['lines', 'a\n|b\n', 10, ['a', 'b', ''], [1, 0]],
		['what is too long', 'abcde|f', 4, ['abcd', 'ef'], [1, 1]],
		['a full line with the cursor after it', 'abcd|', 4, ['abcd', ' '], [1, 0]],
		['a full line with the cursor on it', 'abc|d', 4, ['abcd'], [0, 3]],
		['a full line with the cursor in another', 'abcd\n|', 4, ['abcd', ' '], [1, 0]],
		['a break before the cursor', 'abcd|e', 4, ['abcd', 'e'], [1, 0]],
		['wide letters, whole', '日本語|', 5, ['日本', '語 '], [1, 2]],
		['emoji, whole', `ab${FAMILY}|`, 3, ['ab', `${FAMILY} `], [1, 2]],
		['wide letters without room', '日|', 1, ['…', ' '], [1, 0]],
		['marks with their letters', 'e\u0301e\u0301|', 2, ['e\u0301e\u0301', ' '], [1, 0]],
		['a mark alone', '|\u0301', 5, ['◌\u0301'], [0, 0]],
		['a tab as two spaces', 'a\tb|', 9, ['a  b '], [0, 4]],
		['control characters as signs', '\u001b[2J\u200b|', 20, ['␛[2J‹200B› '], [0, 10]],
		['what runs from right to left', 'שלום|', 9, ['שלום '], [0, 4]],
	] as const)('draws %s', (_, text, width, lines, [row, column]) => {
		expect(plain(text, width, 9)).toEqual({lines, cursor: {row, column}});
	});

	it('draws margins as wide as one another', () => {
		expect(plain('ab\nc|', 10, 9, {prompt: '❯ ', continuation: '·'})).toEqual({
			lines: ['❯ ab', '· c '],
			cursor: {row: 1, column: 3},
		});
		expect(plain('abc|', 4, 9, {prompt: '❯ '}).lines).toEqual(['❯ ab', '  c ']);
		expect(plain('abc|', 2, 9, {prompt: '❯ '}).lines).toEqual(['ab', 'c ']);
	});

	it('draws a placeholder while nothing is written', () => {
		const box = {prompt: '❯ ', placeholder: 'Ask\u0007 something'};
		expect(plain('|', 20, 9, box)).toEqual({lines: ['❯ Ask␇ something'], cursor: {row: 0, column: 2}});
		expect(plain('|', 8, 9, box).lines).toEqual(['❯ Ask␇ …']);
		expect(plain('|', 8, 9).lines).toEqual([' ']);
	});

	it('draws the cursor as what is selected', () => {
		chalk.level = 1;
		expect(editorLines(at('a|bc'), {width: 9, height: 9}).lines).toEqual([`a${chalk.inverse('b')}c`]);
		expect(editorLines(at('a|\nb'), {width: 9, height: 9}).lines).toEqual([`a${chalk.inverse(' ')}`, 'b']);
		expect(editorLines(at('|'), {width: 9, height: 9, placeholder: 'Ask'}).lines).toEqual([
			chalk.inverse('A') + chalk.dim('sk'),
		]);
	});

	it('scrolls to the cursor and counts what is cut', () => {
		const before = 'a\n'.repeat(20);
		const after = '\na'.repeat(3000);
		expect(plain(`${before}x|${after}`, 30, 5)).toEqual({
			lines: ['… 19 lines above', 'a', 'x ', 'a', '… 2,999 lines below'],
			cursor: {row: 2, column: 1},
		});
		expect(plain(`${before}x|`, 30, 4).lines).toEqual(['… 18 lines above', 'a', 'a', 'x ']);
		expect(plain(`|x${after}`, 30, 3).lines).toEqual(['x', 'a', '… 2,999 lines below']);
		expect(plain(`${before}x|${after}`, 30, 3, {prompt: '❯ '}).lines).toEqual([
			'❯ … 20 lines above',
			'  x ',
			'  … 3,000 lines below',
		]);
		expect(plain(`${before}x|${after}`, 30, 1, {prompt: '❯ '}).lines).toEqual(['❯ x ']);
		expect(plain(`${before}x|${after}`, 30, 2).lines).toEqual(['a', 'x ']);
		expect(plain(`${'a'.repeat(10)}|${'b'.repeat(10)}`, 2, 3).lines).toEqual(['…', 'bb', '…']);
		expect(plain('aaaabbbbccccdddd\neeee|', 4, 3).lines).toEqual(['… 1', 'eeee', ' ']);
	});

	it('keeps within its box, and the cursor in it', () => {
		const boxes = fc.record({
			width: fc.oneof(fc.integer({min: 1, max: 12}), fc.integer({min: 1, max: 200})),
			height: fc.integer({min: 1, max: 20}),
			prompt: fc.constantFrom('', '❯ ', '   ✎ '),
			continuation: fc.constantFrom('', '  ', '日'),
			placeholder: texts,
		});
		fc.assert(
			fc.property(
				texts,
				fc.nat(),
				boxes,
				fc.constantFrom(0 as const, 1 as const),
				(text, seed, box, colours) => {
					chalk.level = colours;
					const whole = editorOf(text);
					const places = [...boundaries(whole.text)];
					const editor = {...whole, cursor: places[seed % places.length]!};
					const {lines, cursor} = editorLines(editor, box);
					expect(lines.length).toBeLessThanOrEqual(box.height);
					for (const line of lines) {
						expect(stringWidth(line)).toBeLessThanOrEqual(box.width);
						expect(stripVTControlCharacters(line)).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
					}

					expect(cursor.row).toBeLessThan(lines.length);
					expect(cursor.column).toBeLessThan(box.width);
					const inverse = lines.map(line => line.includes('\u001b[7m'));
					expect(inverse).toEqual(lines.map((_, index) => colours === 1 && index === cursor.row));
				},
			),
			{numRuns: 500},
		);
	});

	it('shows every text whole where there is room, of whatever letters', () => {
		const lettered = fc.stringMatching(/^[a-z\n]{0,60}$/);
		fc.assert(
			fc.property(lettered, fc.integer({min: 1, max: 20}), fc.nat(), (text, width, seed) => {
				chalk.level = 0;
				const cursor = seed % (text.length + 1);
				const {lines} = editorLines({...editorOf(text), cursor}, {width, height: 200});
				expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll('\n', ''));

				const accented = text.replaceAll(/[a-z]/g, 'é');
				expect(editorLines({...editorOf(accented), cursor}, {width, height: 200}).lines).toEqual(
					lines.map(line => line.replaceAll(/[a-z]/g, 'é')),
				);
			}),
		);
	});

	it.each([
		['10,000 lines of ASCII', `${'SELECT something FROM a_table WHERE it = 1;'.repeat(3)}\n`, 10_000],
		['10,000 lines of emoji', `${FAMILY} ${FAMILY}\n`, 10_000],
		['one line of ASCII', 'word ', 100_000],
		['one line of CJK', '日本語', 100_000],
		['one line of emoji', FAMILY, 20_000],
	])('draws %s while keys are pressed', (_, part, count) => {
		let editor = editText(emptyEditor(), {kind: 'paste', text: part.repeat(count)});
		const start = performance.now();
		for (let index = 0; index < 10; index++) {
			editor = editText(editor, key(index % 2 === 0 ? 'x' : 'up'));
			editorLines(editor, {width: 80, height: 10, prompt: '❯ '});
		}

		expect(performance.now() - start).toBeLessThan(5000);
	});
});
