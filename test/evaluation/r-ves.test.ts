import {afterAll, describe, expect, it} from 'vitest';
import {openBulkReader} from '../../source/database/bulk-reader.js';
import {RUN_RULES} from '../../source/evaluation/metrics.js';
import {meanRatio, rewardOf, withRewards} from '../../source/evaluation/r-ves.js';
import type {ItemScore, Scores} from '../../source/evaluation/score.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, makeDatabase, numbers} from '../support/test-reader.js';

describe('the ratio of times', () => {
	it("is the mean of the gold's over the prediction's", () => {
		expect(meanRatio([[2, 4]])).toBe(2);
		// 4/1, 1/1 and 1/2.
		expect(
			meanRatio([
				[1, 4],
				[1, 1],
				[2, 1],
			]),
		).toBeCloseTo(5.5 / 3, 12);
	});

	it('leaves out what is three standard deviations from the mean', () => {
		const even = Array.from({length: 99}, (): [number, number] => [1, 1]);
		// Mean 1.99 and deviation 9.85: 100 is 98 away.
		expect(meanRatio([...even, [1, 100]])).toBe(1);
		// Of four with one far away the deviation is as large: mean 25.75, deviation 42.9.
		expect(
			meanRatio([
				[1, 1],
				[1, 1],
				[1, 1],
				[1, 100],
			]),
		).toBe(25.75);
		expect(
			meanRatio([
				[2, 3],
				[2, 3],
			]),
		).toBe(1.5);
	});
});

// The steps of `iterated_execute_sql` in mini_dev's evaluation_ves.py.
it.each([
	[10, 1.25],
	[2, 1.25],
	[1.999, 1],
	[1, 1],
	[0.999, 0.75],
	[0.5, 0.75],
	[0.499, 0.5],
	[0.25, 0.5],
	[0.249, 0.25],
	[0.001, 0.25],
])('a ratio of %f has the reward %f', (ratio, reward) => {
	expect(rewardOf(ratio)).toBe(reward);
});

describe('scores with rewards', () => {
	const right: ItemScore = {verdict: 'right', score: 1, reason: ''};
	const wrong: ItemScore = {verdict: 'wrong', score: 0, reason: ''};
	const items = ['SELECT 1', 'SELECT 2', 'SELECT 3'].map(sql => ({sql, database: 'a'}));
	const files = new Map([['a', ['/a.sqlite']]]);
	const predictions = [
		{name: 'one', queries: ['select 1;', 'SELECT 1 + 1', 'SELECT 4']},
		{name: 'two', queries: ['SELECT 2 - 1', 'SELECT 1 + 1', 'SELECT 1 + 2']},
	];

	it('are the roots of the rewards of what is right, also of the vote', async () => {
		const scores: Scores = {
			columns: [
				{name: 'one', items: [right, right, wrong]},
				{name: 'two', items: [right, right, right]},
			],
			vote: [1, 0, null].map(winner => ({
				...(winner === null ? wrong : right),
				winner,
				votes: 1,
				clusters: 1,
			})),
			goldFailures: [],
		};
		const asked: string[] = [];
		const rewarded = await withRewards(scores, {
			items,
			predictions,
			files,
			reader: {
				async time(file, {sql, against}) {
					asked.push(`${file}: ${sql} / ${against}`);
					return (
						{
							'SELECT 2 - 1': [[1, 4]] as Array<[number, number]>,
							'SELECT 1 + 1': [[5, 2]] as Array<[number, number]>,
						}[sql] ?? null
					);
				},
			},
		});
		// Each once, and what is written like the gold not at all.
		expect(asked).toEqual([
			'/a.sqlite: SELECT 2 - 1 / SELECT 1',
			'/a.sqlite: SELECT 1 + 1 / SELECT 2',
			'/a.sqlite: SELECT 1 + 2 / SELECT 3',
		]);
		const scored = (found: readonly ItemScore[]) => found.map(({verdict, score}) => [verdict, score]);
		expect(scored(rewarded.columns[0]!.items)).toEqual([
			['right', 1],
			['right', Math.sqrt(0.5)],
			['wrong', 0],
		]);
		expect(scored(rewarded.columns[1]!.items)).toEqual([
			['right', Math.sqrt(1.25)],
			['right', Math.sqrt(0.5)],
			['timeout', 0],
		]);
		expect(scored(rewarded.vote!)).toEqual([
			['right', Math.sqrt(1.25)],
			['right', Math.sqrt(0.5)],
			['wrong', 0],
		]);
	});

	it('are no rule of a run, whose machine is busy', () => {
		expect(RUN_RULES).toEqual(['bird', 'spider', 'spider-keep-distinct', 'bird-soft-f1']);
	});
});

describe('the times of two queries', () => {
	const file = makeDatabase(temporaryFolder(), 'test.sqlite', 'CREATE TABLE T (a); INSERT INTO T VALUES (1)');
	const reader = openBulkReader({timeoutMs: 2000, processes: 1});
	afterAll(() => reader.close());

	it('are measured by turns', async () => {
		await reader.add(file);
		const many = numbers(20_000, 'count(*)');
		const pair = {sql: 'SELECT a FROM T WHERE a <> "text"', against: many, rounds: 5, enoughMs: 60_000};
		const rounds = await reader.time(file, pair);
		expect(rounds).toHaveLength(5);
		expect(meanRatio(rounds!)).toBeGreaterThan(2);
	});

	it('are few where these take long', async () => {
		await reader.add(file);
		const pair = {sql: 'SELECT 1', against: 'SELECT 1', rounds: 100, enoughMs: 0};
		expect(await reader.time(file, pair)).toHaveLength(3);
	});

	it('are none where one fails, is refused or does not end', async () => {
		await reader.add(file);
		for (const sql of ['SELECT nothing', 'DELETE FROM T', ENDLESS]) {
			const pair = {sql, against: 'SELECT 1', rounds: 5, enoughMs: 1};
			expect(await reader.time(file, pair)).toBeNull();
		}
	});
});
