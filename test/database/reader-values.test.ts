import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase, numbers, rowsOf, tableOf, testReader} from '../support/test-reader.js';

const folder = temporaryFolder();
const reader = await testReader(
	makeDatabase(folder, 'values.sqlite', 'CREATE TABLE t(a); INSERT INTO t VALUES (1)'),
);

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('a cell', () => {
	it.each<[string, Cell]>([
		['NULL', null],
		['9223372036854775807', 2n ** 63n - 1n],
		['-9223372036854775808', -(2n ** 63n)],
		['9007199254740993', 9007199254740993n],
		['-9007199254740993', -9007199254740993n],
		['1152921504606846977', 1152921504606846977n],
		['1', 1n],
		['1.0', 1],
		['1e15', 1e15],
		['9223372036854775808', 2 ** 63],
		['9007199254740993.0', 9007199254740992],
		['0.1', 0.1],
		['5e-324', 5e-324],
		['1.7976931348623157e308', 1.7976931348623157e308],
		['1e999', Number.POSITIVE_INFINITY],
		['-1e999', Number.NEGATIVE_INFINITY],
		['-0.0', -0],
		['0.0', 0],
		['1e999 - 1e999', null],
		['1 / 0', null],
		['7 / 2', 3n],
		["''", ''],
		["'NULL'", 'NULL'],
		["'1'", '1'],
		["'a' || char(0) || 'b'", 'a\0b'],
		["char(0xFEFF) || 'x'", '\uFEFFx'],
		['char(27, 7, 0x9b, 13, 10, 0x202e)', '\u001B\u0007\u009B\r\n\u202E'],
		["'日本 👨‍👩‍👧 é'", '日本 👨‍👩‍👧 é'],
		['char(0x10FFFF)', '\u{10FFFF}'],
		["CAST(x'c328' AS TEXT)", '\uFFFD('],
		["CAST(x'636166e9' AS TEXT)", 'caf\uFFFD'],
		["CAST(x'c080' AS TEXT)", '\uFFFD\uFFFD'],
		["CAST(x'eda080' AS TEXT)", '\uFFFD\uFFFD\uFFFD'],
		["x'0001ff'", bytes(0, 1, 255)],
		["x''", bytes()],
		["x'c328'", bytes(0xc3, 0x28)],
		['\'{"int": "5"}\'', '{"int": "5"}'],
	])('is %s exactly', async (sql, value) => {
		const [row, ...more] = await rowsOf(reader, `SELECT ${sql}`);
		expect(more).toEqual([]);
		expect(row).toHaveLength(1);
		// toBe tells -0 from 0 and 1n from 1.
		if (value instanceof Uint8Array) {
			expect(row![0]).toBeInstanceOf(Uint8Array);
			expect(Buffer.from(row![0] as Uint8Array)).toEqual(Buffer.from(value));
		} else {
			expect(row![0]).toBe(value);
		}
	});

	it('can have 5 MB', async () => {
		const [row] = await rowsOf(
			reader,
			"SELECT printf('%.*c', 5e6, 'x'), zeroblob(5000000), printf('%.*c', 5e6, char(27)) || 'é'",
		);
		expect(row![0]).toBe('x'.repeat(5_000_000));
		expect(Buffer.from(row![1] as Uint8Array).equals(Buffer.alloc(5_000_000))).toBe(true);
		expect(row![2]).toBe(`${'\u001B'.repeat(5_000_000)}é`);
	});

	it('is read from UTF-16 as from UTF-8', async () => {
		const file = makeDatabase(
			folder,
			'utf-16.sqlite',
			"PRAGMA encoding = 'UTF-16'; CREATE TABLE t(a); INSERT INTO t VALUES ('日本 👨‍👩‍👧 é')",
		);
		expect(await rowsOf(await testReader(file), 'SELECT a FROM t')).toEqual([['日本 👨‍👩‍👧 é']]);
	});
});

