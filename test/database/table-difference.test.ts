import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell, Table} from '../../source/database/cell.js';
import {commonSubsequence} from '../../source/database/row-alignment.js';
import {type Counting, differenceOf, type RowChange} from '../../source/database/table-difference.js';

function table(rows: Cell[][], change: Partial<Table> = {}): Table {
	const columns = rows[0]?.map((_, at) => String.fromCodePoint(97 + at)) ?? ['a'];
	return {columns, rows, rowCount: rows.length, truncated: false, ...change};
}

/** `same USA 13`, `changed USA 13 → USA 14`, … */
function story(before: Table, after: Table, counting?: Counting): string[] {
	return (differenceOf(before, after, counting)?.rows ?? []).map(words);
}

function words(change: RowChange): string {
	const text = (row: Cell[]) => row.map(String).join(' ');
	switch (change.kind) {
		case 'gone':
			return `gone ${text(change.before)}`;
		case 'new':
			return `new ${text(change.after)}`;
		case 'changed':
			return `changed ${text(change.before)} → ${text(change.after)}`;
		default:
			return `same ${text(change.before)}`;
	}
}

function notes(before: Table, after: Table, counting?: Counting): string[] {
	return differenceOf(before, after, counting)?.notes ?? [];
}

const SET: Counting = {order: false, duplicates: false, classes: false};
const BAG: Counting = {order: false, duplicates: true, classes: false};

const COUNTRIES = table([
	['USA', 13n],
	['Canada', 8n],
	['France', 5n],
]);

describe('the difference of two results', () => {
	it('is none where nothing differs', () => {
		expect(differenceOf(COUNTRIES, structuredClone(COUNTRIES))).toBeNull();
		expect(differenceOf(table([]), table([]))).toBeNull();
		expect(
			differenceOf(table([[null, new Uint8Array([1])]]), table([[null, new Uint8Array([1])]])),
		).toBeNull();
	});

	it('tells rows that are gone, new and changed, in the order in which they stand', () => {
		const now = table([
			['Brazil', 5n],
			['USA', 14n],
			['Canada', 8n],
			['Chile', 1n],
		]);
		const difference = differenceOf(COUNTRIES, now)!;
		expect(difference.rows.map(words)).toEqual([
			'changed USA 13 → USA 14',
			'new Brazil 5',
			'same Canada 8',
			'gone France 5',
			'new Chile 1',
		]);
		expect(difference.counts).toEqual({same: 1, changed: 1, gone: 1, new: 2});
		expect(difference.notes).toEqual(['another number of rows: 3 → 4']);
	});

	it.each<[name: string, before: Cell[][], after: Cell[][], expected: string[]]>([
		['a row between', [['a'], ['b']], [['a'], ['x'], ['b']], ['same a', 'new x', 'same b']],
		['a row less', [['a'], ['x'], ['b']], [['a'], ['b']], ['same a', 'gone x', 'same b']],
		[
			'a row that moved',
			[['a'], ['b'], ['c']],
			[['b'], ['c'], ['a']],
			['gone a', 'same b', 'same c', 'new a'],
		],
		['nothing before', [], [['a']], ['new a']],
		['nothing after', [['a']], [], ['gone a']],
		['another of the same', [['a'], ['a']], [['a'], ['a'], ['a']], ['same a', 'same a', 'new a']],
		['a number of another class', [[1n, 'x']], [[1, 'x']], ['changed 1 x → 1 x']],
		['text for a number', [['1', 'x']], [[1n, 'x']], ['changed 1 x → 1 x']],
		['another first cell', [['a', 1n]], [['b', 1n]], ['gone a 1', 'new b 1']],
		[
			'a changed row elsewhere',
			[
				['a', 1n],
				['b', 2n],
			],
			[
				['b', 2n],
				['a', 3n],
			],
			['changed a 1 → a 3', 'same b 2'],
		],
		['text that only looks the same', [[null]], [['null']], ['gone null', 'new null']],
		['columns more', [['a', 1n]], [['a', 1n, 2n]], ['changed a 1 → a 1 2']],
	])('%s', (_, before, after, expected) => {
		expect(story(table(before), table(after))).toEqual(expected);
	});

	it.each<[words: string, before: Table, after: Table]>([
		['other column names: a, b → a, c', COUNTRIES, {...COUNTRIES, columns: ['a', 'c']}],
		['another number of columns: 1 → 2', table([['a']]), table([['a', 'b']])],
		[
			'the same columns in another order: 2, 1',
			table([
				['a', 1n],
				['b', 2n],
			]),
			table([
				[1n, 'a'],
				[2n, 'b'],
			]),
		],
		[
			'the same columns in another order: 3, 1, 2',
			table([
				['a', 1n, null],
				['b', 2n, null],
			]),
			table([
				[null, 'b', 2n],
				[null, 'a', 1n],
			]),
		],
		['the same rows in another order', table([['a'], ['b']]), table([['b'], ['a']])],
		['1 row stands in another place', table([['a'], ['b'], ['c']]), table([['b'], ['d'], ['a']])],
		['duplicates: 1 row stands more often', table([['a'], ['b']]), table([['a'], ['b'], ['b']])],
		['duplicates: 2 rows stand less often', table([['a'], ['a'], ['b'], ['b']]), table([['a'], ['b']])],
		[
			'INTEGER against REAL (1 and 1.0) in column b',
			table([
				['x', 1n],
				['y', 2.5],
			]),
			table([
				['x', 1],
				['y', 2.5],
			]),
		],
		['INTEGER against REAL (1 and 1.0) in columns a, b', table([[0, 1n]]), table([[-0, 1]])],
		['text against number in column a', table([['7']]), table([[7n]])],
		['text against number in column a', table([[' 7.50 ']]), table([[7.5]])],
	])('says: %s', (words, before, after) => {
		expect(notes(before, after)).toContain(words);
	});

	it('knows no other order of columns where it does not explain all rows', () => {
		const before = table([
			['a', 1n],
			['b', 2n],
		]);
		expect(
			notes(
				before,
				table([
					[1n, 'a'],
					['b', 2n],
				]),
			).join(),
		).not.toContain('columns');
		expect(
			notes(
				before,
				table([
					[1n, 'a'],
					[2n, 'c'],
				]),
			).join(),
		).not.toContain('columns');
		// Two columns of the same values have no order.
		expect(
			notes(
				table([
					[1n, 1n],
					[2n, 2n],
				]),
				table([
					[2n, 2n],
					[1n, 1n],
				]),
			).join(),
		).not.toContain('columns');
	});
});

