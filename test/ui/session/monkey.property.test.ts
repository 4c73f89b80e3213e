/** Whatever is pressed and whatever comes in whatever order: nothing throws, and what is drawn fits. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, it} from 'vitest';
import type {SolveEvent} from '../../../source/agent/solve.js';
import {ModelError} from '../../../source/errors.js';
import type {Preparing, ReplyChunk} from '../../../source/model/model.js';
import {drawableRows} from '../../../source/ui/input.js';
import type {SessionEvent} from '../../../source/ui/session/event.js';
import {liveLines} from '../../../source/ui/session/live-lines.js';
import {printedLines} from '../../../source/ui/session/printed-lines.js';
import {reduce} from '../../../source/ui/session/reduce.js';
import {viewLines} from '../../../source/ui/view-lines.js';
import type {VoteEvent} from '../../../source/vote/run-vote.js';
import {ballot} from '../board/support.js';
import {inputs, schemas, sizes, tables, texts, trajectories} from '../screens/support.js';
import {EMBEDDED, key, LOADED, SAMPLING, START, session} from './support.js';

const outcomes = fc.oneof(
	tables.map(table => ({elapsedMs: 1.2, table})),
	texts.map(message => ({elapsedMs: 1, error: {kind: 'sql' as const, message}, readAsText: [message]})),
);

const chunks: fc.Arbitrary<ReplyChunk> = fc.oneof(
	texts.map(text => ({kind: 'text' as const, text})),
	texts.map(text => ({kind: 'reasoning' as const, text})),
	texts.map(reason => ({kind: 'waiting' as const, reason})),
	fc.constant({kind: 'progress' as const, done: 1, total: 2}),
	fc.constant({kind: 'end' as const, finishReason: 'stop'}),
);

const solveEvents: fc.Arbitrary<SolveEvent> = fc.oneof(
	fc.tuple(chunks, trajectories).map(([chunk, trajectory]) => ({kind: 'chunk' as const, chunk, trajectory})),
	fc
		.tuple(fc.constantFrom('replied' as const, 'judged' as const, 'observed' as const), trajectories)
		.map(([kind, trajectory]) => ({kind, turn: Math.max(0, trajectory.turns.length - 1), trajectory})),
	fc
		.tuple(trajectories, fc.constantFrom('cut' as const, 'context' as const, null), texts)
		.map(([trajectory, kind, text]) => ({
			kind: 'ended' as const,
			trajectory,
			...(kind && {error: new ModelError(kind, text, text)}),
		})),
);

const ballots = fc
	.stringMatching(/^[A-H.?!x-]{1,32}$/)
	.map(words => ballot(words, {stoppedEarly: words.includes('-'), probeCacheHits: words.length}));

const voteEvents: fc.Arbitrary<VoteEvent> = fc.oneof(
	fc.tuple(fc.nat({max: 31}), ballots).map(([sample, ballot]) => ({kind: 'step' as const, sample, ballot})),
	fc.tuple(fc.nat({max: 31}), chunks).map(([sample, chunk]) => ({kind: 'chunk' as const, sample, chunk})),
	ballots.map(ballot => ({kind: 'ended' as const, ballot})),
);

type Happening = (at: number) => SessionEvent;

const happenings: fc.Arbitrary<Happening> = fc.oneof(
	{weight: 30, arbitrary: inputs.map(input => (at: number) => ({kind: 'input' as const, input, at}))},
	{weight: 3, arbitrary: solveEvents.map(event => (at: number) => ({kind: 'solve' as const, event, at}))},
	{
		weight: 2,
		arbitrary: fc.tuple(fc.nat({max: 8}), texts).map(([turn, sql]) => (at: number) => ({
			kind: 'review' as const,
			turn,
			sql,
			at,
		})),
	},
	{weight: 3, arbitrary: voteEvents.map(event => (at: number) => ({kind: 'vote' as const, event, at}))},
	{
		weight: 1,
		arbitrary: trajectories.map(trajectory => (at: number) => ({kind: 'started' as const, trajectory, at})),
	},
	{weight: 2, arbitrary: sizes.map(size => () => ({kind: 'resized' as const, size}))},
	{
		weight: 3,
		arbitrary: fc.oneof<fc.Arbitrary<Happening>[]>(
			fc.constant(at => ({kind: 'tick', at})),
			outcomes.map(outcome => () => ({kind: 'queried', outcome})),
			fc.tuple(texts, outcomes).map(([sql, outcome]) => () => ({kind: 'planned', sql, outcome})),
			fc.tuple(texts, tables).map(([table, rows]) => () => ({kind: 'schema-answer', table, rows})),
			texts.map(text => () => ({kind: 'evidence', text})),
			fc.array(texts, {maxLength: 30}).map(names => () => ({kind: 'models', names})),
			fc.tuple(texts, fc.boolean()).map(([name, runsHere]) => () => ({
				kind: 'model',
				model: {name, file: name},
				sampling: SAMPLING,
				runsHere,
			})),
			fc.constant(() => ({kind: 'model', model: EMBEDDED, sampling: SAMPLING, runsHere: true})),
			fc
				.constantFrom<Preparing[]>(
					{kind: 'loading', done: 0, total: 0},
					{kind: 'loading', done: 3, total: 2 ** 40},
					{kind: 'loaded', loaded: LOADED},
					{kind: 'reading', done: 300, total: 1270},
				)
				.map(progress => () => ({kind: 'preparing', progress})),
			fc.constant(() => ({kind: 'prepared'})),
			fc.option(ballots).map(before => at => ({kind: 'void', before, at})),
			fc.tuple(fc.constantFrom('unusable' as const, 'context' as const), texts).map(([kind, text]) => () => ({
				kind: 'unprepared',
				error: new ModelError(kind, text, text),
			})),
			fc.constantFrom(null, 10, 100_000).map(tokens => () => ({kind: 'context', tokens})),
			texts.map(text => () => ({kind: 'written', text})),
			schemas.map(schema => () => ({
				kind: 'database',
				database: {...session().database, schema, warnings: [{name: 'v', message: '\u001b[2J'}]} as never,
			})),
			texts.map(text => () => ({kind: 'note', text, tone: 'bad'})),
			texts.map(text => () => ({kind: 'notice', text})),
		),
	},
);

/** Ways to where chance alone seldom comes: each is several events. */
const ways: fc.Arbitrary<Happening[]> = fc.oneof(
	fc
		.constantFrom(
			'/schema',
			'/tables',
			'/help',
			'/sql SELECT 1',
			'/approve auto',
			'/approve manual',
			'/vote 4',
			'/model',
			'why?',
		)
		.map((text): Happening[] => [...keys('q', 'escape', 'n', 'ctrl+u'), pasted(text), ...keys('enter')]),
	fc
		.tuple(trajectories, texts)
		.map(([trajectory, sql]): Happening[] => [
			at => ({kind: 'started', trajectory, at}),
			at => ({kind: 'solve', event: {kind: 'replied', turn: 0, trajectory}, at}),
			at => ({kind: 'review', turn: 0, sql, at: at - 1000}),
		]),
	fc
		.tuple(trajectories, ballots, fc.constantFrom('enter', 'd', 't', 's', '+', 'j', 'escape'))
		.map(([start, shown, letter]): Happening[] => [
			at => ({kind: 'polled', poll: {start, k: shown.samples.length, seedBase: 7}, at}),
			at => ({kind: 'vote', event: {kind: 'step', sample: 0, ballot: shown}, at}),
			...keys('q', letter),
		]),
	fc
		.tuple(trajectories, fc.constantFrom('e', 'x', 'g', 't', 'b', 'G', 'v'))
		.map(([trajectory, letter]): Happening[] => [
			at => ({kind: 'started', trajectory, at}),
			at => ({kind: 'solve', event: {kind: 'ended', trajectory}, at}),
			...keys(letter, 'enter'),
		]),
);

