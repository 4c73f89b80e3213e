import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openKeptResults} from '../../../source/evaluation/kept-results.js';
import {METRICS, type MetricName} from '../../../source/evaluation/metrics.js';
import type {RunItem} from '../../../source/evaluation/run/run.js';
import {
	answer,
	counting,
	eventsOf,
	item,
	of,
	openBulk,
	optionsOf,
	plan,
	probe,
	scriptedModel,
	verdictsOf,
} from '../../support/benchmark.js';
import {temporaryFolder} from '../../support/temporary-folder.js';
import {ENDLESS, makeDatabase} from '../../support/test-reader.js';

const folder = temporaryFolder();
const shop = makeDatabase(
	folder,
	'shop.sqlite',
	`CREATE TABLE Item (Name TEXT, Price REAL);
	INSERT INTO Item VALUES ('apple', 1.0), ('pear', 2.5), ('plum', 2.5);
	CREATE TABLE Broken (Name TEXT);
	INSERT INTO Broken VALUES (CAST(x'61ff62' AS TEXT))`,
);

/** One sample for each answer, of one question. */
async function judged(
	answers: readonly string[],
	{
		gold,
		rule,
		files = [shop],
		timeoutMs = 30_000,
	}: {gold: string; rule: MetricName; files?: string[]; timeoutMs?: number},
) {
	const {bulk, asked} = counting(openBulk({timeoutMs}));
	const options = await optionsOf({
		plan: plan([item(0, {gold})], {rule, votes: answers.length}),
		model: scriptedModel(({sample}) =>
			answers[sample] === '' ? {text: 'I do not know.'} : answer(answers[sample]!),
		),
		files: new Map([['shop', files]]),
		bulk,
		concurrency: 3,
	});
	const {events, error} = await eventsOf(options);
	expect(error).toBeNull();
	return {
		verdicts: verdictsOf(events).map(({verdict}) => verdict),
		samples: verdictsOf(events),
		gold: of('gold', events)[0]!.finding,
		asked,
	};
}

describe('a sample is judged', () => {
	it('by BIRD’s rule as a set of rows whose columns are in order', async () => {
		const {verdicts} = await judged(
			[
				'SELECT Price, Name FROM Item ORDER BY Name DESC',
				'SELECT Price, Name FROM Item UNION ALL SELECT Price, Name FROM Item',
				'SELECT Name, Price FROM Item',
				'SELECT Price, Name FROM Item LIMIT 2',
				'SELECT nope',
				'DELETE FROM Item',
				'',
			],
			{gold: 'SELECT Price, Name FROM Item', rule: 'bird'},
		);
		expect(verdicts).toEqual(['right', 'right', 'wrong', 'wrong', 'sql-error', 'refused', 'empty']);
	});

	it('by Spider’s as a bag whose columns may be in any order, without DISTINCT', async () => {
		const {verdicts} = await judged(
			[
				'SELECT Name, Price FROM Item',
				'SELECT Price, Name FROM Item UNION ALL SELECT Price, Name FROM Item',
				'SELECT DISTINCT Price, Name FROM Item',
			],
			{gold: 'SELECT Price, Name FROM Item', rule: 'spider'},
		);
		expect(verdicts).toEqual(['right', 'wrong', 'right']);
	});

	it('by a graded rule with its share', async () => {
		// Of three prices two are there, in their places: precision 1, recall 2 of 3, so F1 is 4/5.
		const {samples} = await judged(['SELECT Name FROM Item LIMIT 2', 'SELECT Name FROM Item'], {
			gold: 'SELECT Name FROM Item',
			rule: 'bird-soft-f1',
		});
		expect(samples.map(({verdict}) => verdict)).toEqual(['wrong', 'right']);
		expect(samples[0]!.score).toBeCloseTo(0.8, 12);
	});

	it('in every file of a suite', async () => {
		const other = makeDatabase(
			temporaryFolder(),
			'other.sqlite',
			"CREATE TABLE Item (Name TEXT, Price REAL); INSERT INTO Item VALUES ('fig', 9.0)",
		);
		const given = [
			'SELECT count(*) FROM Item',
			'SELECT 3',
			'SELECT sum(1) FROM Item',
			'SELECT Price FROM Broken',
		];
		const options = {gold: 'SELECT count(*) FROM Item', rule: 'spider'} as const;
		expect((await judged(given, options)).verdicts).toEqual(['right', 'right', 'right', 'sql-error']);
		expect((await judged(given, {...options, files: [shop, other]})).verdicts).toEqual([
			'right',
			'wrong',
			'right',
			'sql-error',
		]);
		// What has no such table: the gold query fails, and that decides for all.
		const bare = makeDatabase(temporaryFolder(), 'bare.sqlite');
		const failing = await judged(given, {...options, files: [shop, bare]});
		expect(failing.verdicts).toEqual(Array(4).fill('gold-error'));
		expect(failing.gold).toMatchObject({
			verdict: 'gold-error',
			reason: 'no such table: Item',
			rowCount: null,
		});
	});

	it.each<[string, MetricName, string, string]>([
		['a failure to BIRD', 'bird', 'decode', 'gold-error'],
		['left out by Spider', 'spider', 'right', 'right'],
	])('by the rule’s reading of a text that is no UTF-8, which is %s', async (_, rule, verdict, byBroken) => {
		const given = ['SELECT Name FROM Broken', "SELECT 'ab'", 'SELECT Name FROM Broken -- again'];
		const {verdicts, samples} = await judged(given, {gold: "SELECT 'ab' WHERE 1", rule});
		expect(verdicts).toEqual([verdict, 'right', verdict]);
		// They vote with what the driver reads, as in a session.
		expect(samples[0]!.key).toBe(samples[2]!.key);
		expect(samples[0]!.key).not.toBe(samples[1]!.key);
		const withBroken = await judged(given, {gold: 'SELECT Name FROM Broken', rule});
		expect(withBroken.verdicts).toEqual(Array(3).fill(byBroken));
	});
});

