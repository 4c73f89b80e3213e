import {execFileSync} from 'node:child_process';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import type {QueryFailure, Reader, RowStream} from '../../source/database/reader.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {
	ENDLESS,
	kindOf,
	makeDatabase,
	numbers,
	readerProcesses,
	rowsOf,
	testReader,
} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const folder = temporaryFolder();
const file = makeDatabase(folder);
const reader = await testReader(file);

/** After a billion rows only: a stream that is read to its end would not be done in time. */
const LONG = numbers(1_000_000_000);

async function readAll({batches}: RowStream): Promise<Cell[][]> {
	const rows: Cell[][] = [];
	for await (const batch of batches) {
		rows.push(...batch);
	}

	return rows;
}

async function streamFailure(sql: string, options: Parameters<Reader['stream']>[1] = {}) {
	try {
		await readAll(await reader.stream(sql, options));
		return 'no failure';
	} catch (error) {
		return (error as QueryFailure).failure.kind;
	}
}

it('gives all rows in their order', async () => {
	const stream = await reader.stream(numbers(123_456));
	expect(stream.columns).toEqual(['i']);
	let next = 1n;
	for await (const batch of stream.batches) {
		for (const [i] of batch) {
			expect(i === next++).toBe(true);
		}
	}

	expect(next).toBe(123_457n);
});

it('gives an empty result as columns and no batch', async () => {
	const stream = await reader.stream('SELECT 1 AS a, 2 AS b WHERE 0');
	expect(stream.columns).toEqual(['a', 'b']);
	expect(await readAll(stream)).toEqual([]);
});

it('says what was read as text', async () => {
	const stream = await reader.stream('SELECT "USA"');
	expect(stream.readAsText).toEqual(['USA']);
	expect(await readAll(stream)).toEqual([['USA']]);
});

it('carries heavy rows one by one', async () => {
	const rows = await readAll(await reader.stream(numbers(12, "i, printf('%.*c', 2e6, 'x')")));
	expect(rows.map(([i, text]) => [i, (text as string).length])).toEqual(
		Array.from({length: 12}, (_, i) => [BigInt(i + 1), 2_000_000]),
	);
});

it('does not run ahead of a reader that waits by more than a few batches', async () => {
	const folder = temporaryFolder();
	const reader = await testReader(makeDatabase(folder));
	const [child] = readerProcesses(folder);
	const {batches} = await reader.stream(LONG);
	let read = 0;
	const readAfterWaiting = async () => {
		for await (const batch of batches) {
			expect(batch).toHaveLength(1000);
			if (++read === 1) {
				await untilAsleep(child!);
				// What is still to come is what was under way.
				process.kill(child!, 'SIGKILL');
			}
		}
	};
	await expect(readAfterWaiting()).rejects.toMatchObject({failure: {kind: 'database'}});
	expect(read).toBeLessThanOrEqual(6);
});

/** Waits until a process has nothing to do. */
async function untilAsleep(pid: number): Promise<void> {
	let asleep = 0;
	await waitFor(() => {
		const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], {encoding: 'utf8'});
		asleep = state.startsWith('S') || state.startsWith('I') ? asleep + 1 : 0;
		return asleep >= 10;
	}, 'the process to sleep');
}

it('takes no more memory for more rows', async () => {
	const {batches} = await reader.stream(numbers(200_000, "printf('%.*c', 1000, 'x')"));
	const before = process.memoryUsage().rss;
	let most = before;
	let read = 0;
	for await (const batch of batches) {
		read += batch.length;
		most = Math.max(most, process.memoryUsage().rss);
	}

	expect(read).toBe(200_000);
	expect(most - before).toBeLessThan(120 * 2 ** 20);
});

it('may be left early', async () => {
	for (let i = 0; i < 10; i++) {
		const {batches} = await reader.stream(LONG);
		for await (const batch of batches) {
			expect(batch[0]).toEqual([1n]);
			break;
		}

		expect(await rowsOf(reader, `SELECT ${i}`)).toEqual([[BigInt(i)]]);
	}
});

