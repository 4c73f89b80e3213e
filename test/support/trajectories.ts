/** Trajectories for properties. */
import fc from 'fast-check';
import type {Trajectory, Turn} from '../../source/agent/trajectory.js';
import type {QueryOutcome} from '../../source/database/cell.js';
import {tables} from './cells.js';

/** Any text of JavaScript: NULs and halves of pairs, too; what is awkward in JSON, a page or a terminal often. */
const text = fc.oneof(
	{weight: 4, arbitrary: fc.string({unit: 'grapheme', maxLength: 30})},
	fc.array(fc.nat({max: 0xff_ff}), {maxLength: 8}).map(units => String.fromCharCode(...units)),
	fc.constantFrom('a\0b', '\0', 'half \ud83d', '\udc00\ud83d', "it's", '\u2028\ufeff'),
	fc.string({
		unit: fc.constantFrom(
			'\0',
			'\n',
			'\r',
			'\u2028',
			'\ud800',
			'\udfff',
			'\u202e',
			'\u001b[31m',
			'"',
			'\\',
			'<',
			'`',
		),
		maxLength: 8,
	}),
);

/** Fields of any JSON, names among them that objects have by themselves. */
const extra: fc.Arbitrary<Record<string, unknown>> = fc
	.array(
		fc.tuple(
			fc.oneof(fc.string({minLength: 1, maxLength: 5}), fc.constantFrom('__proto__', 'valueOf', '1', '')),
			fc.oneof(fc.jsonValue({maxDepth: 3}), fc.constant({__proto__: null, a: 1})),
		),
		{maxLength: 3},
	)
	.map(fields => JSON.parse(JSON.stringify(Object.fromEntries(fields))));

const milliseconds = fc.double({min: 0, max: 1e6, noNaN: true}).map(value => value + 0);

const outcomes: fc.Arbitrary<QueryOutcome> = fc
	.record(
		{
			elapsedMs: milliseconds,
			readAsText: fc.array(text, {minLength: 1, maxLength: 2}),
		},
		{requiredKeys: ['elapsedMs']},
	)
	.chain(measured =>
		fc.oneof(
			fc
				.record({
					table: tables,
					more: fc.nat(),
					truncated: fc.constantFrom(false as const, 'kept' as const, 'uncounted' as const),
				})
				.map(({table, more, truncated}) => ({
					...measured,
					table: {...table, rowCount: table.rows.length + more, truncated},
				})),
			fc
				.record({
					kind: fc.constantFrom('refused', 'sql', 'timeout', 'memory', 'cancelled', 'database'),
					message: text,
				})
				.map(error => ({...measured, error})),
		),
	) as never;

/** Any turn. */
export const turns: fc.Arbitrary<Turn> = fc.record(
	{
		reply: text,
		thinking: text,
		summary: text,
		action: fc.oneof(
			fc.record({kind: fc.constantFrom('sql', 'answer'), sql: text}),
			fc.record({kind: fc.constant('none'), reason: fc.constantFrom('no-block', 'empty-block', 'cut-off')}),
		),
		verdict: fc.oneof(
			fc.record({kind: fc.constant('approved'), by: fc.constantFrom('person', 'policy')}),
			fc.record({kind: fc.constant('edited'), sql: text}),
			fc.record({kind: fc.constant('rejected'), note: text}),
			fc.record({kind: fc.constant('finish'), by: fc.constantFrom('person', 'budget')}),
		),
		outcome: outcomes,
		response: fc.record({kind: fc.constantFrom('observation', 'continue', 'finish', 'imported'), text}),
		finishReason: text,
		usage: fc.record({promptTokens: fc.nat(), completionTokens: fc.nat()}),
		startedAt: text,
		elapsedMs: milliseconds,
	},
	{requiredKeys: ['reply', 'thinking', 'summary', 'action', 'startedAt', 'elapsedMs']},
) as never;

/** Any trajectory of few turns, also such as no model and no person would make. */
export const trajectories: fc.Arbitrary<Trajectory> = fc.record(
	{
		id: fc.uuid(),
		question: text,
		evidence: text,
		database: fc.option(fc.record({path: text, name: text, version: text})),
		model: fc.record({name: text, baseUrl: text, file: text}, {requiredKeys: ['name']}),
		sampling: fc.record({
			temperature: milliseconds,
			topP: milliseconds,
			maxTokens: fc.nat(),
			seed: fc.option(fc.nat()),
		}),
		maxSteps: fc.nat(),
		prompt: fc.record({system: text, user: text}),
		turns: fc.array(turns, {maxLength: 3}),
		ending: fc.constantFrom('open', 'answered', 'no-answer', 'aborted', 'failed'),
		answer: fc.record(
			{sql: text, by: fc.constantFrom('model', 'person', 'vote'), outcome: outcomes},
			{requiredKeys: ['sql', 'by']},
		),
		parent: fc.record({id: text, turn: fc.nat()}),
		extra,
	},
	{
		requiredKeys: [
			'id',
			'question',
			'evidence',
			'database',
			'model',
			'sampling',
			'maxSteps',
			'prompt',
			'turns',
			'ending',
		],
	},
) as never;
