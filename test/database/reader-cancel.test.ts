import {getEventListeners} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, it} from 'vitest';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, kindOf, makeDatabase, numbers, testReader} from '../support/test-reader.js';

const folder = temporaryFolder();
const file = makeDatabase(folder);
const reader = await testReader(file);

it('stops a query that runs', async () => {
	const cancel = new AbortController();
	const running = reader.query(ENDLESS, {signal: cancel.signal});
	setTimeout(() => cancel.abort(), 100);
	const outcome = await running;
	expect(kindOf(outcome)).toBe('cancelled');
	expect(outcome.elapsedMs).toBeGreaterThan(0);
	expect(outcome.elapsedMs).toBeLessThan(1000);
	expect(kindOf(await reader.query("SELECT 'next'"))).toEqual([['next']]);
});

it('takes a query that waits out of the queue', async () => {
	const [first, second] = [new AbortController(), new AbortController()];
	const running = reader.query(ENDLESS, {signal: first.signal});
	const waiting = reader.query('SELECT 2', {signal: second.signal});
	const last = reader.query('SELECT 3');
	second.abort();
	expect(await waiting).toMatchObject({elapsedMs: 0, error: {kind: 'cancelled'}});
	first.abort();
	expect(kindOf(await running)).toBe('cancelled');
	expect(kindOf(await last)).toEqual([[3n]]);
});

it('does not start a query whose signal is aborted already', async () => {
	expect(await reader.query(ENDLESS, {signal: AbortSignal.abort()})).toMatchObject({
		elapsedMs: 0,
		error: {kind: 'cancelled'},
	});
});

it('leaves a query alone that has ended', async () => {
	const cancel = new AbortController();
	expect(kindOf(await reader.query('SELECT 1', {signal: cancel.signal}))).toEqual([[1n]]);
	const running = reader.query(numbers(1_000_000, 'max(i)'));
	cancel.abort();
	expect(kindOf(await running)).toEqual([[1_000_000n]]);
});

it('leaves no listener on the signal', async () => {
	const {signal} = new AbortController();
	await Promise.all(Array.from({length: 20}, () => reader.query('SELECT 1', {signal})));
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('gives each query its own answer, whatever is cancelled when', async () => {
	// Each query says its number in every one of many rows: a row of another answer would be seen.
	const parallel = await testReader(file, {concurrency: 4});
	const counts = {answered: 0, cancelled: 0};
	const ask = async (i: number) => {
		const cancel = new AbortController();
		const answer = parallel.query(numbers(3000, `${i}, 'x${i}'`), {signal: cancel.signal, maxRows: 5000});
		const delay = (i * 7919) % 23;
		if (i % 3 !== 0) {
			setTimeout(() => cancel.abort(), delay);
		}

		const outcome = await answer;
		if ('error' in outcome) {
			expect(outcome.error).toMatchObject({kind: 'cancelled'});
			counts.cancelled++;
			return;
		}

		expect(outcome.table.rowCount).toBe(3000);
		expect(outcome.table.rows).toHaveLength(3000);
		expect(outcome.table.rows.every(row => row[0] === BigInt(i) && row[1] === `x${i}`)).toBe(true);
		counts.answered++;
	};
	const pending: Array<Promise<void>> = [];
	for (let i = 0; i < 120; i++) {
		pending.push(ask(i));
		await sleep((i * 31) % 17);
	}

	await Promise.all(pending);
	expect(counts.answered).toBeGreaterThanOrEqual(40);
	expect(counts.cancelled).toBeGreaterThan(0);
});
