import {describe, expect, it, vi} from 'vitest';
import type {Review} from '../../source/agent/review.js';
import {type SolveEvent, type Surroundings, solve} from '../../source/agent/solve.js';
import {messages, nudged, reopened, type Trajectory, type Verdict} from '../../source/agent/trajectory.js';
import type {QueryOutcome} from '../../source/database/cell.js';
import {ModelError} from '../../source/errors.js';
import {
	type DoubleReply,
	modelDouble,
	question,
	readerDouble,
	rowsOutcome,
	surroundings,
} from '../support/agent-doubles.js';

const PROBE = 'Look first.\n<sql> SELECT 1 </sql>';
const ANSWER = 'So be it.\n<answer> SELECT 2 </answer>';
const NOTHING = 'I do not know.';
/** From the card, byte for byte. */
const FINISH = 'You must finish now. Give your <answer>.';
const CONTINUE = 'Continue with <sql> or <answer>.';
const OBSERVED = `<observation>\nSELECT 1\t1\nNULL\t1.5\n</observation>\n${CONTINUE}`;

function scriptOf(...replies: Array<string | DoubleReply>) {
	return modelDouble(turn => {
		const reply = replies[turn];
		if (reply === undefined) {
			throw new Error(`no reply for turn ${turn}`);
		}

		return typeof reply === 'string' ? {text: reply} : reply;
	});
}

async function run(start: Trajectory, around: Surroundings) {
	const events: SolveEvent[] = [];
	for await (const event of solve(start, around)) {
		events.push(event);
	}

	const last = events.at(-1)!;
	return {
		events,
		/** The events without chunks, as `replied 0`. */
		story: events.flatMap(event =>
			event.kind === 'chunk' ? [] : 'turn' in event ? [`${event.kind} ${event.turn}`] : [event.kind],
		),
		end: last.trajectory,
		error: last.kind === 'ended' ? last.error : undefined,
	};
}

/** Runs replies to the end with a verdict for each probe. */
async function answerTo(
	replies: Array<string | DoubleReply>,
	{verdicts = [], ...change}: {verdicts?: Verdict[]; maxSteps?: number} = {},
) {
	const model = scriptOf(...replies);
	const review: Review = ({turn}) => ({turn, verdict: verdicts[turn] ?? {kind: 'approved', by: 'person'}});
	const around = surroundings({model, review});
	const result = await run(question(change), around);
	return {...result, model, queries: around.reader.queries};
}

function expectAlternation(trajectory: Trajectory) {
	const roles = messages(trajectory).map(({role}) => role);
	expect(roles).toEqual(roles.map((_, index) => (index === 0 ? 'system' : index % 2 ? 'user' : 'assistant')));
}