describe('columns', () => {
	it('may have the same name', async () => {
		const {columns, rows} = tableOf(await reader.query('SELECT 1 AS id, 2 AS id, 3 AS "ID"'));
		expect(columns).toEqual(['id', 'id', 'ID']);
		expect(rows).toEqual([[1n, 2n, 3n]]);
	});

	it('may have a name that means something to JavaScript, or none', async () => {
		const {columns, rows} = tableOf(
			await reader.query('SELECT 1 AS "__proto__", 2 AS "constructor", 3 AS "", 4 AS "a""b\nc"'),
		);
		expect(columns).toEqual(['__proto__', 'constructor', '', 'a"b\nc']);
		expect(rows).toEqual([[1n, 2n, 3n, 4n]]);
	});

	it('can be 2,000', async () => {
		const list = Array.from({length: 2000}, (_, i) => `${i} AS c${i}`);
		const {columns, rows} = tableOf(await reader.query(`SELECT ${list.join(', ')}`));
		expect(columns).toEqual(Array.from({length: 2000}, (_, i) => `c${i}`));
		expect(rows).toEqual([Array.from({length: 2000}, (_, i) => BigInt(i))]);
	});

	it('are there when there is no row', async () => {
		expect(tableOf(await reader.query('SELECT a, 1 AS b FROM t WHERE 0'))).toEqual({
			columns: ['a', 'b'],
			rows: [],
			rowCount: 0,
			truncated: false,
		});
	});
});

describe('rows', () => {
	const firstNumbers = (count: number) => Array.from({length: count}, (_, i) => [BigInt(i + 1)]);

	it.each([
		[0, 0, false],
		[1, 1, false],
		[1000, 1000, false],
		[1001, 1000, 'kept'],
		[10_000, 1000, 'kept'],
	] as const)('%i are counted and %i of them kept', async (count, kept, truncated) => {
		const table = tableOf(
			await reader.query(`SELECT * FROM (${numbers(Math.max(1, count))}) LIMIT ${count}`),
		);
		expect(table).toEqual({columns: ['i'], rows: firstNumbers(kept), rowCount: count, truncated});
	});

	it.each([10_001, 20_000])('beyond 10,000 are not counted (%i)', async count => {
		const {rows, rowCount, truncated} = tableOf(await reader.query(numbers(count)));
		expect({rowCount, truncated}).toEqual({rowCount: 10_000, truncated: 'uncounted'});
		expect(rows).toEqual(firstNumbers(1000));
	});

	it('without an end are stopped there', async () => {
		const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
		expect(tableOf(await reader.query(endless))).toMatchObject({rowCount: 10_000, truncated: 'uncounted'});
	});

	it.each([
		[0, 5, 0, 5, 'kept'],
		[3, 5, 3, 5, 'kept'],
		[5, 5, 5, 5, false],
		[2500, 2500, 2500, 2500, false],
		[12_000, 11_000, 11_000, 11_000, false],
		[12_000, 12_000, 12_000, 12_000, false],
		[12_000, 12_001, 12_000, 12_000, 'uncounted'],
		[Number.POSITIVE_INFINITY, 12_001, 12_001, 12_001, false],
	] as const)('up to %f of %i are kept as asked', async (maxRows, count, kept, rowCount, truncated) => {
		const table = tableOf(await reader.query(numbers(count), {maxRows}));
		expect(table).toEqual({columns: ['i'], rows: firstNumbers(kept), rowCount, truncated});
	});

	it('that are heavy are kept up to a weight, but 20 always', async () => {
		const heavy = (bytes: number, count: number) =>
			reader.query(numbers(count, `i, printf('%.*c', ${bytes}, 'x')`));
		const wide = tableOf(await heavy(1e5, 800));
		expect(wide).toMatchObject({rowCount: 800, truncated: 'kept'});
		expect(wide.rows.length).toBeGreaterThan(250);
		expect(wide.rows.length).toBeLessThan(500);
		expect(wide.rows.map(([i]) => i)).toEqual(firstNumbers(wide.rows.length).flat());

		const huge = tableOf(await heavy(4e6, 25));
		expect(huge).toMatchObject({rowCount: 25, truncated: 'kept'});
		expect(huge.rows.map(([i]) => i)).toEqual(firstNumbers(20).flat());
	});

	it('that are heavy time after time do not add up', async () => {
		for (let i = 0; i < 5; i++) {
			const {rowCount} = tableOf(
				await reader.query(numbers(1000, "zeroblob(20000), printf('%.*c', 10000, char(1))")),
			);
			expect(rowCount).toBe(1000);
		}
	});
});

