import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {sampleSeed} from '../../source/agent/sample-seed.js';
import type {Trajectory} from '../../source/agent/trajectory.js';
import {ModelError} from '../../source/errors.js';
import type {Model} from '../../source/model/model.js';
import {type Ballot, restored, type Sample} from '../../source/vote/ballot.js';
import {type VoteEvent, type VoteOptions, vote} from '../../source/vote/run-vote.js';
import {tally} from '../../source/vote/tally.js';
import {modelDouble, question} from '../support/agent-doubles.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, makeDatabase, testReader, write} from '../support/test-reader.js';

const folder = temporaryFolder();
const file = makeDatabase(
	folder,
	'shop.sqlite',
	"CREATE TABLE Item (Name TEXT); INSERT INTO Item VALUES ('apple'), ('pear'), ('plum')",
);

const answer = (sql: string) => ({text: `So.\n<answer> ${sql} </answer>`});
const probe = (sql: string) => ({text: `Look.\n<sql> ${sql} </sql>`});
const COUNT = answer('SELECT count(*) FROM Item');
const BROKEN = {text: 'I th', error: new ModelError('cut', 'the server broke off', 'Ask again.')};

type Reply = ReturnType<typeof answer> & {error?: ModelError};

/** A model that answers by sample, from its seed, and by turn; a sample of `stalled` says nothing until it is left. */
function samplesModel(
	script: (sample: number, turn: number) => Reply,
	stalled: (sample: number) => boolean = () => false,
): Model {
	return {
		...modelDouble(() => answer('SELECT 1')),
		async *reply(chat, sampling, signal) {
			const sample = sampling.seed! - 100;
			if (stalled(sample)) {
				await new Promise((_, reject) => {
					signal!.addEventListener('abort', () => reject(signal!.reason));
				});
			}

			yield* modelDouble(turn => script(sample, turn)).reply(chat, sampling, signal);
		},
	};
}

async function options(model: Model, given: Partial<VoteOptions> = {}): Promise<VoteOptions> {
	let ids = 0;
	return {
		model,
		reader: given.reader ?? (await testReader(file, {concurrency: 2})),
		k: 8,
		seedBase: 100,
		earlyStop: false,
		clock: Date.now,
		newId: () => `id ${ids++}`,
		...given,
	};
}

async function run(
	model: Model,
	given: Partial<VoteOptions> & {onEvent?: (event: VoteEvent) => void} = {},
): Promise<{ballot: Ballot; events: VoteEvent[]}> {
	const events: VoteEvent[] = [];
	for await (const event of vote(question(), await options(model, given))) {
		events.push(event);
		given.onEvent?.(event);
	}

	const last = events.at(-1)!;
	if (last.kind !== 'ended') {
		throw new Error('a vote ends with its end');
	}

	return {ballot: last.ballot, events};
}

const states = ({samples}: Ballot) =>
	samples.map(({state}) => (state.kind === 'failed' ? state.reason : state.kind));

