import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import type {Trajectory} from '../../../source/agent/trajectory.js';
import {DatabaseError} from '../../../source/errors.js';
import {sampleId} from '../../../source/evaluation/run/run.js';
import {runBenchmark} from '../../../source/evaluation/run/runner.js';
import {
	answer,
	counting,
	eventsOf,
	item,
	lasting,
	of,
	openBulk,
	optionsOf,
	plan,
	probe,
	scriptedModel,
	verdictsOf,
} from '../../support/benchmark.js';
import {temporaryFolder} from '../../support/temporary-folder.js';
import {ENDLESS, makeDatabase, write} from '../../support/test-reader.js';

const folder = temporaryFolder();
const shop = makeDatabase(
	folder,
	'shop.sqlite',
	`CREATE TABLE Item (Name TEXT, Price REAL);
	INSERT INTO Item VALUES ('apple', 1.0), ('pear', 2.5), ('plum', 2.5)`,
);
const files = new Map([['shop', [shop]]]);
const COUNT = 'SELECT count(*) FROM Item';

const items = (count: number) => Array.from({length: count}, (_, index) => item(index));

describe('a run', () => {
	it('asks each sample with its seed, question after question', async () => {
		const model = scriptedModel(() => answer(COUNT));
		const options = await optionsOf({
			plan: plan(items(3), {votes: 2}),
			model,
			files,
			bulk: openBulk(),
			concurrency: 1,
		});
		const {events, error} = await eventsOf(options);
		expect(error).toBeNull();
		expect(model.asked.map(({question, sample}) => [question, sample])).toEqual([
			['question 0', 0],
			['question 0', 1],
			['question 1', 0],
			['question 1', 1],
			['question 2', 0],
			['question 2', 1],
		]);
		const trajectories = of('ended', events).map(({trajectory}) => trajectory);
		expect(trajectories.map(({id}) => id)).toEqual(['0-0', '0-1', '1-0', '1-1', '2-0', '2-1']);
		expect(trajectories.map(({sampling}) => sampling.seed)).toEqual([1000, 1001, 1000, 1001, 1000, 1001]);
		expect(trajectories[0]).toMatchObject({
			question: 'question 0',
			database: {path: shop, name: 'shop', version: options.versions.get(shop)},
			model: {name: 'double'},
			maxSteps: 5,
			ending: 'answered',
		});
		expect(trajectories[0]!.prompt.system).toContain('CREATE TABLE Item (\n  Name TEXT,\n  Price REAL\n);');
		expect(of('gold', events).map(({finding}) => finding)).toEqual(
			[0, 1, 2].map(question => ({
				question,
				verdict: 'ok',
				reason: '',
				rowCount: 1,
				nondeterministic: null,
			})),
		);
	});

	it('tells of each sample what it came to', async () => {
		const usage = {promptTokens: 100, completionTokens: 7};
		const model = scriptedModel(({sample, turn}) =>
			turn === 0
				? {...probe('SELECT Name FROM Item'), usage}
				: {...answer(sample === 0 ? COUNT : 'SELECT 4'), usage: sample === 0 ? usage : undefined!},
		);
		const options = await optionsOf({
			plan: plan([item(7, {gold: COUNT})], {votes: 2}),
			model,
			files,
			bulk: openBulk(),
		});
		const [right, wrong] = verdictsOf((await eventsOf(options)).events);
		// The clock goes on by 250 ms each time it is read, which is twice a reply, by whichever sample.
		expect(right).toMatchObject({
			question: 7,
			sample: 0,
			verdict: 'right',
			score: 1,
			reason: '',
			key: expect.stringMatching(/^1-/),
			sql: COUNT,
			ending: 'answered',
			turns: 2,
			probes: 1,
			promptTokens: 200,
			completionTokens: 14,
		});
		expect(right!.replyMs).toBeGreaterThanOrEqual(500);
		expect(right!.queryMs).toBeGreaterThan(0);
		expect(wrong).toMatchObject({verdict: 'wrong', score: 0, promptTokens: null, completionTokens: null});
		expect(wrong!.key).not.toBe(right!.key);
	});

	it.each([true, false])('tells the model the evidence if that is wanted: %s', async evidence => {
		const model = scriptedModel(() => answer(COUNT));
		const question = item(0, {evidence: 'an item is a fruit'});
		const options = await optionsOf({
			plan: plan([question], {evidence}),
			model,
			files,
			bulk: openBulk(),
		});
		const {events} = await eventsOf(options);
		expect(model.asked[0]!.system.includes('an item is a fruit')).toBe(evidence);
		expect(of('ended', events)[0]!.trajectory.evidence).toBe(evidence ? 'an item is a fruit' : '');
	});

	it('keeps so many samples under way, and lets a free slot take the next of any question', async () => {
		const held = new Map<string, () => void>();
		const model = scriptedModel(async ({question, sample}) => {
			await new Promise<void>(resolve => held.set(`${question} ${sample}`, resolve));
			return answer(COUNT);
		});
		const options = await optionsOf({
			plan: plan(items(4), {votes: 2}),
			model,
			files,
			bulk: openBulk(),
			concurrency: 3,
		});
		const running = eventsOf(options);
		await until(() => held.size === 3);
		expect([...held.keys()]).toEqual(['question 0 0', 'question 0 1', 'question 1 0']);
		// The first sample never ends, and two questions behind it are done meanwhile.
		for (const name of ['question 0 1', 'question 1 0', 'question 1 1', 'question 2 0']) {
			await until(() => held.has(name));
			held.get(name)!();
		}

		await until(() => held.has('question 3 0'));
		expect(model.asked.at(-1)).toMatchObject({question: 'question 3', sample: 0});
		expect(model.most).toBe(3);
		for (const name of ['question 0 0', 'question 2 1', 'question 3 0', 'question 3 1']) {
			await until(() => held.has(name));
			held.get(name)!();
		}

		expect(verdictsOf((await running).events)).toHaveLength(8);
	});

	it('lets others ask while a query runs', async () => {
		const model = scriptedModel(({question, turn}) =>
			question === 'question 0' && turn === 0 ? probe(ENDLESS) : answer(COUNT),
		);
		const options = await optionsOf({
			plan: plan(items(6), {votes: 1}),
			model,
			files,
			bulk: openBulk({timeoutMs: 4000}),
			concurrency: 1,
		});
		const {events} = await eventsOf(options);
		expect(model.most).toBe(1);
		// One more than is asked at once may be under way.
		expect(of('judged', events).map(({verdict}) => verdict.question)).toEqual([1, 2, 3, 4, 5, 0]);
	});

	it('takes 300 slots, and fills them', async () => {
		const model = scriptedModel(async () => {
			await sleep(20);
			return answer(COUNT);
		});
		const options = await optionsOf({
			plan: plan(items(100), {votes: 8}),
			model,
			files,
			bulk: openBulk(),
			concurrency: 300,
		});
		const {events, error} = await eventsOf(options);
		expect(error).toBeNull();
		expect(verdictsOf(events)).toHaveLength(800);
		expect(verdictsOf(events).every(({verdict}) => verdict === 'right')).toBe(true);
		expect(model.most).toBe(300);
	});

	it('is the same whoever is first', async () => {
		// A long result as a probe and as an answer, whichever comes first: a model must see the same.
		const long =
			'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10050) SELECT i FROM n';
		const seen = [];
		for (const first of [0, 1]) {
			const model = scriptedModel(async ({sample, turn}) => {
				await sleep(sample === first ? 0 : 300);
				return sample === 0 && turn === 0 ? probe(long) : answer(long);
			});
			const options = await optionsOf({plan: plan(items(1), {votes: 2}), model, files, bulk: openBulk()});
			const {events} = await eventsOf(options);
			const ended = of('ended', events).find(({sample}) => sample === 0)!.trajectory;
			seen.push([ended.turns[0]!.outcome, ended.turns[0]!.response, ended.answer!.outcome].map(withoutTimes));
		}

		expect(seen[1]).toEqual(seen[0]);
		expect(JSON.stringify(seen[0])).toContain('… (more than 9,980 more rows)');
		expect(seen[0]![2]).toMatchObject({table: {rowCount: 10_050, truncated: 'kept'}});
	});
});

