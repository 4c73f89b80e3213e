import Database from 'better-sqlite3';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {insertWriter} from '../../source/rows/insert.js';

function insert(columns: string[], rows: Cell[][], tableName?: string): string {
	const writer = insertWriter(tableName);
	return writer.begin(columns) + writer.rows(rows) + writer.end();
}

/** The cells that a database holds after the statements, in a table of columns without types. */
function stored(sql: string, count: number, encoding = 'UTF-8'): Cell[][] {
	const database = new Database(':memory:');
	try {
		database.pragma(`encoding = '${encoding}'`);
		const names = /^INSERT INTO "result" \((.*?)\) VALUES/.exec(sql)?.[1] ?? '"a"';
		database.exec(`CREATE TABLE result (${names}); ${sql}`);
		const rows = database.prepare('SELECT * FROM result').safeIntegers().raw().all() as unknown[][];
		expect(rows.every(row => row.length === count)).toBe(true);
		return rows.map(row => row.map(cell => (Buffer.isBuffer(cell) ? Uint8Array.from(cell) : (cell as Cell))));
	} finally {
		database.close();
	}
}

const AWKWARD_CELLS: Cell[] = [
	null,
	'',
	'NULL',
	"it's",
	"''",
	'a\0b',
	'\0',
	'\0'.repeat(2000),
	'␀\0␀',
	'\ue000␀\0',
	'a\r\nb\nc\rd',
	'␊\n␍\r␀\0',
	"$1, '\0'",
	'-- no comment',
	'; DROP TABLE result;',
	'日本 \u{1f600} \u202e',
	'\ufeff',
	0n,
	-1n,
	9223372036854775807n,
	-9223372036854775808n,
	1,
	-0,
	0.1,
	1e16,
	1e-5,
	5e-324,
	Number.MAX_VALUE,
	2 ** 63,
	123456789.12345679,
	Number.POSITIVE_INFINITY,
	Number.NEGATIVE_INFINITY,
	Uint8Array.of(0, 255),
	new Uint8Array(),
];

describe('insertWriter', () => {
	it('writes a statement a row', () => {
		expect(
			insert(
				['a', 'b'],
				[
					[1n, "it's"],
					[1.5, null],
				],
			),
		).toBe(
			`INSERT INTO "result" ("a", "b") VALUES (1, 'it''s');\nINSERT INTO "result" ("a", "b") VALUES (1.5, NULL);\n`,
		);
	});

	it.each<[string, Cell, string]>([
		['a REAL that is whole', 1, '1.0'],
		['infinity', Number.POSITIVE_INFINITY, '9e999'],
		['a BLOB', Uint8Array.of(0, 255), "x'00ff'"],
		['a line break', "a\n'b'", "replace('a␊''b''', '␊', char(10))"],
		['NUL', 'a\0b', "replace('a␀b', '␀', char(0))"],
		['NUL beside its sign', '␀\0', "replace('␀\ue000', '\ue000', char(0))"],
	])('writes %s', (_, cell, literal) => {
		expect(insert(['a'], [[cell]])).toBe(`INSERT INTO "result" ("a") VALUES (${literal});\n`);
	});

	it('quotes names, makes them distinct as SQLite tells them apart, and keeps them in their line', () => {
		const sql = insert(
			['a "b"', 'x', 'X', 'x_2', 'CASE\n END', ''],
			[[1n, 2n, 3n, 4n, 5n, 6n]],
			'my "table"',
		);
		expect(sql).toBe(
			'INSERT INTO "my ""table""" ("a ""b""", "x", "X_3", "x_2", "CASE  END", "") VALUES (1, 2, 3, 4, 5, 6);\n',
		);
	});

	it('writes nothing where there are no rows', () => {
		expect(insert(['a'], [])).toBe('');
	});

	it.each(['UTF-8', 'UTF-16le'])(
		'writes what reads back as the same cells from a database in %s',
		encoding => {
			const rows = AWKWARD_CELLS.map(cell => [cell]);
			const sql = insert(['a'], rows);
			expect(sql.split('\n')).toHaveLength(rows.length + 1);
			expect(stored(sql, 1, encoding)).toEqual(rows);
		},
	);

	it('writes whatever is in a database so that it reads back as it was', () => {
		const cells = fc.oneof<fc.Arbitrary<Cell>[]>(
			fc.constantFrom(...AWKWARD_CELLS),
			fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n}),
			fc.double({noNaN: true}),
			fc.string({unit: 'grapheme'}),
			fc.string({unit: fc.constantFrom('\0', '\n', '\r', '␀', '␊', "'", 'a', '\ue000')}),
			fc.uint8Array({maxLength: 20}),
		);
		const rows = fc.array(fc.tuple(cells, cells), {minLength: 1, maxLength: 20});
		fc.assert(
			fc.property(rows, rows => {
				expect(stored(insert(['a', 'A'], rows), 2)).toEqual(rows);
			}),
			{numRuns: 300},
		);
	});
});
