import Database from 'better-sqlite3';
import {expect, it} from 'vitest';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, kindOf, makeDatabase, testReader} from '../support/test-reader.js';

const folder = temporaryFolder();

it('reads 5,000 tables of 20 columns', async () => {
	const tables = Array.from(
		{length: 5000},
		(_, t) => `CREATE TABLE t${t}(${Array.from({length: 20}, (_, c) => `c${c} INTEGER`).join(', ')});`,
	);
	const file = makeDatabase(folder, 'many.sqlite', `BEGIN; ${tables.join('\n')} COMMIT`);
	const start = performance.now();
	const {schema, warnings} = await (await testReader(file)).schema();
	expect(performance.now() - start).toBeLessThan(20_000);
	expect(warnings).toEqual([]);
	expect(schema.tables).toHaveLength(5000);
	expect(schema.tables.at(-1)).toMatchObject({name: 't4999', foreignKeys: []});
	for (const table of schema.tables) {
		expect(table.columns.map(column => column.name).join()).toBe(
			'c0,c1,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11,c12,c13,c14,c15,c16,c17,c18,c19',
		);
	}
});

it('leaves out with a warning what cannot be read, and nothing else', async () => {
	const file = makeDatabase(
		folder,
		'broken.sqlite',
		`
			CREATE TABLE good(a INTEGER PRIMARY KEY, b TEXT NOT NULL);
			CREATE TABLE gone(x);
			CREATE VIEW over_gone AS SELECT x FROM gone;
			CREATE VIEW over_broken AS SELECT * FROM over_gone;
			CREATE VIEW circle_a AS SELECT 1 AS one;
			CREATE VIEW circle_b AS SELECT * FROM circle_a;
			CREATE VIEW no_column AS SELECT b FROM good;
			CREATE VIEW no_function AS SELECT a FROM good;
			CREATE VIEW good_view AS SELECT a, b AS bee FROM good;
			CREATE TABLE collated(c TEXT);
			CREATE INDEX collated_c ON collated(c);
			CREATE VIRTUAL TABLE words USING fts5(body);
			CREATE VIRTUAL TABLE spatial USING dbstat;
			CREATE TABLE "select"(""" " INTEGER REFERENCES good);
			CREATE TABLE ""("" TEXT);
			CREATE TABLE strict_one(a INT, b INT GENERATED ALWAYS AS (a * 2)) STRICT;
			CREATE TABLE rowless(a TEXT PRIMARY KEY) WITHOUT ROWID;
			DROP TABLE gone;
		`,
	);
	// Some things no CREATE makes, and only another program's file has.
	const db = new Database(file);
	db.unsafeMode();
	db.pragma('writable_schema = ON');
	const replace = db.prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?');
	replace.run('SELECT 1 AS one', 'SELECT * FROM circle_b', 'circle_a');
	replace.run('SELECT b', 'SELECT "no such"', 'no_column');
	replace.run('SELECT a', 'SELECT no_such_function(a) AS a', 'no_function');
	replace.run('c TEXT', 'c TEXT COLLATE elsewhere', 'collated');
	replace.run('dbstat', 'VirtualSpatialIndex', 'spatial');
	db.close();

	const reader = await testReader(file);
	const {schema, warnings} = await reader.schema();
	expect(schema.tables.map(table => table.name).sort()).toEqual(
		['', 'collated', 'good', 'rowless', 'select', 'strict_one', 'words'].sort(),
	);
	expect(schema.views.map(view => view.name)).toEqual(['good_view']);
	expect(schema.views[0]!.columns).toEqual(['a', 'bee']);
	expect(schema.tables.find(table => table.name === 'select')).toMatchObject({
		columns: [{name: '" ', type: 'INTEGER'}],
		foreignKeys: [{columns: ['" '], table: 'good', references: ['a']}],
	});
	expect(
		schema.tables.find(table => table.name === 'strict_one')!.columns.map(column => column.name),
	).toEqual(['a', 'b']);
	expect(schema.tables.find(table => table.name === 'words')!.columns.map(column => column.name)).toEqual([
		'body',
	]);
	expect(warnings.map(warning => warning.name).sort()).toEqual([
		'circle_a',
		'circle_b',
		'no_column',
		'no_function',
		'over_broken',
		'over_gone',
		'spatial',
	]);
	expect(warnings.find(({name}) => name === 'over_gone')!.message).toContain('main.gone');
	expect(warnings.find(({name}) => name === 'spatial')!.message).toContain('VirtualSpatialIndex');

	// Each costs only itself in queries too.
	expect(kindOf(await reader.query('SELECT count(*) FROM good'))).toEqual([[0n]]);
	expect(kindOf(await reader.query('SELECT c FROM collated'))).toEqual([]);
	expect(kindOf(await reader.query('SELECT c FROM collated ORDER BY c'))).toBe('sql');
	expect(kindOf(await reader.query('SELECT * FROM over_gone'))).toBe('sql');
	expect(kindOf(await reader.query('SELECT * FROM spatial'))).toBe('sql');
});

it('waits its turn, and can be cancelled', async () => {
	const reader = await testReader(makeDatabase(folder, 'x.sqlite'));
	const running = reader.query(ENDLESS, {timeoutMs: 300});
	const cancel = new AbortController();
	const cancelled = expect(reader.schema({signal: cancel.signal})).rejects.toMatchObject({
		name: 'DatabaseError',
		message: expect.stringMatching(/cancelled/),
	});
	const waiting = reader.schema();
	cancel.abort();
	await cancelled;
	expect(kindOf(await running)).toBe('timeout');
	expect((await waiting).schema.tables.map(table => table.name)).toEqual(['t']);
});