describe('queries', () => {
	it('run once for a question: as a probe, as an answer, and for the score', async () => {
		const {bulk, asked} = counting(openBulk());
		const model = scriptedModel(({turn}) =>
			turn === 0 ? probe('SELECT Name FROM Item') : turn === 1 ? probe(COUNT) : answer(COUNT),
		);
		const options = await optionsOf({plan: plan(items(2), {votes: 8}), model, files, bulk, concurrency: 16});
		const {events} = await eventsOf(options);
		expect(verdictsOf(events).map(({verdict}) => verdict)).toEqual(Array(16).fill('right'));
		// Of two questions each: what is probed, and the answer, which is the gold query as well.
		expect(asked.observed.sort()).toEqual(['SELECT Name FROM Item', COUNT].flatMap(sql => [sql, sql]).sort());
		expect([asked.runs, asked.schemas]).toEqual([[], [shop]]);
	});

	it('keep the rows that the model sees', async () => {
		const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50) SELECT i FROM n';
		const model = scriptedModel(({turn}) => (turn === 0 ? probe(many) : answer(many)));
		const options = await optionsOf({
			plan: plan([item(0, {gold: many})]),
			model,
			files,
			bulk: openBulk(),
		});
		const {events} = await eventsOf(options);
		const {turns, answer: last} = of('ended', events)[0]!.trajectory;
		for (const outcome of [turns[0]!.outcome, last!.outcome]) {
			expect(outcome).toMatchObject({table: {rowCount: 50, truncated: 'kept', columns: ['i']}});
			expect(outcome && 'table' in outcome && outcome.table.rows).toHaveLength(20);
		}

		expect(verdictsOf(events)[0]!.verdict).toBe('right');
	});

	it('that do not end cost their limit once, and hold up no other sample', async () => {
		const {bulk, asked} = counting(openBulk({timeoutMs: 5000}));
		const model = scriptedModel(({question}) => answer(question === 'question 0' ? ENDLESS : COUNT));
		const options = await optionsOf({
			plan: plan(items(20), {votes: 4, timeoutMs: 5000}),
			model,
			files,
			bulk,
			concurrency: 8,
		});
		const {events} = await eventsOf(options);
		expect(
			verdictsOf(events)
				.slice(0, 4)
				.map(({verdict, reason, key}) => [verdict, reason, key]),
		).toEqual(Array(4).fill(['timeout', 'the query took longer than 5 s and was stopped', null]));
		expect(asked.observed.filter(sql => sql === ENDLESS)).toHaveLength(1);
		// The 76 others have their verdicts before the first of these.
		const questions = of('judged', events).map(({verdict}) => verdict.question);
		expect(questions.indexOf(0)).toBe(76);
		expect(questions).toHaveLength(80);
	});
});

