import chalk from 'chalk';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {drawCell, isNumber} from '../../source/rows/draw-cell.js';
import {cellBox} from '../../source/ui/cell-lines.js';
import {AWKWARD, cells, expectDrawable, plain} from './awkward-tables.js';

chalk.level = 1;

describe('drawCell', () => {
	it.each<[string, Cell, number, string]>([
		['NULL', null, 10, 'NULL'],
		['the text NULL', 'NULL', 10, "'NULL'"],
		['empty text', '', 10, "''"],
		['an INTEGER', -9223372036854775808n, 20, '-9223372036854775808'],
		['a REAL', 1, 10, '1.0'],
		['infinity', Number.NEGATIVE_INFINITY, 10, '-inf'],
		['a BLOB', Uint8Array.of(0, 255), 10, "x'00ff'"],
		['an empty BLOB', new Uint8Array(), 10, "x''"],
		['a BLOB that is cut, with its length', new Uint8Array(2000), 19, "x'00…' 2,000 bytes"],
		['a BLOB where there is no room for its length', new Uint8Array(2000), 10, "x'0000000…"],
		['text that fits', 'abcde', 5, 'abcde'],
		['text that is cut', 'abcdef', 5, 'abcd…'],
		['double width that is cut', '日本語', 5, '日本…'],
		['line breaks', 'a\r\nb\n', 10, 'a␍␊b␊'],
		['escapes', AWKWARD['a clipboard']!, 20, '␛]52;c;aGk=␇'],
		['C1', '\u009b2J', 20, '‹009B›2J'],
		['text turned round', '\u202eabc', 20, '‹202E›abc'],
	])('draws %s', (_, cell, width, text) => {
		expect(drawCell(cell, width)).toBe(text);
	});

	it('draws every cell in the columns there are', () => {
		fc.assert(
			fc.property(cells, fc.integer({min: 0, max: 60}), (cell, width) => {
				expectDrawable([drawCell(cell, width)], width, 1);
			}),
		);
	});

	it('takes no longer for megabytes', () => {
		const started = performance.now();
		for (const cell of ['x'.repeat(5e6), '日'.repeat(5e6), '\u0301'.repeat(5e6), new Uint8Array(5e6)]) {
			for (let width = 1; width < 50; width++) {
				drawCell(cell, width);
			}
		}

		expect(performance.now() - started).toBeLessThan(1000);
	});
});

describe('isNumber', () => {
	it.each<[Cell, boolean]>([
		[1n, true],
		[1.5, true],
		['1', false],
		[null, false],
		[new Uint8Array(), false],
	])('of %s is %s', (cell, expected) => {
		expect(isNumber(cell)).toBe(expected);
	});
});

describe('cellBox', () => {
	it('fills its columns on either side', () => {
		expect(cellBox('日本', 6, 'left')).toBe('日本  ');
		expect(cellBox(12n, 6, 'right')).toBe('    12');
		expect(cellBox('e\u0301', 3, 'left')).toBe('e\u0301  ');
	});

	it('shows NULL by style too, and only NULL', () => {
		expect(cellBox(null, 6, 'right')).toMatch(/^ {2}\u001b\[.*NULL\u001b/);
		expect(cellBox('NULL', 6, 'right')).toBe("'NULL'");
		expect(plain([cellBox(null, 6, 'left')])).toBe('NULL');
	});

	it('is as wide as it should be, whatever is in it', () => {
		for (const text of Object.values(AWKWARD)) {
			expect(stringWidth(`│${cellBox(text, 30, 'left')}│`), JSON.stringify(text)).toBe(32);
			expect(stringWidth(`│${cellBox(text, 30, 'right')}│`), JSON.stringify(text)).toBe(32);
		}
	});
});
