import {chmodSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {describe, expect, it, vi} from 'vitest';
import {UsageError} from '../../source/errors.js';
import {exportRows} from '../../source/rows/export-rows.js';
import {ROW_FORMATS} from '../../source/rows/row-writer.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, makeDatabase, numbers, rowsOf, testReader} from '../support/test-reader.js';

const TIMEOUT_MS = 20_000;

async function place() {
	const folder = temporaryFolder();
	const reader = await testReader(makeDatabase(temporaryFolder()));
	const file = path.join(folder, 'answer.csv');
	const exported = (sql: string, change: {file?: string; format?: (typeof ROW_FORMATS)[number]} = {}) =>
		exportRows(reader, {format: 'csv', file, sql, ...change}, TIMEOUT_MS);
	return {folder, reader, file, exported, files: () => readdirSync(folder)};
}

describe('rows go into a new file', () => {
	it('whole and alone', async () => {
		const {file, exported, files} = await place();
		expect(await exported("SELECT 1 AS a, NULL AS b UNION ALL SELECT 2, 'x'")).toEqual({rows: 2, path: file});
		expect(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).toBe('a,b\n1,\n2,x\n');
		expect(files()).toEqual(['answer.csv']);
	});

	it.each(ROW_FORMATS.filter(format => format !== 'table'))('as %s', async format => {
		const {file, exported} = await place();
		await exported('SELECT 41 + 1 AS "the answer"', {format});
		const text = readFileSync(file, 'utf8');
		expect(text).toContain('42');
		expect(text).toContain('the answer');
	});

	it('all of them, in order, also those that a session keeps no place for', async () => {
		const {file, exported} = await place();
		expect(await exported(numbers(100_000))).toMatchObject({rows: 100_000});
		const lines = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
		expect(lines).toHaveLength(100_001);
		expect(lines.slice(1).every((line, index) => line === String(index + 1))).toBe(true);
	});

	it('with names only where there are none', async () => {
		const {file, exported} = await place();
		expect(await exported('SELECT 1 AS a WHERE 0')).toMatchObject({rows: 0});
		expect(readFileSync(file, 'utf8').trimEnd()).toBe('a');
	});

	it('with their bytes as they are', async () => {
		const {file, exported} = await place();
		const raw = '\u001b[31m\u0007\u202e\u200b\u0085日本';
		await exported(`SELECT '${raw}' AS a`, {format: 'tsv'});
		expect(readFileSync(file, 'utf8')).toBe(`a\n${raw}\n`);
	});

	it('under a home that ~ stands for', async () => {
		const {folder, exported, files} = await place();
		vi.stubEnv('HOME', folder);
		try {
			expect(homedir()).toBe(folder);
			expect(await exported('SELECT 1', {file: '~/a.csv'})).toMatchObject({path: path.join(folder, 'a.csv')});
		} finally {
			vi.unstubAllEnvs();
		}

		expect(files()).toEqual(['a.csv']);
	});
});

describe('what cannot be written', () => {
	it('is refused where a file is, which stays as it was', async () => {
		const {file, reader, exported, files} = await place();
		writeFileSync(file, 'mine');
		const refused = exported('SELECT 1');
		await expect(refused).rejects.toThrow(UsageError);
		await expect(refused).rejects.toThrow(/answer\.csv is there already/);
		expect(readFileSync(file, 'utf8')).toBe('mine');
		expect(files()).toEqual(['answer.csv']);
		expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
	});

	it.each([1, 100_000])('is refused where no folder is, and the reader goes on (%d rows)', async rows => {
		const {folder, reader, exported} = await place();
		const refused = exported(numbers(rows, "i, 'a text that fills batches' AS t"), {
			file: path.join(folder, 'nowhere', 'a.csv'),
		});
		await expect(refused).rejects.toThrow(UsageError);
		await expect(refused).rejects.toThrow(/cannot be written/);
		expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
	});

	it('is a folder', async () => {
		const {folder, exported, files} = await place();
		await expect(exported('SELECT 1', {file: folder})).rejects.toThrow(UsageError);
		expect(files()).toEqual([]);
	});

	it.skipIf(process.getuid?.() === 0)('is in a folder that is not one\u2019s own', async () => {
		const {folder, exported} = await place();
		chmodSync(folder, 0o500);
		await expect(exported('SELECT 1')).rejects.toThrow(UsageError);
		chmodSync(folder, 0o700);
	});
});

describe('a query that fails leaves no file', () => {
	it.each([
		['at its beginning', 'SELECT nope'],
		['because it would write', 'DELETE FROM t'],
		[
			'after rows',
			`SELECT i, CASE WHEN i = 50000 THEN abs(-9223372036854775808) END FROM (${numbers(60_000)})`,
		],
	])('%s', async (_, sql) => {
		const {reader, exported, files} = await place();
		await expect(exported(sql)).rejects.toThrow();
		expect(files()).toEqual([]);
		expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
	});

	it('at its deadline', async () => {
		const {reader, file, files} = await place();
		await expect(exportRows(reader, {format: 'csv', file, sql: ENDLESS}, 200)).rejects.toThrow();
		expect(files()).toEqual([]);
		expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
	});
});

it('two exports to one name: one is there, the other is told', async () => {
	const {exported, files} = await place();
	const both = await Promise.allSettled([exported(numbers(1000)), exported(numbers(1000))]);
	expect(both.map(({status}) => status).sort()).toEqual(['fulfilled', 'rejected']);
	expect(files()).toEqual(['answer.csv']);
});