describe('a run that was stopped', () => {
	/** Probes, fails in some ways and answers, by question and sample alone. */
	const script = ({question, sample, turn}: {question: string; sample: number; turn: number}) => {
		const number = Number(question.split(' ')[1]);
		if (turn === 0 && (number + sample) % 2 === 0) {
			return probe(`SELECT ${number}, Name FROM Item`);
		}

		return [answer(COUNT), answer(`SELECT ${sample % 2}`), answer('SELECT nope'), {text: 'I do not know.'}][
			(number + sample) % 4
		]!;
	};

	it.each([1, 5, 12, 30])('goes on where it was after %i events, and comes to the same', async stopAt => {
		const goldOf = (index: number) => (index === 2 ? 'SELECT nothing FROM nowhere' : COUNT);
		const of6 = plan(
			items(6).map(one => ({...one, gold: goldOf(one.index)})),
			{votes: 4},
		);
		const whole = await eventsOf(
			await optionsOf({plan: of6, model: scriptedModel(script), files, bulk: openBulk()}),
		);

		const stored = {
			trajectories: new Map<string, Trajectory>(),
			asked: 0,
			golds: new Map(),
			verdicts: new Map(),
		};
		for (let rounds = 0; stored.verdicts.size < 24; rounds++) {
			expect(rounds).toBeLessThan(100);
			const model = scriptedModel(script);
			const options = await optionsOf({
				plan: of6,
				model,
				files,
				bulk: openBulk(),
				done: {verdicts: new Set(stored.verdicts.keys()), golds: new Set(stored.golds.keys())},
				unjudged: [...stored.trajectories.values()].filter(({id}) => !stored.verdicts.has(id)),
			});
			let left = stopAt;
			for await (const event of runBenchmark(options)) {
				if (event.kind === 'ended') {
					expect(stored.trajectories.has(event.trajectory.id)).toBe(false);
					stored.trajectories.set(event.trajectory.id, event.trajectory);
				} else if (event.kind === 'gold') {
					expect(stored.golds.has(event.finding.question)).toBe(false);
					stored.golds.set(event.finding.question, event.finding);
				} else if (event.kind === 'judged') {
					const id = sampleId(event.verdict.question, event.verdict.sample);
					expect(stored.verdicts.has(id)).toBe(false);
					stored.verdicts.set(id, event.verdict);
				}

				if (event.kind !== 'begun' && --left === 0) {
					break;
				}
			}
		}

		const verdicts = [...stored.verdicts.values()].sort(
			(a, b) => a.question - b.question || a.sample - b.sample,
		);
		expect(verdicts.map(lasting)).toEqual(verdictsOf(whole.events).map(lasting));
		expect(new Set(verdicts.map(({verdict}) => verdict))).toEqual(
			new Set(['right', 'wrong', 'sql-error', 'empty', 'gold-error']),
		);
		const byQuestion = (a: {question: number}, b: {question: number}) => a.question - b.question;
		expect([...stored.golds.values()].sort(byQuestion)).toEqual(
			of('gold', whole.events)
				.map(({finding}) => finding)
				.sort(byQuestion),
		);
	});

	it('asks nobody where all is done, and judges what is stored without the model', async () => {
		const model = scriptedModel(() => answer(COUNT));
		const first = await eventsOf(
			await optionsOf({plan: plan(items(2)), model, files, bulk: openBulk(), concurrency: 1}),
		);
		const {bulk, asked} = counting(openBulk());
		const silent = scriptedModel(() => answer('SELECT 1'));
		const again = (verdicts: string[]) =>
			optionsOf({
				plan: plan(items(2)),
				model: silent,
				files,
				bulk,
				done: {verdicts: new Set(verdicts), golds: new Set([0, 1])},
				unjudged: of('ended', first.events).map(({trajectory}) => trajectory),
			});
		const judged = await eventsOf(await again(['0-0']));
		expect(judged.events.map(({kind}) => kind)).toEqual(['judged']);
		expect(verdictsOf(judged.events).map(lasting)).toEqual([lasting(verdictsOf(first.events)[1]!)]);
		expect(asked.observed).toEqual([COUNT]);
		expect((await eventsOf(await again(['0-0', '1-0']))).events).toEqual([]);
		expect([silent.asked, asked.observed, asked.schemas]).toEqual([[], [COUNT], []]);
	});
});

