import {setImmediate as settle} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import type {Observed, ObservedQuery} from '../../../source/database/bulk-observed.js';
import type {BulkOutcome, BulkQuery} from '../../../source/database/bulk-reader.js';
import type {Cell} from '../../../source/database/cell.js';
import {openRunReader, type RunReaderOptions} from '../../../source/evaluation/run/run-reader.js';

const FILE = '/shop.sqlite';
const SQL = 'SELECT 1';
const BIRD = {text: 'strict', wanted: 'set'} as const;
const SPIDER = {text: 'ignore', wanted: 'rows'} as const;

type Held<Query, Outcome> = Query & {end(outcome: Outcome): void; fail(error: Error): void};

/** A bulk reader whose queries end when the test says so. */
function setUp(reading: RunReaderOptions['reading'] = BIRD) {
	const observed: Array<Held<ObservedQuery, Observed>> = [];
	const runs: Array<Held<BulkQuery, BulkOutcome>> = [];
	const hold =
		<Query, Outcome>(held: Array<Held<Query, Outcome>>) =>
		(query: Query) =>
			new Promise<Outcome>((end, fail) => held.push({...query, end, fail}));
	const reader = openRunReader({
		bulk: {observe: hold(observed), run: hold(runs)},
		file: FILE,
		reading,
	});
	return {
		reader,
		observed,
		runs,
		probe: (signal?: AbortSignal) => reader.query(SQL, {signal}),
		answer: () => reader.query(SQL, {digest: true}),
		/** What was asked of the bulk reader. */
		asked: () => [...observed.map(({as}) => as), ...runs.map(({text, wanted}) => `${text} ${wanted}`)],
	};
}

function result(
	rowCount: number,
	{rows = null, isSuspect = false}: {rows?: Cell[][] | null; isSuspect?: boolean} = {},
): Observed {
	const first = Array.from({length: Math.min(20, rowCount)}, (_, at) => [BigInt(at)]);
	return {
		elapsedMs: 5,
		isSuspect,
		result: {columns: ['n'], first, rowCount, whole: {digest: `d${rowCount}`, setKey: `s${rowCount}`, rows}},
	};
}

const UNCOUNTED: Observed = {
	elapsedMs: 5,
	isSuspect: false,
	result: {columns: ['n'], first: [[1n]], rowCount: 10_000, whole: null},
};
const timeout = (isLong: boolean): Observed => ({
	elapsedMs: 9,
	isSuspect: false,
	error: {kind: 'timeout', message: 'too long'},
	isLong,
});

describe('one query', () => {
	it('runs once, whoever asks it and for what', async () => {
		const {reader, observed, probe, answer, asked} = setUp();
		const all = [probe(), probe(), answer(), reader.result(FILE, SQL), reader.result(FILE, SQL)];
		await settle();
		observed[0]!.end(result(30));
		const [first, second, answered, scored, again] = await Promise.all(all);
		expect(asked()).toEqual(['probe']);
		const table = {columns: ['n'], rows: expect.any(Array), rowCount: 30, truncated: 'kept'};
		expect([first, second]).toEqual(Array(2).fill({elapsedMs: 5, table}));
		expect(answered).toEqual({elapsedMs: 5, table: {...table, digest: 'd30'}});
		expect(scored).toEqual({elapsedMs: 5, rowCount: 30, rows: null, setKey: 's30'});
		expect(again).toBe(scored);
	});

	it('is read to its end for an answer where a probe was not, and the probe stays as it was', async () => {
		const {observed, probe, answer, asked} = setUp();
		const probed = probe();
		await settle();
		observed[0]!.end(UNCOUNTED);
		const answered = answer();
		await settle();
		observed[1]!.end(result(12_000));
		expect(await answered).toMatchObject({table: {rowCount: 12_000, truncated: 'kept', digest: 'd12000'}});
		for (const one of [await probed, await probe()]) {
			expect(one).toEqual({
				elapsedMs: 5,
				table: {columns: ['n'], rows: [[1n]], rowCount: 10_000, truncated: 'uncounted'},
			});
		}

		expect(asked()).toEqual(['probe', 'answer']);
	});

	it('shows a probe what it would have seen, though an answer came first', async () => {
		const {observed, probe, answer, asked} = setUp();
		const answered = answer();
		await settle();
		observed[0]!.end(result(12_000));
		await answered;
		const probed = await probe();
		expect(probed).toMatchObject({table: {rowCount: 10_000, truncated: 'uncounted'}});
		expect(probed).not.toHaveProperty('table.digest');
		expect(asked()).toEqual(['answer']);
	});

	it.each([
		[true, ['answer', 'probe']],
		[false, ['answer']],
	])(
		'that was stopped as an answer is stopped as a probe, unless it had rows enough: %s',
		async (isLong, runs) => {
			const {observed, probe, answer, asked} = setUp();
			const answered = answer();
			await settle();
			observed[0]!.end(timeout(isLong));
			expect(await answered).toEqual({elapsedMs: 9, error: {kind: 'timeout', message: 'too long'}});
			const probed = probe();
			await settle();
			observed[1]?.end(UNCOUNTED);
			expect(await probed).toMatchObject(isLong ? {table: {rowCount: 10_000}} : {error: {kind: 'timeout'}});
			expect(asked()).toEqual(runs);
		},
	);

	it('that fails as a probe fails as an answer and for the score', async () => {
		const {reader, observed, probe, answer, asked} = setUp();
		const all = [probe(), answer(), reader.result(FILE, SQL)];
		await settle();
		observed[0]!.end(timeout(false));
		for (const one of await Promise.all(all)) {
			expect(one).toEqual({elapsedMs: 9, error: {kind: 'timeout', message: 'too long'}});
		}

		expect(asked()).toEqual(['probe']);
	});

	it('of another file is the rule’s alone', async () => {
		const {reader, runs, asked} = setUp(SPIDER);
		const scored = [reader.result('/other.sqlite', SQL), reader.result('/other.sqlite', SQL)];
		await settle();
		runs[0]!.end({elapsedMs: 1, rowCount: 1, rows: [[1n]]});
		await Promise.all(scored);
		expect(asked()).toEqual(['ignore rows']);
		expect(runs[0]).toMatchObject({file: '/other.sqlite', sql: SQL});
	});
});