function keys(...names: string[]): Happening[] {
	return names.map(name => at => ({kind: 'input', input: key(name), at}));
}

function pasted(text: string): Happening {
	return at => ({kind: 'input', input: {kind: 'paste', text}, at});
}

const pauses = fc.constantFrom(0, 100, 300, 3000);

const steps = fc.oneof(
	{
		weight: 12,
		arbitrary: fc.tuple(
			happenings.map(one => [one]),
			pauses,
		),
	},
	{weight: 1, arbitrary: fc.tuple(ways, pauses)},
);

const runs = fc.array(steps, {minLength: 100, maxLength: 100, size: 'max'});

function expectLines(lines: readonly string[], width: number, what: string): void {
	for (const line of lines) {
		expect(stringWidth(line), `${what}: ${JSON.stringify(line)}`).toBeLessThanOrEqual(width);
		expect(line.replaceAll(/\u001b\[[\d;]*m/g, ''), what).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
	}
}

it('survives 10,000 keys and events', () => {
	const seen = new Map<string, number>();
	fc.assert(
		fc.property(runs, sizes, schemas, (run, size, schema) => {
			const start = session();
			let state = session({
				size,
				model: null,
				suggestions: ['How many?'],
				database: {...start.database, schema},
			});
			let at = START;
			let printed = 0;
			for (const {happening, pause} of run.flatMap(([all, pause]) =>
				all.map(happening => ({happening, pause})),
			)) {
				at += pause;
				const event = happening(at);
				const before = state;
				state = reduce(state, event).session;
				if (state.phase.kind === 'quit') {
					seen.set('quit', (seen.get('quit') ?? 0) + 1);
					state = {...state, phase: {kind: 'composing'}};
				}

				const what = `${before.phase.kind} ${event.kind} → ${state.phase.kind}`;
				seen.set(state.phase.kind, (seen.get(state.phase.kind) ?? 0) + 1);
				expect(
					before.printed.every((item, index) => item === state.printed[index]),
					what,
				).toBe(true);
				const width = state.size.columns - 1;
				const live = liveLines(state);
				expect(live.length, what).toBeGreaterThanOrEqual(1);
				expect(live.length, what).toBeLessThanOrEqual(drawableRows(state.size));
				expectLines(live, width, what);
				const view = state.views.at(-1);
				if (view) {
					seen.set(view.kind, (seen.get(view.kind) ?? 0) + 1);
					const lines = viewLines(view, {...state.size, columns: width});
					expect(lines.length, view.kind).toBeLessThanOrEqual(drawableRows(state.size));
					expectLines(lines, width, view.kind);
				}

				for (; printed < state.printed.length; printed++) {
					const item = state.printed[printed]!;
					expectLines(printedLines(item, width), width, item.kind);
				}
			}
		}),
		{numRuns: 100},
	);
	const everywhere = ['composing', 'thinking', 'running', 'reviewing', 'querying', 'answered', 'editing'];
	for (const kind of [
		...everywhere,
		'choosing',
		'naming',
		'locating',
		'voting',
		'cluster',
		'differences',
		'grid',
		'debugger',
		'schema',
		'tables',
		'help',
	]) {
		expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
	}
}, 240_000);
