import {describe, expect, it} from 'vitest';
import type {QueryOutcome} from '../../source/database/cell.js';
import {type JudgeOptions, judge, type RuleName, type Verdict} from '../../source/evaluation/judge.js';
import {RULE_NAMES, RULES} from '../../source/evaluation/rules.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, makeDatabase, numbers, testReader} from '../support/test-reader.js';

const file = makeDatabase(
	temporaryFolder(),
	'shop.sqlite',
	`CREATE TABLE Item (Name TEXT, Price REAL, Stock INTEGER);
	INSERT INTO Item VALUES ('apple', 1.0, 3), ('pear', 2.5, 3), ('plum', 2.5, 0)`,
);
const reader = await testReader(file, {concurrency: 2});

function judged(answer: string | null, gold: string, rule: RuleName, options: Partial<JudgeOptions> = {}) {
	return judge(answer, gold, {reader, rule, ...options});
}

const VALUES = (...rows: string[]) => `VALUES ${rows.map(row => `(${row})`).join(', ')}`;

describe('the rules', () => {
	const R: Verdict = 'right';
	const W: Verdict = 'wrong';
	it.each<[name: string, gold: string, answer: string, bird: Verdict, bag: Verdict, exact: Verdict]>([
		['the same', VALUES('1', '2'), VALUES('1', '2'), R, R, R],
		['other names of columns', 'SELECT 1 AS a', 'SELECT 1 AS b', R, R, R],
		['another order of rows', VALUES('1', '2'), VALUES('2', '1'), R, R, W],
		['a row twice', VALUES('1', '2'), VALUES('1', '2', '2'), R, W, W],
		['a row twice in both', VALUES('1', '2', '2'), VALUES('2', '1', '2'), R, R, W],
		['another row twice', VALUES('1', '2', '2'), VALUES('1', '1', '2'), R, W, W],
		['another order of columns', VALUES('1, 2'), VALUES('2, 1'), W, W, W],
		['a column more', VALUES('1'), VALUES('1, 2'), W, W, W],
		['a row less', VALUES('1', '2'), VALUES('1'), W, W, W],
		['1 and 1.0', VALUES('1'), VALUES('1.0'), R, R, W],
		['0.0 and -0.0', VALUES('0.0'), VALUES('-0.0'), R, R, W],
		['text and number', VALUES('1'), VALUES("'1'"), W, W, W],
		['NULL', VALUES('NULL'), VALUES('NULL'), R, R, R],
		['NULL and nothing', VALUES('NULL'), 'SELECT 1 WHERE 0', W, W, W],
		['a BLOB and a text', VALUES("x'41'"), VALUES("'A'"), W, W, W],
		['both empty, whatever the columns', 'SELECT 1 WHERE 0', 'SELECT 1, 2 WHERE 0', R, R, R],
		['REALs that nearly agree', VALUES('0.3'), VALUES('0.1 + 0.2'), W, W, W],
		['letters in another case', VALUES("'a'"), VALUES("'A'"), W, W, W],
		['integers beyond doubles', VALUES('9007199254740993'), VALUES('9007199254740992.0'), W, W, W],
	])('%s', async (_, gold, answer, ...expected) => {
		const verdicts = await Promise.all(
			RULE_NAMES.map(async rule => (await judged(answer, gold, rule)).verdict),
		);
		expect(verdicts).toEqual(expected);
	});

	it('have a line of help each', () => {
		expect(Object.values(RULES).every(({help}) => help.length > 20 && !help.includes('\n'))).toBe(true);
	});
});

describe('why', () => {
	it.each<[reason: string, gold: string, answer: string, notes: string[]]>([
		['1 row missing, 1 row too much', VALUES('1', '2'), VALUES('2', '3'), []],
		['1 row missing', VALUES('1', '2'), VALUES('2'), ['another number of rows: 2 → 1']],
		['1 row with other values', VALUES("'a', 1", "'b', 2"), VALUES("'b', 2", "'a', 3"), []],
		['2 columns instead of 1', VALUES('1'), VALUES('1, 2'), ['another number of columns: 1 → 2']],
		[
			'2 rows missing, 2 rows too much',
			VALUES('1, 9', '2, 8'),
			VALUES('9, 1', '8, 2'),
			['the same columns in another order: 2, 1'],
		],
		['1 row with other values', VALUES('1'), VALUES("'1'"), ['text against number in column column1']],
	])('%s', async (reason, gold, answer, notes) => {
		const judgement = await judged(answer, gold, 'bird');
		expect(judgement).toMatchObject({verdict: 'wrong', reason});
		expect(judgement.difference!.notes).toEqual(notes);
	});

	it('is nothing where it is right; what does not count is still told', async () => {
		const judgement = await judged(VALUES('2.0', '1', '1'), VALUES('1', '2'), 'bird');
		expect(judgement).toMatchObject({verdict: 'right', reason: ''});
		expect(judgement.difference!.counts).toEqual({same: 2, changed: 0, gone: 0, new: 0});
		expect(judgement.difference!.notes).toEqual([
			'another number of rows: 2 → 3',
			'duplicates: 1 row stands more often',
			'INTEGER against REAL (1 and 1.0) in column column1',
		]);
	});

	it('has both queries with what became of them', async () => {
		expect(await judged('SELECT Stock FROM Item', 'SELECT 3', 'bird')).toMatchObject({
			rule: 'bird',
			gold: {sql: 'SELECT 3', outcome: {table: {rowCount: 1}}},
			answer: {sql: 'SELECT Stock FROM Item', outcome: {table: {rowCount: 3}}},
		});
	});
});

