import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {
	type BulkOptions,
	type BulkOutcome,
	type BulkQuery,
	openBulkReader,
} from '../../source/database/bulk-reader.js';
import {DatabaseError} from '../../source/errors.js';
import {lock, withHotJournal} from '../support/lock-database.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, makeDatabase, numbers} from '../support/test-reader.js';

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
