/** Databases that another program has locked, or has left in the middle of a transaction. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {createInterface} from 'node:readline';
import Database from 'better-sqlite3';
import {expect, onTestFinished} from 'vitest';
import {packageRoot} from '../../source/package-root.js';
import {numbers} from './test-reader.js';

/** A program that runs SQL on a connection and keeps it; what is given ends it. */
export async function lock(file: string, sql: string): Promise<() => Promise<void>> {
	const script = `
		const db = new (require('better-sqlite3'))(process.argv[1]);
		db.exec(process.argv[2]);
		console.log('ready');
		setInterval(() => {}, 1000);
	`;
	const child = spawn(process.execPath, ['-e', script, file, sql], {
		cwd: packageRoot(),
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {PATH: process.env.PATH},
	});
	const ended = once(child, 'exit');
	const release = async () => {
		child.kill('SIGKILL');
		await ended;
	};
	onTestFinished(release);
	await once(createInterface({input: child.stdout}), 'line');
	return release;
}

/** Makes a database whose writer was killed in a transaction that had reached the file already. */
export async function withHotJournal(folder: string): Promise<string> {
	const file = path.join(folder, 'hot.sqlite');
	const db = new Database(file);
	db.exec(`
		CREATE TABLE IF NOT EXISTS t(a);
		CREATE TABLE padding(b);
		INSERT INTO t SELECT 'before' FROM (${numbers(300)});
		INSERT INTO padding SELECT randomblob(4000) FROM t;
	`);
	db.close();
	const kill = await lock(
		file,
		"PRAGMA cache_size = 5; PRAGMA cache_spill = 1; BEGIN; UPDATE padding SET b = randomblob(4000); UPDATE t SET a = 'during'",
	);
	expect(existsSync(`${file}-journal`)).toBe(true);
	await kill();
	// The journal is a real one: its writer would roll back with it.
	const journal = readFileSync(`${file}-journal`);
	expect(journal.subarray(0, 8).toString('hex')).toBe('d9d505f920a163d7');
	return file;
}
