import Database from 'better-sqlite3';
import fc from 'fast-check';
import {beforeAll, describe, expect, it} from 'vitest';
import {refusal} from '../../source/database/gate.js';

const READING = [
	'SELECT 1',
	'select 1',
	'SeLeCt 1',
	'VALUES (1), (2)',
	'WITH x AS (SELECT 1) SELECT * FROM x',
	'WITH RECURSIVE x(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM x LIMIT 3) SELECT n FROM x',
	' \t\n\f\r SELECT 1',
	'-- a comment\nSELECT 1',
	'--\n--x\r\n\nSELECT 1',
	'/* a comment */ SELECT 1',
	'/* a */ /* b */ -- c\n/**/SELECT 1',
	'/***/SELECT 1',
	'/*/ a comment that goes on */ SELECT 1',
	'/* PRAGMA query_only = OFF; */ SELECT 1',
	'-- PRAGMA query_only = OFF;\nSELECT 1',
	'SELECT/**/1',
	'SELECT 1;',
	'SELECT 1; -- the end',
	'SELECT 1 /* not closed',
	"SELECT 'PRAGMA query_only = OFF'",
	"SELECT * FROM pragma_table_info('t')",
	'EXPLAIN SELECT 1',
	'EXPLAIN QUERY PLAN SELECT 1',
	'explain query plan select 1',
	'EXPLAIN /* a */ QUERY -- b\nPLAN\tVALUES (1)',
	'EXPLAIN WITH x AS (SELECT 1) SELECT * FROM x',
	'PRAGMA table_info(t)',
	"pragma TABLE_INFO('t')",
	'PRAGMA main.table_info(t)',
	'PRAGMA main . /* a */ table_xinfo ( t )',
	'PRAGMA table_list',
	'PRAGMA index_list(t)',
	'PRAGMA index_info(t_a)',
	'PRAGMA index_xinfo(t_a)',
	'PRAGMA foreign_key_list(t)',
	'PRAGMA foreign_key_check',
	'PRAGMA foreign_key_check(t)',
	'PRAGMA database_list',
	'PRAGMA collation_list',
	'PRAGMA function_list',
	'PRAGMA module_list',
	'PRAGMA compile_options',
	'PRAGMA user_version',
	'PRAGMA user_version;',
	'PRAGMA main.application_id',
	'PRAGMA schema_version',
	'PRAGMA encoding',
	'PRAGMA page_count',
	'PRAGMA page_size',
	'PRAGMA freelist_count',
	'PRAGMA integrity_check',
	'PRAGMA integrity_check(5)',
	'PRAGMA quick_check(t)',
];