describe('a score', () => {
	it('that compares rows has those of a probe where they are few, else those of an answer', async () => {
		for (const [probed, wanted] of [
			[result(2, {rows: [[0n], [1n]]}), ['probe']],
			[result(5000), ['probe', 'answer']],
		] as const) {
			const {reader, observed, probe, asked} = setUp(SPIDER);
			const seen = probe();
			await settle();
			observed[0]!.end(probed);
			await seen;
			const scored = reader.result(FILE, SQL);
			await settle();
			observed[1]?.end(result(5000, {rows: []}));
			expect(await scored).toMatchObject({rows: expect.any(Array)});
			expect(asked()).toEqual(wanted);
			expect(observed[0]!.withRows).toBe(true);
		}
	});

	it('of a result that is too large has no rows, and does not run it again', async () => {
		const {reader, observed, asked} = setUp(SPIDER);
		const scored = reader.result(FILE, SQL);
		await settle();
		observed[0]!.end(result(900_000));
		expect(await scored).toEqual({elapsedMs: 5, rowCount: 900_000, rows: null});
		expect(asked()).toEqual(['answer']);
	});

	it.each([BIRD, SPIDER])('of what may be no UTF-8 reads it anew in its own way', async reading => {
		const {reader, observed, runs, probe} = setUp(reading);
		const seen = probe();
		await settle();
		observed[0]!.end(result(1, {isSuspect: true, rows: [['a\ufffd']]}));
		await seen;
		const scored = reader.result(FILE, SQL);
		await settle();
		const failure: BulkOutcome = {elapsedMs: 1, error: {kind: 'decode', message: 'no UTF-8'}};
		runs[0]!.end(failure);
		expect(await scored).toBe(failure);
		expect(runs[0]).toMatchObject({file: FILE, sql: SQL, ...reading});
	});
});

describe('who leaves', () => {
	it('is thrown the reason at once, and leaves the query to the others', async () => {
		const {observed, probe, asked} = setUp();
		const controller = new AbortController();
		const gone = probe(controller.signal);
		const staying = probe();
		await settle();
		controller.abort(new Error('enough'));
		await expect(gone).rejects.toThrow('enough');
		observed[0]!.end(result(1));
		expect(await staying).toMatchObject({table: {rowCount: 1}});
		expect(asked()).toEqual(['probe']);
	});

	it('leaves no failure that nobody hears of', async () => {
		const {observed, probe} = setUp();
		await expect(probe(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
		observed[0]?.fail(new Error('the reader was closed'));
		await settle();
	});
});

it('tells all who wait of a database that cannot be read', async () => {
	const {reader, observed, probe} = setUp();
	const all = [probe(), probe(), reader.result(FILE, SQL)].map(one => one.catch(String));
	await settle();
	observed[0]!.fail(new Error('it is locked'));
	expect(await Promise.all(all)).toEqual(Array(3).fill('Error: it is locked'));
});
