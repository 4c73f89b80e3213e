import {execFileSync} from 'node:child_process';
import {
	copyFileSync,
	readdirSync,
	renameSync,
	statSync,
	truncateSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {describe, expect, it} from 'vitest';
import type {Reader} from '../../source/database/reader.js';
import {DatabaseError} from '../../source/errors.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {kindOf, makeDatabase, readerProcesses, rowsOf, testReader, write} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const ONE_ROW = "CREATE TABLE t(a); INSERT INTO t VALUES ('old')";

const all = (reader: Reader) => rowsOf(reader, 'SELECT a FROM t ORDER BY rowid');

/** Until a change of the file would show in its time, which the system counts in ticks. */
async function untilTicked(file: string): Promise<void> {
	await waitFor(() => Date.now() - statSync(file).mtimeMs > 30);
}

describe.each(['DELETE', 'WAL'])('a database in %s mode', mode => {
	it('that grows and changes in place shows it in the next query', async () => {
		const file = makeDatabase(temporaryFolder(), 'x.sqlite', `PRAGMA journal_mode = ${mode}; ${ONE_ROW}`);
		const reader = await testReader(file, {concurrency: 2});
		expect(await all(reader)).toEqual([['old']]);
		for (let i = 0; i < 20; i++) {
			write(file, `INSERT INTO t VALUES ('more ${i}')`);
			expect((await all(reader)).length).toBe(i + 2);
		}

		write(file, "UPDATE t SET a = 'changed' WHERE a = 'old'");
		expect((await all(reader))[0]).toEqual(['changed']);
		write(file, "ALTER TABLE t ADD COLUMN b DEFAULT 5; DELETE FROM t WHERE a <> 'changed'");
		expect(await rowsOf(reader, 'SELECT * FROM t')).toEqual([['changed', 5n]]);
		write(file, 'DROP TABLE t');
		expect(kindOf(await reader.query('SELECT * FROM t'))).toBe('sql');
		expect(reader.copied).toBeNull();
	});

	it('changes its version with each write and not with reading', async () => {
		const folder = temporaryFolder();
		const file = makeDatabase(folder, 'x.sqlite', `PRAGMA journal_mode = ${mode}; ${ONE_ROW}`);
		const reader = await testReader(file);
		let version = await reader.version();
		expect(version).toBe(reader.database.version);
		const seen = [version];
		for (let i = 0; i < 4; i++) {
			await all(reader);
			await reader.schema();
			expect(await reader.version()).toBe(version);
			await untilTicked(file);
			write(file, `UPDATE t SET a = ${i}`);
			version = await reader.version();
			expect(seen).not.toContain(version);
			seen.push(version);
		}

		// While a connection stays open a log stays too.
		const db = new Database(file);
		for (let i = 0; i < 4; i++) {
			await untilTicked(mode === 'WAL' && i > 0 ? `${file}-wal` : file);
			db.exec(`INSERT INTO t VALUES (${i})`);
			version = await reader.version();
			expect(seen).not.toContain(version);
			seen.push(version);
			await all(reader);
			expect(await reader.version()).toBe(version);
		}

		db.close();
	});

	it('that is replaced by another file is read anew', async () => {
		const folder = temporaryFolder();
		const file = makeDatabase(folder, 'x.sqlite', `PRAGMA journal_mode = ${mode}; ${ONE_ROW}`);
		const reader = await testReader(file, {concurrency: 2});
		for (let i = 0; i < 4; i++) {
			await Promise.all([all(reader), all(reader), all(reader)]);
			const before = await reader.version();
			const next = makeDatabase(
				folder,
				'next.sqlite',
				`CREATE TABLE t(a); INSERT INTO t VALUES ('new ${i}')`,
			);
			renameSync(next, file);
			expect(await all(reader)).toEqual([[`new ${i}`]]);
			expect(await all(reader)).toEqual([[`new ${i}`]]);
			expect(await reader.version()).not.toBe(before);
		}

		expect(readerProcesses(folder).length).toBeLessThanOrEqual(4);
	});
});

it('a file that is overwritten by one with as many changes is read anew', async () => {
	const folder = temporaryFolder();
	const file = makeDatabase(folder, 'x.sqlite', ONE_ROW);
	const other = makeDatabase(
		folder,
		'other.sqlite',
		ONE_ROW.replace('old', 'new').replace('t(a)', 't(a, b)').replace("'new')", "'new', 2)"),
	);
	const reader = await testReader(file);
	expect(await rowsOf(reader, 'SELECT * FROM t')).toEqual([['old']]);
	await untilTicked(file);
	// This keeps the inode.
	copyFileSync(other, file);
	expect(await rowsOf(reader, 'SELECT * FROM t')).toEqual([['new', 2n]]);
});

it('a table that gets a column while a query waits is read with it', async () => {
	const file = makeDatabase(temporaryFolder(), 'x.sqlite', ONE_ROW);
	const reader = await testReader(file);
	const first = reader.query(
		'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
		{
			timeoutMs: 200,
		},
	);
	const second = reader.query('SELECT * FROM t');
	write(file, 'ALTER TABLE t ADD COLUMN b DEFAULT 7');
	expect(kindOf(await first)).toBe('timeout');
	expect(kindOf(await second)).toEqual([['old', 7n]]);
});

it('a file that vanishes fails, and works again when it is back', async () => {
	const folder = temporaryFolder();
	const file = makeDatabase(folder, 'x.sqlite', ONE_ROW);
	const reader = await testReader(file);
	const away = path.join(folder, 'away.sqlite');
	for (let i = 0; i < 3; i++) {
		expect(await all(reader)).toEqual([['old']]);
		renameSync(file, away);
		expect(await reader.query('SELECT 1')).toMatchObject({
			error: {kind: 'database', message: expect.stringMatching(/no such file/)},
		});
		await expect(reader.version()).rejects.toBeInstanceOf(DatabaseError);
		await expect(reader.schema()).rejects.toBeInstanceOf(DatabaseError);
		await expect(reader.stream('SELECT 1')).rejects.toMatchObject({failure: {kind: 'database'}});
		renameSync(away, file);
	}

	unlinkSync(file);
	expect(kindOf(await reader.query('SELECT 1'))).toBe('database');
	makeDatabase(folder, 'x.sqlite', ONE_ROW.replace('old', 'new'));
	expect(await all(reader)).toEqual([['new']]);
});

it.each<[string, (file: string) => void, RegExp]>([
	['text', file => writeFileSync(file, 'no database any more'), /not a SQLite database/],
	['nothing', file => truncateSync(file, 0), /empty/],
	['its first half', file => truncateSync(file, 4096), /malformed|damaged/],
	[
		'a FIFO',
		file => {
			unlinkSync(file);
			execFileSync('mkfifo', [file]);
		},
		/no ordinary file/,
	],
])('a file that becomes %s fails, and works again when it is a database again', async (_, spoil, message) => {
	const folder = temporaryFolder();
	const file = makeDatabase(folder, 'x.sqlite', ONE_ROW);
	const good = path.join(folder, 'good.sqlite');
	copyFileSync(file, good);
	const reader = await testReader(file);
	expect(await all(reader)).toEqual([['old']]);
	spoil(file);
	for (let i = 0; i < 3; i++) {
		expect(kindOf(await reader.query('SELECT a FROM t'))).toBe('database');
	}

	expect(await reader.query('SELECT a FROM t')).toMatchObject({
		error: {message: expect.stringMatching(message)},
	});
	renameSync(good, file);
	expect(await all(reader)).toEqual([['old']]);
	await reader.close();
	expect(readerProcesses(folder)).toEqual([]);
	expect(readdirSync(folder)).toEqual(['x.sqlite']);
});
