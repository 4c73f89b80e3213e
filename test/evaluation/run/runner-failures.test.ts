import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {ModelError} from '../../../source/errors.js';
import {runBenchmark} from '../../../source/evaluation/run/runner.js';
import {serverModel} from '../../../source/model/openai.js';
import {
	type Asked,
	answer,
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
import {startScriptedServer} from '../../support/scripted-server.js';
import {temporaryFolder} from '../../support/temporary-folder.js';
import {ENDLESS, makeDatabase} from '../../support/test-reader.js';

const shop = makeDatabase(
	temporaryFolder(),
	'shop.sqlite',
	"CREATE TABLE Item (Name TEXT); INSERT INTO Item VALUES ('apple'), ('pear')",
);
const files = new Map([['shop', [shop]]]);
const COUNT = 'SELECT count(*) FROM Item';
const items = (count: number) => Array.from({length: count}, (_, index) => item(index));

const fails = (kind: ModelError['kind'], status?: number) => ({
	text: '',
	error: new ModelError(kind, `it is ${kind}`, 'Ask again.', {
		cause: status === undefined ? undefined : Object.assign(new Error('said'), {status}),
	}),
});

async function run(
	script: (asked: Asked) => ReturnType<typeof answer> | Promise<ReturnType<typeof answer>>,
	{count = 6, votes = 1, concurrency = 2} = {},
) {
	const model = scriptedModel(script);
	const options = await optionsOf({
		plan: plan(items(count), {votes}),
		model,
		files,
		bulk: openBulk(),
		concurrency,
	});
	return {...(await eventsOf(options)), model};
}

const only = (question: number, reply: ReturnType<typeof answer>) => (asked: Asked) =>
	asked.question === `question ${question}` ? reply : answer(COUNT);

describe('a failure of the model over one chat', () => {
	it.each([
		['a prompt that is too long', fails('context')],
		['a request that is refused', fails('refused', 400)],
		['a server that fails over it, and answers others', fails('refused', 500)],
	])('is that sample’s own: %s', async (_, reply) => {
		const {events, error, model} = await run(only(1, reply));
		expect(error).toBeNull();
		expect(verdictsOf(events).map(({verdict, reason}) => [verdict, reason])).toEqual(
			[0, 1, 2, 3, 4, 5].map(question =>
				question === 1 ? ['empty', `it is ${reply.error.kind}`] : ['right', ''],
			),
		);
		expect(verdictsOf(events)[1]).toMatchObject({ending: 'failed', sql: null, key: null, turns: 0});
		expect(of('ended', events)).toHaveLength(6);
		expect(model.asked).toHaveLength(6);
	});

	it('is its own also where it is the last that is asked', async () => {
		for (const votes of [1, 2]) {
			const {events, error} = await run(only(5, fails('refused', 500)), {votes, concurrency: 8});
			expect(error).toBeNull();
			expect(verdictsOf(events)).toHaveLength(6 * votes);
			expect(verdictsOf(events).filter(({ending}) => ending === 'failed')).toHaveLength(votes);
		}
	});

	it('is its own where it is all that is left, and what was answered before is answered again', async () => {
		const model = scriptedModel(only(1, fails('refused', 500)));
		const left = {
			plan: plan(items(2)),
			model,
			files,
			bulk: openBulk(),
			concurrency: 1,
			done: {verdicts: new Set(['0-0']), golds: new Set([0])},
		};
		const {events, error} = await eventsOf(await optionsOf(left));
		expect(error).toBeNull();
		expect(verdictsOf(events)).toMatchObject([{question: 1, ending: 'failed'}]);
		expect(model.asked.map(({question}) => question)).toEqual(['question 1', 'question 0']);

		const gone = await eventsOf(
			await optionsOf({...left, model: scriptedModel(() => fails('refused', 502))}),
		);
		expect(gone.error).toMatchObject({kind: 'refused'});
		expect(of('ended', gone.events)).toEqual([]);
	});

	it.each(['cut', 'stalled'] as const)('that is %s goes on where it was, three times', async kind => {
		const broken = ({question, turn, attempt}: Asked, times: number) =>
			question !== 'question 1'
				? answer(COUNT)
				: turn === 0
					? probe('SELECT Name FROM Item')
					: attempt < times
						? {...fails(kind), text: 'I th'}
						: answer(COUNT);
		const mended = await run(asked => broken(asked, 3));
		expect(verdictsOf(mended.events).map(({verdict}) => verdict)).toEqual(Array(6).fill('right'));
		expect(of('broken', mended.events).map(({question, goesOn}) => [question, goesOn])).toEqual(
			Array(3).fill([1, true]),
		);
		const {trajectory} = of('ended', mended.events).find(({question}) => question === 1)!;
		expect([trajectory.turns.length, trajectory.extra]).toEqual([2, undefined]);

		const lost = await run(asked => broken(asked, 4));
		expect(verdictsOf(lost.events)[1]).toMatchObject({
			verdict: 'empty',
			reason: `it is ${kind}`,
			ending: 'failed',
			turns: 1,
			probes: 1,
		});
		expect(lost.error).toBeNull();
	});
});

describe('a service that is gone', () => {
	it.each(['unreachable', 'busy', 'unauthorized', 'not-found', 'not-a-model', 'unusable'] as const)(
		'ends the run, and nothing of that sample is kept: %s',
		async kind => {
			const {events, error, model} = await run(
				({question}) => (question === 'question 2' ? fails(kind) : answer(COUNT)),
				{concurrency: 1},
			);
			expect(error).toMatchObject({name: 'ModelError', kind, exitCode: 3});
			expect(of('ended', events).map(({question}) => question)).toEqual([0, 1]);
			expect(verdictsOf(events)).toHaveLength(2);
			expect(of('broken', events)).toMatchObject([{question: 2, sample: 0, goesOn: false}]);
			expect(model.asked).toHaveLength(3);
		},
	);

	it('lets the samples that still get replies come to their end', async () => {
		let isGone = false;
		const {events, error} = await run(
			async ({question, turn}) => {
				if (question === 'question 2') {
					isGone = true;
					return fails('unreachable');
				}

				while (!isGone) {
					await sleep(5);
				}

				await sleep(50);
				return turn === 0 ? probe('SELECT Name FROM Item') : answer(COUNT);
			},
			{concurrency: 3},
		);
		expect(error).toMatchObject({kind: 'unreachable'});
		expect(verdictsOf(events).map(({question, verdict}) => [question, verdict])).toEqual([
			[0, 'right'],
			[1, 'right'],
		]);
	});

	it('is a server that fails over every chat from some time on, or cuts every reply', async () => {
		for (const reply of [fails('refused', 502), fails('cut')]) {
			const {events, error} = await run(
				({question}) => (Number(question.split(' ')[1]) < 8 ? answer(COUNT) : reply),
				{count: 40, votes: 2, concurrency: 4},
			);
			expect(error).toMatchObject({kind: reply.error.kind});
			expect(of('ended', events).every(({question}) => question < 8)).toBe(true);
			expect(verdictsOf(events)).toHaveLength(16);
			expect(of('broken', events).filter(({goesOn}) => !goesOn).length).toBeGreaterThan(0);
		}
	});

	it('is one that refuses every chat; where it has answered others, a refusal is the sample’s own', async () => {
		const every = await run(() => fails('refused', 400), {count: 40, votes: 2, concurrency: 4});
		expect(every.error).toMatchObject({kind: 'refused'});
		expect(of('ended', every.events)).toEqual([]);
		expect(every.model.asked.length).toBeLessThan(20);

		// A later run that has this one left.
		const options = await optionsOf({
			plan: plan(items(2)),
			model: scriptedModel(() => fails('refused', 400)),
			files,
			bulk: openBulk(),
			concurrency: 1,
			done: {verdicts: new Set(['0-0']), golds: new Set([0])},
		});
		const {events, error} = await eventsOf(options);
		expect(error).toBeNull();
		expect(verdictsOf(events)).toMatchObject([{question: 1, verdict: 'empty', ending: 'failed'}]);
	});

	it('is one that fails over all there was to ask', async () => {
		const {events, error} = await run(() => fails('refused', 500), {count: 1});
		expect(error).toMatchObject({kind: 'refused'});
		expect(of('ended', events)).toEqual([]);
	});
});

it('has the same from a server: cut, refused, and then gone', async () => {
	const server = await startScriptedServer(({question, attempt}) => {
		switch (question) {
			case 'question 1':
				return attempt === 0 ? {text: 'I think that ', cutAfter: 2} : {text: `<answer>${COUNT}</answer>`};
			case 'question 2':
				return {status: 400, body: {error: {message: 'no'}}};
			case 'question 4':
				return {status: 401, body: {error: {message: 'no'}}};
			default:
				return {text: `<answer>${COUNT}</answer>`};
		}
	});
	try {
		const options = await optionsOf({
			plan: plan(items(6)),
			model: serverModel({baseUrl: server.baseUrl, name: 'sqrl-4b', idleTimeoutMs: 10_000}),
			files,
			bulk: openBulk(),
			concurrency: 1,
		});
		const {events, error} = await eventsOf(options);
		expect(error).toMatchObject({kind: 'unauthorized'});
		expect(verdictsOf(events).map(({verdict}) => verdict)).toEqual(['right', 'right', 'empty', 'right']);
		expect(server.requests.map(({seed}) => seed)).toEqual(Array(6).fill(1000));
	} finally {
		await server.close();
	}
});

describe('an abort', () => {
	it('ends it at once, whatever is under way, and yields nothing half-done', async () => {
		const controller = new AbortController();
		const model = scriptedModel(async ({question}) => {
			if (question === 'question 0') {
				return answer(ENDLESS);
			}

			await new Promise(() => {});
			return answer(COUNT);
		});
		const options = await optionsOf({
			plan: plan(items(9)),
			model,
			files,
			bulk: openBulk(),
			concurrency: 3,
			signal: controller.signal,
		});
		let start = 0;
		setTimeout(() => {
			start = performance.now();
			controller.abort();
		}, 500);
		const {events, error} = await eventsOf(options);
		expect(performance.now() - start).toBeLessThan(200);
		expect(error).toBeNull();
		expect(events.filter(({kind}) => kind !== 'begun' && kind !== 'gold')).toEqual([]);
	});

	it('before the beginning asks nothing', async () => {
		const model = scriptedModel(() => answer(COUNT));
		const options = await optionsOf({
			plan: plan(items(2)),
			model,
			files,
			bulk: openBulk(),
			signal: AbortSignal.abort(),
		});
		expect((await eventsOf(options)).error).toBeNull();
		expect(model.asked).toEqual([]);
	});

	it('leaves nothing behind where the consumer goes', async () => {
		const model = scriptedModel(({question}) =>
			question === 'question 0' ? answer(COUNT) : new Promise<never>(() => {}),
		);
		const options = await optionsOf({plan: plan(items(4)), model, files, bulk: openBulk(), concurrency: 4});
		for await (const event of runBenchmark(options)) {
			if (event.kind === 'judged') {
				break;
			}
		}

		expect([model.asked.length, model.writing]).toEqual([4, 0]);
	});
});