describe('a question', () => {
	it('can be answered at once', async () => {
		const {story, end, queries, model} = await answerTo([ANSWER]);
		expect(story).toEqual(['replied 0', 'ended']);
		expect(queries).toEqual(['SELECT 2']);
		expect(end.ending).toBe('answered');
		expect(end.answer).toMatchObject({sql: 'SELECT 2', by: 'model', outcome: {table: {rowCount: 2}}});
		expect(end.turns).toHaveLength(1);
		expect(end.turns[0]).not.toHaveProperty('response');
		expect(end.turns[0]).not.toHaveProperty('verdict');
		expect(model.chats).toHaveLength(1);
		expect(model.chats[0]!.map(({role}) => role)).toEqual(['system', 'user']);
	});

	it('yields each chunk, with the trajectory before the reply', async () => {
		const {events} = await answerTo([{text: ANSWER, reasoning: 'hm'}]);
		expect(events.map(({kind}) => kind)).toEqual(['chunk', 'chunk', 'chunk', 'chunk', 'replied', 'ended']);
		const chunks = events.flatMap(event => (event.kind === 'chunk' ? [event] : []));
		expect(chunks.map(({chunk}) => chunk.kind)).toEqual(['reasoning', 'text', 'text', 'end']);
		expect(chunks.every(({trajectory}) => trajectory.turns.length === 0)).toBe(true);
	});

	it('can be answered after probes, each a verdict and an observation', async () => {
		const {story, events, end, queries, model} = await answerTo([PROBE, PROBE, ANSWER]);
		expect(story).toEqual([
			'replied 0',
			'judged 0',
			'observed 0',
			'replied 1',
			'judged 1',
			'observed 1',
			'replied 2',
			'ended',
		]);
		expect(queries).toEqual(['SELECT 1', 'SELECT 1', 'SELECT 2']);
		const at = (kind: string) => events.find(event => event.kind === kind)!.trajectory.turns[0]!;
		expect(at('replied')).not.toHaveProperty('verdict');
		expect(at('judged')).toMatchObject({verdict: {kind: 'approved', by: 'person'}});
		expect(at('judged')).not.toHaveProperty('outcome');
		expect(at('observed')).toMatchObject({
			outcome: {table: {columns: ['sql', 'n']}},
			response: {kind: 'observation', text: OBSERVED},
		});
		expect(model.chats[2]!.slice(2)).toEqual([
			{role: 'assistant', content: PROBE},
			{role: 'user', content: OBSERVED},
			{role: 'assistant', content: PROBE},
			{role: 'user', content: OBSERVED},
		]);
		expect(end.ending).toBe('answered');
		expectAlternation(end);
	});

	it('sends a reply back without its thought', async () => {
		const {model, end} = await answerTo([`<think>\nlong <sql> no </sql>\n</think>\n\n${PROBE}\n`, ANSWER]);
		expect(model.chats[1]![2]).toEqual({role: 'assistant', content: PROBE});
		expect(end.turns[0]!.thinking).toBe('long <sql> no </sql>');
		expect(end.turns[0]!.reply).toContain('<think>');
	});

	it('keeps the trajectories of earlier events as they were', async () => {
		const {events} = await answerTo([PROBE, ANSWER]);
		expect(events.find(({kind}) => kind === 'replied')!.trajectory.turns).toHaveLength(1);
		expect(events[0]!.trajectory.turns).toHaveLength(0);
	});
});

describe('the step budget', () => {
	it.each([1, 5])(
		'of %s is for so many probes; the next is not run, and the finish turn is alone',
		async maxSteps => {
			const probes = Array.from({length: maxSteps + 1}, (_, step) => `Look.\n<sql> SELECT ${step} </sql>`);
			const {story, end, queries, model} = await answerTo([...probes, ANSWER], {maxSteps});
			expect(queries).toEqual([...Array.from({length: maxSteps}, (_, step) => `SELECT ${step}`), 'SELECT 2']);
			expect(story.slice(-5)).toEqual([
				`replied ${maxSteps}`,
				`judged ${maxSteps}`,
				`observed ${maxSteps}`,
				`replied ${maxSteps + 1}`,
				'ended',
			]);
			// The last observation ends as every other.
			expect(end.turns[maxSteps - 1]!.response!.text.endsWith(CONTINUE)).toBe(true);
			expect(end.turns[maxSteps]).toMatchObject({
				verdict: {kind: 'finish', by: 'budget'},
				response: {kind: 'finish', text: FINISH},
			});
			expect(end.turns[maxSteps]).not.toHaveProperty('outcome');
			expect(model.chats.at(-1)!.at(-1)).toEqual({role: 'user', content: FINISH});
			expect(end.ending).toBe('answered');
			expectAlternation(end);
		},
	);

	it('of 0 runs no probe', async () => {
		const {queries, end} = await answerTo([PROBE, ANSWER], {maxSteps: 0});
		expect(queries).toEqual(['SELECT 2']);
		expect(end.turns[0]).toMatchObject({verdict: {kind: 'finish', by: 'budget'}, response: {text: FINISH}});
	});

	it('is not asked of a person when it is used up', async () => {
		const review = vi.fn<Review>(({turn}) => ({turn, verdict: {kind: 'approved', by: 'person'}}));
		await run(question({maxSteps: 1}), surroundings({model: scriptOf(PROBE, PROBE, ANSWER), review}));
		expect(review).toHaveBeenCalledTimes(1);
	});

	it('is used by probes that fail and that are rejected', async () => {
		const failing = 'Look.\n<sql> fail </sql>';
		const {queries, end} = await answerTo([failing, PROBE, PROBE, ANSWER], {
			maxSteps: 2,
			verdicts: [
				{kind: 'approved', by: 'person'},
				{kind: 'rejected', note: ''},
			],
		});
		expect(queries).toEqual(['fail', 'SELECT 2']);
		expect(end.turns[2]).toMatchObject({verdict: {kind: 'finish', by: 'budget'}});
	});

	it('with a probe after the finish turn is no answer, and nothing more is asked', async () => {
		const {story, end, queries, model} = await answerTo([PROBE, PROBE], {maxSteps: 0});
		expect(story).toEqual(['replied 0', 'judged 0', 'observed 0', 'replied 1', 'ended']);
		expect(end.ending).toBe('no-answer');
		expect(end).not.toHaveProperty('answer');
		expect(queries).toEqual([]);
		expect(model.chats).toHaveLength(2);
		expectAlternation(end);
	});
});

