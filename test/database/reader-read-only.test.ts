import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {beforeAll, describe, expect, it} from 'vitest';
import type {Reader} from '../../source/database/reader.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {kindOf, makeDatabase, readerProcesses, rowsOf, tableOf, testReader} from '../support/test-reader.js';

const CONTENTS = `
	CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);
	INSERT INTO t VALUES (1, 'one'), (2, 'two');
	CREATE VIEW v AS SELECT name FROM t;
	CREATE INDEX t_name ON t(name);
	CREATE VIRTUAL TABLE words USING fts5(body);
	INSERT INTO words VALUES ('read only'), ('write')
`;

const folder = temporaryFolder();
const outside = temporaryFolder();
const file = makeDatabase(folder, 'read-only.sqlite', CONTENTS);
const other = makeDatabase(outside, 'other.sqlite', 'CREATE TABLE secret(s)');
const made = path.join(outside, 'made.sqlite');

/** The statements below name files outside of the database's folder. */
const paths: Record<string, string> = {OTHER: other, MADE: made, OUTSIDE: outside};

function withPaths(sql: string): string {
	return sql.replace(/OTHER|MADE|OUTSIDE/, name => paths[name]!);
}

/** The settings a statement could change: each is read through a table function, which cannot set it. */
const SETTINGS = [
	'analysis_limit',
	'application_id',
	'automatic_index',
	'busy_timeout',
	'cache_size',
	'cache_spill',
	'cell_size_check',
	'checkpoint_fullfsync',
	'defer_foreign_keys',
	'encoding',
	'foreign_keys',
	'fullfsync',
	'hard_heap_limit',
	'ignore_check_constraints',
	'journal_mode',
	'journal_size_limit',
	'legacy_alter_table',
	'locking_mode',
	'max_page_count',
	'query_only',
	'read_uncommitted',
	'recursive_triggers',
	'reverse_unordered_selects',
	'secure_delete',
	'soft_heap_limit',
	'synchronous',
	'temp_store',
	'threads',
	'trusted_schema',
	'user_version',
	'writable_schema',
];

const SETTERS = [
	'query_only = OFF',
	'query_only(0)',
	'writable_schema = ON',
	'foreign_keys = OFF',
	'temp_store = 2',
	'cache_size = 10',
	'case_sensitive_like = ON',
	'hard_heap_limit = 1',
	'soft_heap_limit = 1',
	'mmap_size = 1000000',
	'busy_timeout = 1',
	'busy_timeout(1)',
	'locking_mode = EXCLUSIVE',
	'threads = 4',
	'secure_delete = ON',
	'max_page_count = 5',
	'trusted_schema = OFF',
	'reverse_unordered_selects = ON',
	'journal_size_limit = 5',
	'recursive_triggers = ON',
	'read_uncommitted = ON',
	'analysis_limit = 7',
	'ignore_check_constraints = ON',
];

const REFUSED = [
	"ATTACH 'OTHER' AS o",
	"ATTACH ':memory:' AS m",
	"ATTACH 'MADE' AS made",
	"attach database 'OTHER' as o",
	'DETACH main',
	"VACUUM INTO 'MADE'",
	"/* x */ VACUUM INTO 'MADE'",
	"-- x\nVACUUM INTO 'MADE'",
	";VACUUM INTO 'MADE'",
	'VACUUM',
	'CREATE TEMP TABLE x(a)',
	'CREATE TEMP VIEW x AS SELECT 1',
	'CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END',
	'CREATE TABLE temp.x(a)',
	'CREATE VIRTUAL TABLE temp.x USING fts5(a)',
	'CREATE TABLE x(a)',
	'CREATE TABLE x AS SELECT 1',
	'CREATE INDEX x ON t(name)',
	"INSERT INTO t VALUES (3, 'three') RETURNING id",
	"UPDATE t SET name = 'x' RETURNING id",
	"REPLACE INTO t VALUES (1, 'x') RETURNING id",
	'DELETE FROM t RETURNING id',
	"WITH x AS (SELECT 1) INSERT INTO t VALUES (3, 'three') RETURNING id",
	'WITH x AS (SELECT 1) DELETE FROM t RETURNING id',
	'WITH x AS (SELECT 1) DELETE FROM t',
	"WITH x AS (SELECT 1) UPDATE t SET name = 'x'",
	"INSERT INTO words(words) VALUES ('optimize')",
	'DROP TABLE t',
	'DROP VIEW v',
	'ALTER TABLE t RENAME TO u',
	'ALTER TABLE t ADD COLUMN c',
	'REINDEX',
	'ANALYZE',
	'BEGIN',
	'BEGIN IMMEDIATE',
	'BEGIN EXCLUSIVE',
	'SAVEPOINT s',
	'RELEASE s',
	'COMMIT',
	'END',
	'ROLLBACK',
	'PRAGMA journal_mode = WAL',
	'PRAGMA journal_mode(MEMORY)',
	'PRAGMA user_version = 5',
	'PRAGMA user_version(5)',
	'PRAGMA schema_version = 5',
	'PRAGMA application_id = 5',
	'PRAGMA main.user_version = 5',
	'PRAGMA incremental_vacuum',
	'PRAGMA wal_checkpoint(TRUNCATE)',
	'PRAGMA optimize',
	'PRAGMA shrink_memory',
	'PRAGMA "query_only" = OFF',
	'PRAGMA/**/query_only=OFF',
	...SETTERS.map(setter => `PRAGMA ${setter}`),
	...SETTERS.map(setter => `EXPLAIN PRAGMA ${setter}`),
	...SETTERS.map(setter => `EXPLAIN QUERY PLAN PRAGMA ${setter}`),
	'EXPLAIN INSERT INTO t VALUES (3, 4)',
	'EXPLAIN DROP TABLE t',
	"EXPLAIN ATTACH 'OTHER' AS o",
	"EXPLAIN VACUUM INTO 'MADE'",
	'EXPLAIN WITH x AS (SELECT 1) DELETE FROM t RETURNING id',
	'SELECT * FROM pragma_optimize',
	'SELECT * FROM pragma_optimize(0x10012)',
	'SELECT 1; DROP TABLE t',
	'SELECT 1; PRAGMA query_only = OFF',
	'SELECT 1;;SELECT 2',
	'SELECT 1\0; DROP TABLE t',
	'\0DROP TABLE t',
	'',
	' \n',
	';',
	'-- nothing',
	'/* nothing',
	'/*/ SELECT 1',
	'\uFEFFDROP TABLE t',
	'\u00A0DROP TABLE t',
	'"SELECT" 1',
];