describe('where rows are not kept', () => {
	const rows = (from: number, to: number): Cell[][] =>
		Array.from({length: to - from}, (_, at) => [BigInt(from + at), 'x']);

	it('compares as many as both keep', () => {
		const before = table(rows(0, 20), {rowCount: 500, truncated: 'kept'});
		expect(differenceOf(before, table(rows(0, 500)))).toBeNull();
		expect(differenceOf(table(rows(0, 500)), before)).toBeNull();
		expect(differenceOf(before, table(rows(0, 501)))).toMatchObject({
			counts: {same: 20, changed: 0, gone: 0, new: 0},
			notes: ['another number of rows: 500 → 501', 'only the 20 rows that are kept are compared'],
		});
	});

	it('does not take for gone what another row has pushed beyond the end', () => {
		const before = table(rows(0, 20), {rowCount: 500, truncated: 'kept'});
		const after = table(rows(-2, 18), {rowCount: 502, truncated: 'kept'});
		expect(differenceOf(before, after)?.counts).toEqual({same: 18, changed: 0, gone: 0, new: 2});
		expect(differenceOf(after, before)?.counts).toEqual({same: 18, changed: 0, gone: 2, new: 0});
	});

	it('tells a change in the last row', () => {
		const before = table(rows(0, 20), {rowCount: 500, truncated: 'kept'});
		const after = table([...rows(0, 19), [19n, 'y']], {rowCount: 500, truncated: 'kept'});
		expect(differenceOf(before, after)?.counts).toEqual({same: 19, changed: 1, gone: 0, new: 0});
	});

	it('takes all for gone that a whole result has not', () => {
		const before = table(rows(0, 20), {rowCount: 500, truncated: 'kept'});
		expect(differenceOf(before, table(rows(0, 3)))?.counts).toEqual({same: 3, changed: 0, gone: 17, new: 0});
	});

	it('knows from the digests that what is not kept differs', () => {
		const before = table(rows(0, 20), {rowCount: 500, truncated: 'kept', digest: '500-a'});
		expect(differenceOf(before, {...before, digest: '500-b'})?.notes).toEqual([
			'rows that are not kept differ',
			'only the 20 rows that are kept are compared',
		]);
		expect(differenceOf(before, {...before})).toBeNull();
	});

	it('says where counting stopped', () => {
		const before = table(rows(0, 20), {rowCount: 10_000, truncated: 'kept'});
		expect(notes(before, {...before, truncated: 'uncounted'})).toContain(
			'another number of rows: 10,000 → more than 10,000',
		);
	});
});

describe('what counts', () => {
	const gold = table([
		['a', 1n],
		['b', 2n],
		['b', 2n],
	]);

	it('may leave the order aside', () => {
		const other = table([
			['b', 2n],
			['a', 1n],
			['b', 2n],
		]);
		expect(differenceOf(gold, other, BAG)).toMatchObject({
			counts: {same: 3, changed: 0, gone: 0, new: 0},
			notes: ['the same rows in another order'],
		});
	});

	it('may leave duplicates aside', () => {
		const other = table([
			['a', 1n],
			['b', 2n],
		]);
		expect(differenceOf(gold, other, SET)).toMatchObject({
			counts: {same: 2, changed: 0, gone: 0, new: 0},
			notes: ['another number of rows: 3 → 2', 'duplicates: 1 row stands less often'],
		});
		expect(differenceOf(gold, other, BAG)?.counts).toEqual({same: 2, changed: 0, gone: 1, new: 0});
	});

	it('may leave 1 against 1.0 aside, and tells of it', () => {
		const other = table([
			['a', 1],
			['b', 2],
			['b', 2n],
		]);
		expect(differenceOf(gold, other, BAG)).toMatchObject({
			counts: {same: 3, changed: 0, gone: 0, new: 0},
			notes: ['INTEGER against REAL (1 and 1.0) in column b'],
		});
	});

	it('puts what is new at the end where order does not count', () => {
		expect(story(table([['a'], ['b']]), table([['x'], ['b']]), SET)).toEqual(['gone a', 'same b', 'new x']);
	});
});

