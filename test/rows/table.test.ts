import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {tableWriter} from '../../source/rows/table.js';
import {tables} from '../support/cells.js';
import {writeRows} from '../support/write-rows.js';

function table(columns: string[], rows: Cell[][], width?: number): string {
	return writeRows(tableWriter(width), columns, rows);
}

/** The lines of a drawing, without the tabs before them. */
function lines(...text: string[]): string {
	return text.map(line => `${line}\n`).join('');
}

describe('the grid', () => {
	it.each<[string, string[], Cell[][], string]>([
		[
			'numbers to the right, text to the left',
			['name', 'n'],
			[
				['a', 5n],
				['bcdef', 123n],
				['c', null],
			],
			// NULL, four wide, is the widest cell of n.
			lines('name      n', '─────  ────', 'a         5', 'bcdef   123', 'c      NULL'),
		],
		[
			'a name longer than its cells',
			['the name', 'x'],
			[[1n, 'y']],
			lines('the name  x', '────────  ─', '       1  y'),
		],
		[
			'one kind of number under the other',
			['x'],
			[[1n], [-2.5], [Number.POSITIVE_INFINITY]],
			lines('   x', '────', '   1', '-2.5', ' inf'),
		],
		['numbers among text to the left', ['x'], [[1n], ['text']], lines('x', '────', '1', 'text')],
		['nothing but NULL to the left', ['long'], [[null]], lines('long', '────', 'NULL')],
		[
			'NULL, the text NULL and empty text apart',
			['x'],
			[[null], ['NULL'], [''], ["''"]],
			lines('x', '──────', 'NULL', "'NULL'", "''", "''"),
		],
		[
			'letters of double width',
			['x', 'y'],
			[
				['日本', 'a'],
				['ab', 'b'],
				['\u{1f600}', 'c'],
				['e\u0301', 'd'],
			],
			lines('x     y', '────  ─', '日本  a', 'ab    b', '\u{1f600}    c', 'e\u0301     d'),
		],
		[
			'what would move the cursor as signs',
			['a\tb', 'c'],
			[['x\ny\r\u001b[2J', 'z']],
			lines('a␉b       c', '────────  ─', 'x␊y␍␛[2J  z'),
		],
		['a BLOB', ['x'], [[Uint8Array.of(0, 255)]], lines('x', '───────', "x'00ff'")],
		[
			'INTEGERs at the limits',
			['x'],
			[[9223372036854775807n], [-9223372036854775808n]],
			lines('                   x', '────────────────────', ' 9223372036854775807', '-9223372036854775808'),
		],
		[
			'names that are the same',
			['x', 'x', '__proto__'],
			[[1n, 2n, 3n]],
			lines('x  x  __proto__', '─  ─  ─────────', '1  2          3'),
		],
		['80 columns whole', ['x'], [['y'.repeat(80)]], lines('x', '─'.repeat(80), 'y'.repeat(80))],
		['81 columns cut', ['x'], [['y'.repeat(81)]], lines('x', '─'.repeat(81), `${'y'.repeat(80)}…`)],
		// 39 times two columns are 78, one more is 80.
		[
			'double width at the edge whole',
			['x'],
			[['日'.repeat(41)]],
			lines('x', '─'.repeat(81), `${'日'.repeat(40)}…`),
		],
		[
			'an emoji at the edge left out',
			['x'],
			[[`${'y'.repeat(79)}\u{1f600}`]],
			lines('x', '─'.repeat(80), `${'y'.repeat(79)}…`),
		],
		['no rows', ['a', 'bc'], [], lines('a  bc', '─  ──')],
	])('has %s', (_, columns, rows, drawing) => {
		expect(table(columns, rows)).toBe(drawing);
	});

	it('is the header alone where no batch comes', () => {
		expect(writeRows(tableWriter(), ['a', 'bc'])).toBe('a  bc\n─  ──\n');
	});

	it('has the header once, and pushes what is wider in a later batch', () => {
		expect(writeRows(tableWriter(), ['a', 'b'], [['x', 'y']], [['long', 'z']], [['u', 'v']])).toBe(
			lines('a  b', '─  ─', 'x  y', 'long  z', 'u  v'),
		);
	});

	it('is drawn with every column in its place', () => {
		fc.assert(
			fc.property(tables, ({columns, rows}) => {
				const [, rule = '', ...drawn] = table(
					[...columns, 'end'],
					rows.map(row => [...row, '│']),
				).split('\n');
				const place = stringWidth(rule.slice(0, rule.lastIndexOf('  ') + 2));
				expect(drawn.pop()).toBe('');
				expect(drawn.map(line => stringWidth(line.slice(0, line.lastIndexOf('│'))))).toEqual(
					rows.map(() => place),
				);
			}),
		);
	});
});

describe('records', () => {
	const columns = ['id', 'name'];
	const rows: Cell[][] = [
		[1n, 'abc'],
		[23n, null],
	];

	it('stand where the grid is wider than the terminal', () => {
		// id 2, a gap of 2, name 4: the grid is 8 columns wide.
		expect(table(columns, rows, 8)).toBe(lines('id  name', '──  ────', ' 1  abc', '23  NULL'));
		expect(table(columns, rows, 7)).toBe(
			lines('── row 1', 'id    1', 'name  abc', '── row 2', 'id    23', 'name  NULL'),
		);
	});

	it('are counted through all batches', () => {
		const writer = tableWriter(4);
		const text = writeRows(writer, columns, rows, rows);
		expect(text.match(/── row \d+/g)).toEqual(['── row 1', '── row 2', '── row 3', '── row 4']);
	});

	it('are drawn like the cells of a grid', () => {
		expect(table(['日本', 'x'], [['', 'a\nb']], 3)).toBe(lines('── row 1', "日本  ''", 'x     a␊b'));
	});
});
