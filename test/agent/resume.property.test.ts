import fc from 'fast-check';
import {expect, it} from 'vitest';
import type {Review} from '../../source/agent/review.js';
import {type SolveEvent, type Surroundings, solve} from '../../source/agent/solve.js';
import type {Trajectory, Verdict} from '../../source/agent/trajectory.js';
import {trajectoryToJson} from '../../source/agent/trajectory-json.js';
import {trajectoryFromJson} from '../../source/agent/trajectory-schema.js';
import type {Cell, QueryOutcome} from '../../source/database/cell.js';
import {ModelError} from '../../source/errors.js';
import type {Message} from '../../source/protocol/prompt.js';
import {
	type DoubleReply,
	modelDouble,
	question,
	rowsOutcome,
	surroundings,
} from '../support/agent-doubles.js';

/** One run of the loop: what the model says at each turn, and what a person decides about its probe. */
type Script = {replies: DoubleReply[]; verdicts: Verdict[]; maxSteps: number};

/** Records that are objects as any other, not some without a prototype. */
const record: typeof fc.record = (model: object, constraints: object = {}) =>
	fc.record(model, {...constraints, noNullPrototype: true}) as never;

const sql = fc.oneof(
	fc.constantFrom('SELECT 1', 'fail', "SELECT '</sql>'", 'SELECT "a\nb\t🐿"', 'SELECT \u2028 \\', ' '),
	fc.string({unit: 'grapheme', maxLength: 20}),
);

const prose = fc.oneof(
	fc.constantFrom('', 'So.', '\n\n', 'the <sql> tag', 'half a pair \ud83d', '$& {schema}'),
	fc.string({unit: 'binary', maxLength: 20}),
);

const block = fc.oneof(
	{weight: 4, arbitrary: sql.map(sql => `<sql> ${sql} </sql>`)},
	{weight: 2, arbitrary: sql.map(sql => `<answer> ${sql} </answer>`)},
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			'',
			'<sql></sql>',
			'<answer>  </answer>',
			'<sql> SELECT',
			'```sql\nSELECT 1\n```',
		),
	},
);

const reply: fc.Arbitrary<DoubleReply> = record(
	{
		text: fc
			.tuple(fc.option(prose), prose, block, fc.constantFrom('', '\n', ' More.'))
			.map(
				([thought, summary, block, end]) =>
					`${thought === null ? '' : `<think>\n${thought}\n</think>\n\n`}${summary}${block}${end}`,
			),
		reasoning: prose,
		finishReason: fc.constantFrom('stop', 'length'),
		usage: record({promptTokens: fc.nat(), completionTokens: fc.nat()}),
	},
	{requiredKeys: ['text']},
);

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
	record({
		kind: fc.constant('approved' as const),
		by: fc.constantFrom('person' as const, 'policy' as const),
	}),
	record({kind: fc.constant('edited' as const), sql}),
	record({kind: fc.constant('rejected' as const), note: fc.constantFrom('', 'no\nnever', ' ')}),
	record({kind: fc.constant('finish' as const), by: fc.constant('person' as const)}),
);

/** Long enough for any of these loops: every probe of the budget, the finish turn and what follows it. */
const TURNS = 8;

const script: fc.Arbitrary<Script> = record({
	replies: fc.array(reply, {minLength: TURNS, maxLength: TURNS}),
	verdicts: fc.array(verdict, {minLength: TURNS, maxLength: TURNS}),
	maxSteps: fc.nat({max: 5}),
});

/** Cells of every kind that JSON cannot tell by itself. */
const CELLS: Cell[] = [
	null,
	1n,
	1,
	-0,
	0.1,
	9_007_199_254_740_993n,
	-(2n ** 63n),
	Number.POSITIVE_INFINITY,
	1e300,
	'1',
	'',
	'a\tb\n\u2028🐿',
	Uint8Array.of(0, 255),
];

const reader = {
	async query(sql: string): Promise<QueryOutcome> {
		return sql.includes('fail')
			? {elapsedMs: 0.5, error: {kind: 'sql', message: `near "${sql}": syntax error`}}
			: {...rowsOutcome(['sql', ...CELLS.map(String)], [sql, ...CELLS]), readAsText: ['x']};
	},
};

function setting({replies, verdicts}: Script) {
	const model = modelDouble(
		turn => replies[turn] ?? {text: '', error: new ModelError('cut', 'out of script', '')},
	);
	const review: Review = ({turn}) => ({turn, verdict: verdicts[turn]!});
	// A clock that stands: the times of two runs are not compared.
	const around: Surroundings = surroundings({model, reader, review, clock: () => 0});
	return {model, around};
}

/** Runs to the end, or until so many events have come. */
async function run(start: Trajectory, script: Script, stopAfter = Number.POSITIVE_INFINITY) {
	const {model, around} = setting(script);
	const events: SolveEvent[] = [];
	for await (const event of solve(start, around)) {
		events.push(event);
		if (events.length === stopAfter) {
			break;
		}
	}

	return {events, chats: model.chats, last: events.at(-1)!};
}

/** As it is after it was written to a file and read. */
function stored(trajectory: Trajectory): Trajectory {
	return trajectoryFromJson(JSON.parse(JSON.stringify(trajectoryToJson(trajectory))));
}

it('a trajectory that was stopped anywhere, stored and taken up again is the one that was not stopped', async () => {
	await fc.assert(
		fc.asyncProperty(script, async given => {
			const start = question({maxSteps: given.maxSteps});
			const whole = await run(start, given);
			expect(whole.last.kind).toBe('ended');
			expect(stored(whole.last.trajectory)).toStrictEqual(whole.last.trajectory);
			for (let stopAfter = 1; stopAfter <= whole.events.length; stopAfter++) {
				const before = await run(start, given, stopAfter);
				const after = await run(stored(before.last.trajectory), given);
				// A reply that was being written is asked for again: its chat comes twice.
				const complete: Message[][] = before.last.kind === 'chunk' ? before.chats.slice(0, -1) : before.chats;
				expect([...complete, ...after.chats]).toEqual(whole.chats);
				expect(after.last.trajectory).toStrictEqual(whole.last.trajectory);
			}
		}),
		{numRuns: 150},
	);
});

it('no chat ever has two turns of one side in a row, and none is longer than the budget allows', async () => {
	await fc.assert(
		fc.asyncProperty(script, async given => {
			const {chats, last} = await run(question({maxSteps: given.maxSteps}), given);
			for (const chat of chats) {
				expect(chat.map(({role}) => role)).toEqual(
					chat.map((_, index) => (index === 0 ? 'system' : index % 2 === 1 ? 'user' : 'assistant')),
				);
			}

			// The probes, the reply that the finish turn follows, and the one after it.
			expect(chats.length).toBeLessThanOrEqual(given.maxSteps + 2);
			expect(['answered', 'no-answer']).toContain(last.trajectory.ending);
		}),
		{numRuns: 300},
	);
});