const cell = fc.oneof(
	fc.constantFrom<Cell>(null, 'a', 'b', '1', '1.0', new Uint8Array([0])),
	fc.bigInt(0n, 3n),
	fc.constantFrom(0, -0, 1, 0.5),
);
const anyRows = fc.array(fc.tuple(cell, cell), {maxLength: 12});

it('explains all rows of both, whatever they are', () => {
	fc.assert(
		fc.property(anyRows, anyRows, fc.boolean(), (before, after, classes) => {
			const difference = differenceOf(table(before), table(after), {order: true, duplicates: true, classes});
			if (difference === null) {
				expect(before).toEqual(after);
				return;
			}

			const left = difference.rows.flatMap(change => ('before' in change ? [change.before] : []));
			expect(left).toEqual(before);
			const right = difference.rows.flatMap(change => ('after' in change ? [change.after] : []));
			expect(right).toHaveLength(after.length);
			expect(new Set(right)).toEqual(new Set(after));
		}),
	);
});

it('explains all rows also where their order does not count', () => {
	const sorted = (rows: Cell[][]) =>
		rows
			.map(row => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)))
			.sort();
	fc.assert(
		fc.property(anyRows, anyRows, (before, after) => {
			const difference = differenceOf(table(before), table(after), {...BAG, classes: true});
			const rows = difference?.rows ?? before.map(row => ({kind: 'same' as const, before: row, after: row}));
			expect(rows.flatMap(change => ('before' in change ? [change.before] : []))).toEqual(before);
			const right = rows.flatMap(change => ('after' in change ? [change.after] : []));
			expect(sorted(right)).toEqual(sorted(after));
		}),
	);
});

it('finds a longest common subsequence', () => {
	const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), {maxLength: 14});
	fc.assert(
		fc.property(items, items, (before, after) => {
			const pairs = commonSubsequence(before, after);
			expect(pairs.every(([a, b]) => before[a] === after[b])).toBe(true);
			for (const [at, [a, b]] of pairs.slice(1).entries()) {
				expect(a > pairs[at]![0] && b > pairs[at]![1]).toBe(true);
			}

			expect(pairs).toHaveLength(longest(before, after));
		}),
	);
});

function longest(before: string[], after: string[]): number {
	const lengths = Array.from({length: before.length + 1}, () => Array<number>(after.length + 1).fill(0));
	for (let a = 1; a <= before.length; a++) {
		for (let b = 1; b <= after.length; b++) {
			lengths[a]![b] =
				before[a - 1] === after[b - 1]
					? lengths[a - 1]![b - 1]! + 1
					: Math.max(lengths[a - 1]![b]!, lengths[a]![b - 1]!);
		}
	}

	return lengths[before.length]![after.length]!;
}

describe('takes little time', () => {
	const many = (count: number, cellOf: (at: number) => Cell) =>
		table(Array.from({length: count}, (_, at) => [cellOf(at), BigInt(at), `row ${at}`]));

	it.each<[string, number, Table, Table]>([
		[
			'1,000 rows, a third of them others',
			50,
			many(1000, at => BigInt(at)),
			many(1000, at => BigInt(at % 3 === 0 ? -at : at)),
		],
		[
			'1,000 rows, turned round',
			50,
			many(1000, String),
			{...many(1000, String), rows: many(1000, String).rows.reverse()},
		],
		[
			'1,000 equal rows',
			100,
			table(Array(1000).fill(['a'])),
			table([['b'], ...Array(999).fill(['a']), ['c']]),
		],
		[
			'100,000 rows',
			3000,
			many(100_000, at => BigInt(at)),
			many(100_000, at => BigInt(at % 1000 === 0 ? -at : at)),
		],
		[
			'20,000 rows of five kinds',
			3000,
			table(Array.from({length: 20_000}, (_, at) => [BigInt(at % 5)])),
			table(Array.from({length: 20_000}, (_, at) => [BigInt((at * 3) % 5)])),
		],
	])('%s', (_, most, before, after) => {
		differenceOf(before, after);
		const start = performance.now();
		expect(differenceOf(before, after)).not.toBeNull();
		// Twice what is wanted: other work shares the machine.
		expect(performance.now() - start).toBeLessThan(most * 2);
	});
});
