import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {Digest} from '../../source/database/digest.js';
import {cells} from '../support/cells.js';

function digest(rows: Cell[][]): string {
	const digest = new Digest();
	for (const row of rows) {
		digest.add(row);
	}

	return digest.toString();
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('results that are the same', () => {
	it.each<[string, Cell[][], Cell[][]]>([
		['without rows', [], []],
		['NULL', [[null]], [[null]]],
		['rows in another order', [[1n], [2n]], [[2n], [1n]]],
		['a row twice', [[1n], [1n]], [[1n]]],
		['a row twice, others between', [[1n], [2n], [1n], [2n]], [[1n], [2n]]],
		['three times the same row', [['a'], ['a'], ['a']], [['a']]],
		['-0.0 and 0', [[-0]], [[0n]]],
		['-0.0 and 0.0', [[-0]], [[0]]],
		['1.0 and 1', [[1]], [[1n]]],
		['both in one result', [[1], [1n]], [[1n]]],
		['1e15 and its INTEGER', [[1e15]], [[1_000_000_000_000_000n]]],
		['2^62 as REAL', [[2 ** 62]], [[2n ** 62n]]],
		['-2^63 as REAL', [[-(2 ** 63)]], [[-(2n ** 63n)]]],
		['bytes in a view of another buffer', [[Uint8Array.of(9, 1, 2).subarray(1)]], [[Uint8Array.of(1, 2)]]],
	])('%s', (_, some, others) => {
		expect(digest(some)).toBe(digest(others));
	});

	it('in any order, with any duplicates', () => {
		const rows = fc.array(fc.array(cells, {minLength: 2, maxLength: 2}), {maxLength: 12});
		const shuffled = rows.chain(rows =>
			fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, {minLength: rows.length}), fc.subarray(rows)),
		);
		fc.assert(
			fc.property(shuffled, ([rows, others, again]) => {
				expect(digest([...again, ...others])).toBe(digest(rows));
			}),
		);
	});
});

describe('results that differ', () => {
	it.each<[string, Cell[][], Cell[][]]>([
		['no row and a NULL', [], [[null]]],
		['NULL and empty text', [[null]], [['']]],
		['NULL and the text NULL', [[null]], [['NULL']]],
		['NULL and 0', [[null]], [[0n]]],
		['NULL and an empty BLOB', [[null]], [[new Uint8Array()]]],
		['empty text and an empty BLOB', [['']], [[new Uint8Array()]]],
		['text and a BLOB of the same bytes', [['abc']], [[bytes('abc')]]],
		['text and a number', [['1']], [[1n]]],
		['text and a REAL', [['1.5']], [[1.5]]],
		['text in another case', [['a']], [['A']]],
		['text with a space', [['a']], [['a ']]],
		['composed and decomposed letters', [['\u00e9']], [['e\u0301']]],
		['1.5 and 1', [[1.5]], [[1n]]],
		['2^63 as REAL and the largest INTEGER', [[2 ** 63]], [[2n ** 63n - 1n]]],
		['INTEGERs that are one double', [[2n ** 53n]], [[2n ** 53n + 1n]]],
		['0.1 + 0.2 and 0.3', [[0.1 + 0.2]], [[0.3]]],
		['the infinities', [[Number.POSITIVE_INFINITY]], [[Number.NEGATIVE_INFINITY]]],
		['columns in another order', [[1n, 2n]], [[2n, 1n]]],
		['one column more', [[1n]], [[1n, null]]],
		['cells that read alike side by side', [['a', 'b']], [['ab', '']]],
		['cells that read alike, shifted', [['', 'ab']], [['ab', '']]],
		['a cell that looks like two', [['a\0b']], [['a', 'b']]],
		// A kind and a length in a text, as they might stand between two cells.
		['a cell with a tag and no length in it', [['a\u0003\0\0\0\0b']], [['a', 'b']]],
		['a cell with a tag and a length in it', [['a\u0003\u0001\0\0\0b']], [['a', 'b']]],
		['BLOBs that read alike side by side', [[bytes('a'), bytes('b')]], [[bytes('ab'), bytes('')]]],
		['one row of two and two of one', [[1n, 2n]], [[1n], [2n]]],
		['a row that is missing', [[1n], [2n]], [[1n]]],
		[
			'cells of two rows exchanged',
			[
				['a', 'x'],
				['b', 'y'],
			],
			[
				['a', 'y'],
				['b', 'x'],
			],
		],
		['two rows and two others', [[1n], [2n]], [[3n], [4n]]],
		// The XOR of a row with itself is nothing: it must not be the empty result.
		['a row twice and none', [[1n], [1n]], []],
		['long text with another end', [[`${'x'.repeat(5000)}a`]], [[`${'x'.repeat(5000)}b`]]],
	])('%s', (_, some, others) => {
		expect(digest(some)).not.toBe(digest(others));
	});
});

describe('a long result', () => {
	// The set inside starts with 1,024 places.
	const numbers = (count: number) =>
		Array.from({length: count}, (_, index): Cell[] => [BigInt(index), `row ${index}`]);

	it('is the same in reverse, with each row twice', () => {
		const rows = numbers(5000);
		expect(digest([...rows.toReversed(), ...rows])).toBe(digest(rows));
	});

	it.each([0, 1, 682, 683, 1023, 1024, 2047, 4999])('differs without its row %d', missing => {
		const rows = numbers(5000);
		expect(digest(rows.toSpliced(missing, 1))).not.toBe(digest(rows));
	});

	it('takes a row of megabytes and goes on with short ones', () => {
		const long: Cell[] = ['\u{1f600}'.repeat(500_000), new Uint8Array(2_000_000).fill(7)];
		expect(digest([[1n], long, [2n]])).toBe(digest([[2n], [1n], long]));
		expect(digest([long])).not.toBe(digest([[long[0]!, new Uint8Array(2_000_000).fill(8)]]));
	});
});
