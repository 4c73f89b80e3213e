import {setImmediate as settle} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {DatabaseError} from '../../source/errors.js';
import {sharedReader} from '../../source/vote/shared-reader.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase, numbers, tableOf, testReader, write} from '../support/test-reader.js';
import {failure, heldReader, rows} from '../support/vote-doubles.js';

const SQL = 'SELECT 1';

function setUp() {
	const reader = heldReader();
	const shared = sharedReader(reader, 'v1');
	const ask = (sample: number, options = {}) => shared.as(sample).query(SQL, options);
	return {reader, shared, ask};
}

describe('the same query', () => {
	it('runs once while it runs', async () => {
		const {reader, shared, ask} = setUp();
		const outcomes = Promise.all([ask(0), ask(1), ask(2)]);
		await settle();
		expect(reader.running).toHaveLength(1);
		reader.running[0]!.end(rows(7n));
		const [first, ...others] = await outcomes;
		expect(first).toEqual(rows(7n));
		expect(others.every(outcome => outcome === first)).toBe(true);
		expect(shared.hits).toBe(2);
	});

	it.each([
		['rows', rows(7n)],
		["SQLite's error", failure('sql')],
		['a refusal', failure('refused')],
	])('is not run again after %s', async (_, outcome) => {
		const {reader, shared, ask} = setUp();
		const asked = ask(0);
		await settle();
		reader.running[0]!.end(outcome);
		expect(await asked).toBe(await ask(1));
		expect(await ask(0)).toEqual(outcome);
		expect(reader.asked).toEqual([SQL]);
		// A sample that asks itself again has not been spared another one's query.
		expect(shared.hits).toBe(1);
	});

	it.each(['timeout', 'memory'] as const)('is run again for who asks after a %s', async kind => {
		const {reader, ask} = setUp();
		const waiting = [ask(0), ask(1)];
		await settle();
		reader.running[0]!.end(failure(kind));
		expect(await Promise.all(waiting)).toEqual([failure(kind), failure(kind)]);
		const later = ask(2);
		await settle();
		reader.running[0]!.end(rows(7n));
		expect(await later).toEqual(rows(7n));
	});

	it('is another one with another text', async () => {
		const {reader, shared} = setUp();
		void shared.as(0).query('SELECT 1');
		void shared.as(1).query('select 1');
		await settle();
		expect(reader.asked).toEqual(['SELECT 1', 'select 1']);
	});
});

describe('an abort', () => {
	it('of one leaves the query to the others', async () => {
		const {reader, shared, ask} = setUp();
		const controller = new AbortController();
		const gone = ask(0, {signal: controller.signal});
		const staying = ask(1);
		await settle();
		controller.abort();
		expect(await gone).toMatchObject({error: {kind: 'cancelled'}});
		reader.running[0]!.end(rows(7n));
		expect(await staying).toEqual(rows(7n));
		expect(reader.asked).toEqual([SQL]);
		expect(shared.hits).toBe(1);
	});

	it('of all ends it, and its outcome is nobody else’s', async () => {
		const {reader, ask} = setUp();
		const controllers = [new AbortController(), new AbortController()];
		const gone = controllers.map(({signal}, sample) => ask(sample, {signal}));
		await settle();
		for (const controller of controllers) {
			controller.abort();
		}

		expect(reader.running).toEqual([]);
		const later = ask(2);
		expect(await Promise.all(gone)).toMatchObject([
			{error: {kind: 'cancelled'}},
			{error: {kind: 'cancelled'}},
		]);
		await settle();
		reader.running[0]!.end(rows(7n));
		expect(await later).toEqual(rows(7n));
	});

	it('of before runs nothing', async () => {
		const {reader, ask} = setUp();
		expect(await ask(0, {signal: AbortSignal.abort()})).toMatchObject({error: {kind: 'cancelled'}});
		expect(reader.asked).toEqual([]);
	});
});

