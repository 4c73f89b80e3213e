import {execFileSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openReader} from '../../source/database/reader.js';
import {runReaderProgram} from '../support/run-reader-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, kindOf, makeDatabase, numbers, readerProcesses, testReader} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

describe('close', () => {
	it('ends all processes', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder), {concurrency: 3});
		await Promise.all([1, 2, 3, 4, 5].map(i => reader.query(`SELECT ${i}`)));
		expect(readerProcesses(folder).length).toBeGreaterThanOrEqual(3);
		await reader.close();
		expect(readerProcesses(folder)).toEqual([]);
	});

	it('ends the query that runs and those that wait, and starts none of them', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder));
		const queries = [ENDLESS, ENDLESS, 'SELECT 3'].map(sql => reader.query(sql));
		const schema = reader.schema();
		const failed = expect(schema).rejects.toThrow(/closed/);
		await waitFor(() => readerProcesses(folder).length > 0);
		await reader.close();
		expect((await Promise.all(queries)).map(kindOf)).toEqual(['database', 'database', 'database']);
		await failed;
		expect(readerProcesses(folder)).toEqual([]);
	});

	it('ends processes that are only just starting', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder), {concurrency: 4});
		// No spare is warm yet: three of these start a process.
		const queries = [1, 2, 3, 4].map(() => reader.query(ENDLESS));
		await Promise.resolve();
		await reader.close();
		expect((await Promise.all(queries)).map(kindOf)).toEqual(queries.map(() => 'database'));
		expect(readerProcesses(folder)).toEqual([]);
	});

	it('ends a stream in the middle', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder));
		const {batches} = await reader.stream(numbers(1_000_000));
		const readAll = async () => {
			for await (const batch of batches) {
				expect(batch.length).toBeGreaterThan(0);
				await reader.close();
			}
		};
		await expect(readAll()).rejects.toMatchObject({failure: {kind: 'database'}});
		expect(readerProcesses(folder)).toEqual([]);
	});

	it('may be called twice, and a query after it fails', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder));
		await Promise.all([reader.close(), reader.close()]);
		await reader.close();
		expect(await reader.query('SELECT 1')).toMatchObject({
			error: {kind: 'database', message: expect.stringMatching(/closed/)},
		});
		await expect(reader.stream('SELECT 1')).rejects.toMatchObject({failure: {kind: 'database'}});
		expect(readerProcesses(folder)).toEqual([]);
	});

	it('leaves nothing when a database cannot be opened', async () => {
		const folder = temporaryFolder();
		await expect(openReader(path.join(folder, 'none.sqlite'))).rejects.toThrow();
		expect(readerProcesses(folder)).toEqual([]);
	});
});

/** Whether a process computes at this moment. */
function isRunning(pid: number): boolean {
	return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], {encoding: 'utf8'}).startsWith('R');
}

describe('a process that dies', () => {
	it('fails its query, and the next one is answered', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder));
		const [first] = readerProcesses(folder);
		const running = reader.query(ENDLESS);
		// Killed before it has the query, it would have failed none.
		await waitFor(() => isRunning(first!));
		process.kill(first!, 'SIGSEGV');
		expect(await running).toMatchObject({
			error: {kind: 'database', message: expect.stringMatching(/SIGSEGV/)},
		});
		expect(kindOf(await reader.query('SELECT 1'))).toEqual([[1n]]);
	});

	it('does no harm while it is idle', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder));
		await reader.query('SELECT 1');
		await waitFor(() => readerProcesses(folder).length === 2);
		for (const pid of readerProcesses(folder)) {
			process.kill(pid, 'SIGKILL');
		}

		// Whether the first query comes before the news of their end is chance.
		await waitFor(async () => kindOf(await reader.query('SELECT 2')) !== 'database');
		expect(kindOf(await reader.query('SELECT 3'))).toEqual([[3n]]);
	});

	it('is not one that gets a Ctrl-C meant for the program', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder));
		const [first] = readerProcesses(folder);
		const running = reader.query(numbers(3_000_000, 'max(i)'));
		process.kill(first!, 'SIGINT');
		expect(kindOf(await running)).toEqual([[3_000_000n]]);
		process.kill(first!, 'SIGINT');
		expect(kindOf(await reader.query('SELECT 1'))).toEqual([[1n]]);
		expect(readerProcesses(folder)).toContain(first);
	});

	it('costs one answer at most, 100 times over', async () => {
		const folder = temporaryFolder();
		const reader = await testReader(makeDatabase(folder), {concurrency: 4});
		const counts = {answered: 0, failed: 0};
		const ask = async (i: number) => {
			const outcome = await reader.query(numbers(2000, `${i}`), {digest: i % 2 === 0, timeoutMs: 20_000});
			if ('error' in outcome) {
				expect(outcome.error).toMatchObject({
					kind: 'database',
					message: expect.stringMatching(/SIGKILL|SIGSEGV/),
				});
				counts.failed++;
			} else {
				expect(outcome.table.rows.every(([cell]) => cell === BigInt(i))).toBe(true);
				expect(outcome.table.rowCount).toBe(2000);
				counts.answered++;
			}
		};
		let left = 100;
		const kill = async () => {
			for (; left > 0; left--) {
				const pids = readerProcesses(folder);
				const pid = pids[(left * 7919) % pids.length];
				if (pid !== undefined) {
					try {
						process.kill(pid, left % 2 ? 'SIGKILL' : 'SIGSEGV');
					} catch {
						// It ended by itself in the meantime.
					}
				}

				await new Promise(resolve => setImmediate(resolve));
			}
		};
		let asked = 0;
		const askOn = async () => {
			while (left > 0) {
				await ask(asked++);
			}
		};
		await Promise.all([kill(), askOn(), askOn(), askOn(), askOn(), askOn()]);
		await ask(asked++);
		await ask(asked++);
		expect(counts.answered + counts.failed).toBe(asked);
		expect(counts.answered).toBeGreaterThan(0);
		expect(counts.failed).toBeLessThanOrEqual(100);
		await waitFor(() => readerProcesses(folder).length <= 5);
		expect(await Promise.all([1, 2, 3, 4].map(async i => kindOf(await reader.query(`SELECT ${i}`))))).toEqual(
			[[[1n]], [[2n]], [[3n]], [[4n]]],
		);
	});
});

describe('a program that dies', () => {
	it.each(['query', 'stay'] as const)('takes its readers with it (%s)', async end => {
		const folder = temporaryFolder();
		const temporary = path.join(folder, 'temporary');
		mkdirSync(temporary);
		const program = await runReaderProgram(end, makeDatabase(folder), {temporary});
		await waitFor(() => readerProcesses(folder).length >= 2);
		program.process.kill('SIGKILL');
		await program.ended;
		await waitFor(() => readerProcesses(folder).length === 0, 'the orphans to end', 2500);
	});
});
