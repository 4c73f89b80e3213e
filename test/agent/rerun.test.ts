import {describe, expect, it} from 'vitest';
import {observationIn, saysTheSame} from '../../source/agent/observed-text.js';
import {type Rerun, type RerunOptions, rerun} from '../../source/agent/rerun.js';
import {
	answered,
	ended,
	judged,
	ran,
	replied,
	responded,
	type Trajectory,
} from '../../source/agent/trajectory.js';
import type {Cell, QueryOutcome} from '../../source/database/cell.js';
import {observe} from '../../source/protocol/observation.js';
import {observationTurn} from '../../source/protocol/prompt.js';
import {question, rowsOutcome} from '../support/agent-doubles.js';

const ONE = rowsOutcome(['n'], [1n]);
const NONE = rowsOutcome(['n']);
const FAILURE: QueryOutcome = {elapsedMs: 1, error: {kind: 'sql', message: 'no such table: x'}};

/** A reader that has an outcome for each query, and says what it was asked. */
function reader(outcomes: Record<string, QueryOutcome>) {
	const asked: string[] = [];
	return {
		asked,
		async query(sql: string, {digest = false} = {}): Promise<QueryOutcome> {
			asked.push(digest ? `${sql} (digest)` : sql);
			await null;
			return outcomes[sql] ?? ONE;
		},
	};
}

function say(trajectory: Trajectory, reply: string): Trajectory {
	return replied(trajectory, {reply, reasoning: '', startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 1});
}

/** A probe that ran, and what was told of it. */
function probe(trajectory: Trajectory, sql: string, outcome: QueryOutcome): Trajectory {
	const turn = trajectory.turns.length;
	const with_ = judged(say(trajectory, `<sql>${sql}</sql>`), turn, {kind: 'approved', by: 'policy'});
	return told(ran(with_, turn, outcome), observe(outcome));
}

function told(trajectory: Trajectory, observation: string): Trajectory {
	const turn = trajectory.turns.length - 1;
	return responded(trajectory, turn, {kind: 'observation', text: observationTurn(observation)});
}

function answer(trajectory: Trajectory, sql: string, outcome: QueryOutcome): Trajectory {
	return ended(answered(say(trajectory, `<answer>${sql}</answer>`), {sql, by: 'model', outcome}), 'answered');
}

const RECORDED = answer(probe(probe(question(), 'SELECT a', ONE), 'SELECT b', ONE), 'SELECT c', ONE);

async function runsOf(
	trajectory: Trajectory,
	database: ReturnType<typeof reader>,
	options: Partial<RerunOptions> = {},
): Promise<Rerun[]> {
	const runs: Rerun[] = [];
	for await (const run of rerun(trajectory, {reader: database, from: 0, until: 'answer', ...options})) {
		runs.push(run);
	}

	return runs;
}

describe('a re-run', () => {
	it('runs each query, the answer last, and finds no drift where nothing has changed', async () => {
		const database = reader({});
		const runs = await runsOf(RECORDED, database);
		expect(database.asked).toEqual(['SELECT a', 'SELECT b', 'SELECT c']);
		expect(runs.map(({turn, drift, observation}) => [turn, drift, observation])).toEqual([
			[0, null, '1'],
			[1, null, '1'],
			[2, null, '1'],
		]);
	});

	it.each<[until: RerunOptions['until'], from: number, asked: string]>([
		['next', 0, 'a'],
		['next', 1, 'b'],
		['error', 0, 'ab'],
		['empty', 0, 'abc'],
		['answer', 1, 'bc'],
		['answer', 7, ''],
	])('until %s from turn %i asks %s', async (until, from, asked) => {
		const database = reader({'SELECT b': FAILURE, 'SELECT c': NONE});
		await runsOf(RECORDED, database, {until, from});
		expect(database.asked.map(sql => sql.slice(-1)).join('')).toBe(asked);
	});

	it('stops at the first that gives no rows', async () => {
		const database = reader({'SELECT a': NONE});
		expect(await runsOf(RECORDED, database, {until: 'empty'})).toHaveLength(1);
	});

	it('passes over what was never run', async () => {
		const rejected = told(
			judged(say(question(), '<sql>SELECT r</sql>'), 0, {kind: 'rejected', note: ''}),
			'x',
		);
		const withoutAction = responded(say(rejected, 'Hm.'), 1, {kind: 'finish', text: 'You must finish now.'});
		const pending = say(withoutAction, '<sql>SELECT p</sql>');
		const database = reader({});
		expect(await runsOf(pending, database)).toEqual([]);
		expect(await runsOf(judged(pending, 2, {kind: 'finish', by: 'budget'}), database)).toEqual([]);
		expect(database.asked).toEqual([]);
	});

	it('runs a probe as it was edited', async () => {
		const edited = judged(say(question(), '<sql>SELECT r</sql>'), 0, {kind: 'edited', sql: 'SELECT e'});
		const database = reader({});
		await runsOf(told(ran(edited, 0, ONE), '1'), database);
		expect(database.asked).toEqual(['SELECT e']);
	});

	it('runs the query that a person answered with', async () => {
		const given = answered(say(question(), 'Hm.'), {sql: 'SELECT mine', by: 'person', outcome: NONE});
		const [run] = await runsOf(ended(given, 'answered'), reader({}));
		expect(run).toMatchObject({
			turn: 0,
			sql: 'SELECT mine',
			drift: {kind: 'rows', difference: {counts: {new: 1}}},
		});
	});

	it('asks for a digest where the record has one', async () => {
		const table = {columns: ['n'], rows: [[1n]] as Cell[][], rowCount: 1, truncated: false as const};
		const database = reader({});
		await runsOf(answer(question(), 'SELECT c', {elapsedMs: 1, table: {...table, digest: '1-a'}}), database);
		expect(database.asked).toEqual(['SELECT c (digest)']);
	});

	it('ends with an abort, and what was cancelled is not told', async () => {
		const stop = new AbortController();
		const database = {
			async query() {
				stop.abort();
				return FAILURE;
			},
		};
		expect(await runsOf(RECORDED, database as never, {signal: stop.signal})).toEqual([]);
		expect(await runsOf(RECORDED, reader({}), {signal: stop.signal})).toEqual([]);
	});
});

