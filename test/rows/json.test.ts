import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {jsonWriter} from '../../source/rows/json.js';
import {tables} from '../support/cells.js';
import {writeRows} from '../support/write-rows.js';

function json(columns: string[], ...batches: Cell[][][]): string {
	return writeRows(jsonWriter(), columns, ...batches);
}

describe('jsonWriter', () => {
	it.each<[string, Cell, string]>([
		['NULL', null, 'null'],
		['empty text', '', '""'],
		['the text null', 'null', '"null"'],
		['text in need of escapes', 'a\t"b"\n\\', '"a\\t\\"b\\"\\n\\\\"'],
		['any script', '日本 \u{1f600}', '"日本 \u{1f600}"'],
		['a line separator', '\u2028', '"\u2028"'],
		['a small INTEGER', -3n, '-3'],
		['the largest INTEGER that is a number', 9007199254740991n, '9007199254740991'],
		['an INTEGER beyond', 9007199254740992n, '"9007199254740992"'],
		['another, which no double holds', -9007199254740993n, '"-9007199254740993"'],
		['the largest INTEGER', 9223372036854775807n, '"9223372036854775807"'],
		['an integral REAL', 1, '1'],
		['a REAL', 0.1, '0.1'],
		['infinity', Number.POSITIVE_INFINITY, '"inf"'],
		['minus infinity', Number.NEGATIVE_INFINITY, '"-inf"'],
		['a BLOB', Uint8Array.of(0, 255), '"00ff"'],
		['an empty BLOB', new Uint8Array(), '""'],
	])('writes %s', (_, cell, value) => {
		expect(json(['a'], [[cell]])).toBe(`[\n{"a": ${value}}\n]\n`);
	});

	it('writes an object a row, a row a line', () => {
		expect(
			json(
				['a', 'b'],
				[
					[1n, null],
					[2n, 'x'],
				],
			),
		).toBe('[\n{"a": 1, "b": null},\n{"a": 2, "b": "x"}\n]\n');
	});

	it('writes an empty array where there are no rows', () => {
		expect(json(['a'])).toBe('[]\n');
		expect(json(['a'], [], [])).toBe('[]\n');
	});

	it.each([
		[
			['a', 'a'],
			['a', 'a_2'],
		],
		[
			['a', 'a', 'a'],
			['a', 'a_2', 'a_3'],
		],
		[
			['a', 'a', 'a_2'],
			['a', 'a_3', 'a_2'],
		],
		[
			['a_2', 'a', 'a'],
			['a_2', 'a', 'a_3'],
		],
		[
			['a', 'A'],
			['a', 'A'],
		],
		[
			['', ''],
			['', '_2'],
		],
		[
			['__proto__', '__proto__', 'constructor'],
			['__proto__', '__proto___2', 'constructor'],
		],
		[
			['2', '1'],
			['2', '1'],
		],
		[
			['a "b"', 'c\n'],
			['a "b"', 'c\n'],
		],
	])('of the columns %j it makes the keys %j', (columns, keys) => {
		const text = json(columns, [columns.map((_, index) => BigInt(index))]);
		// The order stands in the text only: an object puts keys like 1 first.
		const line = `{${keys.map((key, index) => `${JSON.stringify(key)}: ${index}`).join(', ')}}`;
		expect(text).toBe(`[\n${line}\n]\n`);
		expect(Object.keys(JSON.parse(text)[0]).sort()).toEqual(keys.toSorted());
	});

	it('can be parsed, and loses no row and no column', () => {
		fc.assert(
			fc.property(tables, ({columns, rows}) => {
				const parsed = JSON.parse(json(columns, rows)) as object[];
				expect(parsed.map(row => Object.keys(row).length)).toEqual(rows.map(() => columns.length));
			}),
		);
	});

	it('writes batches like one', () => {
		fc.assert(
			fc.property(tables, fc.nat(6), ({columns, rows}, cut) => {
				expect(json(columns, rows.slice(0, cut), [], rows.slice(cut))).toBe(json(columns, rows));
			}),
		);
	});
});
