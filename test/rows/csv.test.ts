import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {csvWriter} from '../../source/rows/csv.js';
import {tables} from '../support/cells.js';
import {writeRows} from '../support/write-rows.js';

function csv(columns: string[], ...batches: Cell[][][]): string {
	return writeRows(csvWriter(), columns, ...batches);
}

describe('csvWriter', () => {
	it.each<[string, Cell, string]>([
		['NULL is nothing', null, ''],
		['empty text', '', '""'],
		['the text NULL', 'NULL', 'NULL'],
		['text', 'it is', 'it is'],
		['space at the ends', ' a ', ' a '],
		['a comma', 'a,b', '"a,b"'],
		['quotes', 'say "hi"', '"say ""hi"""'],
		['a single quote', "it's", "it's"],
		['LF', 'a\nb', '"a\nb"'],
		['CR', 'a\rb', '"a\rb"'],
		['CRLF', 'a\r\nb', '"a\r\nb"'],
		['a tab', 'a\tb', 'a\tb'],
		['any script', '日本 \u{1f600}', '日本 \u{1f600}'],
		['a formula, which is data', '=1+1', '=1+1'],
		['the largest INTEGER', 9223372036854775807n, '9223372036854775807'],
		['a REAL', 1, '1.0'],
		['infinity', Number.POSITIVE_INFINITY, 'inf'],
		['a BLOB', Uint8Array.of(0, 255), "x'00ff'"],
	])('writes %s', (_, cell, field) => {
		expect(csv(['a', 'b'], [[cell, 1n]])).toBe(`a,b\n${field},1\n`);
	});

	it('writes a header like any row, names that are the same as well', () => {
		expect(csv(['a,b', 'x', 'x', '', '__proto__'], [[1n, 2n, 3n, 4n, 5n]])).toBe(
			'"a,b",x,x,"",__proto__\n1,2,3,4,5\n',
		);
	});

	it('writes the header alone where there are no rows', () => {
		expect(csv(['a', 'b'])).toBe('a,b\n');
		expect(csv(['a', 'b'], [])).toBe('a,b\n');
	});

	it('is read back by the rules of RFC 4180, NULL apart from empty text', () => {
		fc.assert(
			fc.property(tables, ({columns, rows}) => {
				const records = parseCsv(csv(columns, rows));
				expect(records[0]!.map(({text}) => text)).toEqual(columns);
				expect(records.slice(1).map(record => record.map(fieldCell))).toEqual(
					rows.map(row => row.map(textCell)),
				);
			}),
		);
	});

	it('writes batches like one', () => {
		fc.assert(
			fc.property(tables, fc.nat(6), ({columns, rows}, cut) => {
				expect(csv(columns, rows.slice(0, cut), rows.slice(cut))).toBe(csv(columns, rows));
			}),
		);
	});
});

type Field = {text: string; quoted: boolean};

/** RFC 4180 with LF at the ends of lines: `"` in a quoted field is doubled, all else stands for itself. */
function parseCsv(text: string): Field[][] {
	const records: Field[][] = [];
	let record: Field[] = [];
	for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\n)/g)) {
		record.push(
			quoted === undefined ? {text: bare, quoted: false} : {text: quoted.replaceAll('""', '"'), quoted: true},
		);
		if (end === '\n') {
			records.push(record);
			record = [];
		}
	}

	return records;
}

function fieldCell({text, quoted}: Field): string | null {
	return text === '' && !quoted ? null : text;
}

/** What a cell of another kind is in CSV is told by the table above; here only that it comes back. */
function textCell(cell: Cell): unknown {
	return cell === null || typeof cell === 'string'
		? cell
		: expect.stringMatching(/^[-\d.einfx']|^x'[\da-f]*'$/);
}