/** These pass the gate, and SQLite itself turns them down. */
const SQL_ERRORS = [
	"SELECT load_extension('x')",
	"SELECT fts3_tokenizer('simple', x'00')",
	"SELECT readfile('OTHER')",
	"SELECT writefile('MADE', 'x')",
	"SELECT edit('x')",
	"SELECT * FROM fsdir('OUTSIDE')",
	'SELECT * FROM generate_series(1, 2)',
	'SELECT * FROM sqlite_dbpage',
	'SELECT * FROM sqlite_stmt',
	"SELECT * FROM bytecode('SELECT 1')",
	"SELECT * FROM pragma_query_only('0')",
	"SELECT * FROM pragma_journal_mode('WAL')",
	'SELECT * FROM pragma_busy_timeout(1)',
	'SELECT * FROM pragma_hard_heap_limit(1)',
	'SELECT * FROM pragma_wal_checkpoint',
	'SELECT * FROM pragma_incremental_vacuum',
	'SELECT * FROM pragma_shrink_memory',
	'SELECT ?',
	'SELECT :name',
	'SELECT @name',
	'SELECT $name',
	'SELECT',
	'SELECT * FROM nowhere',
	'SELECT * FROM (DELETE FROM t RETURNING id)',
	"WITH x AS (UPDATE t SET name = 'x' RETURNING id) SELECT * FROM x",
	"SELECT * FROM t INTO OUTFILE 'MADE'",
];

const ALLOWED = [
	'SELECT * FROM t',
	'select name from v;',
	'/* first */ -- then\n SELECT 1 ; -- end',
	'SELECT 1;;',
	'WITH x AS (SELECT 1) SELECT * FROM x',
	'VALUES (1), (2)',
	'EXPLAIN SELECT * FROM t',
	'EXPLAIN QUERY PLAN SELECT * FROM t',
	'EXPLAIN WITH x AS (SELECT 1) SELECT * FROM x',
	"SELECT fts3_tokenizer('simple')",
	"SELECT highlight(words, 0, '<', '>') FROM words WHERE words MATCH 'read'",
	'SELECT name FROM dbstat',
	'SELECT * FROM sqlite_schema',
	'SELECT * FROM sqlite_temp_schema',
	"SELECT * FROM pragma_table_xinfo('t')",
	'SELECT * FROM pragma_integrity_check',
	"PRAGMA table_info('t')",
	'PRAGMA main.table_info(t)',
	'PRAGMA table_list',
	'PRAGMA quick_check(1)',
	'PRAGMA user_version',
	'PRAGMA database_list',
	'SELECT * FROM t ORDER BY randomblob(1000)',
];

/** The files of a folder and what is in them. */
function contentsOf(folder: string): Record<string, string> {
	return Object.fromEntries(
		readdirSync(folder).map(name => [
			name,
			createHash('sha256')
				.update(readFileSync(path.join(folder, name)))
				.digest('hex'),
		]),
	);
}

