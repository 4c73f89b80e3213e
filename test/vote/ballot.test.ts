import {describe, expect, it} from 'vitest';
import {answered, ended, failed, judged, replied, type Trajectory} from '../../source/agent/trajectory.js';
import type {QueryOutcome} from '../../source/database/cell.js';
import {type Ballot, EMPTY_BALLOT, enrolled, stateOf, stepped} from '../../source/vote/ballot.js';
import {question} from '../support/agent-doubles.js';

const REPLY = {reasoning: '', startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 1};
const asked = question();
const probed = replied(asked, {...REPLY, reply: 'Look.\n<sql> SELECT 1 </sql>'});
const concluded = replied(asked, {...REPLY, reply: 'So.\n<answer> SELECT 2 </answer>'});

function answer(outcome: QueryOutcome, sql = 'SELECT 2'): Trajectory {
	return ended(answered(concluded, {sql, by: 'model', outcome}), 'answered');
}

function result(digest: string, ...values: bigint[]): QueryOutcome {
	const rows = values.map(value => [value]);
	return {elapsedMs: 1, table: {columns: ['n'], rows, rowCount: rows.length, truncated: false, digest}};
}

describe('a sample', () => {
	it.each<[string, Trajectory, ReturnType<typeof stateOf>]>([
		['begins with the model', asked, {kind: 'thinking'}],
		['with a probe that nobody has judged', probed, {kind: 'thinking'}],
		['with a probe that runs', judged(probed, 0, {kind: 'approved', by: 'policy'}), {kind: 'probing'}],
		['with a probe beyond the budget', judged(probed, 0, {kind: 'finish', by: 'budget'}), {kind: 'thinking'}],
		['with an answer that runs', concluded, {kind: 'probing'}],
		['with rows votes with their key', answer(result('1-aa', 3n)), {kind: 'finished', key: '1-aa'}],
		['with an empty result votes, too', answer(result('0-00')), {kind: 'finished', key: '0-00'}],
		[
			'whose answer fails has no vote',
			answer({elapsedMs: 1, error: {kind: 'sql', message: 'no such column: nope'}}),
			{kind: 'failed', reason: 'no such column: nope'},
		],
		['without an answer has none', ended(asked, 'no-answer'), {kind: 'failed', reason: 'no answer'}],
		[
			'whose model failed has none',
			failed(asked, {kind: 'cut', message: 'the server broke off'}),
			{kind: 'failed', reason: 'the server broke off'},
		],
		['that was broken off is cancelled', ended(asked, 'aborted'), {kind: 'cancelled'}],
	])('%s', (_, trajectory, state) => {
		expect(stateOf(trajectory)).toEqual(state);
	});
});

describe('a ballot', () => {
	const three = enrolled(EMPTY_BALLOT, [asked, asked, asked]);

	it('counts the samples that are open', () => {
		expect(three.open).toBe(3);
		const one = stepped(three, 1, answer(result('1-aa', 3n)), 40);
		expect(one.open).toBe(2);
		expect(one.samples.map(({elapsedMs}) => elapsedMs)).toEqual([null, 40, null]);
		expect(stepped(one, 0, probed, 50)).toMatchObject({open: 2, samples: [{elapsedMs: null}, {}, {}]});
		expect(enrolled(one, [asked])).toMatchObject({open: 3, samples: [{}, {}, {}, {index: 3}]});
	});

	it('leaves the ballot before as it was', () => {
		const before = structuredClone(three);
		stepped(three, 1, answer(result('1-aa', 3n)), 40);
		expect(three).toEqual(before);
	});

	it("keeps the rows of a cluster's first sample, and of the others what an observation shows", () => {
		const up = Array.from({length: 30}, (_, i) => BigInt(i));
		const many = (values: bigint[]) => answer(result('30-aa', ...values));
		const rowsOf = ({samples}: Ballot) =>
			samples.map(({trajectory: {answer}}) =>
				answer?.outcome && 'table' in answer.outcome
					? [answer.outcome.table.rows.length, answer.outcome.table.truncated, answer.outcome.table.rowCount]
					: [],
			);
		const second = stepped(three, 1, many(up), 1);
		expect(rowsOf(second)).toEqual([[], [30, false, 30], []]);
		const first = stepped(second, 0, many(up.toReversed()), 2);
		expect(rowsOf(first)).toEqual([[30, false, 30], [20, 'kept', 30], []]);
		const other = stepped(first, 2, answer(result('30-bb', ...up)), 3);
		expect(rowsOf(other)).toEqual([
			[30, false, 30],
			[20, 'kept', 30],
			[30, false, 30],
		]);
	});
});
