import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {tsvWriter} from '../../source/rows/tsv.js';
import {tables} from '../support/cells.js';
import {writeRows} from '../support/write-rows.js';

function tsv(columns: string[], ...batches: Cell[][][]): string {
	return writeRows(tsvWriter(), columns, ...batches);
}

const ESCAPES: Record<string, string> = {'\\\\': '\\', '\\t': '\t', '\\n': '\n', '\\r': '\r'};

describe('tsvWriter', () => {
	it.each<[string, Cell, string]>([
		['NULL', null, '\\N'],
		['the text \\N', '\\N', '\\\\N'],
		['empty text', '', ''],
		['the text NULL', 'NULL', 'NULL'],
		['a tab', 'a\tb', 'a\\tb'],
		['LF', 'a\nb', 'a\\nb'],
		['CRLF', 'a\r\nb', 'a\\r\\nb'],
		['a backslash before a letter', 'C:\\new', 'C:\\\\new'],
		['quotes', '"it\'s"', '"it\'s"'],
		['any script', '日本 \u{1f600}', '日本 \u{1f600}'],
		['the smallest INTEGER', -9223372036854775808n, '-9223372036854775808'],
		['a REAL', 1, '1.0'],
		['minus infinity', Number.NEGATIVE_INFINITY, '-inf'],
		['a BLOB', Uint8Array.of(0, 255), "x'00ff'"],
	])('writes %s', (_, cell, field) => {
		expect(tsv(['a', 'b'], [[cell, 1n]])).toBe(`a\tb\n${field}\t1\n`);
	});

	it('writes a header like any row, names that are the same as well', () => {
		expect(tsv(['a\tb', 'x', 'x', '__proto__'], [[1n, 2n, 3n, 4n]])).toBe(
			'a\\tb\tx\tx\t__proto__\n1\t2\t3\t4\n',
		);
	});

	it('writes the header alone where there are no rows', () => {
		expect(tsv(['a', 'b'])).toBe('a\tb\n');
		expect(tsv(['a', 'b'], [])).toBe('a\tb\n');
	});

	it('has a line a row from which text and NULL are read back', () => {
		fc.assert(
			fc.property(tables, ({columns, rows}) => {
				const lines = tsv(columns, rows).split('\n');
				expect(lines.pop()).toBe('');
				const fields = lines.map(line =>
					line
						.split('\t')
						.map(field => (field === '\\N' ? null : field.replaceAll(/\\[\\tnr]/g, pair => ESCAPES[pair]!))),
				);
				const expected = rows.map(row =>
					row.map(cell =>
						cell === null || typeof cell === 'string' ? cell : expect.stringMatching(/^[-\dix]/),
					),
				);
				expect(fields).toEqual([columns, ...expected]);
			}),
		);
	});

	it('writes batches like one', () => {
		fc.assert(
			fc.property(tables, fc.nat(6), ({columns, rows}, cut) => {
				expect(tsv(columns, rows.slice(0, cut), rows.slice(cut))).toBe(tsv(columns, rows));
			}),
		);
	});
});