describe('a vote', () => {
	it('asks k times with a seed for each, and clusters the answers by their rows', async () => {
		const {ballot} = await run(
			samplesModel(sample => (sample % 4 === 3 ? answer('SELECT 4') : answer(`SELECT 3 AS s${sample}`))),
		);
		expect(ballot.samples.map(({trajectory: {id, sampling}}) => [id, sampling.seed])).toEqual(
			Array.from({length: 8}, (_, sample) => [`id ${sample}`, 100 + sample]),
		);
		expect(tally(ballot)).toMatchObject({
			k: 8,
			finished: 8,
			clusters: [
				{samples: [0, 1, 2, 4, 5, 6], sql: 'SELECT 3 AS s0'},
				{samples: [3, 7], sql: 'SELECT 4'},
			],
			confidence: 'majority',
		});
		expect(ballot).toMatchObject({open: 0, stoppedEarly: false, probeCacheHits: 1});
	});

	it('yields a step for each sample that begins and for each that goes on, and the end last', async () => {
		const {events} = await run(
			samplesModel((_, turn) => (turn === 0 ? probe('SELECT 1') : COUNT)),
			{k: 2},
		);
		const steps = events.flatMap(event => (event.kind === 'step' ? [event] : []));
		const story = (sample: number) =>
			steps.filter(step => step.sample === sample).map(({ballot}) => ballot.samples[sample]!.state.kind);
		for (const sample of [0, 1]) {
			// Begun, replied, judged, observed, replied, ended.
			expect(story(sample)).toEqual(['thinking', 'thinking', 'probing', 'thinking', 'probing', 'finished']);
		}

		expect(events.filter(({kind}) => kind === 'ended')).toHaveLength(1);
		expect(events.some(event => event.kind === 'chunk' && event.chunk.kind === 'text')).toBe(true);
		expect(steps.map(({ballot}) => ballot.open)).toEqual(
			steps.map(({ballot}) => ballot.open).sort((a, b) => b - a),
		);
	});

	it('runs each distinct query once, with seven equal answers of eight', async () => {
		const reader = await testReader(file, {concurrency: 2});
		const asked: string[] = [];
		const counting: VoteOptions['reader'] = {
			version: reader.version,
			query(sql, given) {
				asked.push(sql);
				return reader.query(sql, given);
			},
		};
		const {ballot} = await run(
			samplesModel((sample, turn) =>
				turn === 0 ? probe('SELECT Name FROM Item') : sample === 5 ? answer('SELECT 1') : COUNT,
			),
			{reader: counting},
		);
		expect(asked.sort()).toEqual(['SELECT 1', 'SELECT Name FROM Item', 'SELECT count(*) FROM Item']);
		// Eight probes and seven answers, each once on its own account.
		expect(ballot.probeCacheHits).toBe(7 + 6);
		expect(tally(ballot).clusters.map(({samples}) => samples.length)).toEqual([7, 1]);
	});

	it('of one has a winner and no confidence', async () => {
		const {ballot} = await run(
			samplesModel(() => COUNT),
			{k: 1},
		);
		expect(tally(ballot)).toMatchObject({k: 1, winner: 0, confidence: null, agreement: 1});
	});

	it.each([0, -1, 1.5, 65, 1000, Number.NaN])('of %s there is none', async k => {
		await expect(
			run(
				samplesModel(() => COUNT),
				{k},
			),
		).rejects.toThrow(RangeError);
	});
});

describe('what goes wrong in a sample', () => {
	it('costs that sample only', async () => {
		const replies = [
			COUNT,
			BROKEN,
			{text: 'I do not know.'},
			answer('SELECT nope FROM Item'),
			answer('DROP TABLE Item'),
			answer(ENDLESS),
			COUNT,
		];
		const {ballot} = await run(
			samplesModel(sample => replies[sample]!),
			{k: 7, queryTimeoutMs: 300},
		);
		expect(states(ballot)).toEqual([
			'finished',
			'the server broke off',
			'no answer',
			'no such column: nope',
			expect.stringMatching(/./),
			'the query took longer than 0.3 s and was stopped',
			'finished',
		]);
		expect(tally(ballot)).toMatchObject({finished: 2, failed: 5, agreement: 2 / 7, confidence: 'narrow'});
	});

	it('may be all of them: there is no winner', async () => {
		const {ballot} = await run(
			samplesModel(() => BROKEN),
			{earlyStop: true},
		);
		expect(tally(ballot)).toMatchObject({finished: 0, failed: 8, winner: null, confidence: 'none'});
		expect(ballot.stoppedEarly).toBe(false);
	});

	it('may be a timeout of half of them, which takes one deadline', async () => {
		const start = performance.now();
		const {ballot} = await run(
			samplesModel(sample => (sample % 2 ? answer(ENDLESS) : COUNT)),
			{
				queryTimeoutMs: 500,
			},
		);
		expect(performance.now() - start).toBeLessThan(2000);
		expect(tally(ballot)).toMatchObject({finished: 4, failed: 4, confidence: 'narrow'});
	});
});