describe('a reply without an action', () => {
	it.each([
		['no block', NOTHING, 'no-block'],
		['an empty block', 'Hm. <sql>  </sql>', 'empty-block'],
		['an empty answer', 'Hm. <answer></answer>', 'empty-block'],
		['nothing at all', '', 'no-block'],
	])('(%s) is followed by the finish turn alone', async (_, reply, reason) => {
		const {story, end, model, queries} = await answerTo([reply, ANSWER]);
		expect(story).toEqual(['replied 0', 'observed 0', 'replied 1', 'ended']);
		expect(end.turns[0]).toMatchObject({
			action: {kind: 'none', reason},
			response: {kind: 'finish', text: FINISH},
		});
		expect(end.turns[0]).not.toHaveProperty('verdict');
		expect(model.chats[1]!.slice(2)).toEqual([
			{role: 'assistant', content: reply},
			{role: 'user', content: FINISH},
		]);
		expect(queries).toEqual(['SELECT 2']);
		expect(end.ending).toBe('answered');
	});

	it('twice ends without an answer', async () => {
		const {end, model} = await answerTo([NOTHING, NOTHING]);
		expect(end.ending).toBe('no-answer');
		expect(model.chats).toHaveLength(2);
		expectAlternation(end);
	});

	it('after a probe is no step, and ends the probing', async () => {
		const {queries, end} = await answerTo([PROBE, NOTHING, PROBE]);
		expect(queries).toEqual(['SELECT 1']);
		expect(end.ending).toBe('no-answer');
	});

	it('that was cut off at the token limit acts on nothing in it', async () => {
		const {queries, end} = await answerTo([
			{text: 'So <answer> SELECT 3 </answer> or rather <answer> SELE', finishReason: 'length'},
			ANSWER,
		]);
		expect(queries).toEqual(['SELECT 2']);
		expect(end.turns[0]).toMatchObject({
			action: {kind: 'none', reason: 'cut-off'},
			finishReason: 'length',
			response: {kind: 'finish'},
		});
	});

	it('that was cut off in its thought acts on nothing in it', async () => {
		const {end} = await answerTo([
			{text: '<think> perhaps <answer> SELECT 3 </answer>', finishReason: 'length'},
			ANSWER,
		]);
		expect(end.turns[0]!.action).toEqual({kind: 'none', reason: 'cut-off'});
		expect(end.answer!.sql).toBe('SELECT 2');
	});
});