describe('what is neither', () => {
	it.each<[verdict: Verdict, reason: string, answer: string | null, gold: string]>([
		['no-answer', 'there is no answer', null, 'SELECT 1'],
		['no-answer', 'there is no answer', ' \n', 'SELECT 1'],
		['sql-error', 'the answer fails: no such column: nope', 'SELECT nope', 'SELECT 1'],
		['sql-error', 'the answer fails: ', 'DELETE FROM Item', 'SELECT 1'],
		['gold-error', 'the gold query fails: no such column: nope', 'SELECT 1', 'SELECT nope'],
		['gold-error', 'the gold query fails: the query is empty', null, ''],
	])('%s: %s', async (verdict, reason, answer, gold) => {
		const judgement = await judged(answer, gold, 'bird');
		expect(judgement).toMatchObject({verdict, difference: null});
		expect(judgement.reason.startsWith(reason)).toBe(true);
	});

	it('timeout, of the answer or of the gold', async () => {
		const queryTimeoutMs = 300;
		const [answer, gold] = await Promise.all([
			judged(ENDLESS, 'SELECT 1', 'bird', {queryTimeoutMs}),
			judged('SELECT 1', ENDLESS, 'bird', {queryTimeoutMs}),
		]);
		expect(answer.verdict).toBe('timeout');
		expect(gold.verdict).toBe('gold-error');
	});

	it('an abort: its reason is thrown', async () => {
		const stop = new AbortController();
		const judging = judged(ENDLESS, 'SELECT 1', 'bird', {signal: stop.signal});
		stop.abort(new Error('left'));
		await expect(judging).rejects.toThrow('left');
	});
});

describe('large results', () => {
	const MANY = numbers(12_000);
	it.each<[rule: RuleName, gold: string, answer: string, verdict: Verdict]>([
		['bird', MANY, numbers(12_000, '12001 - i'), 'right'],
		['bird', MANY, numbers(12_000, 'i + (i = 11000)'), 'wrong'],
		['bag', MANY, numbers(12_000, '12001 - i'), 'right'],
		['exact', MANY, numbers(12_000, '12001 - i'), 'wrong'],
		['exact', MANY, MANY, 'right'],
	])('by %s', async (rule, gold, answer, verdict) => {
		expect((await judged(answer, gold, rule)).verdict).toBe(verdict);
	});

	it('say why they are wrong', async () => {
		const beyond = await judged(numbers(12_000, 'i + (i = 11000)'), numbers(12_000), 'bird');
		expect(beyond.reason).toBe('other rows, beyond those that are kept to compare');
		const less = await judged(numbers(12_000), numbers(11_000), 'bird');
		expect(less.reason).toBe('12,000 rows instead of 11,000');
	});

	it.each<[rule: RuleName, answer: bigint, verdict: Verdict]>([
		['exact', 1n, 'unknown'],
		['bag', 1n, 'unknown'],
		['bag', 2n, 'unknown'],
		['exact', 2n, 'wrong'],
		['bird', 2n, 'right'],
	])('by %s, beyond what is kept: a first row of %i is %s', async (rule, answer, verdict) => {
		const kept = {
			async query(sql: string): Promise<QueryOutcome> {
				const rows = [[sql === 'gold' ? 1n : answer], [3n]];
				return {
					elapsedMs: 1,
					table: {columns: ['i'], rows, rowCount: 200_000, truncated: 'kept', digest: '200000-a'},
				};
			},
		};
		const judgement = await judge('answer', 'gold', {reader: kept, rule});
		expect(judgement.verdict).toBe(verdict);
		if (verdict === 'unknown') {
			expect(judgement.reason).toBe('of 200,000 rows only 2 are kept to compare');
		}
	});

	it('have no difference where only others are kept', async () => {
		const turned = await judged(numbers(12_000, '12001 - i'), numbers(12_000), 'bird');
		expect(turned).toMatchObject({verdict: 'right', difference: null});
	});
});
