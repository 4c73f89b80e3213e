import {describe, expect, it} from 'vitest';
import type {Cell, Table} from '../../source/database/cell.js';
import {observe, observeRejection} from '../../source/protocol/observation.js';

function observeTable(rows: Cell[][], table: Partial<Table> = {}): string {
	return observe({
		elapsedMs: 1,
		table: {columns: ['a'], rows, rowCount: rows.length, truncated: false, ...table},
	});
}

function observeCell(cell: Cell): string {
	return observeTable([[cell]]);
}

const SMILE = '\u{1f600}';

describe('a cell', () => {
	it.each<[string, Cell, string]>([
		['NULL', null, 'NULL'],
		['text that reads like it', 'NULL', 'NULL'],
		['empty text', '', ''],
		['a digit', 7n, '7'],
		['the largest INTEGER', 9223372036854775807n, '9223372036854775807'],
		['the smallest INTEGER', -9223372036854775808n, '-9223372036854775808'],
		['an INTEGER beyond 2^53', 9007199254740993n, '9007199254740993'],
		['text', 'O\'Brien said "ça"', 'O\'Brien said "ça"'],
		['entities and tags', '<b>&amp;</observation>', '<b>&amp;</observation>'],
		['a BLOB', Uint8Array.of(0, 255, 16), "x'00ff10'"],
		['an empty BLOB', new Uint8Array(), "x''"],
		['a tab', 'a\tb', 'a b'],
		['LF', 'a\nb', 'a b'],
		['CR', 'a\rb', 'a b'],
		['CRLF, which is one break', 'a\r\nb', 'a b'],
		['LF CR, which are two', 'a\n\rb', 'a  b'],
		['several breaks', '\n\na\t\t\r\n', '  a   '],
	])('%s', (_, cell, text) => {
		expect(observeCell(cell)).toBe(text);
	});

	it.each([
		[1, '1.0'],
		[100, '100.0'],
		[0, '0.0'],
		[-0, '-0.0'],
		[-1.5, '-1.5'],
		[3.14, '3.14'],
		[123456789.123, '123456789.123'],
		[0.1 + 0.2, '0.30000000000000004'],
		[1 / 3, '0.3333333333333333'],
		[0.0001, '0.0001'],
		[0.00012345, '0.00012345'],
		[0.000099, '9.9e-05'],
		[1e-5, '1e-05'],
		[1.23e-5, '1.23e-05'],
		[1e-6, '1e-06'],
		[-1e-7, '-1e-07'],
		[1.5e-7, '1.5e-07'],
		[1e-100, '1e-100'],
		[5e-324, '5e-324'],
		[2.2250738585072014e-308, '2.2250738585072014e-308'],
		[1e15, '1000000000000000.0'],
		[1234567890123456.8, '1234567890123456.8'],
		[2 ** 53, '9007199254740992.0'],
		[9999999999999998, '9999999999999998.0'],
		[1e16, '1e+16'],
		[12345678901234568, '1.2345678901234568e+16'],
		[2 ** 63, '9.223372036854776e+18'],
		[-2.5e20, '-2.5e+20'],
		[1e21, '1e+21'],
		[1e22, '1e+22'],
		[1e100, '1e+100'],
		[Number.MAX_VALUE, '1.7976931348623157e+308'],
		[Number.POSITIVE_INFINITY, 'inf'],
		[Number.NEGATIVE_INFINITY, '-inf'],
	])('the REAL %d as the repr of Python: %s', (value, text) => {
		expect(observeCell(value)).toBe(text);
	});

	it.each<[string, Cell, string]>([
		['200 characters stay', 'x'.repeat(200), 'x'.repeat(200)],
		['the 201st is cut off', 'x'.repeat(201), `${'x'.repeat(200)}…`],
		['a long text', 'ab'.repeat(1_000_000), `${'ab'.repeat(100)}…`],
		['200 characters of two units stay', SMILE.repeat(200), SMILE.repeat(200)],
		['201 characters of two units', SMILE.repeat(201), `${SMILE.repeat(200)}…`],
		['a pair at the edge is whole', `${'x'.repeat(199)}${SMILE}y`, `${'x'.repeat(199)}${SMILE}…`],
		['a pair after the edge is gone', `${'x'.repeat(200)}${SMILE}`, `${'x'.repeat(200)}…`],
		['breaks are replaced before it is cut', `${'\r\n'.repeat(200)}`, ' '.repeat(200)],
		[
			'breaks count as one each',
			`${'\r\n'.repeat(150)}${'x'.repeat(51)}`,
			`${' '.repeat(150)}${'x'.repeat(50)}…`,
		],
		// 3 + 2 × 98 + 1 is 199, one byte more 201.
		['a BLOB of 98 bytes stays', new Uint8Array(98), `x'${'00'.repeat(98)}'`],
		['a BLOB of 99 bytes is cut', new Uint8Array(99).fill(1), `x'${'01'.repeat(99)}…`],
		['a BLOB of a megabyte', new Uint8Array(2 ** 20).fill(171), `x'${'ab'.repeat(99)}…`],
	])('is cut: %s', (_, cell, text) => {
		expect(observeCell(cell)).toBe(text);
	});
});

