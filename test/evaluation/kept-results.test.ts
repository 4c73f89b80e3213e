import {readdirSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {BulkOutcome, BulkQuery} from '../../source/database/bulk-reader.js';
import {type KeptOptions, openKeptResults} from '../../source/evaluation/kept-results.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const query = (sql: string): BulkQuery => ({file: '/shop.sqlite', sql, text: 'ignore', wanted: 'rows'});

function optionsOf(folder: string, others: Partial<KeptOptions> = {}): KeptOptions {
	return {
		folder,
		sqlite: '3.53.2',
		timeoutMs: 30_000,
		versions: new Map([['/shop.sqlite', '1-2-3']]),
		reading: {text: 'ignore', wanted: 'rows'},
		...others,
	};
}

async function keptIn(folder: string, sql: string, outcome: BulkOutcome, others: Partial<KeptOptions> = {}) {
	const kept = await openKeptResults(optionsOf(folder, others));
	kept.keep(query(sql), outcome);
	await kept.save();
}

const found = async (folder: string, sql: string, others: Partial<KeptOptions> = {}) =>
	(await openKeptResults(optionsOf(folder, others))).find(query(sql));

const ROWS: BulkOutcome = {
	elapsedMs: 12.3,
	rowCount: 2,
	rows: [
		[1n, 1.0, 'a\ufffd', null],
		[2n ** 60n, -0.0, '', new Uint8Array([0, 255])],
	],
};

describe('results that are kept', () => {
	it.each<[string, BulkOutcome]>([
		['rows', ROWS],
		['no rows', {elapsedMs: 0, rowCount: 0, rows: []}],
		['the key of a set', {elapsedMs: 1, rowCount: 7, rows: null, setKey: 'rows 3:i1;'}],
		['an error', {elapsedMs: 1, error: {kind: 'sql', message: 'no such table: t'}}],
	])('are found by the next run: %s', async (_, outcome) => {
		const folder = path.join(temporaryFolder(), 'gold');
		await keptIn(folder, 'SELECT 1', outcome);
		expect(await found(folder, 'SELECT 1')).toEqual(outcome);
		expect(await found(folder, 'SELECT 2')).toBeNull();
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		expect(statSync(path.join(folder, readdirSync(folder)[0]!)).mode & 0o777).toBe(0o600);
	});

	it('hold for a version of the database, one of SQLite, and a reading', async () => {
		const folder = temporaryFolder();
		await keptIn(folder, 'SELECT 1', ROWS);
		for (const others of [
			{versions: new Map([['/shop.sqlite', '1-2-4']])},
			{sqlite: '3.53.3'},
			{reading: {text: 'strict', wanted: 'rows'}},
			{reading: {text: 'ignore', wanted: 'set'}},
		] satisfies Array<Partial<KeptOptions>>) {
			expect(await found(folder, 'SELECT 1', others)).toBeNull();
		}
	});

	it('hold for a time limit that they would have kept', async () => {
		const folder = temporaryFolder();
		await keptIn(folder, 'SELECT 1', {...ROWS, elapsedMs: 5000});
		await keptIn(folder, 'SELECT 2', {elapsedMs: 30_001, error: {kind: 'timeout', message: 'too long'}});
		expect(await found(folder, 'SELECT 1', {timeoutMs: 4000})).toBeNull();
		expect(await found(folder, 'SELECT 1', {timeoutMs: 6000})).not.toBeNull();
		expect(await found(folder, 'SELECT 2', {timeoutMs: 20_000})).toMatchObject({error: {kind: 'timeout'}});
		expect(await found(folder, 'SELECT 2', {timeoutMs: 60_000})).toBeNull();
	});

	it.each<[string, BulkOutcome]>([
		["SELECT date('now')", ROWS],
		['SELECT a FROM t ORDER BY random()', ROWS],
		['SELECT CURRENT_DATE', ROWS],
		['SELECT 1', {elapsedMs: 1, error: {kind: 'memory', message: 'too much'}}],
		['SELECT 1', {elapsedMs: 1, rowCount: 9, rows: null}],
		['SELECT 1', {elapsedMs: 1, rowCount: 5001, rows: Array.from({length: 5001}, () => [1n])}],
	])('are none of what would not hold, or is too large: %s', async (sql, outcome) => {
		const folder = temporaryFolder();
		await keptIn(folder, sql, outcome);
		expect(await found(folder, sql)).toBeNull();
	});

	it.each(['', 'null', '[]', '{"a": 1', '7'])(
		'are as if they were not there where the file is damaged: %j',
		async text => {
			const folder = temporaryFolder();
			await keptIn(folder, 'SELECT 1', ROWS);
			const [name] = readdirSync(folder);
			writeFileSync(path.join(folder, name!), text);
			expect(await found(folder, 'SELECT 1')).toBeNull();
			await keptIn(folder, 'SELECT 1', ROWS);
			expect(await found(folder, 'SELECT 1')).toEqual(ROWS);
		},
	);

	it('are as if they were not there where nothing can be written', async () => {
		const file = path.join(temporaryFolder(), 'file');
		writeFileSync(file, '');
		await keptIn(path.join(file, 'gold'), 'SELECT 1', ROWS);
		expect(await found(path.join(file, 'gold'), 'SELECT 1')).toBeNull();
	});
});
