import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {markdownWriter} from '../../source/rows/markdown.js';
import {tables} from '../support/cells.js';
import {writeRows} from '../support/write-rows.js';

function markdown(columns: string[], ...batches: Cell[][][]): string {
	return writeRows(markdownWriter(), columns, ...batches);
}

describe('markdownWriter', () => {
	it.each<[string, Cell, string]>([
		['NULL', null, 'NULL'],
		['empty text', '', ''],
		['text', "it's", "it's"],
		['a bar, which would end the cell', 'a|b', 'a\\|b'],
		['a backslash before a bar', 'a\\|b', 'a\\\\\\|b'],
		['emphasis', '*a* _b_ ~~c~~', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~'],
		['code', '`a`', '\\`a\\`'],
		['a link', '[a](b)', '\\[a\\](b)'],
		['a tag', '<script>', '&lt;script>'],
		['an entity', '&lt;', '&amp;lt;'],
		['LF', 'a\nb', 'a<br>b'],
		['CRLF', 'a\r\nb', 'a<br>b'],
		['CR', 'a\rb', 'a<br>b'],
		['any script', '日本 \u{1f600}', '日本 \u{1f600}'],
		['the largest INTEGER', 9223372036854775807n, '9223372036854775807'],
		['a REAL', 1, '1.0'],
		['infinity', Number.POSITIVE_INFINITY, 'inf'],
		['a BLOB', Uint8Array.of(0, 255), "x'00ff'"],
	])('writes %s', (_, cell, text) => {
		expect(markdown(['a', 'b'], [[cell, 1n]])).toBe(`| a | b |\n| --- | --- |\n| ${text} | 1 |\n`);
	});

	it('writes names like any text, those that are the same as well', () => {
		expect(markdown(['count(*)', 'x', 'x', '__proto__'], [[1n, 2n, 3n, 4n]])).toBe(
			'| count(\\*) | x | x | \\_\\_proto\\_\\_ |\n| --- | --- | --- | --- |\n| 1 | 2 | 3 | 4 |\n',
		);
	});

	it('writes the header alone where there are no rows', () => {
		expect(markdown(['a'])).toBe('| a |\n| --- |\n');
		expect(markdown(['a'], [])).toBe('| a |\n| --- |\n');
	});

	it('has a line a row, and as many bars in each as there are columns', () => {
		fc.assert(
			fc.property(tables, ({columns, rows}) => {
				const lines = markdown(columns, rows).split('\n');
				expect(lines.pop()).toBe('');
				expect(lines).toHaveLength(rows.length + 2);
				expect(lines.map(line => line.replaceAll(/\\./g, '').split('|').length - 2)).toEqual(
					lines.map(() => columns.length),
				);
			}),
		);
	});

	it('writes batches like one', () => {
		fc.assert(
			fc.property(tables, fc.nat(6), ({columns, rows}, cut) => {
				expect(markdown(columns, rows.slice(0, cut), rows.slice(cut))).toBe(markdown(columns, rows));
			}),
		);
	});
});
