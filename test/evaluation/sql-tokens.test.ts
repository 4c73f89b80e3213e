import {describe, expect, it} from 'vitest';
import {normalisedSql, sqlTokens} from '../../source/evaluation/sql-tokens.js';

describe('tokens', () => {
	it('are told apart as SQLite does', () => {
		const sql = `SELECT 'a '' (b', "c""(", \`d\`, [e)], x'00ff', 1.5e-3, t.é$1 -- ) ' "\n/* ' ) */ FROM t`;
		expect(sqlTokens(sql).map(({kind, text}) => `${kind} ${text}`)).toEqual([
			'word SELECT',
			"text 'a '' (b'",
			'sign ,',
			'name "c""("',
			'sign ,',
			'name `d`',
			'sign ,',
			'name [e)]',
			'sign ,',
			"text x'00ff'",
			'sign ,',
			'number 1.5e-3',
			'sign ,',
			'word t',
			'sign .',
			'word é$1',
			'word FROM',
			'word t',
		]);
	});

	it('know how many brackets are open around them', () => {
		expect(sqlTokens('a(b(c)d)e').map(({text, depth}) => `${text}${depth}`)).toEqual([
			'a0',
			'(0',
			'b1',
			'(1',
			'c2',
			')1',
			'd1',
			')0',
			'e0',
		]);
	});

	it.each(["'", '"', '`', '[', '/*', '--'])('run to the end where %s is not closed', sign => {
		const tokens = sqlTokens(`SELECT ${sign} FROM (`);
		expect(tokens.some(({text}) => text === 'FROM')).toBe(false);
	});
});

describe('one writing of a query', () => {
	it('leaves out what does not matter', () => {
		expect(normalisedSql('SELECT  a,\n\tCOUNT( * ) -- all\nFROM t ; ;')).toBe(
			normalisedSql('select a,count(*) from/* all */t'),
		);
	});

	it.each([
		["SELECT 'A  b'", "SELECT 'a b'"],
		['SELECT "A"', 'SELECT "a"'],
		['SELECT 1 - -1', 'SELECT 1 --1'],
		['SELECT ab', 'SELECT a b'],
	])('keeps %s and %s apart', (one, other) => {
		expect(normalisedSql(one)).not.toBe(normalisedSql(other));
	});
});
