import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {hardness} from '../../../source/evaluation/run/hardness.js';

const data = process.env.SQRL_TEST_DATA;

const COLUMN = [0, [0, [0, 1, false], null]];

/** `SELECT name FROM t`, as Spider parses it. */
const PLAIN = {
	select: [false, [COLUMN]],
	from: {table_units: [['table_unit', 0]], conds: []},
	where: [],
	groupBy: [],
	having: [],
	orderBy: [],
	limit: null,
	intersect: null,
	union: null,
	except: null,
};

/** `name <operator> value`; 2 is `=`, 8 is IN, 9 is LIKE. */
const condition = (operator: number, value: unknown) => [
	false,
	operator,
	[0, [0, 1, false], null],
	value,
	null,
];

describe('hardness', () => {
	it.each([
		['easy', 'one column', {}],
		['easy', 'one condition', {where: [condition(2, 1)]}],
		['medium', 'two columns', {select: [false, [COLUMN, COLUMN]]}],
		['medium', 'LIKE is a component of its own', {where: [condition(9, '"%a%"')]}],
		['hard', 'LIKE, OR and WHERE', {where: [condition(9, '"%a%"'), 'or', condition(2, 1)]}],
		['hard', 'one nested query', {where: [condition(8, PLAIN)]}],
		['hard', 'one UNION', {union: PLAIN}],
		['extra', 'a nested query and LIMIT', {where: [condition(8, PLAIN)], limit: 1}],
		['extra', 'a nested query and a UNION', {where: [condition(8, PLAIN)], union: PLAIN}],
	])('%s: %s', (expected, _, change) => {
		expect(hardness({...PLAIN, ...change})).toBe(expected);
	});

	it.each([undefined, null, 'SELECT 1', {}, {...PLAIN, from: 'x'}, {...PLAIN, select: [1]}])(
		'of what Spider does not have is none: %j',
		value => {
			expect(hardness(value)).toBeNull();
		},
	);

	it.skipIf(!data)('of the 1,034 queries of the dev set is what the dataset says', () => {
		const items = JSON.parse(readFileSync(path.join(data!, 'spider/dev.json'), 'utf8')) as Array<{
			sql: unknown;
		}>;
		const counts: Record<string, number> = {};
		for (const {sql} of items) {
			const found = String(hardness(sql));
			counts[found] = (counts[found] ?? 0) + 1;
		}

		expect(counts).toEqual({easy: 248, medium: 446, hard: 174, extra: 166});
	});
});
