import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Observed, ObservedQuery} from '../../source/database/bulk-observed.js';
import {
	type BulkOptions,
	type BulkOutcome,
	type BulkQuery,
	type BulkReader,
	openBulkReader,
} from '../../source/database/bulk-reader.js';
import {DatabaseError} from '../../source/errors.js';
import {lock, withHotJournal} from '../support/lock-database.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, makeDatabase, numbers, tableOf, testReader} from '../support/test-reader.js';

const folder = temporaryFolder();
const shop = makeDatabase(
	folder,
	'shop.sqlite',
	`CREATE TABLE Item (Name TEXT, Price REAL);
	INSERT INTO Item VALUES ('apple', 1.0), ('pear', 2.5);
	CREATE TABLE Broken (Id INTEGER, Name TEXT);
	INSERT INTO Broken VALUES (3, 'whole'), (1, CAST(x'61ff62' AS TEXT)), (2, '\ufffd')`,
);
const zoo = makeDatabase(
	folder,
	'zoo.sqlite',
	"CREATE TABLE Animal (Name TEXT); INSERT INTO Animal VALUES ('ape')",
);

function reader(options: Partial<BulkOptions> = {}) {
	const bulk = openBulkReader({timeoutMs: 30_000, processes: 2, ...options});
	onTestFinished(() => bulk.close());
	const run = (sql: string, query: Partial<BulkQuery> = {}) =>
		bulk.run({file: shop, sql, text: 'ignore', wanted: 'rows', ...query});
	return {bulk, run};
}

function kindOf(outcome: BulkOutcome) {
	return 'error' in outcome ? outcome.error.kind : outcome.rows;
}

describe('the bulk reader', () => {
	it('gives the rows of many queries of several databases, each its own', async () => {
		const {run} = reader();
		const found = await Promise.all(
			Array.from({length: 200}, async (_, at) =>
				kindOf(
					await run(`SELECT ${at}, Name FROM ${at % 2 ? 'Item' : 'Animal'}`, {file: at % 2 ? shop : zoo}),
				),
			),
		);
		expect(found).toEqual(
			Array.from({length: 200}, (_, at) =>
				at % 2
					? [
							[BigInt(at), 'apple'],
							[BigInt(at), 'pear'],
						]
					: [[BigInt(at), 'ape']],
			),
		);
	});

	it('gives the key of the set of rows instead', async () => {
		const {run} = reader();
		const set = async (sql: string) => run(sql, {wanted: 'set'});
		expect(await set('SELECT * FROM Item')).toMatchObject({rowCount: 2, rows: null});
		const twice = 'SELECT * FROM Item UNION ALL SELECT * FROM Item ORDER BY Name DESC';
		expect(await set(twice)).toMatchObject({
			rowCount: 4,
			setKey: ((await set('SELECT * FROM Item')) as {setKey: string}).setKey,
		});
	});

	it.each([
		['sql', 'SELECT nope'],
		['refused', 'DELETE FROM Item'],
		['refused', 'SELECT 1; SELECT 2'],
		['refused', ''],
		['memory', 'SELECT zeroblob(900000000), zeroblob(900000000), zeroblob(900000000)'],
	])('tells that it is %s: %s', async (kind, sql) => {
		expect(kindOf(await reader().run(sql))).toBe(kind);
	});

	it('reads double-quoted text', async () => {
		expect(kindOf(await reader().run('SELECT Name FROM Item WHERE Name = "pear"'))).toEqual([['pear']]);
	});

	it('gives many rows whole, and counts those of a result that is too large', async () => {
		const {run} = reader();
		const [large, larger] = await Promise.all([
			run(numbers(50_000)),
			run(numbers(60, "i, replace(hex(zeroblob(500000)), '0', 'x')")),
		]);
		expect(large).toMatchObject({rowCount: 50_000});
		expect((kindOf(large) as unknown[][])[49_999]).toEqual([50_000n]);
		expect(larger).toMatchObject({rowCount: 60, rows: null});
	});
});

describe('text that is no UTF-8', () => {
	const all = 'SELECT Name, Id FROM Broken ORDER BY Id; -- all';
	it('is left out, as Python does with errors="ignore"', async () => {
		expect(kindOf(await reader().run(all))).toEqual([
			['ab', 1n],
			['\ufffd', 2n],
			['whole', 3n],
		]);
	});

	it('is a failure where it is read strictly; U+FFFD itself is none', async () => {
		const {run} = reader();
		expect(kindOf(await run(all, {text: 'strict'}))).toBe('decode');
		expect(kindOf(await run('SELECT Name FROM Broken WHERE Id > 1', {text: 'strict'}))).toEqual([
			['whole'],
			['\ufffd'],
		]);
	});

	it('keeps the order and the number of rows', async () => {
		const {run} = reader();
		const ordered = `${numbers(3000, 'i, CASE i WHEN 2999 THEN (SELECT Name FROM Broken WHERE Id = 1) END')} ORDER BY i % 10, i DESC`;
		const rows = kindOf(await run(ordered)) as unknown[][];
		expect(rows).toHaveLength(3000);
		expect(rows.slice(0, 2)).toEqual([
			[3000n, null],
			[2990n, null],
		]);
		expect(rows.filter(([, text]) => text === 'ab')).toEqual([[2999n, 'ab']]);
		expect(
			kindOf(await run('WITH x AS (SELECT * FROM Broken) SELECT Id FROM x WHERE Name = char(65533)')),
		).toEqual([[2n]]);
	});
});

