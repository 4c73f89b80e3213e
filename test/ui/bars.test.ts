import chalk from 'chalk';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {barLines} from '../../source/ui/bars.js';
import {cells, expectDrawable, plain, table} from './awkward-tables.js';

chalk.level = 1;

function drawn(columns: string[], rows: Cell[][], width: number): string {
	return plain(barLines(table(columns, rows), width)!);
}

describe('barLines', () => {
	it('draws a bar a row, its value at the right', () => {
		// 40 columns: 5 and 4 for label and value, two gaps; 27 for the bar of 1,000.
		expect(
			drawn(
				['genre', 'n'],
				[
					['Rock', 1000n],
					['日本', 500n],
					['Metal', 1n],
					['Jazz', 0n],
					['Pop', null],
					[null, 250n],
				],
				40,
			),
		).toBe(
			[
				'Rock   ███████████████████████████  1000',
				'日本   █████████████▌                500',
				'Metal  ▏                               1',
				'Jazz                                   0',
				'Pop                                 NULL',
				'NULL   ██████▊                       250',
			].join('\n'),
		);
	});

	it('takes the columns in either order', () => {
		expect(drawn(['n', 'genre'], [[1n, 'Rock']], 40)).toBe(drawn(['genre', 'n'], [['Rock', 1n]], 40));
	});

	it('takes the first of two columns of numbers as labels', () => {
		expect(
			drawn(
				['year', 'n'],
				[
					[2009n, 2n],
					[2010n, 1n],
				],
				25,
			),
		).toBe(['2009  ████████████████  2', '2010  ████████          1'].join('\n'));
	});

	it('draws what is below zero to the left', () => {
		// 21 columns for bars: an axis, 10 for -5, 10 for 5.
		expect(
			drawn(
				['x', 'n'],
				[
					['a', 5n],
					['b', -5n],
					['c', -1.25],
					['d', 0n],
				],
				31,
			),
		).toBe(
			[
				'a            │██████████      5',
				'b  ██████████│               -5',
				'c         ▐██│            -1.25',
				'd            │                0',
			].join('\n'),
		);
	});

	it('draws what is endless as long as there is room', () => {
		expect(
			drawn(
				['x', 'n'],
				[
					['a', Number.POSITIVE_INFINITY],
					['b', 2],
					['c', 1],
				],
				20,
			),
		).toBe(['a  ████████████  inf', 'b  ████████████  2.0', 'c  ██████        1.0'].join('\n'));
	});

	it.each<[string, string[], Cell[][]]>([
		['no rows', ['a', 'b'], []],
		['one column', ['a'], [[1n]]],
		['three columns', ['a', 'b', 'c'], [['x', 1n, 2n]]],
		['no numbers', ['a', 'b'], [['x', 'y']]],
		['nothing but NULL', ['a', 'b'], [['x', null]]],
		[
			'numbers among text',
			['a', 'b'],
			[
				['x', 1n],
				['y', 'z'],
			],
		],
		['too many rows', ['a', 'b'], Array.from({length: 1001}, () => ['x', 1n])],
	])('draws nothing of %s', (_, columns, rows) => {
		expect(barLines(table(columns, rows), 80)).toBeNull();
	});

	it('tells of rows that are not here', () => {
		const lines = barLines(table(['a', 'b'], [['x', 1n]], {rowCount: 1235, truncated: 'kept'}), 80);
		expect(plain(lines!.slice(-1))).toBe('… 1,234 more rows');
	});

	it('is never wider than it may be, and safe to draw', () => {
		const numbers = fc.oneof(
			fc.constant(null),
			fc.double({noNaN: true}),
			fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n}),
			fc.integer({min: -100, max: 100}).map(BigInt),
		);
		fc.assert(
			fc.property(
				fc.array(fc.tuple(cells, numbers), {minLength: 1, maxLength: 20}),
				fc.integer({min: 10, max: 300}),
				(rows, width) => {
					expectDrawable(barLines(table(['a', 'b'], rows), width) ?? [], width, rows.length);
				},
			),
			{numRuns: 300},
		);
	});
});