describe('a database', () => {
	it('that changes ends the run, and what was asked of it is not kept', async () => {
		const changing = makeDatabase(temporaryFolder(), 'shop.sqlite', 'CREATE TABLE Item (Name TEXT)');
		let isFirstDone = false;
		const model = scriptedModel(async ({question}) => {
			if (question === 'question 1') {
				await until(() => isFirstDone);
				write(changing, "INSERT INTO Item VALUES ('fig')");
			}

			return answer(COUNT);
		});
		const options = await optionsOf({
			plan: plan(items(100)),
			model,
			files: new Map([['shop', [changing]]]),
			bulk: openBulk(),
			concurrency: 1,
		});
		const {events, error} = await eventsOf(options, ({kind}) => {
			isFirstDone ||= kind === 'judged';
		});
		expect(error).toBeInstanceOf(DatabaseError);
		expect(String(error)).toContain(`${changing} has changed since the run began`);
		expect(of('ended', events).map(({question}) => question)).toEqual([0]);
		expect(model.asked.length).toBeLessThan(30);
	});

	it('that has no file is told', async () => {
		const options = await optionsOf({
			plan: plan([item(0), item(1, {database: 'zoo'})]),
			model: scriptedModel(() => answer(COUNT)),
			files,
			bulk: openBulk(),
		});
		const {events, error} = await eventsOf(options);
		expect(String(error)).toContain('question 1 is of the database "zoo", which has no file');
		expect(verdictsOf(events)).toHaveLength(1);
	});

	it('with a view that cannot be read is told of once', async () => {
		const odd = makeDatabase(
			temporaryFolder(),
			'shop.sqlite',
			'CREATE TABLE Item (Name TEXT); CREATE VIEW odd AS SELECT nope FROM Item',
		);
		const options = await optionsOf({
			plan: plan(items(3), {votes: 2}),
			model: scriptedModel(() => answer(COUNT)),
			files: new Map([['shop', [odd]]]),
			bulk: openBulk(),
		});
		const {events} = await eventsOf(options);
		expect(of('warned', events)).toMatchObject([{file: odd, warnings: [{name: 'odd'}]}]);
	});
});

async function until(condition: () => boolean): Promise<void> {
	while (!condition()) {
		await sleep(2);
	}
}

function withoutTimes(value: unknown): unknown {
	return JSON.parse(
		JSON.stringify(value, (key, one) =>
			key === 'elapsedMs' ? undefined : typeof one === 'bigint' ? String(one) : one,
		),
	);
}