describe('a query that does not end', () => {
	it('costs its time limit once, and no other waits for it', async () => {
		const {run} = reader({timeoutMs: 3000});
		const start = performance.now();
		const endless = [run(ENDLESS), run(`${ENDLESS} -- 2`)];
		const others = await Promise.all(Array.from({length: 100}, (_, at) => run(`SELECT ${at}`)));
		expect(performance.now() - start).toBeLessThan(2900);
		expect(others.map(kindOf)).toEqual(Array.from({length: 100}, (_, at) => [[BigInt(at)]]));
		expect((await Promise.all(endless)).map(kindOf)).toEqual(['timeout', 'timeout']);
		expect(performance.now() - start).toBeLessThan(6000);
	});

	it('ends with an abort, as do those behind it', async () => {
		const controller = new AbortController();
		const {run} = reader({signal: controller.signal, processes: 1});
		const runs = [run(ENDLESS), run('SELECT 1')];
		setTimeout(() => controller.abort(new Error('enough')), 300);
		for (const one of runs) {
			await expect(one).rejects.toThrow('enough');
		}
	});
});

describe('a database', () => {
	it('that is none, or is not there, is told', async () => {
		const {bulk} = reader();
		const none = path.join(folder, 'none.sqlite');
		await expect(bulk.add(none)).rejects.toThrow(DatabaseError);
		writeFileSync(none, 'text');
		await expect(bulk.add(none)).rejects.toThrow('is not a SQLite database');
	});

	it('that is damaged is told when it is read', async () => {
		const damaged = path.join(folder, 'damaged.sqlite');
		const bytes = readFileSync(shop);
		bytes.fill(0xff, 100, 4096);
		writeFileSync(damaged, bytes);
		await expect(reader().run('SELECT * FROM Item', {file: damaged})).rejects.toThrow(DatabaseError);
	});

	it('with an unfinished transaction is read from a copy without it', async () => {
		const file = await withHotJournal(temporaryFolder());
		const before = readFileSync(file);
		const {run} = reader();
		const outcomes = await Promise.all(
			Array.from({length: 20}, (_, at) => run(`SELECT DISTINCT a, ${at} FROM t`, {file})),
		);
		expect(outcomes.map(kindOf)).toEqual(Array.from({length: 20}, (_, at) => [['before', BigInt(at)]]));
		expect(readFileSync(file).equals(before)).toBe(true);
	});

	it('that is locked is told', async () => {
		const file = makeDatabase(temporaryFolder());
		await lock(file, 'BEGIN EXCLUSIVE');
		await expect(reader().run('SELECT * FROM t', {file})).rejects.toThrow('is locked by another program');
	});

	it('that changes meanwhile is told', async () => {
		const {bulk} = reader();
		const file = makeDatabase(temporaryFolder());
		await bulk.add(file);
		await bulk.checkVersions();
		writeFileSync(file, readFileSync(shop));
		await expect(bulk.checkVersions()).rejects.toThrow('has changed');
	});
});