const REFUSED = [
	'',
	' \n',
	';',
	'-- only a comment',
	'/* only a comment */',
	'/* not closed SELECT 1',
	'/*/ SELECT 1',
	'-- PRAGMA x\r SELECT 1',
	'SELECTED 1',
	'SELECT_1',
	'SELECT1',
	'SELECT\u00e9 1',
	'PRAGMA function_list\ufeff',
	'PRAGMA query_only\ufeff = OFF',
	'1 SELECT',
	'(SELECT 1)',
	'"SELECT" 1',
	'- SELECT 1',
	'; SELECT 1',
	'\u00a0SELECT 1',
	'\u2003SELECT 1',
	// What SQLite skips before a statement and this lexer does not: refused, which does no harm.
	'\vSELECT 1',
	' \vSELECT 1',
	'\ufeffSELECT 1',
	'SELECT 1\0',
	'SELECT 1\0; PRAGMA query_only = OFF',
	'\0SELECT 1',
	'INSERT INTO t VALUES (1) RETURNING a',
	'UPDATE t SET a = 1 RETURNING a',
	'DELETE FROM t',
	'REPLACE INTO t VALUES (1)',
	'CREATE TABLE x (a)',
	'CREATE TEMP TABLE x AS SELECT 1',
	'CREATE VIRTUAL TABLE temp.x USING fts5(a)',
	'DROP TABLE t',
	'ALTER TABLE t ADD b',
	"ATTACH '/tmp/other.db' AS o",
	"ATTACH ':memory:' AS o",
	'DETACH o',
	"VACUUM INTO '/tmp/copy.db'",
	"/* x */ VACUUM INTO '/tmp/copy.db'",
	'VACUUM',
	'ANALYZE',
	'REINDEX',
	'BEGIN',
	'BEGIN IMMEDIATE',
	'COMMIT',
	'END',
	'ROLLBACK',
	'SAVEPOINT s',
	'RELEASE s',
	'EXPLAIN',
	'EXPLAIN QUERY PLAN',
	'EXPLAIN QUERY SELECT 1',
	'EXPLAIN PLAN SELECT 1',
	'EXPLAIN EXPLAIN SELECT 1',
	'EXPLAIN DELETE FROM t',
	"EXPLAIN ATTACH ':memory:' AS o",
	'EXPLAIN PRAGMA query_only = OFF',
	'EXPLAIN PRAGMA table_info(t)',
	'EXPLAIN QUERY PLAN PRAGMA cache_size = 1',
	'explain /* a */ query -- b\nplan /**/ pragma busy_timeout = 1',
	'/**/ PRAGMA query_only = OFF; /* */ SELECT 1',
	'/* SELECT */ PRAGMA query_only = OFF',
	'/*/ SELECT 1 /*/ PRAGMA query_only = OFF',
	'-- SELECT\nPRAGMA query_only = OFF',
	'PRAGMA',
	'PRAGMA query_only',
	'PRAGMA query_only = OFF',
	'PRAGMA query_only(OFF)',
	'PRAGMA main.query_only = OFF',
	'PRAGMA table_info.query_only = OFF',
	'PRAGMA "query_only" = OFF',
	'PRAGMA [query_only] = OFF',
	'PRAGMA main."query_only" = OFF',
	'PRAGMA "main".query_only = OFF',
	'PRAGMA journal_mode',
	'PRAGMA journal_mode(MEMORY)',
	'PRAGMA writable_schema = 1',
	'PRAGMA foreign_keys = OFF',
	'PRAGMA temp_store = 2',
	'PRAGMA cache_size = 1',
	'PRAGMA mmap_size = 0',
	'PRAGMA hard_heap_limit = 1',
	'PRAGMA soft_heap_limit = 1',
	'PRAGMA busy_timeout = 1',
	'PRAGMA locking_mode = EXCLUSIVE',
	'PRAGMA threads = 4',
	'PRAGMA secure_delete = 1',
	'PRAGMA max_page_count = 1',
	'PRAGMA trusted_schema = 0',
	'PRAGMA case_sensitive_like = 1',
	'PRAGMA reverse_unordered_selects = 1',
	'PRAGMA wal_checkpoint(TRUNCATE)',
	'PRAGMA incremental_vacuum',
	'PRAGMA optimize',
	'PRAGMA shrink_memory',
	'PRAGMA user_version = 5',
	'PRAGMA user_version(5)',
	'PRAGMA user_version /* a */ = 5',
	'PRAGMA main . user_version -- a\n = 5',
	'PRAGMA schema_version = 5',
	'PRAGMA application_id(5)',
	"PRAGMA encoding = 'UTF-16'",
	'PRAGMA page_size(512)',
	'PRAGMA table_info = t',
];

let db: Database.Database;

beforeAll(() => {
	const memory = new Database(':memory:');
	memory.exec('CREATE TABLE t (a INTEGER PRIMARY KEY REFERENCES t); CREATE INDEX t_a ON t (a);');
	const bytes = memory.serialize();
	memory.close();
	db = new Database(bytes, {readonly: true});
	return () => {
		db.close();
	};
});

const SETTINGS = ['query_only', 'cache_size', 'foreign_keys', 'busy_timeout'];

function settings(): unknown[] {
	return SETTINGS.map(name => db.pragma(name, {simple: true}));
}

describe('refusal', () => {
	it.each(READING)('lets through %j, which SQLite can prepare and which reads only', sql => {
		expect(refusal(sql)).toBeNull();
		const {reader, readonly} = db.prepare(sql);
		expect({reader, readonly}).toEqual({reader: true, readonly: true});
	});

	it.each(REFUSED)('refuses %j', sql => {
		expect(refusal(sql)).toEqual(expect.any(String));
	});

	it('leaves to SQLite whether WITH reads only', () => {
		const sql = 'WITH x AS (SELECT 1) DELETE FROM t RETURNING a';
		expect(refusal(sql)).toBeNull();
		expect(db.prepare(sql).readonly).toBe(false);
	});

	it.each([
		['DELETE FROM t', 'starts with DELETE'],
		['  drop table t', 'starts with DROP'],
		['(SELECT 1)', 'starts with ('],
		['', 'empty'],
		['-- nothing', 'empty'],
		['SELECT 1\0', 'NUL'],
		['EXPLAIN DELETE FROM t', 'EXPLAIN is possible for SELECT, WITH and VALUES only'],
		['PRAGMA cache_size', 'PRAGMA cache_size'],
		['PRAGMA main.Cache_Size = 1', 'PRAGMA cache_size'],
		['PRAGMA user_version = 1', 'without a new value'],
	])('says why %j is refused', (sql, words) => {
		expect(refusal(sql)).toContain(words);
	});

	it('takes a megabyte of comments in its stride', () => {
		expect(refusal(`${'/* a */ -- b\n'.repeat(80_000)}SELECT 1`)).toBeNull();
		expect(refusal(`${'/*'.repeat(500_000)}SELECT 1`)).toEqual(expect.any(String));
	});
});