describe('a verdict', () => {
	it('that edits a probe runs the edit, shows it to the model and keeps both', async () => {
		const {queries, end, model} = await answerTo([PROBE, ANSWER], {
			verdicts: [{kind: 'edited', sql: 'SELECT $& FROM `t`'}],
		});
		expect(queries[0]).toBe('SELECT $& FROM `t`');
		expect(model.chats[1]![2]!.content).toBe('Look first.\n<sql> SELECT $& FROM `t` </sql>');
		expect(end.turns[0]).toMatchObject({reply: PROBE, action: {kind: 'sql', sql: 'SELECT 1'}});
	});

	it.each([
		['', 'Error: rejected by the user'],
		['not that table', 'Error: rejected by the user: not that table'],
	])('that rejects a probe with the note %j runs nothing and says so', async (note, words) => {
		const {queries, end, story} = await answerTo([PROBE, ANSWER], {verdicts: [{kind: 'rejected', note}]});
		expect(queries).toEqual(['SELECT 2']);
		expect(story).toEqual(['replied 0', 'judged 0', 'observed 0', 'replied 1', 'ended']);
		expect(end.turns[0]!.response).toEqual({
			kind: 'observation',
			text: `<observation>\n${words}\n</observation>\n${CONTINUE}`,
		});
		expect(end.turns[0]).not.toHaveProperty('outcome');
	});

	it('that finishes runs nothing: the finish turn alone, and one more reply', async () => {
		const verdicts: Verdict[] = [{kind: 'finish', by: 'person'}];
		const {queries, end} = await answerTo([PROBE, ANSWER], {verdicts});
		expect(queries).toEqual(['SELECT 2']);
		expect(end.turns[0]).toMatchObject({verdict: verdicts[0], response: {kind: 'finish', text: FINISH}});
		expect((await answerTo([PROBE, PROBE], {verdicts})).end.ending).toBe('no-answer');
	});

	it('for another turn is ignored, and asked for again', async () => {
		const verdicts = [
			{turn: 1, verdict: {kind: 'rejected' as const, note: 'stale'}},
			{turn: -1, verdict: {kind: 'finish' as const, by: 'person' as const}},
			{turn: 0, verdict: {kind: 'approved' as const, by: 'person' as const}},
		];
		let asked = 0;
		const review: Review = async () => verdicts[asked++]!;
		const {end} = await run(question(), surroundings({model: scriptOf(PROBE, ANSWER), review}));
		expect(asked).toBe(3);
		expect(end.turns[0]!.verdict).toEqual({kind: 'approved', by: 'person'});
	});

	it('is asked for with the probe, its turn and the trajectory that ends in it', async () => {
		const review = vi.fn<Review>(({turn}) => ({turn, verdict: {kind: 'approved', by: 'person'}}));
		await run(question(), surroundings({model: scriptOf(PROBE, PROBE, ANSWER), review}));
		expect(
			review.mock.calls.map(([{turn, sql, trajectory}]) => [turn, sql, trajectory.turns.length]),
		).toEqual([
			[0, 'SELECT 1', 1],
			[1, 'SELECT 1', 2],
		]);
	});

	it('is not asked for an answer', async () => {
		const review = vi.fn<Review>();
		await run(question(), surroundings({model: scriptOf(ANSWER), review}));
		expect(review).not.toHaveBeenCalled();
	});
});

describe('a query that fails', () => {
	it('as a probe is told to the model', async () => {
		const {end} = await answerTo(['<sql> fail </sql>', ANSWER]);
		expect(end.turns[0]).toMatchObject({
			outcome: {error: {kind: 'sql'}},
			response: {
				text: `<observation>\nError: near "fail": syntax error\n</observation>\n${CONTINUE}`,
			},
		});
		expect(end.ending).toBe('answered');
	});

	it('as the answer is its outcome, and not told to the model', async () => {
		const {end, model} = await answerTo(['<answer> fail </answer>']);
		expect(end.ending).toBe('answered');
		expect(end.answer).toMatchObject({sql: 'fail', by: 'model', outcome: {error: {kind: 'sql'}}});
		expect(end.turns[0]).not.toHaveProperty('response');
		expect(model.chats).toHaveLength(1);
	});
});

