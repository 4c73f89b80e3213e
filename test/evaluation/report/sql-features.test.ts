import {describe, expect, it} from 'vitest';
import {lengthBucket, sqlFeatures} from '../../../source/evaluation/report/sql-features.js';

describe('what a query makes use of', () => {
	it.each([
		['SELECT name FROM singer', ['none of these']],
		['select count(*) from a join b on a.x = b.x', ['join', 'aggregate']],
		['SELECT 1 FROM a, b WHERE a.x = b.x', ['join']],
		['SELECT a, b FROM t WHERE x IN (1, 2)', ['none of these']],
		['SELECT a FROM (SELECT b, c FROM t), u', ['join', 'subquery']],
		['SELECT a FROM t WHERE x IN ( SELECT x FROM u ORDER BY y LIMIT 3 )', ['order by', 'limit', 'subquery']],
		['WITH t AS (SELECT 1) SELECT * FROM t', ['with']],
		['SELECT a FROM t GROUP BY a HAVING max(b) > 2', ['group by', 'having', 'aggregate']],
		['SELECT a FROM t EXCEPT SELECT a FROM u', ['set operation']],
		['SELECT count(DISTINCT a) FROM t', ['distinct', 'aggregate']],
		['SELECT a IS NOT DISTINCT FROM b, c FROM t', ['none of these']],
		['SELECT rank() OVER (ORDER BY a) FROM t', ['order by', 'window']],
		[
			"SELECT CASE WHEN a IS NOT NULL THEN CAST(a AS REAL) END FROM t WHERE b LIKE 'x' AND c BETWEEN 1 AND 2",
			['like', 'between', 'case', 'cast', 'null test'],
		],
		["SELECT strftime('%Y', d) FROM t", ['date function']],
	] as const)('%s', (sql, features) => {
		expect(sqlFeatures(sql)).toEqual(features);
	});

	it.each([
		"SELECT 'a JOIN b GROUP BY c' FROM t",
		"SELECT 'it''s LIKE this' FROM t",
		'SELECT "order by" FROM t',
		'SELECT `LIMIT` FROM [case when]',
		'SELECT a -- DISTINCT\nFROM t /* UNION */',
		'SELECT t.date FROM t',
		'SELECT date FROM t',
	])('does not read strings, comments and names: %s', sql => {
		expect(sqlFeatures(sql)).toEqual(['none of these']);
	});
});

it('has lengths in buckets, white space as one', () => {
	expect(lengthBucket(`SELECT${' '.repeat(100)}1`)).toBe('up to 60');
	expect(lengthBucket('x'.repeat(60))).toBe('up to 60');
	expect(lengthBucket('x'.repeat(61))).toBe('61 to 120');
	expect(lengthBucket('x'.repeat(401))).toBe('over 400');
});
