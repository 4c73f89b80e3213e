import {describe, expect, it} from 'vitest';
import {DatabaseError} from '../../../source/errors.js';
import type {ReplyChunk} from '../../../source/model/model.js';
import {boardEvents} from '../../../source/ui/session/board-events.js';
import type {Core} from '../../../source/ui/session/core.js';
import type {VoteEvent, VoteOptions, vote} from '../../../source/vote/run-vote.js';
import {write} from '../../support/test-reader.js';
import {waitFor} from '../../support/wait-for.js';
import {ballot} from '../board/support.js';
import {newest, noted, phase, start} from './started-core.js';
import {phaseOf} from './support.js';

/** A driver that yields what it is told, goes on when it is told, and ends at an abort with what finished. */
function voteDouble(...script: Array<string | ReplyChunk | Error>) {
	const asked: Array<VoteOptions & {question: string}> = [];
	async function* driver(
		...[start, options]: Parameters<typeof vote>
	): AsyncGenerator<VoteEvent, void, void> {
		asked.push({...options, question: start.question});
		for (const step of script) {
			await null;
			if (step instanceof Error) {
				throw step;
			}

			if (typeof step !== 'string') {
				yield {kind: 'chunk', sample: 0, chunk: step};
			} else if (step === 'wait') {
				await aborted(options.signal!);
			} else if (step.startsWith('end ')) {
				yield {kind: 'ended', ballot: ballot(step.slice(4))};
				return;
			} else {
				yield {kind: 'step', sample: 0, ballot: ballot(step)};
			}
		}
	}

	return {asked, vote: driver as typeof vote};
}

function aborted(signal: AbortSignal): Promise<unknown> {
	return new Promise(resolve => {
		signal.addEventListener('abort', resolve, {once: true});
		if (signal.aborted) {
			resolve(null);
		}
	});
}

/** A session with that driver whose next question is a vote of four. */
async function startVote(...script: Parameters<typeof voteDouble>) {
	const double = voteDouble(...script);
	const started = await start(undefined, {surroundings: {vote: double.vote}});
	started.send('/vote 4');
	started.send('How many?');
	return {...started, asked: double.asked};
}

const boardOf = (core: Core) => phaseOf(core.session, 'voting').board;

const ended = (core: Core) =>
	waitFor(
		() => core.session.phase.kind === 'voting' && boardOf(core).course.kind === 'ended',
		'the end of the vote',
	);

describe('a vote', () => {
	it('is asked with the session’s model and reader, and watched to its end', async () => {
		const {core, asked, press} = await startVote('....', 'AA..', 'AAB.', 'end AABA');
		await ended(core);
		expect(asked).toMatchObject([{question: 'How many?', k: 4, earlyStop: true, queryTimeoutMs: 20_000}]);
		const {seedBase} = asked[0]!;
		expect(Number.isSafeInteger(seedBase) && seedBase >= 0 && seedBase + 4 < 2 ** 31).toBe(true);
		expect(boardOf(core).seedBase).toBe(seedBase);
		press('escape');
		await phase(core, 'answered');
		expect(newest(core).answer?.by).toBe('vote');
	});

	it('has the seed of the session as its base, where there is one', async () => {
		const double = voteDouble('end AA');
		const sampling = {temperature: 1, topP: 1, maxTokens: 100, seed: 41};
		const {core, send} = await start(undefined, {surroundings: {vote: double.vote}, session: {sampling}});
		send('/vote 2');
		send('How many?');
		await ended(core);
		expect(double.asked[0]?.seedBase).toBe(41);
	});

	it.each(['escape', 'ctrl+c'])('ends with %s, and what finished stays', async key => {
		const {core, asked, press} = await startVote('A...', 'wait', 'end A---');
		await waitFor(() => core.session.phase.kind === 'voting' && boardOf(core).seen.length === 1);
		press(key);
		expect(asked[0]?.signal?.aborted).toBe(true);
		await ended(core);
		press('t');
		await phase(core, 'answered');
	});

	it('is gone on with from what it was', async () => {
		const {core, asked, press} = await startVote('end AABx');
		await ended(core);
		const start = boardOf(core).start;
		press('+');
		await waitFor(() => asked.length === 2);
		await ended(core);
		expect(asked[1]).toMatchObject({k: 8, before: {samples: [{}, {}, {}, {}]}});
		expect(asked[1]?.seedBase).toBe(asked[0]?.seedBase);
		expect(boardOf(core).start).toBe(start);
	});

	it('about a database that changes is told of, and its answers are dropped', async () => {
		const {core} = await startVote('A...', new DatabaseError('it has changed', 'Ask again.'));
		await noted(core, /^it has changed\.\nAsk again\.$/);
		expect(core.session.phase.kind).toBe('composing');
	});

	it('is over at once when the person quits', async () => {
		const {core, asked, press} = await startVote('A...', 'wait', 'end A---');
		await phase(core, 'voting');
		press('ctrl+c', 'ctrl+c');
		await core.finished;
		await core.close();
		expect(asked[0]?.signal?.aborted).toBe(true);
	});

	it('draws nothing for what samples write', async () => {
		const text: ReplyChunk = {kind: 'text', text: 'x'};
		const double = voteDouble('....', ...Array<ReplyChunk>(500).fill(text), 'end AAAA');
		const {core, send} = await start(undefined, {surroundings: {vote: double.vote}});
		send('/vote 4');
		let told = 0;
		core.subscribe(() => {
			told++;
		});
		send('How many?');
		await ended(core);
		expect(told).toBeLessThan(10);
	});

	it('that does not fit is not asked', async () => {
		const double = voteDouble('end AA');
		const {core, send} = await start(undefined, {
			model: {contextLength: async () => 10},
			surroundings: {vote: double.vote},
		});
		await waitFor(() => core.session.contextTokens === 10);
		core.dispatch({kind: 'input', input: {kind: 'key', name: 'q', text: 'q'}, at: 0});
		send('/vote 2');
		send('How many?');
		await phase(core, 'answered');
		expect(double.asked).toEqual([]);
		expect(newest(core).ending).toBe('failed');
	});
});