describe('an early stop', () => {
	/** Six answer, 5 to 1; the last two stall. */
	const model = () =>
		samplesModel(
			sample => answer(`SELECT ${sample === 3 ? 1 : 2}`),
			sample => sample > 5,
		);

	it('cancels the rest when nothing can change', async () => {
		const {ballot} = await run(model(), {earlyStop: true});
		expect(states(ballot)).toEqual([...Array(6).fill('finished'), 'cancelled', 'cancelled']);
		expect(ballot).toMatchObject({stoppedEarly: true, open: 0});
		expect(tally(ballot)).toMatchObject({cancelled: 2, confidence: 'majority', agreement: 5 / 6});
	});

	it('is not made where it is not wanted, or without dissent', async () => {
		for (const [given, script] of [
			[{earlyStop: false}, model()],
			[
				{earlyStop: true},
				samplesModel(
					() => COUNT,
					sample => sample > 5,
				),
			],
		] as const) {
			const controller = new AbortController();
			const {ballot} = await run(script, {
				...given,
				signal: controller.signal,
				onEvent(event) {
					if (event.kind === 'step' && event.ballot.open === 2) {
						controller.abort();
					}
				},
			});
			expect(ballot.stoppedEarly).toBe(false);
			expect(states(ballot).filter(state => state === 'cancelled')).toHaveLength(2);
		}
	});
});

describe('an abort', () => {
	it('ends all at once, and what finished stays', async () => {
		const controller = new AbortController();
		const finished = (ballot: Ballot) => states(ballot).filter(state => state === 'finished').length;
		const {ballot} = await run(
			samplesModel(sample => (sample < 2 ? COUNT : answer(ENDLESS))),
			{
				signal: controller.signal,
				onEvent(event) {
					if (event.kind === 'step' && finished(event.ballot) === 2) {
						controller.abort();
					}
				},
			},
		);
		expect(states(ballot)).toEqual(['finished', 'finished', ...Array(6).fill('cancelled')]);
		expect(ballot.samples.every(({elapsedMs}) => elapsedMs !== null)).toBe(true);
		expect(tally(ballot)).toMatchObject({k: 8, finished: 2, cancelled: 6, confidence: 'majority'});
	});

	it('from the beginning asks nobody', async () => {
		const {ballot} = await run(
			samplesModel(() => COUNT),
			{signal: AbortSignal.abort()},
		);
		expect(states(ballot)).toEqual(Array(8).fill('cancelled'));
	});

	it('is what it means to leave the vote', async () => {
		let left = 0;
		const base = samplesModel(
			() => COUNT,
			() => true,
		);
		const model: Model = {
			...base,
			async *reply(chat, sampling, signal) {
				signal!.addEventListener('abort', () => left++);
				yield {kind: 'waiting', reason: 'for the test'};
				yield* base.reply(chat, sampling, signal);
			},
		};
		for await (const event of vote(question(), await options(model))) {
			if (event.kind === 'chunk') {
				break;
			}
		}

		// Those that were asked.
		expect(left).toBeGreaterThan(0);
		const atOnce = left;
		await sleep(50);
		expect(left).toBe(atOnce);
	});
});