describe('the digest', () => {
	const digestOf = async (sql: string) => tableOf(await reader.query(sql, {digest: true})).digest;

	it('is of the whole result, and makes the count exact', async () => {
		const table = tableOf(await reader.query(numbers(50_000), {digest: true}));
		expect(table).toMatchObject({rowCount: 50_000, truncated: 'kept', digest: expect.any(String)});
		expect(table.rows).toHaveLength(1000);
		const other = await digestOf(`SELECT CASE i WHEN 50000 THEN 0 ELSE i END FROM (${numbers(50_000)})`);
		expect(other).not.toBe(table.digest);
	});

	it('is the same in another order', async () => {
		const shuffled = `SELECT i, 'x' || i FROM (${numbers(30_000)}) ORDER BY (i * 7919) % 30011`;
		expect(await digestOf(shuffled)).toBe(await digestOf(numbers(30_000, "i, 'x' || i")));
	});

	it('does not depend on how many rows are kept', async () => {
		const few = tableOf(await reader.query(numbers(3000), {digest: true, maxRows: 1}));
		expect(few).toMatchObject({rowCount: 3000, truncated: 'kept', rows: [[1n]]});
		expect(few.digest).toBe(await digestOf(numbers(3000)));
	});

	it.each([
		['SELECT 1 AS a', 'SELECT 1.0 AS b', true],
		['SELECT 0', 'SELECT -0.0', true],
		['SELECT 1', "SELECT '1'", false],
		["SELECT 'a'", "SELECT x'61'", false],
		['SELECT NULL', 'SELECT NULL', true],
		['SELECT NULL', "SELECT ''", false],
		['SELECT 1, 2', 'SELECT 2, 1', false],
		['VALUES (1), (1)', 'SELECT 1', true],
		['SELECT 1 WHERE 0', 'SELECT 1, 2 WHERE 0', true],
		['SELECT 1 WHERE 0', 'SELECT NULL', false],
		["SELECT 'ab', 'c'", "SELECT 'a', 'bc'", false],
		['SELECT 9007199254740993', 'SELECT 9007199254740992.0', false],
	])('of %s and %s: %s', async (one, other, same) => {
		expect((await digestOf(one)) === (await digestOf(other))).toBe(same);
	});

	it('is not there unless it is asked for', async () => {
		expect(tableOf(await reader.query('SELECT 1'))).not.toHaveProperty('digest');
	});
});

describe('text in double quotes', () => {
	it('is named when it was read as text', async () => {
		expect(await reader.query('SELECT a FROM t WHERE "USA" = \'USA\' AND "a" = 1')).toMatchObject({
			readAsText: ['USA'],
			table: {rows: [[1n]]},
		});
	});

	it('is named with a failure too', async () => {
		const outcome = await reader.query(`SELECT "x" FROM (${numbers(1_000_000_000)})`, {
			timeoutMs: 200,
			digest: true,
		});
		expect(outcome).toMatchObject({readAsText: ['x'], error: {kind: 'timeout'}});
	});

	it('is not named when it is a column', async () => {
		expect(await reader.query('SELECT "a" FROM t')).not.toHaveProperty('readAsText');
	});
});

describe('a statement', () => {
	it.each([
		['a comment', `SELECT 1 /* ${'x'.repeat(5_000_000)} */`],
		['a text', `SELECT length('${'x'.repeat(5_000_000)}') - 4999999`],
	])('can have 5 MB (%s)', async (_, sql) => {
		expect(await rowsOf(reader, sql)).toEqual([[1n]]);
	});
});