describe('a model that fails', () => {
	it('ends the trajectory as failed, with the words, and without the reply', async () => {
		const error = new ModelError('cut', 'the server ended its reply', 'Ask again.');
		const {story, end, error: told} = await answerTo([PROBE, {text: ANSWER, error}]);
		expect(story).toEqual(['replied 0', 'judged 0', 'observed 0', 'ended']);
		expect(told).toBe(error);
		expect(end.ending).toBe('failed');
		// It is no turn, and not lost.
		expect(end.extra).toEqual({
			failure: {kind: 'cut', message: 'the server ended its reply'},
			unfinished: ANSWER,
		});
		expect(reopened(end).extra).toBeUndefined();
		expect(end.turns).toHaveLength(1);
		expect(end).not.toHaveProperty('answer');
	});

	it('leaves what can be taken up again', async () => {
		const error = new ModelError('busy', 'later', '');
		const {end} = await answerTo([{text: '', error}]);
		const again = reopened(end);
		expect(again.extra).toBeUndefined();
		const {end: finished} = await run(again, surroundings({model: scriptOf(ANSWER)}));
		expect(finished.ending).toBe('answered');
	});

	it('in another way than a model can is not swallowed', async () => {
		const events = run(question(), surroundings({model: scriptOf()}));
		await expect(events).rejects.toThrow('no reply for turn 0');
	});
});

describe('an abort', () => {
	const reason = new Error('enough');

	async function abortedAt(place: (abort: () => void) => Partial<Surroundings>, ...replies: string[]) {
		const controller = new AbortController();
		const abort = () => controller.abort(reason);
		const model = scriptOf(...replies);
		const around = surroundings({model, signal: controller.signal, ...place(abort)});
		return {...(await run(question(), around)), model};
	}

	/** A reader that is aborted while it runs this query, and tells it as the real one does. */
	function readerThatIsAborted(at: string, abort: () => void) {
		const double = readerDouble();
		return {
			async query(sql: string): Promise<QueryOutcome> {
				if (sql === at) {
					abort();
					return {elapsedMs: 1, error: {kind: 'cancelled', message: 'the query was cancelled'}};
				}

				return double.query(sql);
			},
		};
	}

	it('during a reply keeps nothing of it', async () => {
		const controller = new AbortController();
		const model = scriptOf(PROBE, ANSWER);
		const events: SolveEvent[] = [];
		for await (const event of solve(question(), surroundings({model, signal: controller.signal}))) {
			events.push(event);
			if (event.kind === 'chunk' && model.chats.length === 2) {
				controller.abort(reason);
			}
		}

		const {trajectory} = events.at(-1)!;
		expect(events.at(-1)!.kind).toBe('ended');
		expect(trajectory.ending).toBe('aborted');
		expect(trajectory.turns).toHaveLength(1);
		expect(trajectory.turns[0]!.response!.text).toBe(OBSERVED);
	});

	it('during a review leaves the probe unjudged', async () => {
		const {story, end} = await abortedAt(
			abort => ({
				review: () => {
					setImmediate(abort);
					return new Promise(() => {});
				},
			}),
			PROBE,
		);
		expect(story).toEqual(['replied 0', 'ended']);
		expect(end.ending).toBe('aborted');
		expect(end.turns[0]).not.toHaveProperty('verdict');
	});

	it('in a review itself ends it too, whatever it comes to', async () => {
		let asked = 0;
		const {end} = await abortedAt(
			abort => ({
				review: ({turn}) => {
					asked++;
					abort();
					return asked === 1
						? {turn: turn + 1, verdict: {kind: 'rejected', note: ''}}
						: new Promise(() => {});
				},
			}),
			PROBE,
		);
		expect(end.ending).toBe('aborted');
		expect(end.turns[0]).not.toHaveProperty('verdict');
	});

	it('during a probe keeps its verdict and no outcome', async () => {
		const {story, end} = await abortedAt(abort => ({reader: readerThatIsAborted('SELECT 1', abort)}), PROBE);
		expect(story).toEqual(['replied 0', 'judged 0', 'ended']);
		expect(end.ending).toBe('aborted');
		expect(end.turns[0]).toHaveProperty('verdict');
		expect(end.turns[0]).not.toHaveProperty('outcome');
		expect(end.turns[0]).not.toHaveProperty('response');
	});

	it('during the query of the answer keeps the reply and no answer', async () => {
		const {story, end} = await abortedAt(abort => ({reader: readerThatIsAborted('SELECT 2', abort)}), ANSWER);
		expect(story).toEqual(['replied 0', 'ended']);
		expect(end.ending).toBe('aborted');
		expect(end).not.toHaveProperty('answer');
		expect(end.turns).toHaveLength(1);
	});

	it('that came before asks nobody', async () => {
		const model = scriptOf(ANSWER);
		const {end} = await run(question(), surroundings({model, signal: AbortSignal.abort(reason)}));
		expect(end.ending).toBe('aborted');
		expect(model.chats).toEqual([]);
	});

	it('leaves what goes on where it was', async () => {
		const {end} = await abortedAt(abort => ({reader: readerThatIsAborted('SELECT 1', abort)}), PROBE);
		const model = scriptOf('never asked', ANSWER);
		const {story, end: finished} = await run(reopened(end), surroundings({model}));
		expect(story).toEqual(['observed 0', 'replied 1', 'ended']);
		expect(finished.ending).toBe('answered');
		expect(model.chats).toHaveLength(1);
	});
});