describe('a vote on a real database', () => {
	const PROBE = 'I look. <sql>SELECT a FROM t</sql>';
	const ANSWER = 'So many. <answer>SELECT count(*) AS n FROM t</answer>';

	it('needs no judgement, and is unanimous', async () => {
		const {core, send, press} = await start(turn => ({text: turn === 0 ? PROBE : ANSWER}));
		send('/vote 4');
		send('How many?');
		await ended(core);
		const {ballot, course} = boardOf(core);
		expect(ballot.probeCacheHits).toBeGreaterThan(0);
		expect(course.kind).toBe('ended');
		press('enter', 't');
		await phase(core, 'answered');
		expect(newest(core)).toMatchObject({
			answer: {by: 'vote', outcome: {table: {rows: [[3n]]}}},
			turns: [{verdict: {kind: 'approved', by: 'policy'}}, {}],
		});
	});

	it('is void where the database changes, but not what it was before', async () => {
		const {core, send, press, file} = await start(() => ({text: ANSWER}));
		send('/vote 2');
		send('How many?');
		await ended(core);
		write(file, "INSERT INTO t VALUES ('new')");
		press('+');
		await noted(core, /changed/);
		await ended(core);
		expect(boardOf(core).k).toBe(2);
	});
});

describe('of a vote’s events', () => {
	const chunk = (sample: number, chunk: ReplyChunk): VoteEvent => ({kind: 'chunk', sample, chunk});
	const text: ReplyChunk = {kind: 'text', text: 'x'};
	const wait: ReplyChunk = {kind: 'waiting', reason: 'busy'};
	const apart: ReplyChunk = {kind: 'reasoning', text: 'x'};
	const end: ReplyChunk = {kind: 'end', finishReason: 'stop'};

	it.each<[string, VoteEvent[], number[]]>([
		['text is no news', [chunk(0, text), chunk(0, text), chunk(0, end)], []],
		[
			'a wait is, and what comes after it',
			[chunk(0, wait), chunk(1, text), chunk(0, text), chunk(0, text)],
			[0, 2],
		],
		['the first thinking that comes apart is', [chunk(0, apart), chunk(1, apart), chunk(0, apart)], [0]],
		[
			'every step is',
			[
				{kind: 'step', sample: 0, ballot: ballot('.')},
				{kind: 'ended', ballot: ballot('A')},
			],
			[0, 1],
		],
	])('%s', async (_, events, news) => {
		async function* all() {
			yield* events;
		}

		const told: VoteEvent[] = [];
		for await (const event of boardEvents(all())) {
			told.push(event);
		}

		expect(told).toEqual(news.map(index => events[index]));
	});
});
