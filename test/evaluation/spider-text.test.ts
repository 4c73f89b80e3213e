import {describe, expect, it} from 'vitest';
import {
	orderCounts,
	preparedGold,
	preparedPrediction,
	withoutDistinct,
} from '../../source/evaluation/spider-text.js';

describe('DISTINCT is dropped', () => {
	it.each([
		['SELECT DISTINCT a FROM t', 'SELECT  a FROM t'],
		['select distinct(a) from t', 'select (a) from t'],
		['SELECT COUNT(DISTINCT a) FROM t', 'SELECT COUNT( a) FROM t'],
		["SELECT 'distinct', 'it''s distinct'", "SELECT 'distinct', 'it''s distinct'"],
		['SELECT "distinct", `distinct`, [distinct]', 'SELECT "distinct", `distinct`, [distinct]'],
		['SELECT a -- distinct\n, distinct', 'SELECT a -- distinct\n, '],
		['SELECT /* distinct */ 1', 'SELECT /* distinct */ 1'],
		['SELECT distincta, a_distinct, distinct1', 'SELECT distincta, a_distinct, distinct1'],
		['SELECT @distinct, :distinct', 'SELECT @distinct, :distinct'],
		['SELECT a IS DISTINCT FROM b', 'SELECT a IS  FROM b'],
		['SELECT t.distinct', 'SELECT t.'],
		['SELECT 1; SELECT distinct 2', 'SELECT 1;'],
		["SELECT ';' ; SELECT 2", "SELECT ';' ;"],
		["SELECT 'open distinct", "SELECT 'open "],
		['', ''],
	])('%j', (sql, text) => {
		expect(withoutDistinct(sql)).toBe(text);
	});
});

describe('the texts that run', () => {
	it('has 1 for `value` in predictions alone', () => {
		const sql = "SELECT value FROM t WHERE a > = 'values' AND b ! = VALUE AND c < = 1";
		expect(preparedPrediction(sql, {keepDistinct: true})).toBe(
			"SELECT 1 FROM t WHERE a >= '1s' AND b != VALUE AND c <= 1",
		);
		expect(preparedGold(sql, {keepDistinct: true})).toBe(
			"SELECT value FROM t WHERE a >= 'values' AND b != VALUE AND c <= 1",
		);
	});

	it('has a year for the current one', () => {
		expect(preparedGold('SELECT year ( curdate() ) - 1', {keepDistinct: false})).toBe('SELECT 2020- 1');
	});

	it('may keep DISTINCT, and then every statement', () => {
		expect(preparedPrediction('SELECT DISTINCT 1; SELECT 2', {keepDistinct: true})).toBe(
			'SELECT DISTINCT 1; SELECT 2',
		);
	});

	it.each([
		['SELECT a FROM t ORDER BY a', true],
		['SELECT a FROM (SELECT a FROM t Order By a)', true],
		["SELECT 'order by'", true],
		['SELECT a FROM t ORDER  BY a', false],
		['SELECT a FROM t', false],
	])('%s: order counts: %s', (sql, counts) => {
		expect(orderCounts(sql)).toBe(counts);
	});
});
