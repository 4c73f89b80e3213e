import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	type Cell,
	type CellJson,
	cellFromJson,
	cellToJson,
	hex,
	integerOfReal,
	outcomeFromJson,
	outcomeToJson,
	type QueryOutcome,
	realFromText,
	realText,
} from '../../source/database/cell.js';
import {cells, reals, tables} from '../support/cells.js';

function throughText<T>(json: T): T {
	return JSON.parse(JSON.stringify(json)) as T;
}

describe('a cell in JSON', () => {
	it.each<[Cell, CellJson]>([
		[null, null],
		['', ''],
		['1', '1'],
		['null', 'null'],
		['日本 \u{1f600}\0', '日本 \u{1f600}\0'],
		[0n, 0],
		[3n, 3],
		[-3n, -3],
		[9007199254740991n, 9007199254740991],
		[-9007199254740991n, -9007199254740991],
		[9007199254740992n, {int: '9007199254740992'}],
		[9007199254740993n, {int: '9007199254740993'}],
		[-9007199254740992n, {int: '-9007199254740992'}],
		[9223372036854775807n, {int: '9223372036854775807'}],
		[-9223372036854775808n, {int: '-9223372036854775808'}],
		[0.5, 0.5],
		[-1e-7, -1e-7],
		[1, {real: '1.0'}],
		[0, {real: '0.0'}],
		[-0, {real: '-0.0'}],
		[9007199254740991, {real: '9007199254740991.0'}],
		[1e16, {real: '1e+16'}],
		[1e300, {real: '1e+300'}],
		[Number.POSITIVE_INFINITY, {real: 'inf'}],
		[Number.NEGATIVE_INFINITY, {real: '-inf'}],
		[new Uint8Array(), {hex: ''}],
		[Uint8Array.of(0, 10, 255), {hex: '000aff'}],
	])('%s is %j', (cell, json) => {
		expect(cellToJson(cell)).toEqual(json);
		expect(cellFromJson(throughText(json))).toEqual(cell);
	});

	it('loses nothing', () => {
		fc.assert(
			fc.property(cells, cell => {
				expect(cellFromJson(throughText(cellToJson(cell)))).toEqual(cell);
			}),
			{numRuns: 1000},
		);
	});

	it('writes the bytes of a view, not those of the buffer under it', () => {
		expect(cellToJson(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toEqual({hex: '0203'});
	});

	it.each([
		undefined,
		true,
		[],
		[1],
		{},
		{text: 'x'},
		// Beyond ±(2^53 − 1) a JSON number does not tell which INTEGER it was.
		2 ** 53,
		-(2 ** 53),
		1e300,
		Number.NaN,
		Number.POSITIVE_INFINITY,
		{int: 1},
		{int: ''},
		{int: '1.0'},
		{int: ' 1'},
		{int: '0x10'},
		{int: '+1'},
		{int: '9223372036854775808'},
		{int: '-9223372036854775809'},
		{real: 1},
		{real: ''},
		{real: 'x'},
		{real: ' 1.0'},
		{real: '0x10'},
		{real: 'Infinity'},
		{real: '1e999'},
		{real: '1,5'},
		{hex: 1},
		{hex: '0'},
		{hex: '0g'},
		{hex: "x'00'"},
	])('%j is none', json => {
		expect(() => cellFromJson(json)).toThrow(RangeError);
	});
});

describe('realText', () => {
	it('is read back as the same double', () => {
		fc.assert(
			fc.property(reals, value => {
				expect(realFromText(realText(value))).toBe(value);
			}),
			{numRuns: 1000},
		);
	});

	it('always looks like a REAL', () => {
		fc.assert(
			fc.property(reals, value => {
				expect(realText(value)).toMatch(/^-?(?:\d+\.\d+|\d(?:\.\d+)?e[+-]\d{2,3}|inf)$/);
			}),
		);
	});
});

describe('integerOfReal', () => {
	it.each([
		[1, 1n],
		[-0, 0n],
		[2 ** 62, 4611686018427387904n],
		[-(2 ** 63), -9223372036854775808n],
		[2 ** 63, null],
		// The doubles next to ±2^63 are 1,024 and 2,048 away.
		[2 ** 63 - 1024, 9223372036854774784n],
		[-(2 ** 63) - 2048, null],
		[0.5, null],
		[1e300, null],
		[Number.POSITIVE_INFINITY, null],
		[Number.NEGATIVE_INFINITY, null],
	])('%d counts as %s', (real, integer) => {
		expect(integerOfReal(real)).toBe(integer);
	});
});

it('hex writes two lower-case digits a byte', () => {
	expect(hex(Uint8Array.of(0, 1, 171, 255))).toBe('0001abff');
});

describe('an outcome in JSON', () => {
	it('is that of a table', () => {
		const outcome: QueryOutcome = {
			elapsedMs: 1.2,
			readAsText: ['USA'],
			table: {
				columns: ['n', 'n'],
				rows: [
					[3n, 1],
					[null, 'x'],
				],
				rowCount: 10_000,
				truncated: 'uncounted',
				digest: '2-ab',
			},
		};
		const json = {
			table: {
				columns: ['n', 'n'],
				rows: [
					[3, {real: '1.0'}],
					[null, 'x'],
				],
				row_count: 10_000,
				truncated: 'uncounted' as const,
				digest: '2-ab',
			},
			elapsed_ms: 1.2,
			read_as_text: ['USA'],
		};
		expect(outcomeToJson(outcome)).toEqual(json);
		expect(outcomeFromJson(throughText(json))).toEqual(outcome);
	});

	it('is that of a failure', () => {
		const outcome: QueryOutcome = {elapsedMs: 0, error: {kind: 'timeout', message: 'too slow'}};
		const json = {error: {kind: 'timeout' as const, message: 'too slow'}, elapsed_ms: 0};
		expect(outcomeToJson(outcome)).toEqual(json);
		expect(outcomeFromJson(throughText(json))).toEqual(outcome);
	});

	it('has no key for what is not there', () => {
		const table = {columns: ['a'], rows: [], rowCount: 0, truncated: false as const};
		expect(JSON.stringify(outcomeToJson({elapsedMs: 0, table}))).toBe(
			'{"table":{"columns":["a"],"rows":[],"row_count":0,"truncated":false},"elapsed_ms":0}',
		);
	});

	it('loses nothing', () => {
		fc.assert(
			fc.property(tables, fc.nat(), ({columns, rows}, more) => {
				const table = {columns, rows, rowCount: rows.length + more, truncated: more > 0 && ('kept' as const)};
				const outcome: QueryOutcome = {elapsedMs: 0.1, table};
				expect(outcomeFromJson(throughText(outcomeToJson(outcome)))).toEqual(outcome);
			}),
		);
	});
});
