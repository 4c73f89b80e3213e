import chalk from 'chalk';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fitWidths} from '../../source/ui/column-widths.js';
import {tableLines} from '../../source/ui/table-lines.js';
import {expectDrawable, plain, table, tables} from './awkward-tables.js';

chalk.level = 1;

function drawn(...args: Parameters<typeof tableLines>): string {
	return plain(tableLines(...args));
}

function frame(...lines: string[]): string {
	return lines.join('\n');
}

const customers = table(
	['CustomerId', 'FirstName', 'Company', 'Address', 'Country', 'Total'],
	[
		[1n, 'Luís', 'Embraer - Empresa Brasileira', 'Av. Brigadeiro Faria Lima, 2170', 'Brazil', 39.62],
		[2n, 'Leonie', null, 'Theodor-Heuss-Straße 34', 'Germany', 37],
		[10n, '日本', '', null, 'NULL', null],
	],
);

describe('tableLines', () => {
	it('has room for what stands in quotes: empty text, and text that reads like NULL', () => {
		const rows = [
			['a', '', 'abcde'],
			['b', 'z', 'NULL'],
		];
		expect(drawn(table(['x', 'y', 'z'], rows), {width: 40, maxRows: 20})).toBe(
			frame('x  y   z', "a  ''  abcde", "b  z   'NULL'"),
		);
	});

	it('stands numbers at the right, names above their columns, what is wide and what is combined in line', () => {
		expect(
			drawn(
				table(
					['name', 'n', 'note'],
					[
						['日本', 1n, 'x'],
						['e\u0301a', 1234n, '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
						[null, null, '\u{1f1eb}\u{1f1f7}!'],
						['', -2.5, 'NULL'],
						['a\u001b[2Jb', 1, null],
					],
				),
				{width: 40, maxRows: 20},
			),
		).toBe(
			frame(
				'name       n  note',
				'日本       1  x',
				'e\u0301a      1234  \u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
				'NULL    NULL  \u{1f1eb}\u{1f1f7}!',
				"''      -2.5  'NULL'",
				'a␛[2Jb   1.0  NULL',
			),
		);
	});

	it('gives every column its room where there is enough', () => {
		expect(drawn(customers, {width: 120, maxRows: 20})).toBe(
			frame(
				'CustomerId  FirstName  Company                       Address                          Country  Total',
				'         1  Luís       Embraer - Empresa Brasileira  Av. Brigadeiro Faria Lima, 2170  Brazil   39.62',
				'         2  Leonie     NULL                          Theodor-Heuss-Straße 34          Germany   37.0',
				"        10  日本       ''                            NULL                             'NULL'    NULL",
			),
		);
	});

	it('shrinks the widest first', () => {
		expect(drawn(customers, {width: 80, maxRows: 20})).toBe(
			frame(
				'CustomerId  FirstName  Company               Address              Country  Total',
				'         1  Luís       Embraer - Empresa B…  Av. Brigadeiro Far…  Brazil   39.62',
				'         2  Leonie     NULL                  Theodor-Heuss-Stra…  Germany   37.0',
				"        10  日本       ''                    NULL                 'NULL'    NULL",
			),
		);
	});

	it('leaves out whole columns, and names them', () => {
		expect(drawn(customers, {width: 40, maxRows: 20})).toBe(
			frame(
				'CustomerId  FirstName  Company',
				'         1  Luís       Embraer - Empres…',
				'         2  Leonie     NULL',
				"        10  日本       ''",
				'+ 3 more columns: Address, Country, …',
			),
		);
	});

	it('counts rows that are not shown', () => {
		const rows = [[1n], [2n], [3n]];
		expect(drawn(table(['n'], rows), {width: 40, maxRows: 2})).toBe(frame('n', '1', '2', '… 1 more row'));
		expect(drawn(table(['n'], rows, {rowCount: 1237, truncated: 'kept'}), {width: 40, maxRows: 20})).toBe(
			frame('n', '1', '2', '3', '… 1,234 more rows'),
		);
		expect(
			drawn(table(['n'], rows, {rowCount: 10_000, truncated: 'uncounted'}), {width: 40, maxRows: 2}),
		).toBe(frame('n', '1', '2', '… more than 9,998 more rows'));
	});

	it('has the names where there are no rows', () => {
		expect(drawn(table(['a', 'b'], []), {width: 40, maxRows: 5})).toBe(frame('a  b', '(0 rows)'));
	});

	it('does not cut numbers', () => {
		const numbers = table(
			['a rather long name for a number', 'the same once more', 'and again'],
			[[-9223372036854775808n, 1234567.125, 1n]],
		);
		expect(drawn(numbers, {width: 40, maxRows: 5})).toBe(
			frame(
				'a rather long name …  the same once more',
				'-9223372036854775808         1234567.125',
				'+ 1 more column: and again',
			),
		);
	});

	it('is never wider or longer than it may be, and safe to draw', () => {
		fc.assert(
			fc.property(
				tables,
				fc.oneof(fc.constantFrom(40, 80, 120, 300), fc.integer({min: 15, max: 300})),
				fc.nat(30),
				(table, width, maxRows) => {
					expectDrawable(tableLines(table, {width, maxRows}), width, maxRows + 3);
				},
			),
			{numRuns: 300},
		);
	});

	it('looks at no more than it shows', () => {
		const names = Array.from({length: 2000}, (_, index) => `column ${index}`);
		const huge = '日'.repeat(5e6);
		const wide = table(
			names,
			Array.from({length: 20}, () => names.map(() => huge)),
		);
		const started = performance.now();
		const lines = tableLines(wide, {width: 120, maxRows: 20});
		expect(performance.now() - started).toBeLessThan(500);
		expect(plain(lines.slice(-1))).toMatch(/^\+ 1,99\d more columns: column \d+, .*, …$/);
	});
});

describe('fitWidths', () => {
	const needs = fc.array(
		fc
			.integer({min: 1, max: 60})
			.chain(natural =>
				fc.record({natural: fc.constant(natural), least: fc.integer({min: 1, max: natural})}),
			),
		{minLength: 1, maxLength: 20},
	);

	it('takes all the room there is, no less than each column needs and no more than it likes', () => {
		fc.assert(
			fc.property(needs, fc.integer({min: 1, max: 600}), (needs, room) => {
				const sum = (of: number[]) => of.reduce((a, b) => a + b, 0);
				const widths = fitWidths(needs, room);
				const least = sum(needs.map(need => need.least));
				const natural = sum(needs.map(need => need.natural));
				expect(sum(widths)).toBe(Math.max(least, Math.min(natural, room)));
				widths.forEach((width, index) => {
					expect(width).toBeGreaterThanOrEqual(needs[index]!.least);
					expect(width).toBeLessThanOrEqual(needs[index]!.natural);
				});
			}),
		);
	});
});
