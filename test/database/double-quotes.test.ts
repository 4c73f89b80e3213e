import {describe, expect, it} from 'vitest';
import {quoteText} from '../../source/database/double-quotes.js';
import {memoryDatabase} from '../support/memory-database.js';

const DDL = `
	CREATE TABLE t (a TEXT, "odd name" TEXT, "group" TEXT);
	INSERT INTO t VALUES ('USA', 'odd', 'g'), ('it''s', 'o', 'h'), ('say "hi"', 'p', 'i');
	CREATE TABLE u (name TEXT, "USA" TEXT);
	INSERT INTO u VALUES ('n', 'column USA');
`;

/** Rewrites against a real connection, and tells the rows of what came out of it, or SQLite's error. */
function read(sql: string) {
	const db = memoryDatabase(DDL);
	const messageOf = (candidate: string) => {
		try {
			db.prepare(candidate);
			return null;
		} catch (error) {
			return (error as Error).message;
		}
	};
	const prepared = quoteText(sql, messageOf);
	const error = messageOf(prepared.sql);
	return {...prepared, error, rows: error === null ? db.prepare(prepared.sql).raw().all() : null};
}

describe('quoteText', () => {
	it.each<[name: string, sql: string, rewritten: string, readAsText: string[], rows: unknown[][]]>([
		['one text', 'SELECT a FROM t WHERE a = "USA"', "SELECT a FROM t WHERE a = 'USA'", ['USA'], [['USA']]],
		[
			'two that are both text',
			'SELECT "x" FROM t WHERE a = "USA" OR a = "USA"',
			"SELECT 'x' FROM t WHERE a = 'USA' OR a = 'USA'",
			['x', 'USA'],
			[['x']],
		],
		['the same twice in one row', 'SELECT "x", "x" FROM u', "SELECT 'x', 'x' FROM u", ['x'], [['x', 'x']]],
		[
			'a column first, then text',
			'SELECT "USA" FROM u UNION ALL SELECT "USA" FROM t WHERE "group" = \'g\'',
			'SELECT "USA" FROM u UNION ALL SELECT \'USA\' FROM t WHERE "group" = \'g\'',
			['USA'],
			[['column USA'], ['USA']],
		],
		[
			'text first, then a column',
			'SELECT "USA" FROM t WHERE a = \'USA\' UNION ALL SELECT "USA" FROM u',
			"SELECT 'USA' FROM t WHERE a = 'USA' UNION ALL SELECT \"USA\" FROM u",
			['USA'],
			[['USA'], ['column USA']],
		],
		[
			'text beside a column of that name with its table',
			'SELECT u."USA", (SELECT count(*) FROM t WHERE a = "USA") FROM u WHERE "USA" = "column USA"',
			'SELECT u."USA", (SELECT count(*) FROM t WHERE a = "USA") FROM u WHERE "USA" = \'column USA\'',
			['column USA'],
			// In the subquery "USA" is the column of u around it.
			[['column USA', 0]],
		],
		[
			'several texts',
			'SELECT a FROM t WHERE a IN ("USA", "France", "it\'s")',
			"SELECT a FROM t WHERE a IN ('USA', 'France', 'it''s')",
			['USA', 'France', "it's"],
			[['USA'], ["it's"]],
		],
		[
			'text with double quotes in it',
			'SELECT a FROM t WHERE a = "say ""hi"""',
			'SELECT a FROM t WHERE a = \'say "hi"\'',
			['say "hi"'],
			[['say "hi"']],
		],
		[
			'an alias',
			'SELECT a AS "the a" FROM t WHERE "the a" = "USA"',
			'SELECT a AS "the a" FROM t WHERE "the a" = \'USA\'',
			['USA'],
			[['USA']],
		],
		[
			'text that is the name of a table',
			'SELECT "t" FROM "t" WHERE a = \'USA\'',
			"SELECT 't' FROM \"t\" WHERE a = 'USA'",
			['t'],
			[['t']],
		],
		[
			'a misspelt column',
			'SELECT "odd nmae" FROM u',
			"SELECT 'odd nmae' FROM u",
			['odd nmae'],
			[['odd nmae']],
		],
		[
			'white space and letters of any script',
			'SELECT "日本\t\n " FROM u',
			"SELECT '日本\t\n ' FROM u",
			['日本\t\n '],
			[['日本\t\n ']],
		],
	])('%s', (_, sql, rewritten, readAsText, rows) => {
		expect(read(sql)).toEqual({sql: rewritten, readAsText, error: null, rows});
	});

	it.each([
		'SELECT a FROM t',
		'SELECT "odd name", t."group", "t"."a" FROM t',
		'SELECT "a" AS "b" FROM "t" ORDER BY "b"',
		'SELECT \'"USA"\' FROM u',
		'SELECT 1 /* "USA */ FROM u -- "USA"',
		'WITH "x y" AS (SELECT 1 AS "n n") SELECT "n n" FROM "x y"',
	])('leaves what SQLite takes: %s', sql => {
		expect(read(sql)).toMatchObject({sql, readAsText: [], error: null});
	});

	it.each([
		['SELECT t."Nmae" FROM t', 'no such column: t.Nmae'],
		['SELECT t . "Nmae" FROM t', 'no such column: t.Nmae'],
		['SELECT "t"."Nmae" FROM t', 'no such column: t.Nmae'],
		['SELECT "Nmae"."a" FROM t', 'no such column: Nmae.a'],
		['SELECT Nmae FROM t', 'no such column: Nmae'],
		['SELECT `Nmae` FROM t', 'no such column: Nmae'],
		['SELECT [Nmae] FROM t', 'no such column: Nmae'],
		['SELECT a FROM "Nmae"', 'no such table: Nmae'],
		['SELECT a FROM t WHERE a = "USA', 'unrecognized token: ""USA"'],
		['SELECT a FROM t WHERE', 'incomplete input'],
	])('leaves %s to fail in the words of SQLite', (sql, error) => {
		expect(read(sql)).toMatchObject({sql, readAsText: [], error});
	});

	it.each([
		[
			'comments',
			'SELECT /* "USA" */ a FROM t -- "USA"\nWHERE a = "USA"',
			'SELECT /* "USA" */ a FROM t -- "USA"\nWHERE a = \'USA\'',
		],
		[
			'an unclosed comment',
			'SELECT a FROM t WHERE a = "USA" /* "USA"',
			'SELECT a FROM t WHERE a = \'USA\' /* "USA"',
		],
		[
			'text',
			'SELECT a FROM t WHERE a <> \'"USA"\' AND a = "USA"',
			"SELECT a FROM t WHERE a <> '\"USA\"' AND a = 'USA'",
		],
		[
			'text with quotes in it',
			'SELECT a FROM t WHERE a <> \'\'\'"USA"\' AND a = "USA"',
			"SELECT a FROM t WHERE a <> '''\"USA\"' AND a = 'USA'",
		],
		[
			'names in backticks',
			'SELECT a AS `"USA"` FROM t WHERE a = "USA"',
			'SELECT a AS `"USA"` FROM t WHERE a = \'USA\'',
		],
		[
			'names in brackets',
			'SELECT a AS ["USA"] FROM t WHERE a = "USA"',
			'SELECT a AS ["USA"] FROM t WHERE a = \'USA\'',
		],
	])('does not look for tokens in %s', (_, sql, rewritten) => {
		expect(read(sql)).toMatchObject({sql: rewritten, readAsText: ['USA'], error: null, rows: [['USA']]});
	});

	it('rewrites what it can where another error is left', () => {
		expect(read('SELECT t."Nmae" FROM t WHERE a = "USA"').error).toBe('no such column: t.Nmae');
		expect(read('SELECT Nmae FROM t WHERE a = "USA"').error).toBe('no such column: Nmae');
	});
});