/** Whether nobody holds a lock on a database in delete mode. */
/** The spare process may hold a lock while it opens the file: that one is waited for. */
function isUnlocked(file: string): boolean {
	const db = new Database(file, {timeout: 2000});
	try {
		db.exec('BEGIN EXCLUSIVE; ROLLBACK');
		return true;
	} catch {
		return false;
	} finally {
		db.close();
	}
}

describe('a database in delete mode', () => {
	const filesBefore = contentsOf(folder);
	const outsideBefore = contentsOf(outside);
	let reader: Reader;
	let before: unknown[];
	let processes: number[];

	async function settings(): Promise<unknown[]> {
		const rows = await rowsOf(
			reader,
			SETTINGS.map(name => `SELECT * FROM pragma_${name}`).join(' UNION ALL '),
		);
		// What LIKE means, the attached databases and temporary objects have no table function.
		return [
			...rows,
			...(await rowsOf(
				reader,
				"SELECT 'A' LIKE 'a', (SELECT group_concat(name) FROM pragma_database_list WHERE name <> 'temp'), (SELECT count(*) FROM sqlite_temp_schema)",
			)),
		];
	}

	beforeAll(async () => {
		reader = await testReader(file);
		before = await settings();
		processes = readerProcesses(folder);
	});

	async function expectHarmless() {
		expect(contentsOf(folder)).toEqual(filesBefore);
		expect(contentsOf(outside)).toEqual(outsideBefore);
		expect(await settings()).toEqual(before);
		expect(isUnlocked(file)).toBe(true);
	}

	it('is opened for reading only', async () => {
		expect(before[SETTINGS.indexOf('query_only')]).toEqual([1n]);
		expect(before.at(-1)).toEqual([1n, 'main', 0n]);
	});

	it.each(REFUSED)('refuses %j', async sql => {
		expect(kindOf(await reader.query(withPaths(sql)))).toBe('refused');
		await expectHarmless();
	});

	it.each(SQL_ERRORS)('fails in SQLite at %j', async sql => {
		expect(kindOf(await reader.query(withPaths(sql)))).toBe('sql');
		await expectHarmless();
	});

	it.each(ALLOWED)('answers %j', async sql => {
		expect(tableOf(await reader.query(withPaths(sql))).columns.length).toBeGreaterThan(0);
		await expectHarmless();
	});

	it('refuses them where a digest is wanted', async () => {
		for (const sql of REFUSED) {
			expect(kindOf(await reader.query(withPaths(sql), {digest: true}))).toBe('refused');
		}

		await expectHarmless();
	});

	it('refuses them as a stream', async () => {
		const readAll = async (sql: string) => {
			for await (const batch of (await reader.stream(withPaths(sql))).batches) {
				expect(batch).toEqual([]);
			}
		};
		for (const sql of REFUSED) {
			await expect(readAll(sql)).rejects.toMatchObject({failure: {kind: 'refused'}});
		}

		await expectHarmless();
	});

	it('says what to do about a parameter and about two statements', async () => {
		expect(await reader.query('SELECT :name')).toMatchObject({
			error: {message: expect.stringMatching(/parameter/)},
		});
		expect(await reader.query('SELECT 1; SELECT 2')).toMatchObject({
			error: {message: expect.stringMatching(/one query/)},
		});
	});

	it('did all of this in the same processes', () => {
		expect(readerProcesses(folder)).toEqual(expect.arrayContaining(processes));
	});
});

describe('a database in WAL mode', () => {
	it('keeps its main file, and at most gets a -wal and a -shm', async () => {
		const folder = temporaryFolder();
		const file = makeDatabase(folder, 'wal.sqlite', `PRAGMA journal_mode = WAL; ${CONTENTS}`);
		const before = contentsOf(folder);
		const outsideBefore = contentsOf(outside);
		const reader = await testReader(file);
		for (const sql of [...REFUSED, ...SQL_ERRORS, ...ALLOWED]) {
			await reader.query(withPaths(sql));
		}

		const empty = createHash('sha256').digest('hex');
		const {'wal.sqlite-wal': log = empty, 'wal.sqlite-shm': index = '', ...rest} = contentsOf(folder);
		expect(rest).toEqual(before);
		expect(log).toBe(empty);
		expect(index).toBeTypeOf('string');
		expect(contentsOf(outside)).toEqual(outsideBefore);

		// A transaction that stayed open would keep the log from being emptied.
		const db = new Database(file, {timeout: 2000});
		db.exec("INSERT INTO t VALUES (3, 'three')");
		expect(db.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{busy: 0}]);
		db.close();
		expect(await rowsOf(reader, 'SELECT count(*) FROM t')).toEqual([[3n]]);
	});
});