describe('refusal and a read-only connection', () => {
	it('is needed: to prepare a PRAGMA is to run it, even under EXPLAIN', () => {
		const before = settings();
		db.prepare('EXPLAIN PRAGMA cache_size = 77');
		db.prepare('EXPLAIN QUERY PLAN PRAGMA busy_timeout = 88');
		const after = settings();
		expect(after).toEqual([before[0], 77, before[2], 88]);
		db.pragma(`cache_size = ${before[1]}`);
		db.pragma(`busy_timeout = ${before[3]}`);
	});

	const gap = fc.constantFrom(
		...[' ', '\t', '\n', '\f', '\r', '\v', '\ufeff', '\u00a0', '', '', ' '],
		...[
			'/**/',
			'/***/',
			'/*/',
			'/* ; */',
			'/* PRAGMA */',
			'/*',
			'*/',
			'/',
			'*',
			'-',
			'--',
			'-- x\n',
			'--\r',
			'--/*\n',
			'/*--*/',
		],
		...[';', "'", '"', '`', '[', ']', '\0', "''", '""', '(', ')', '.', '='],
	);
	const gaps = fc.oneof(
		{weight: 3, arbitrary: fc.constant(' ')},
		fc.array(gap, {maxLength: 4}).map(parts => parts.join('')),
	);
	const words = fc.constantFrom(
		...[
			'SELECT',
			'select',
			'WITH',
			'VALUES',
			'EXPLAIN',
			'QUERY',
			'PLAN',
			'PRAGMA',
			'pragma',
			'main',
			'temp',
			'1',
			'OFF',
			't',
		],
		...[
			...SETTINGS,
			'table_info',
			'user_version',
			'encoding',
			'AS',
			'x',
			'DELETE FROM t',
			'RETURNING',
			'a',
			'BEGIN',
		],
	);
	const statements = fc.constantFrom(
		...[...READING, ...REFUSED],
		...SETTINGS.flatMap(name => [`PRAGMA ${name} = 3`, `PRAGMA ${name}(3)`, `PRAGMA main.${name} = 3`]),
		'WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x RETURNING a',
		'WITH x AS (SELECT 1) UPDATE t SET a = 2',
	);
	const prefixes = fc.constantFrom('', '', 'EXPLAIN ', 'EXPLAIN QUERY PLAN ', 'SELECT 1; ', 'SELECT ');
	const queries = fc.oneof(
		fc.array(fc.tuple(gaps, words), {minLength: 1, maxLength: 6}).map(parts => parts.flat().join('')),
		fc.tuple(gaps, prefixes, gaps, statements, gaps).map(parts => parts.join('')),
		fc
			.tuple(statements, fc.array(fc.tuple(fc.nat(60), gap), {maxLength: 3}))
			.map(([sql, cuts]) =>
				cuts.reduce((text, [at, part]) => text.slice(0, at) + part + text.slice(at), sql),
			),
	);

	it('lets nothing through that writes or changes the connection', () => {
		const before = settings();
		let prepared = 0;
		fc.assert(
			fc.property(queries, sql => {
				if (refusal(sql) !== null) {
					return;
				}

				const flags = prepare(sql);
				expect(settings()).toEqual(before);
				expect(db.inTransaction).toBe(false);
				if (flags) {
					prepared++;
					const mayWrite = /\bWITH\b[\s\S]*\b(?:DELETE|INSERT|UPDATE)\b/i.test(sql);
					expect(mayWrite || (flags.reader && flags.readonly)).toBe(true);
				}
			}),
			{numRuns: 4000},
		);
		// Else the property says nothing.
		expect(prepared).toBeGreaterThan(200);
	});
});

function prepare(sql: string): {reader: boolean; readonly: boolean} | null {
	try {
		return db.prepare(sql);
	} catch {
		return null;
	}
}