describe('a trajectory', () => {
	it('has the times of the given clock, the usage and the reason of each reply', async () => {
		const usage = {promptTokens: 1311, completionTokens: 42};
		const {end} = await answerTo([
			{text: PROBE, usage},
			{text: ANSWER, finishReason: 'eos'},
		]);
		// The clock goes on by 250 ms each time it is read: at the beginning and the end of a reply.
		expect(end.turns[0]).toMatchObject({
			startedAt: '2026-01-01T00:00:00.250Z',
			elapsedMs: 250,
			usage,
			finishReason: 'stop',
			summary: 'Look first.',
			thinking: '',
		});
		expect(end.turns[1]).toMatchObject({
			startedAt: '2026-01-01T00:00:00.750Z',
			elapsedMs: 250,
			finishReason: 'eos',
		});
		expect(end.turns[1]).not.toHaveProperty('usage');
	});

	it('has thinking that a server sent apart', async () => {
		const {end, model} = await answerTo([{text: PROBE, reasoning: ' apart\n'}, ANSWER]);
		expect(end.turns[0]).toMatchObject({thinking: 'apart', reply: PROBE});
		expect(model.chats[1]![2]!.content).toBe(PROBE);
	});

	it('gives the reader the time limit and the signal', async () => {
		const {signal} = new AbortController();
		const query = vi.fn(readerDouble().query);
		await run(
			question(),
			surroundings({model: scriptOf(ANSWER), reader: {query}, signal, queryTimeoutMs: 1234}),
		);
		expect(query).toHaveBeenCalledWith('SELECT 2', {signal, timeoutMs: 1234});
	});

	it('has the digest of the answer alone, where that is wanted', async () => {
		const query = vi.fn(async () => rowsOutcome(['n'], [1n]));
		await run(
			question(),
			surroundings({model: scriptOf(PROBE, ANSWER), reader: {query}, digestAnswer: true}),
		);
		expect(query.mock.calls).toEqual([
			['SELECT 1', {signal: undefined}],
			['SELECT 2', {signal: undefined, digest: true}],
		]);
	});

	it('that has ended asks nobody, and ends again', async () => {
		const {end} = await answerTo([ANSWER]);
		const model = scriptOf();
		const {story, end: again} = await run(end, surroundings({model}));
		expect(story).toEqual(['ended']);
		expect(again).toEqual(end);
	});

	it('that ends in an unjudged probe resumes at the review, without asking the model', async () => {
		const {events} = await answerTo([PROBE, ANSWER]);
		const stored = events.find(({kind}) => kind === 'replied')!.trajectory;
		const model = scriptOf('never asked', ANSWER);
		const {story} = await run(stored, surroundings({model}));
		expect(story).toEqual(['judged 0', 'observed 0', 'replied 1', 'ended']);
		expect(model.chats).toHaveLength(1);
	});

	it('without an answer can be nudged, and goes on with probes', async () => {
		const {end} = await answerTo([NOTHING, NOTHING]);
		const model = scriptOf('', '', PROBE, ANSWER);
		const {end: finished} = await run(nudged(end), surroundings({model}));
		expect(model.chats[0]!.at(-1)).toEqual({role: 'user', content: CONTINUE});
		expect(finished.ending).toBe('answered');
		expectAlternation(finished);
		expect(() => nudged(finished)).toThrow(RangeError);
	});
});
