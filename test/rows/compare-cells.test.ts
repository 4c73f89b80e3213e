import Database from 'better-sqlite3';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {compareCells} from '../../source/rows/compare-cells.js';

const cells: fc.Arbitrary<Cell> = fc.oneof<fc.Arbitrary<Cell>[]>(
	fc.constantFrom<Cell[]>(
		null,
		'',
		'NULL',
		'a',
		'B',
		'é',
		'\ue000',
		'\u{1f600}',
		'\uffff',
		0n,
		1n,
		1,
		1.5,
		-0,
	),
	fc.constantFrom<Cell[]>(
		9007199254740993n,
		9007199254740992,
		2 ** 63,
		2n ** 63n - 1n,
		Number.NEGATIVE_INFINITY,
	),
	fc.constantFrom<Cell[]>(new Uint8Array(), Uint8Array.of(0), Uint8Array.of(0, 0), Uint8Array.of(255)),
	fc.string({unit: 'grapheme'}),
	fc.double({noNaN: true}),
	fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n}),
);

it('orders as SQLite does', () => {
	const database = new Database(':memory:');
	const inOrder = database.prepare('SELECT ? < ?, ? = ?, ? IS NULL, ? IS NULL').safeIntegers().raw();
	fc.assert(
		fc.property(cells, cells, (a, b) => {
			const [less, equal, aIsNull, bIsNull] = inOrder.get(a, b, a, b, a, b) as Array<bigint | null>;
			const expected = aIsNull || bIsNull ? Number(bIsNull) - Number(aIsNull) : equal ? 0 : less ? -1 : 1;
			expect(Math.sign(compareCells(a, b))).toBe(expected);
			expect(Math.sign(compareCells(b, a))).toBe(expected === 0 ? 0 : -expected);
		}),
		{numRuns: 2000},
	);
	database.close();
});