describe('a vote that goes on', () => {
	it('keeps its samples and adds those that are missing, with the next seeds', async () => {
		const first = await run(
			samplesModel(() => COUNT),
			{k: 3},
		);
		const {ballot} = await run(
			samplesModel(() => answer('SELECT 9')),
			{k: 5, before: first.ballot},
		);
		const ids = (samples: readonly Sample[]) => samples.map(({trajectory}) => trajectory.id);
		expect(ids(ballot.samples.slice(0, 3))).toEqual(ids(first.ballot.samples));
		expect(ballot.samples.map(({trajectory}) => trajectory.sampling.seed)).toEqual([100, 101, 102, 103, 104]);
		expect(tally(ballot).clusters.map(({samples}) => samples)).toEqual([
			[0, 1, 2],
			[3, 4],
		]);
		expect(ballot.probeCacheHits).toBe(3);
	});

	it('goes on with the samples that were on their way, where they were', async () => {
		const asks: number[] = [];
		const script = (sample: number, turn: number) => {
			asks.push(sample);
			return turn === 0 && sample === 1 ? probe('SELECT Name FROM Item') : COUNT;
		};
		const {events} = await run(
			samplesModel((sample, turn) => script(sample, turn)),
			{k: 3},
		);
		// As if it had been broken off when sample 1 had replied with its probe, and nobody had judged that.
		const replied = events.flatMap(event =>
			event.kind === 'step' && event.sample === 1 && event.ballot.samples[1]!.trajectory.turns.length === 1
				? [event.ballot]
				: [],
		)[0]!;
		const stored = replied.samples.map(({trajectory}) => trajectory);
		const before = restored(stored, {stoppedEarly: false, probeCacheHits: 0});
		expect(before.samples[1]!.state.kind).toBe('thinking');
		asks.length = 0;
		const {ballot} = await run(
			samplesModel((sample, turn) => script(sample, turn)),
			{k: 3, before},
		);
		expect(states(ballot)).toEqual(['finished', 'finished', 'finished']);
		expect(ballot.samples.map(({trajectory}) => trajectory.id)).toEqual(stored.map(({id}) => id));
		expect(ballot.samples[1]!.trajectory.turns).toHaveLength(2);
		// The reply that was there is not asked for again.
		expect(asks.filter(sample => sample === 1)).toEqual([1]);
	});

	it('of as many as there are is at its end', async () => {
		const {ballot} = await run(
			samplesModel(() => COUNT),
			{k: 3},
		);
		const again = await run(
			samplesModel(() => COUNT),
			{k: 3, before: ballot},
		);
		expect(again.events).toEqual([{kind: 'ended', ballot}]);
	});

	it('cannot become smaller', async () => {
		const {ballot} = await run(
			samplesModel(() => COUNT),
			{k: 3},
		);
		await expect(
			run(
				samplesModel(() => COUNT),
				{k: 2, before: ballot},
			),
		).rejects.toThrow(RangeError);
	});
});

describe('a database that changes', () => {
	const WORDS = /changed since the vote began: results of two versions are not mixed/;

	it('between two samples ends the vote', async () => {
		const own = makeDatabase(temporaryFolder(), 'own.sqlite', 'CREATE TABLE Item (Name TEXT)');
		const reader = await testReader(own);
		let changed = false;
		const voting = run(
			samplesModel((sample, turn) => (turn === 0 ? probe(`SELECT ${sample}`) : COUNT)),
			{
				reader,
				onEvent(event) {
					if (!changed && event.kind === 'step' && states(event.ballot).includes('probing')) {
						changed = true;
						write(own, "INSERT INTO Item VALUES ('fig')");
					}
				},
			},
		);
		await expect(voting).rejects.toThrow(WORDS);
	});

	it('between a vote and its going on refuses that', async () => {
		const own = makeDatabase(temporaryFolder(), 'own.sqlite', 'CREATE TABLE Item (Name TEXT)');
		const reader = await testReader(own);
		const {ballot} = await run(
			samplesModel(() => COUNT),
			{k: 2, reader},
		);
		write(own, "INSERT INTO Item VALUES ('fig')");
		await expect(
			run(
				samplesModel(() => COUNT),
				{k: 4, reader, before: ballot},
			),
		).rejects.toThrow(WORDS);
	});

	it('is recorded with each sample as it was', async () => {
		const reader = await testReader(file);
		const {ballot} = await run(
			samplesModel(() => COUNT),
			{k: 2, reader},
		);
		const versions = ballot.samples.map(
			({trajectory}: {trajectory: Trajectory}) => trajectory.database!.version,
		);
		expect(versions).toEqual([await reader.version(), await reader.version()]);
	});
});

describe('the seed of a sample', () => {
	it.each([
		[0, 0, 0],
		[100, 7, 107],
		[Number.MAX_SAFE_INTEGER - 1, 1, Number.MAX_SAFE_INTEGER],
		[Number.MAX_SAFE_INTEGER, 1, 0],
		[Number.MAX_SAFE_INTEGER - 1, 5, 3],
	])('from base %s, sample %s, is %s', (base, index, seed) => {
		expect(sampleSeed(base, index)).toBe(seed);
	});
});