describe('drift', () => {
	async function driftOf(trajectory: Trajectory, now: QueryOutcome) {
		const [run] = await runsOf(trajectory, reader({'SELECT a': now}), {until: 'next'});
		return run!.drift;
	}

	it('is in the rows, where both have some', async () => {
		const before = rowsOutcome(['c', 'n'], ['USA', 13n], ['Canada', 8n]);
		const now = rowsOutcome(['c', 'n'], ['USA', 14n], ['Canada', 8n], ['Chile', 1n]);
		expect(await driftOf(probe(question(), 'SELECT a', before), now)).toMatchObject({
			kind: 'rows',
			difference: {counts: {same: 1, changed: 1, new: 1, gone: 0}},
		});
	});

	it('is no matter of time, nor of an error in the same words', async () => {
		const slow = {...ONE, elapsedMs: 900};
		expect(await driftOf(probe(question(), 'SELECT a', ONE), slow)).toBeNull();
		expect(await driftOf(probe(question(), 'SELECT a', FAILURE), {...FAILURE, elapsedMs: 7})).toBeNull();
	});

	it('is in the texts where one of the two failed', async () => {
		const drift = {kind: 'text', before: 'Error: no such table: x', after: '1'};
		expect(await driftOf(probe(question(), 'SELECT a', FAILURE), ONE)).toEqual(drift);
		expect(await driftOf(probe(question(), 'SELECT a', ONE), FAILURE)).toMatchObject({after: drift.before});
	});

	it('is in the texts where nothing else was recorded, or another text was told', async () => {
		const judgedProbe = judged(say(question(), '<sql>SELECT a</sql>'), 0, {kind: 'approved', by: 'person'});
		expect(await driftOf(told(judgedProbe, '1'), ONE)).toBeNull();
		const drift = {kind: 'text', before: '2', after: '1'};
		expect(await driftOf(told(judgedProbe, '2'), ONE)).toEqual(drift);
		expect(await driftOf(told(ran(judgedProbe, 0, ONE), '2'), ONE)).toEqual(drift);
	});

	it('is found in turns of other programs, too', async () => {
		const imported = responded(say(question(), '<sql>SELECT a</sql>'), 0, {
			kind: 'imported',
			text: 'Result:',
		});
		expect(await driftOf(imported, ONE)).toMatchObject({kind: 'text', before: 'Result:'});
		const finish = {kind: 'imported' as const, text: 'You must finish now. Give your <answer>.'};
		expect(await runsOf(responded(imported, 0, finish), reader({}))).toEqual([]);
	});
});

describe('an observation as a text', () => {
	it.each([
		[observationTurn('USA\t13'), 'USA\t13'],
		[observationTurn('\na </observation> b\n'), '\na </observation> b\n'],
		['<observation> USA | 13 </observation>', 'USA | 13'],
		['[(1,)]\n', '[(1,)]'],
	])('is read from %j', (turn, observation) => {
		expect(observationIn(turn)).toBe(observation);
	});

	const outcome = rowsOutcome(['country', 'n'], ['USA', 13n], ['New Zealand', null]);
	it.each([
		['USA\t13\nNew Zealand\tNULL', true],
		["[('USA', 13), ('New Zealand', None)]", true],
		['country | n\n--------|---\nUSA | 13\nNew Zealand | NULL', true],
		['| country | n |\n|---|---|\n| USA | 13 |\n| New Zealand | None |', true],
		['USA\t14\nNew Zealand\tNULL', false],
		['USA\t13', false],
		['New Zealand\tNULL\nUSA\t13', false],
	])('%j', (text, same) => {
		expect(saysTheSame(text, outcome)).toBe(same);
	});

	it.each([
		['(0 rows)', true],
		['[]', true],
		['country | n', true],
		['USA\t13', false],
	])('of no rows: %j', (text, same) => {
		expect(saysTheSame(text, rowsOutcome(['country', 'n']))).toBe(same);
	});
});