describe('a query that is observed', () => {
	const observe = (bulk: BulkReader, sql: string, query: Partial<ObservedQuery> = {}) =>
		bulk.observe({file: shop, sql, as: 'answer', withRows: false, ...query});
	const resultOf = (observed: Observed) => {
		if ('error' in observed) {
			throw new Error(observed.error.message);
		}

		return observed.result;
	};

	it('has what a reader of one database gives, and the key that a set has', async () => {
		const {bulk, run} = reader();
		const sql = `${numbers(30, "i, i / 2.0, 'é', NULL, x'00ff'")}`;
		const one = await (await testReader(shop)).query(sql, {digest: true, maxRows: 20});
		const table = tableOf(one);
		const result = resultOf(await observe(bulk, sql));
		expect({columns: result.columns, rows: result.first, rowCount: result.rowCount}).toEqual({
			columns: table.columns,
			rows: table.rows,
			rowCount: 30,
		});
		expect(table.rows).toHaveLength(20);
		const set = (await run(sql, {wanted: 'set'})) as {setKey: string};
		expect(result.whole).toEqual({digest: table.digest, setKey: set.setKey, rows: null});
	});

	it('has all its rows where they are wanted and are not too many bytes', async () => {
		const {bulk} = reader();
		const rowsOf = async (sql: string) =>
			resultOf(await observe(bulk, sql, {withRows: true})).whole!.rows?.length;
		expect(await rowsOf(numbers(50_000))).toBe(50_000);
		expect(await rowsOf(numbers(60, "i, replace(hex(zeroblob(500000)), '0', 'x')"))).toBeUndefined();
		const probe = async (rows: number) =>
			resultOf(await observe(bulk, numbers(rows), {as: 'probe', withRows: true})).whole!.rows?.length;
		expect([await probe(1000), await probe(1001)]).toEqual([1000, undefined]);
	});

	it('as a probe is counted to 10,000 rows, as an answer it is read to its end', async () => {
		const {bulk} = reader();
		const probe = async (rows: number) => resultOf(await observe(bulk, numbers(rows), {as: 'probe'}));
		expect(await probe(10_000)).toMatchObject({rowCount: 10_000, whole: {digest: expect.any(String)}});
		expect(await probe(10_001)).toMatchObject({rowCount: 10_000, whole: null});
		expect(resultOf(await observe(bulk, numbers(10_001)))).toMatchObject({rowCount: 10_001});
	});

	it('tells of a failure whether a probe would have had it, too', async () => {
		const {bulk} = reader({timeoutMs: 1500});
		const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
		const found = await Promise.all([
			observe(bulk, endless),
			observe(bulk, endless, {as: 'probe'}),
			observe(bulk, ENDLESS),
			observe(bulk, 'SELECT nope'),
		]);
		expect(found).toMatchObject([
			{error: {kind: 'timeout'}, isLong: true},
			{result: {rowCount: 10_000, whole: null}},
			{error: {kind: 'timeout'}, isLong: false},
			{error: {kind: 'sql', message: 'no such column: nope'}, isLong: false},
		]);
	});

	it('notes text in double quotes, also of one that is stopped', async () => {
		const {bulk} = reader({timeoutMs: 500});
		const quoted = await observe(bulk, 'SELECT Name FROM Item WHERE Name = "pear"');
		expect(quoted).toMatchObject({readAsText: ['pear'], result: {first: [['pear']]}});
		expect(await observe(bulk, `SELECT "pear", (${ENDLESS})`)).toMatchObject({
			readAsText: ['pear'],
			error: {kind: 'timeout'},
		});
		expect(await observe(bulk, 'SELECT Name FROM Item')).not.toHaveProperty('readAsText');
	});

	it('has text as the driver reads it, and says so', async () => {
		const {bulk} = reader();
		expect(await observe(bulk, 'SELECT Name FROM Broken ORDER BY Id')).toMatchObject({
			result: {first: [['a\ufffdb'], ['\ufffd'], ['whole']]},
			isSuspect: true,
		});
		expect(await observe(bulk, 'SELECT Name FROM Broken WHERE Id = 3')).toMatchObject({isSuspect: false});
		// Before a failure, too: here an integer overflow in the second row.
		const failing = "SELECT CAST(x'ff' AS TEXT), abs(-1) UNION ALL SELECT 'b', abs(-9223372036854775808)";
		expect(await observe(bulk, failing)).toMatchObject({error: {kind: 'sql'}, isSuspect: true});
	});
});

describe('a schema', () => {
	it('is that which the reader of one database reads, warnings included', async () => {
		const file = makeDatabase(
			temporaryFolder(),
			'odd.sqlite',
			`CREATE TABLE a(id INTEGER PRIMARY KEY, b REFERENCES c); CREATE TABLE c(id INTEGER PRIMARY KEY);
			CREATE VIEW broken AS SELECT nope FROM a`,
		);
		const {bulk} = reader();
		await bulk.add(file);
		const found = await bulk.schema(file);
		expect(await (await testReader(file)).schema()).toMatchObject(found);
		expect(found.schema.tables.map(({name}) => name)).toEqual(['a', 'c']);
		expect(found.warnings).toMatchObject([{name: 'broken'}]);
	});

	it('is no other request’s reply', async () => {
		const {bulk, run} = reader();
		const [schema, rows, other] = await Promise.all([
			bulk.schema(shop),
			run('SELECT Name FROM Item'),
			bulk.schema(zoo),
		]);
		expect(schema.schema.tables.map(({name}) => name)).toEqual(['Item', 'Broken']);
		expect(kindOf(rows)).toEqual([['apple'], ['pear']]);
		expect(other.schema.tables.map(({name}) => name)).toEqual(['Animal']);
	});

	it('that cannot be read is told', async () => {
		const file = makeDatabase(temporaryFolder());
		await lock(file, 'BEGIN EXCLUSIVE');
		await expect(reader().bulk.schema(file)).rejects.toThrow('is locked by another program');
	});
});
