import {execFileSync} from 'node:child_process';
import path from 'node:path';
import Database from 'better-sqlite3';
import {afterAll, onTestFinished} from 'vitest';
import type {Cell, FailureKind, QueryOutcome, Table} from '../../source/database/cell.js';
import {openReader, type Reader} from '../../source/database/reader.js';

/** A query that never ends and needs no memory. */
export const ENDLESS =
	'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

/** A query that gives the numbers from 1 to a last one. */
export function numbers(last: number, columns = 'i'): string {
	return `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${last}) SELECT ${columns} FROM n`;
}

/** Makes a database from SQL and gives its path. */
export function makeDatabase(folder: string, name = 'test.sqlite', sql = 'CREATE TABLE t(a)'): string {
	const file = path.join(folder, name);
	write(file, sql);
	return file;
}

/** Runs SQL in a database, on a connection of its own. */
export function write(file: string, sql: string): void {
	const db = new Database(file);
	try {
		db.exec(sql);
	} finally {
		db.close();
	}
}

/** Opens a reader that is closed when the running test is done; opened outside a test, when the file's are. */
export async function testReader(
	file: string,
	options: Parameters<typeof openReader>[1] = {},
): Promise<Reader> {
	const reader = await openReader(file, options);
	const close = () => reader.close();
	try {
		onTestFinished(close);
	} catch {
		// Not in a test.
		afterAll(close);
	}

	return reader;
}

/** The table of an outcome that must have one. */
export function tableOf(outcome: QueryOutcome): Table {
	if ('error' in outcome) {
		throw new Error(`${outcome.error.kind}: ${outcome.error.message}`);
	}

	return outcome.table;
}

/** What kind of failure an outcome is, or its rows if it is none. */
export function kindOf(outcome: QueryOutcome): FailureKind | Cell[][] {
	return 'error' in outcome ? outcome.error.kind : outcome.table.rows;
}

/** The rows of a query that must succeed. */
export async function rowsOf(reader: Reader, sql: string): Promise<Cell[][]> {
	return tableOf(await reader.query(sql)).rows;
}

/** The ids of the readers' processes that have a database in a folder open. */
export function readerProcesses(folder: string): number[] {
	const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,command='], {encoding: 'utf8'}).split('\n');
	return lines
		.filter(line => line.includes('reader-process.js') && line.includes(folder))
		.map(line => Number.parseInt(line, 10));
}