describe('an answer', () => {
	const whole = (ask: ReturnType<typeof setUp>['ask'], sample: number) => ask(sample, {digest: true});

	it('is asked for with its digest, a probe with the rows that the model sees', async () => {
		const {reader, shared} = setUp();
		void shared.as(0).query('SELECT 1', {timeoutMs: 7, digest: true});
		void shared.as(0).query('SELECT 2', {timeoutMs: 7});
		await settle();
		expect(reader.running.map(({options: {signal: _, ...options}}) => options)).toEqual([
			{timeoutMs: 7, digest: true},
			{timeoutMs: 7, maxRows: 20},
		]);
	});

	it('is what a probe has brought, where that was the whole result', async () => {
		const {reader, shared, ask} = setUp();
		const probed = ask(0);
		await settle();
		const answers = [whole(ask, 1), whole(ask, 2)];
		reader.running[0]!.end(rows(1n));
		await probed;
		const [first, second] = await Promise.all(answers);
		expect(first).toBe(second);
		// As the reader itself gives it: the digest of one row with the INTEGER 1.
		const real = await testReader(makeDatabase(temporaryFolder()));
		expect(tableOf(first!).digest).toBe(tableOf(await real.query('SELECT 1', {digest: true})).digest);
		expect({asked: reader.asked.length, hits: shared.hits}).toEqual({asked: 1, hits: 2});
	});

	it.each(['kept', 'uncounted'] as const)('is read to its end where a probe was %s', async truncated => {
		const {reader, ask} = setUp();
		const probed = ask(0);
		await settle();
		reader.running[0]!.end(rows(1n, truncated));
		await probed;
		void whole(ask, 0);
		await settle();
		expect(reader.running[0]!.options.digest).toBe(true);
		expect(reader.asked).toHaveLength(2);
	});

	it('serves a probe', async () => {
		const {reader, ask} = setUp();
		const answered = whole(ask, 0);
		await settle();
		reader.running[0]!.end(rows(1n));
		expect(await ask(1)).toBe(await answered);
		expect(reader.asked).toHaveLength(1);
	});
});

describe('a database that changes', () => {
	const WORDS = /changed since the vote began: results of two versions are not mixed/;

	it('is refused before the next query, whatever is known of it', async () => {
		const file = makeDatabase(
			temporaryFolder(),
			'changing.sqlite',
			'CREATE TABLE t(a); INSERT INTO t VALUES (1)',
		);
		const reader = await testReader(file);
		const shared = sharedReader(reader, await reader.version());
		const sql = 'SELECT count(*) FROM t';
		expect(tableOf(await shared.as(0).query(sql)).rows).toEqual([[1n]]);
		write(file, 'INSERT INTO t VALUES (2)');
		await expect(shared.as(1).query(sql)).rejects.toThrow(WORDS);
		await expect(shared.check()).rejects.toThrow(DatabaseError);
	});

	it('while a query runs makes its outcome nobody’s', async () => {
		const reader = heldReader();
		let version = 'v1';
		const shared = sharedReader({query: reader.query, version: async () => version}, 'v1');
		const asked = [shared.as(0).query(SQL), shared.as(1).query(SQL)];
		await settle();
		version = 'v2';
		reader.running[0]!.end(rows(1n));
		for (const outcome of asked) {
			await expect(outcome).rejects.toThrow(WORDS);
		}
	});
});

it('gives the digest of a whole result, whatever is kept of it', async () => {
	const reader = await testReader(makeDatabase(temporaryFolder()));
	const shared = sharedReader(reader, await reader.version());
	const digestOf = async (sql: string) => tableOf(await shared.as(0).query(sql, {digest: true})).digest;
	const long = await digestOf(numbers(30_000));
	expect(await digestOf(`${numbers(30_000)} ORDER BY i DESC`)).toBe(long);
	expect(await digestOf(numbers(29_999))).not.toBe(long);
});
