/** The reader against the same query in this process; streaming and digests of a million rows of ten columns. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {monitorEventLoopDelay} from 'node:perf_hooks';
import Database from 'better-sqlite3';
import {openReader, type Reader} from '../source/database/reader.js';
import {alternate, format, median, printLine} from './measure.js';

const ROWS = 1_000_000;
const ENDLESS = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
const SMALL = 'SELECT id, name FROM small LIMIT 10';

export async function benchReader(): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-bench-'));
	try {
		const file = path.join(folder, 'bench.sqlite');
		const rows = fill(file);
		const reader = await openReader(file);
		try {
			const warm = await benchWarm(reader, file);
			await benchAfterKill(reader, warm);
			await benchStream(reader, file, rows);
		} finally {
			await reader.close();
		}
	} finally {
		rmSync(folder, {recursive: true});
	}
}

/** Five columns of text, two of INTEGER, two of REAL, one of NULL. */
function fill(file: string): string {
	const db = new Database(file);
	db.exec(`
		CREATE TABLE small (id INTEGER PRIMARY KEY, name TEXT);
		INSERT INTO small SELECT value, 'name ' || value FROM json_each('[1,2,3,4,5,6,7,8,9,10]');
		CREATE TABLE large (a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, f INTEGER, g INTEGER, h REAL, i REAL, j);
		WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ${ROWS})
		INSERT INTO large
		SELECT 'first ' || x, 'second ' || (x % 100), 'third', 'fourth ' || x, 'fifth', x, x % 7, x / 3.0, x * 0.5, NULL FROM c;
	`);
	db.close();
	return 'SELECT * FROM large';
}

async function benchWarm(reader: Reader, file: string): Promise<number> {
	const db = new Database(file, {readonly: true});
	const times = await alternate(200, {
		reader: () => reader.query(SMALL),
		inProcess: async () => db.prepare(SMALL).raw().safeIntegers().all(),
	});
	db.close();
	const ms = median(times.reader);
	printLine({
		what: 'warm query through the reader',
		ms,
		baseline: 'in this process',
		baselineMs: median(times.inProcess),
		aim: `(${format(ms - median(times.inProcess))} more)`,
	});
	return ms;
}

async function benchAfterKill(reader: Reader, warmMs: number): Promise<void> {
	const times: number[] = [];
	for (let round = 0; round < 10; round++) {
		// Ends with a kill; the time counts from there.
		await reader.query(ENDLESS, {timeoutMs: 100});
		const start = performance.now();
		await reader.query(SMALL);
		times.push(performance.now() - start);
		// A person's pause, in which the next spare starts.
		await new Promise(resolve => setTimeout(resolve, 500));
	}

	const ms = median(times);
	printLine({
		what: 'the query after a kill',
		ms,
		baseline: 'warm query',
		baselineMs: warmMs,
		aim: `(${format(ms - warmMs)} more; aim: at most 50 ms more)`,
	});
}

async function benchStream(reader: Reader, file: string, sql: string): Promise<void> {
	const db = new Database(file, {readonly: true});
	let stallMs = 0;
	let count = 0;
	let peak = 0;
	const times = await alternate(3, {
		async stream() {
			// A monitor of its own: the other runs block this process, and are not what is watched.
			const delay = monitorEventLoopDelay({resolution: 1});
			delay.enable();
			const {batches} = await reader.stream(sql, {timeoutMs: 120_000});
			for await (const batch of batches) {
				count += batch.length;
				peak = Math.max(peak, process.memoryUsage.rss());
			}

			delay.disable();
			stallMs = Math.max(stallMs, delay.max / 1e6);
		},
		digest: () => reader.query(sql, {timeoutMs: 120_000, digest: true, maxRows: 0}),
		async inProcess() {
			for (const _ of db.prepare(sql).raw().safeIntegers().iterate()) {
				// Only read.
			}
		},
	});
	db.close();
	if (count !== ROWS * 4) {
		throw new Error(`${count} rows came`);
	}

	printLine({
		what: '1,000,000 × 10 rows streamed',
		ms: median(times.stream),
		baseline: 'iterated in this process',
		baselineMs: median(times.inProcess),
		aim: `longest stall of the event loop ${format(stallMs)} (aim: at most 50 ms); memory ${Math.round(peak / 2 ** 20)} MB`,
	});
	printLine({
		what: 'digest of the same',
		ms: median(times.digest),
		baseline: 'streamed',
		baselineMs: median(times.stream),
		aim: '(aim: at most 2 ×)',
	});
}
