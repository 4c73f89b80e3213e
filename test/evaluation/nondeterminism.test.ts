import {readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {openBulkReader} from '../../source/database/bulk-reader.js';
import {nondeterminismOf} from '../../source/evaluation/nondeterminism.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase} from '../support/test-reader.js';

/** Two are 30 years old, and two more are called Bo. */
const people = makeDatabase(
	temporaryFolder(),
	'people.sqlite',
	`CREATE TABLE Person (Name TEXT, Age INTEGER, City TEXT);
	INSERT INTO Person VALUES ('Al', 20, 'Rome'), ('Bo', 30, 'Rome'), ('Cy', 30, 'Oslo'), ('Bo', 40, 'Oslo'),
		('Bo', 50, 'Bern')`,
);
const reader = openBulkReader({timeoutMs: 10_000});
afterAll(() => reader.close());
await reader.add(people);

const asked: string[] = [];
const told = (sql: string, orderCounts = false) =>
	nondeterminismOf(
		sql,
		query => {
			asked.push(query);
			return reader.run({file: people, sql: query, text: 'ignore', wanted: 'rows'});
		},
		{orderCounts},
	);

const CUT = 'has a LIMIT that cuts through a tie of its ORDER BY';

describe('a LIMIT', () => {
	it.each([
		'SELECT Name FROM Person ORDER BY Age LIMIT 2',
		'SELECT Name FROM Person ORDER BY Age LIMIT 1 OFFSET 1',
		'SELECT Name FROM Person ORDER BY Age LIMIT 1, 1;',
		'SELECT Name AS n, Age a FROM Person ORDER BY a LIMIT 2 -- the youngest',
		'SELECT Name, Age FROM Person ORDER BY 2 -- by age\n LIMIT 2',
		'SELECT DISTINCT Name, Age FROM Person ORDER BY Age LIMIT 2',
		'SELECT City, count(*) FROM Person GROUP BY City ORDER BY count(*) DESC LIMIT 1',
		'WITH p AS (SELECT * FROM Person ORDER BY Name LIMIT 5) SELECT Name FROM p ORDER BY Age LIMIT 2',
		"SELECT Name, Age FROM Person UNION SELECT 'Di', 20 ORDER BY Age LIMIT 1",
		'SELECT Name FROM Person ORDER BY Age LIMIT (SELECT 2)',
	])('cuts through a tie: %s', async sql => {
		expect(await told(sql)).toBe(CUT);
	});

	it.each([
		// Beside it there is no tie.
		'SELECT Name FROM Person ORDER BY Age LIMIT 1',
		'SELECT Name FROM Person ORDER BY Age LIMIT 3',
		// Those who tie show the same.
		'SELECT Age FROM Person ORDER BY Age LIMIT 2',
		"SELECT Name FROM Person WHERE Name = 'Bo' ORDER BY City = 'x' LIMIT 2",
		// It cuts nothing off.
		'SELECT Name FROM Person ORDER BY City LIMIT 5',
		'SELECT max(Age) FROM Person LIMIT 1',
		'SELECT Name FROM Person ORDER BY Age LIMIT 0',
		// It is not the query's own.
		"SELECT count(*) FROM (SELECT Name FROM Person ORDER BY Age LIMIT 2) WHERE 'LIMIT 1' <> ''",
	])('leaves one result: %s', async sql => {
		expect(await told(sql)).toBeNull();
	});

	it('without an ORDER BY gives any rows', async () => {
		expect(await told('SELECT Name, Age FROM Person LIMIT 2')).toBe('has a LIMIT that cuts, and no ORDER BY');
		expect(await told("SELECT Name FROM Person WHERE Name = 'Bo' LIMIT 2")).toBeNull();
	});
});

describe('an order that counts', () => {
	it('is not one where rows tie', async () => {
		const sql = 'SELECT Name FROM Person ORDER BY Age';
		expect(await told(sql, true)).toBe('has ties in its ORDER BY, and the order of rows counts');
		expect(await told(sql)).toBeNull();
		expect(await told('SELECT Age FROM Person ORDER BY Age', true)).toBeNull();
		expect(await told('SELECT Name FROM Person ORDER BY Age, Name', true)).toBeNull();
	});

	it('is none where the query gives no order', async () => {
		expect(await told('SELECT Name FROM Person WHERE Age > (SELECT 20 ORDER BY 1)', true)).toBe(
			'has no ORDER BY of its own, and the order of rows counts',
		);
		expect(await told('SELECT Name FROM Person WHERE Age < (SELECT 30 ORDER BY 1)', true)).toBeNull();
	});
});

describe('what depends on more than the database', () => {
	it.each([
		['SELECT Name FROM Person ORDER BY random() LIMIT 1', 'calls random()'],
		["SELECT strftime('%Y', 'now') - Age FROM Person", 'depends on the time: strftime()'],
		['SELECT CURRENT_TIMESTAMP', 'depends on the time: CURRENT_TIMESTAMP'],
		['SELECT date()', 'depends on the time: date()'],
		["SELECT strftime('%Y')", 'depends on the time: strftime()'],
		["SELECT julianday ( 'now' , '-1 day' )", 'depends on the time: julianday()'],
	])('is told without running it: %s', async (sql, why) => {
		asked.length = 0;
		expect(await told(sql)).toBe(why);
		expect(asked).toEqual([]);
	});

	it.each([
		"SELECT date('2020-01-01')",
		"SELECT date(Name) FROM Person WHERE Name = 'now'",
		'SELECT \'random()\', "current_date" FROM (SELECT 1 AS current_date_, 2 AS "current_date")',
	])('is not in %s', async sql => {
		expect(await told(sql)).toBeNull();
	});
});

describe('what cannot be told', () => {
	it.each([
		'SELECT Nme FROM Person LIMIT 1',
		'',
		'VALUES (1), (2)',
		'SELECT 1; SELECT 2 LIMIT 1',
		'PRAGMA encoding',
	])('is not told: %s', async sql => {
		expect(await told(sql, true)).toBeNull();
	});

	it('and digits at the end of a REAL are no difference', async () => {
		// 0.1 + 0.2 + 0.3 is 0.6 or 0.6000000000000001, by the order in which they are added.
		const results = ['0.6', '0.6', '0.6000000000000001'].map(async sum => {
			return reader.run({file: people, sql: `SELECT ${sum}`, text: 'ignore', wanted: 'rows'});
		});
		expect(await nondeterminismOf('SELECT sum(Kg) FROM Weight LIMIT 1', () => results.shift()!)).toBeNull();
	});
});

const data = process.env.SQRL_TEST_DATA;

/** What Spider's golds ask for with LIMIT 1 or 3, and what ties there, looked up by hand with the keys beside it. */
const TIES = {
	26: '2014 and 2015 have 3 concerts each',
	229: 'all airlines have 100 flights',
	311: 'three templates have 2 documents',
	331: 'PP and BK have 6 templates each',
	421: 'two museums have 2 visits',
	500: 'two ships have 3 deaths',
	695: 'two contestants have 1 vote',
	740: 'five countries have 12 languages',
	804: 'seven countries have nobody, and three are asked for',
};

describe.skipIf(!data)(`Spider${data ? '' : ' (skipped: SQRL_TEST_DATA is not set)'}`, () => {
	it('has golds with ties at their LIMIT', async () => {
		const folder = path.join(data!, 'spider');
		const gold = readFileSync(path.join(folder, 'dev_gold.sql'), 'utf8').trimEnd().split('\n');
		const found = await Promise.all(
			gold.map(async line => {
				const [sql = '', name = ''] = line.split('\t');
				const file = path.join(folder, 'database', name, `${name}.sqlite`);
				await reader.add(file);
				return nondeterminismOf(sql, query => reader.run({file, sql: query, text: 'ignore', wanted: 'rows'}));
			}),
		);
		const flagged = found.flatMap((why, index) => (why === null ? [] : [index]));
		expect(flagged).toEqual(expect.arrayContaining(Object.keys(TIES).map(Number)));
		expect(new Set(found)).toEqual(new Set([null, CUT]));
		expect(flagged.filter(index => !/ORDER BY .* LIMIT \d/i.test(gold[index]!))).toEqual([]);
	});
});
