/** Whatever is pressed and whatever comes in whatever order: nothing throws, and what is drawn fits. */
import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {Entry, Fault} from '../../../source/archive/book.js';
import {SCORE_VERDICTS} from '../../../source/evaluation/score.js';
import {type Debugger, openDebugger} from '../../../source/ui/debugger/debugger.js';
import {debuggerLines} from '../../../source/ui/debugger/debugger-lines.js';
import type {DebuggerEvent} from '../../../source/ui/debugger/event.js';
import {reduceDebugger} from '../../../source/ui/debugger/reduce.js';
import type {Size} from '../../../source/ui/input.js';
import {expectDrawable, inputs, key, sizes, tables, texts, trajectories, turn} from '../screens/support.js';
import {catalogue, entry, own} from './support.js';

const entries: fc.Arbitrary<Entry | Fault | undefined> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc
			.record({
				id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
				question: texts,
				database: texts,
				model: texts,
				ending: fc.constantFrom(
					'open' as const,
					'answered' as const,
					'no-answer' as const,
					'failed' as const,
				),
				turns: fc.nat({max: 200}),
				error: fc.constantFrom('', 'no such column'),
				answer: fc.constantFrom('', '1', '2'),
				parent: fc.constantFrom(null, null, 'a', 'b', 'c'),
			})
			.map(change => entry(change)),
	},
	{weight: 1, arbitrary: texts.map(reason => ({kind: 'fault' as const, reason}))},
	{weight: 1, arbitrary: fc.constant(undefined)},
);

const catalogues = fc
	.tuple(
		fc.array(entries, {maxLength: 12}),
		fc.option(fc.tuple(fc.nat(), fc.nat()).map(([done, total]) => ({done, total}))),
		fc.array(texts, {maxLength: 2}),
	)
	.map(([entries, progress, notes]) => catalogue(entries, {progress, notes}));

const found = fc.tuple(fc.constantFrom('a', 'b', 'c'), trajectories).map(([id, one]) => ({...one, id}));

const outcomes = fc.oneof(
	tables.map(table => ({elapsedMs: 1, table})),
	texts.map(message => ({elapsedMs: 1, error: {kind: 'sql' as const, message}})),
);

const verdicts = fc.constantFrom(
	'right' as const,
	'wrong' as const,
	'sql-error' as const,
	'gold-error' as const,
);

const events: fc.Arbitrary<DebuggerEvent> = fc.oneof(
	{weight: 30, arbitrary: inputs.map(input => ({kind: 'input' as const, input}))},
	{
		weight: 4,
		arbitrary: fc
			.tuple(fc.integer({min: -3, max: 12}), found)
			.map(([place, trajectory]) => ({kind: 'opened' as const, place, trajectory})),
	},
	{weight: 2, arbitrary: catalogues.map(catalogue => ({kind: 'catalogue' as const, catalogue}))},
	{weight: 3, arbitrary: fc.constant({kind: 'look-on' as const})},
	{
		weight: 1,
		arbitrary: fc
			.tuple(fc.nat({max: 12}), texts)
			.map(([place, reason]) => ({kind: 'not-opened' as const, place, reason})),
	},
	{
		weight: 2,
		arbitrary: fc
			.tuple(fc.constantFrom('a', 'b'), fc.nat({max: 9}), texts, outcomes, fc.boolean())
			.map(([trajectory, turn, text, outcome, drifted]) => ({
				kind: 'reran' as const,
				trajectory: own(trajectory),
				rerun: {
					turn,
					sql: text,
					outcome,
					observation: text,
					drift: drifted ? {kind: 'text' as const, before: text, after: text} : null,
				},
			})),
	},
	{
		weight: 2,
		arbitrary: fc.tuple(fc.array(found, {maxLength: 3}), fc.boolean()).map(([forks, begun]) => ({
			kind: 'forks' as const,
			forks: forks.map(fork => ({...fork, id: `fork of ${fork.id}`, parent: {id: fork.id, turn: 0}})),
			begun,
		})),
	},
	{
		weight: 1,
		arbitrary: fc
			.tuple(fc.constantFrom('a', 'b'), verdicts, texts, outcomes, fc.boolean())
			.map(([trajectory, verdict, text, outcome, isTyped]) => ({
				kind: 'judged' as const,
				trajectory: own(trajectory),
				isTyped,
				judgement: {
					rule: 'bird' as const,
					verdict,
					reason: text,
					gold: {sql: text, outcome},
					answer: null,
					difference: null,
				},
			})),
	},
	{
		weight: 1,
		arbitrary: fc
			.tuple(
				fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.tuple(fc.constantFrom(...SCORE_VERDICTS), texts)),
				fc.constantFrom('bird' as const, 'spider' as const, 'bird-soft-f1' as const),
				fc.array(texts, {maxLength: 2}),
			)
			.map(([given, rule, notes]) => ({
				kind: 'recorded' as const,
				runs: new Map([
					[
						'run.jsonl',
						{
							rule,
							verdicts: new Map(
								Object.entries(given).map(([id, [verdict, reason]]) => [id, {verdict, reason, score: 0.5}]),
							),
						},
					],
				]),
				gold: 3,
				notes,
			})),
	},
	{
		weight: 1,
		arbitrary: fc.tuple(found, found, texts).map(([one, other, name]) => ({
			kind: 'compared' as const,
			left: {name, trajectory: one},
			right: {name, trajectory: other},
		})),
	},
	{weight: 1, arbitrary: texts.map(text => ({kind: 'notice' as const, text}))},
	{weight: 1, arbitrary: texts.map(text => ({kind: 'written' as const, text}))},
	{
		weight: 1,
		arbitrary: fc
			.constantFrom(
				null,
				{kind: 'judging' as const, done: 1, of: 2},
				{kind: 'rerunning' as const, until: 'error' as const},
			)
			.map(task => ({kind: 'task' as const, task})),
	},
);