describe('rows', () => {
	const numbers = (count: number): Cell[][] => Array.from({length: count}, (_, index) => [BigInt(index + 1)]);
	const first20 = Array.from({length: 20}, (_, index) => String(index + 1)).join('\n');

	it('stand without a header, cells parted by a tab', () => {
		const rows = [
			[1n, 'a', null],
			[2n, '', 0.5],
		];
		expect(observeTable(rows, {columns: ['x', 'y', 'z']})).toBe('1\ta\tNULL\n2\t\t0.5');
	});

	it('are none', () => {
		expect(observeTable([])).toBe('(0 rows)');
	});

	it.each<[string, Cell[][], Partial<Table>, string]>([
		['20 rows are all', numbers(20), {}, first20],
		['of 21, one is more', numbers(21), {}, `${first20}\n… (1 more rows)`],
		['of 1,000 that are kept', numbers(1000), {}, `${first20}\n… (980 more rows)`],
		[
			'of 4,321 of which 1,000 are kept',
			numbers(1000),
			{rowCount: 4321, truncated: 'kept'},
			`${first20}\n… (4,301 more rows)`,
		],
		[
			'that were not counted on',
			numbers(1000),
			{rowCount: 10_000, truncated: 'uncounted'},
			`${first20}\n… (more than 9,980 more rows)`,
		],
	])('are the first 20: %s', (_, rows, table, text) => {
		expect(observeTable(rows, table)).toBe(text);
	});

	it.each([
		// 39 full cells, their tabs and a 40th of 161 make 39 × 201 + 161 = 8,000.
		['8,000 characters stay', 161, ''],
		['the 8,001st is cut off', 162, '… (cut)'],
	])('are cut as a whole: %s', (_, last, end) => {
		const cells = [...Array.from({length: 39}, () => 'x'.repeat(200)), 'y'.repeat(last)];
		const whole = `${`${'x'.repeat(200)}\t`.repeat(39)}${'y'.repeat(161)}`;
		expect(whole).toHaveLength(8000);
		expect(observeTable([cells])).toBe(whole + end);
	});

	it('are cut together with what is said of more rows', () => {
		const rows = Array.from({length: 30}, () => Array.from({length: 3}, () => 'x'.repeat(200)));
		const line = Array.from({length: 3}, () => 'x'.repeat(200)).join('\t');
		const whole = `${Array.from({length: 20}, () => line).join('\n')}\n… (10 more rows)`;
		expect(observeTable(rows)).toBe(`${whole.slice(0, 8000)}… (cut)`);
	});
});

describe('failures', () => {
	it.each(['refused', 'sql', 'timeout', 'memory', 'cancelled', 'database'] as const)('%s', kind => {
		expect(observe({elapsedMs: 1, error: {kind, message: 'no such column: x'}})).toBe(
			'Error: no such column: x',
		);
	});

	it('are cut as a whole', () => {
		const message = 'x'.repeat(8000);
		expect(observe({elapsedMs: 1, error: {kind: 'sql', message}})).toBe(`Error: ${'x'.repeat(7993)}… (cut)`);
	});

	it.each([
		['', 'Error: rejected by the user'],
		['  ', 'Error: rejected by the user'],
		['Use the other table.', 'Error: rejected by the user: Use the other table.'],
	])('a rejection with the note %j', (note, text) => {
		expect(observeRejection(note)).toBe(text);
	});
});