describe('a gold query', () => {
	it('that is empty or fails decides, whatever was answered', async () => {
		const given = ['SELECT 1', 'SELECT nope', ''];
		for (const [gold, verdict, reason] of [
			['', 'gold-error', 'the gold query is empty'],
			['SELECT x FROM nowhere', 'gold-error', 'no such table: nowhere'],
			['DROP TABLE Item', 'gold-error', expect.any(String)],
			[ENDLESS, 'gold-timeout', 'the query took longer than 0.5 s and was stopped'],
		] as const) {
			const found = await judged(given, {gold, rule: 'bird', timeoutMs: 500});
			expect(found.verdicts).toEqual(Array(3).fill(verdict));
			expect(found.gold).toEqual({question: 0, verdict, reason, rowCount: null, nondeterministic: null});
			expect(found.samples.map(({reason}) => reason)).toEqual(Array(3).fill(found.gold.reason));
		}
	});

	it('that works is looked through by whoever is asked to', async () => {
		const gold = 'SELECT Name FROM Item ORDER BY Price DESC LIMIT 1';
		const inspected: string[][] = [];
		const options = await optionsOf({
			plan: plan([item(0, {gold}), item(1, {gold: 'SELECT nope'})]),
			model: scriptedModel(() => answer('SELECT 1')),
			files: new Map([['shop', [shop]]]),
			bulk: openBulk(),
			async inspectGold(sql, file) {
				inspected.push([sql, file]);
				return 'LIMIT cuts through a tie';
			},
		});
		const {events} = await eventsOf(options);
		expect(inspected).toEqual([[gold, shop]]);
		expect(of('gold', events).map(({finding}) => finding.nondeterministic)).toEqual(
			expect.arrayContaining(['LIMIT cuts through a tie', null]),
		);
	});

	it.each<MetricName>(['bird', 'spider'])('is kept for the next run, by %s', async rule => {
		const kept = async () => {
			const bulk = counting(openBulk());
			const options = await optionsOf({
				plan: plan([item(0, {gold: 'SELECT Name FROM Item'})], {rule}),
				model: scriptedModel(({turn}) => (turn === 0 ? probe('SELECT 1') : answer('SELECT Name FROM Item;'))),
				files: new Map([['shop', [shop]]]),
				bulk: bulk.bulk,
			});
			const store = await openKeptResults({
				folder,
				sqlite: '3.53.2',
				timeoutMs: 30_000,
				versions: options.versions,
				reading: METRICS[rule],
			});
			const {events} = await eventsOf({...options, kept: store});
			await store.save();
			return {verdicts: verdictsOf(events).map(({verdict}) => verdict), observed: bulk.asked.observed, store};
		};
		const [first, second] = [await kept(), await kept()];
		expect([first.verdicts, second.verdicts]).toEqual([['right'], ['right']]);
		expect([first.observed.length, second.observed.length]).toEqual([3, 2]);
		expect([first.store.found, second.store.found]).toEqual([0, 1]);
	});
});

const data = process.env.SQRL_TEST_DATA;
const title = `a run of Spider's dev set${data ? '' : ' (skipped: SQRL_TEST_DATA is not set)'}`;

describe.skipIf(!data)(title, () => {
	const spider = path.join(data ?? '', 'spider');
	const lines = (name: string) =>
		readFileSync(path.join(spider, name), 'utf8').replace(/\n$/, '').split('\n');

	it.each([
		['spider', 1],
		['spider-keep-distinct', 2],
		['bird', 3],
	] as const)('by %s has the verdicts of the official script', async (rule, column) => {
		const {verdicts} = JSON.parse(readFileSync(path.join(spider, 'reference-verdicts.json'), 'utf8')) as {
			verdicts: Record<string, number[][]>;
		};
		const predictions = lines('pred/graphix.txt').map(line => line.split('\t')[0]!);
		// Every fifth of the 1,034, so that all databases are in it.
		const items = lines('dev_gold.sql').flatMap((line, index): RunItem[] => {
			const [gold, database] = line.split('\t');
			return index % 5 === 0 ? [item(index, {gold: gold!, database: database!})] : [];
		});
		const files = new Map(
			items.map(({database}) => [database, [path.join(spider, 'database', database, `${database}.sqlite`)]]),
		);
		const model = scriptedModel(({question, sample, turn}) => {
			const sql = predictions[Number(question.split(' ')[1])]!;
			return sample === 1 && turn === 0 ? probe(sql) : answer(sql);
		});
		const {bulk, asked} = counting(openBulk());
		const options = await optionsOf({
			plan: plan(items, {rule, votes: 2}),
			model,
			files,
			bulk,
			concurrency: 16,
		});
		const {events, error} = await eventsOf(options);
		expect(error).toBeNull();
		const expected = new Map(verdicts.graphix!.map(line => [line[0]!, line[column]!]));
		const found = verdictsOf(events);
		expect(found.map(({question, verdict}) => [question, verdict === 'right' ? 1 : 0])).toEqual(
			items.flatMap(({index}) => Array(2).fill([index, expected.get(index)])),
		);
		expect(found).toHaveLength(2 * 207);
		expect(files.size).toBe(20);
		// Once for a question: the gold query, the answer, and by Spider's rules what they are made into.
		const distinct = new Set(asked.observed);
		expect(asked.observed.length).toBeLessThanOrEqual(3 * 207);
		expect([asked.runs, asked.schemas.length, distinct.size > 207]).toEqual([[], 20, true]);
	});
});