function expectSound(given: Debugger, size: Size): void {
	expectDrawable(debuggerLines(given, size), size);
	const {opened} = given;
	if (opened.kind === 'trajectory') {
		const {turn, trajectory} = opened.view;
		expect(turn).toBeGreaterThanOrEqual(0);
		expect(turn).toBeLessThan(Math.max(1, trajectory.turns.length));
	}
}

it('is drawable whatever is in it and whatever is pressed', () => {
	fc.assert(
		fc.property(catalogues, fc.array(fc.tuple(events, sizes), {maxLength: 25}), (catalogue, happenings) => {
			let given = openDebugger({
				title: 'run.jsonl',
				runs: null,
				catalogue,
				rule: 'bird',
				gold: 3,
				models: ['sqrl-4b'],
			});
			for (const [event, size] of happenings) {
				given = reduceDebugger(given, event, size).debugger;
				expectSound(given, size);
			}
		}),
	);
});

it('is drawable with 100,000 trajectories, and 200 turns in one', () => {
	const many = catalogue(
		Array.from({length: 100_000}, (_, at) =>
			entry({id: `${at}`, question: `Question ${at % 1000}`, answer: `${at % 3}`, turns: at % 9}),
		),
	);
	const long = {
		turns: Array.from({length: 200}, () => turn({summary: 'A summary.'})),
	};
	fc.assert(
		fc.property(
			fc.array(fc.oneof(inputs, fc.constantFrom('L', 'l', 'o', '2', '/', 'enter', '}', '$').map(key)), {
				maxLength: 12,
			}),
			sizes,
			trajectories,
			(presses, size, one) => {
				let given = openDebugger({
					title: 'run.jsonl',
					runs: null,
					catalogue: many,
					rule: 'bird',
					gold: 3,
					models: [],
				});
				for (const input of presses) {
					const step = reduceDebugger(given, {kind: 'input', input}, size);
					given = step.debugger;
					for (const request of step.requests) {
						if (request.kind === 'open') {
							const trajectory = {...one, ...long};
							given = reduceDebugger(
								given,
								{kind: 'opened', place: request.place, trajectory},
								size,
							).debugger;
						} else if (request.kind === 'look-on') {
							given = reduceDebugger(given, {kind: 'look-on'}, size).debugger;
						}
					}

					expectSound(given, size);
				}
			},
		),
		{numRuns: 30},
	);
});
