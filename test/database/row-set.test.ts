import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {Digest} from '../../source/database/digest.js';
import {RowSet} from '../../source/database/row-set.js';

const keyOf = (rows: Cell[][]) => {
	const set = new RowSet();
	for (const row of rows) {
		set.add(row);
	}

	return set.key();
};

const digestOf = (rows: Cell[][]) => {
	const digest = new Digest();
	for (const row of rows) {
		digest.add(row);
	}

	return String(digest);
};

const cell = fc.oneof(
	fc.constantFrom<Cell>(null, 1n, 1.0, -0.0, 0n, '', '1', 'i1;', 0.5, new Uint8Array([49])),
	fc.string({maxLength: 300}),
);
const rows = fc
	.integer({min: 1, max: 3})
	.chain(width => fc.array(fc.array(cell, {minLength: width, maxLength: width}), {maxLength: 4}));

describe('the key of a set of rows', () => {
	it('tells sets apart exactly as the digest does', () => {
		fc.assert(
			fc.property(rows, rows, (a, b) => {
				expect(keyOf(a) === keyOf(b)).toBe(digestOf(a) === digestOf(b));
			}),
			{numRuns: 500},
		);
	});

	it('does not depend on order and duplicates', () => {
		fc.assert(
			fc.property(rows, a => {
				expect(keyOf([...a, ...a].reverse())).toBe(keyOf(a));
			}),
		);
	});

	it('is the same however a large set comes', () => {
		const large = Array.from({length: 10_000}, (_, at): Cell[] => [BigInt(at), 'x'.repeat(1000)]);
		expect(keyOf(large)).toMatch(/^large 10000-/);
		expect(keyOf([...large.toReversed(), ...large])).toBe(keyOf(large));
		expect(keyOf(large.slice(1))).not.toBe(keyOf(large));
	});
});
