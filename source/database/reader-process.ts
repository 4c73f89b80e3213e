/**
 * The reader's process. It opens one database read-only and
 * answers the requests of `messages.ts`, one at a time. The parent kills it when a query must end.
 */
import {once} from 'node:events';
import {statSync} from 'node:fs';
import {performance} from 'node:perf_hooks';
import {Worker} from 'node:worker_threads';
import type Database from 'better-sqlite3';
import {codeOf, messageOf} from '../errors.js';
import {type Cell, cellToJson} from './cell.js';
import {openReadOnly} from './connection.js';
import {Digest} from './digest.js';
import {COUNT_LIMIT, type Opening, type Reply, type Request, type StartOptions} from './messages.js';
import {readSchema} from './schema.js';
import {failureOf, prepare} from './statement.js';

type Connection = InstanceType<typeof Database>;

/** Rows that are kept whatever they weigh: an observation shows as many. */
const ALWAYS_KEPT = 20;
/** Bytes of cells, about, after which no more rows are kept. */
const KEPT_BYTES = 32 * 2 ** 20;
const BATCH_ROWS = 1000;
const BATCH_BYTES = 2 ** 19;
/** Batches of a stream that may be under way before the parent asks for more. */
const BATCHES_AHEAD = 4;

const options = JSON.parse(process.argv[2] ?? '') as StartOptions;
const running = new Int32Array(new SharedArrayBuffer(4));
let credit = 0;
let stopped = false;
let creditGiven = () => {};

process.once('disconnect', () => process.exit());
// A terminal's Ctrl-C goes to every process in it; what it cancels is for the parent to say.
process.on('SIGINT', () => {});
await main();

async function main(): Promise<void> {
	// Before anything that may block: a process whose parent has died is to end whatever it waits for.
	new Worker(new URL('reader-watchdog.js', import.meta.url), {
		workerData: {parent: options.parent, memoryLimit: options.memoryLimit, running},
	}).unref();
	let connection: () => Connection;
	let sqliteVersion: string;
	try {
		const {default: Driver} = await import('better-sqlite3');
		connection = opener(Driver);
		sqliteVersion = connection().prepare('SELECT sqlite_version()').pluck().get() as string;
	} catch (error) {
		await send({kind: 'unusable', code: codeOf(error), message: messageOf(error)});
		process.exit();
	}

	process.on('message', (request: Request) => {
		if (request.kind === 'more' || request.kind === 'stop') {
			credit++;
			stopped ||= request.kind === 'stop';
			creditGiven();
		} else {
			void answer(connection, request);
		}
	});
	await send({kind: 'ready', sqliteVersion});
}

/**
 * Gives the connection, a new one when the file has changed: SQLite itself takes a file that was overwritten
 * for unchanged where the new one has had as many changes as the old, as two builds of a database have.
 */
function opener(Driver: typeof Database): () => Connection {
	let db: Connection | null = null;
	let opened = '';
	return () => {
		const {ino, size, mtimeNs} = statSync(options.file, {bigint: true});
		const state = `${ino}-${size}-${mtimeNs}`;
		if (!db || state !== opened) {
			db?.close();
			db = null;
			db = openReadOnly(Driver, options);
			opened = state;
		}

		return db;
	};
}

async function answer(
	connection: () => Connection,
	request: Exclude<Request, {kind: 'more' | 'stop'}>,
): Promise<void> {
	const {id} = request;
	const start = performance.now();
	const elapsedMs = () => performance.now() - start;
	Atomics.store(running, 0, 1);
	Atomics.notify(running, 0);
	try {
		const db = connection();
		if (request.kind === 'schema') {
			await send({id, kind: 'schema', ...readSchema(db)});
			return;
		}

		const {statement, readAsText} = prepare(db, request.sql);
		const columns = statement.columns().map(column => column.name);
		await send({id, kind: 'columns', columns, readAsText});
		const rows = statement.raw().safeIntegers().iterate() as IterableIterator<Cell[]>;
		const end = request.kind === 'query' ? await keep(id, rows, request) : await stream(id, rows);
		await send({id, kind: 'done', ...end, elapsedMs: elapsedMs()});
	} catch (error) {
		await send({id, kind: 'failed', failure: failureOf(error), elapsedMs: elapsedMs()});
	} finally {
		Atomics.store(running, 0, 0);
	}
}

type Counted = {rowCount: number; truncated: false | 'kept' | 'uncounted'; digest?: string};

/** Sends the first rows and counts the others; with a digest, reads them all. */
async function keep(
	id: number,
	rows: IterableIterator<Cell[]>,
	{maxRows, digest: wanted}: {maxRows: number; digest: boolean},
): Promise<Counted> {
	const digest = wanted ? new Digest() : null;
	const batch = new Batch(id);
	let rowCount = 0;
	let kept = 0;
	let keptBytes = 0;
	for (const row of rows) {
		if (!digest && rowCount === Math.max(COUNT_LIMIT, maxRows)) {
			// One row more than is counted; leaving the loop closes the statement.
			await batch.flush();
			return {rowCount, truncated: 'uncounted'};
		}

		if (kept === rowCount && kept < maxRows && (kept < ALWAYS_KEPT || keptBytes < KEPT_BYTES)) {
			kept++;
			keptBytes += batch.add(row);
			if (batch.full) {
				await batch.flush();
			}
		}

		rowCount++;
		digest?.add(row);
	}

	await batch.flush();
	return {
		rowCount,
		truncated: kept < rowCount ? 'kept' : false,
		...(digest && {digest: digest.toString()}),
	};
}

/** Sends every row, no faster than the parent asks for them. */
async function stream(id: number, rows: IterableIterator<Cell[]>): Promise<Counted> {
	credit = BATCHES_AHEAD;
	stopped = false;
	const batch = new Batch(id);
	let rowCount = 0;
	for (const row of rows) {
		rowCount++;
		batch.add(row);
		if (batch.full) {
			await batch.flush();
			credit--;
			while (credit <= 0 && !stopped) {
				await new Promise<void>(resolve => {
					creditGiven = resolve;
				});
			}

			if (stopped) {
				break;
			}
		}
	}

	await batch.flush();
	return {rowCount, truncated: false};
}

/** Rows on their way to the parent, in pieces that hold up neither side. */
class Batch {
	#rows: Cell[][] = [];
	#bytes = 0;

	constructor(private readonly id: number) {}

	/** Adds a row and gives about how many bytes it weighs. */
	add(row: Cell[]): number {
		let bytes = 0;
		for (const cell of row) {
			bytes += typeof cell === 'string' ? cell.length : cell instanceof Uint8Array ? cell.length * 2 : 8;
		}

		this.#rows.push(row);
		this.#bytes += bytes;
		return bytes;
	}

	get full(): boolean {
		return this.#rows.length >= BATCH_ROWS || this.#bytes >= BATCH_BYTES;
	}

	async flush(): Promise<void> {
		if (this.#rows.length > 0) {
			const rows = this.#rows.map(row => row.map(cellToJson));
			this.#rows = [];
			this.#bytes = 0;
			await send({id: this.id, kind: 'rows', rows});
		}
	}
}

function send(message: Reply | Opening): Promise<void> {
	return new Promise(resolve => {
		// A parent that is gone needs no answer: the disconnect ends this process.
		process.send?.(message, undefined, {}, () => resolve());
	});
}

await once(process, 'disconnect');
