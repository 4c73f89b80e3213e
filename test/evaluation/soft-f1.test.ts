import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {softF1} from '../../source/evaluation/soft-f1.js';

describe('soft F1', () => {
	it.each<[name: string, gold: Cell[][], answer: Cell[][], f1: number]>([
		['both empty', [], [], 1],
		['no rows found', [[1n]], [], 0],
		['rows of nothing', [], [[1n]], 0],
		['the same', [[1n, 'a']], [[1n, 'a']], 1],
		['another order of columns', [[1n, 'a']], [['a', 1n]], 1],
		['duplicates', [[1n], [2n]], [[1n], [1n], [2n]], 1],
		['1 and 1.0', [[1n]], [[1.0]], 1],
		['another order of rows', [[1n], [2n]], [[2n], [1n]], 0],
		// Of two cells one is right: precision 1/2, recall 1/2.
		['half of a row', [[1n, 'a']], [[1n, 'b']], 0.5],
		// Precision 1/2 (a row too much), recall 1.
		['a row too much', [[1n]], [[1n], [2n]], 2 / 3],
		['a row missing', [[1n], [2n]], [[1n]], 2 / 3],
		['a column too much', [[1n]], [[1n, 2n]], 2 / 3],
		['a column missing', [[1n, 2n]], [[1n]], 2 / 3],
		// The published example of BIRD: tp 2, fp 1.5, fn 1 over three and two rows.
		[
			'three rows',
			[
				['Apple', 325n],
				['Orange', null],
				['Banana', 119n],
			],
			[
				[325n, 'Apple'],
				[191n, 'Orange'],
				[null, 'Banana'],
			],
			4 / 6,
		],
	])('%s', (_, gold, answer, f1) => {
		expect(softF1(gold, answer)).toBeCloseTo(f1, 12);
	});
});