it('may be left early where the next row never comes', async () => {
	const sql = `SELECT * FROM (${numbers(1000)}) UNION ALL SELECT * FROM (${ENDLESS})`;
	const {batches} = await reader.stream(sql);
	const start = performance.now();
	for await (const batch of batches) {
		expect(batch).toHaveLength(1000);
		break;
	}

	expect(performance.now() - start).toBeLessThan(2000);
	expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
});

it('may be left by an error of its reader', async () => {
	const readBadly = async () => {
		for await (const _ of (await reader.stream(LONG)).batches) {
			throw new Error('the disk is full');
		}
	};
	await expect(readBadly()).rejects.toThrow('the disk is full');
	expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
});

it('fails before its first row', async () => {
	await expect(reader.stream('SELECT * FROM nowhere')).rejects.toMatchObject({
		name: 'QueryFailure',
		failure: {kind: 'sql', message: expect.stringContaining('nowhere')},
	});
	expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
});

it('fails in the middle, after the rows before', async () => {
	const sql = `SELECT CASE i WHEN 5000 THEN abs(-9223372036854775808) ELSE i END FROM (${numbers(10_000)})`;
	const {batches} = await reader.stream(sql);
	let read = 0;
	const readThem = async () => {
		for await (const batch of batches) {
			read += batch.length;
		}
	};
	await expect(readThem()).rejects.toMatchObject({
		failure: {kind: 'sql', message: expect.stringContaining('integer overflow')},
	});
	expect(read).toBeGreaterThanOrEqual(4000);
	expect(read).toBeLessThan(5000);
	expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
});

it('is stopped by its limits', async () => {
	expect(await streamFailure(ENDLESS, {timeoutMs: 200})).toBe('timeout');
	expect(
		await streamFailure(`SELECT * FROM (${numbers(5000)}) UNION ALL SELECT * FROM (${ENDLESS})`, {
			timeoutMs: 400,
		}),
	).toBe('timeout');
	expect(await streamFailure("SELECT printf('%.*c', 4e8, 'x')")).toBe('memory');
	expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
});

it('is cancelled before it starts, in the queue, before its first row and in the middle', async () => {
	expect(await streamFailure(LONG, {signal: AbortSignal.abort()})).toBe('cancelled');

	const busy = new AbortController();
	const running = reader.query(ENDLESS, {signal: busy.signal});
	const queued = new AbortController();
	const waiting = streamFailure(LONG, {signal: queued.signal});
	queued.abort();
	expect(await waiting).toBe('cancelled');
	busy.abort();
	expect(kindOf(await running)).toBe('cancelled');

	const first = new AbortController();
	setTimeout(() => first.abort(), 50);
	expect(await streamFailure(ENDLESS, {signal: first.signal})).toBe('cancelled');

	const middle = new AbortController();
	let batchesRead = 0;
	const readSome = async () => {
		for await (const _ of (await reader.stream(LONG, {signal: middle.signal})).batches) {
			if (++batchesRead === 10) {
				middle.abort();
			}
		}
	};
	await expect(readSome()).rejects.toMatchObject({failure: {kind: 'cancelled'}});
	expect(batchesRead).toBeLessThan(30);
	expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
});

it('counts the time of its query, not of its reader', async () => {
	const {batches} = await reader.stream(numbers(20_000), {timeoutMs: 400});
	let read = 0;
	const start = performance.now();
	for await (const batch of batches) {
		read += batch.length;
		await sleep(50);
	}

	expect(read).toBe(20_000);
	expect(performance.now() - start).toBeGreaterThan(800);
});

it('lets the others wait for their turn', async () => {
	const {batches} = await reader.stream(numbers(20_000));
	const other = reader.query("SELECT 'other'");
	const order: string[] = [];
	void other.then(() => order.push('other'));
	let read = 0;
	for await (const batch of batches) {
		read += batch.length;
	}

	order.push('stream');
	expect(read).toBe(20_000);
	expect(kindOf(await other)).toEqual([['other']]);
	expect(order).toEqual(['stream', 'other']);
});
