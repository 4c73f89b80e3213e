import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {isSameForSpider} from '../../source/evaluation/spider-rows.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe("Spider's rules over rows", () => {
	it.each<[name: string, gold: Cell[][], answer: Cell[][], bag: boolean, list: boolean]>([
		['nothing and nothing', [], [], true, true],
		['nothing and a row', [], [[1n]], false, false],
		['the same', [[1n, 'a']], [[1n, 'a']], true, true],
		['another order of rows', [[1n], [2n]], [[2n], [1n]], true, false],
		['a row twice', [[1n], [2n]], [[1n], [2n], [2n]], false, false],
		['another row twice', [[1n], [2n], [2n]], [[1n], [1n], [2n]], false, false],
		['another order of columns', [['a', 1n]], [[1n, 'a']], true, true],
		[
			'one order of columns for all rows',
			[
				['a', 'b'],
				['c', 'd'],
			],
			[
				['a', 'b'],
				['d', 'c'],
			],
			false,
			false,
		],
		[
			'columns of the same values, in other rows',
			[
				[1n, 2n],
				[2n, 1n],
			],
			[
				[1n, 1n],
				[2n, 2n],
			],
			false,
			false,
		],
		['a column more', [[1n]], [[1n, 2n]], false, false],
		['a column twice', [[1n, 1n, 2n]], [[2n, 1n, 1n]], true, true],
		['another column twice', [[1n, 1n, 2n]], [[1n, 2n, 2n]], false, false],
		['1 and 1.0', [[1n]], [[1.0]], true, true],
		['0 and -0.0', [[0n]], [[-0.0]], true, true],
		// Equal to Python; sorted by their texts `1.0<…` stands before `10<…`, and `1<…` after it.
		['(1, 10) and (1.0, 10)', [[1n, 10n]], [[1.0, 10n]], false, false],
		['(1, 20) and (1.0, 20)', [[1n, 20n]], [[1.0, 20n]], true, true],
		['(2, 10) and (2.0, 10)', [[2n, 10n]], [[2.0, 10n]], true, true],
		['a text and a number', [['1']], [[1n]], false, false],
		['a text and a BLOB', [['a']], [[bytes('a')]], false, false],
		['BLOBs', [[bytes("it's\n\0")]], [[bytes("it's\n\0")]], true, true],
		['NULLs', [[null, 1n]], [[1n, null]], true, true],
		['an integer beyond doubles', [[9007199254740993n]], [[9007199254740992.0]], false, false],
		['infinity', [[Infinity]], [[Infinity]], true, true],
		[
			'letters beyond UTF-16, by code points',
			[['\u{1f600}', 1n, '\uffff']],
			[[1n, '\uffff', '\u{1f600}']],
			true,
			true,
		],
	])('%s', (_, gold, answer, bag, list) => {
		expect(isSameForSpider(gold, answer, false)).toBe(bag);
		expect(isSameForSpider(gold, answer, true)).toBe(list);
	});

	it('finds one order among all of twelve columns, and that there is none, without trying each', () => {
		const rows = Array.from({length: 200}, (_, row) =>
			Array.from({length: 12}, (_, column): Cell => BigInt((row * (column + 3) + column) % 7)),
		);
		const turned = rows.map(row => [...row.slice(5), ...row.slice(0, 5).reverse()]).reverse();
		const other = turned.map((row, at) => (at < 2 ? [row[1]!, row[0]!, ...row.slice(2)] : row));
		expect(isSameForSpider(rows, turned, false)).toBe(true);
		expect(isSameForSpider(rows, other, false)).toBe(false);
	});
});
