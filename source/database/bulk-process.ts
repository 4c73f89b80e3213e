/**
 * A process of the bulk reader: answers the requests of `bulk-messages.ts` one after the other, each of whatever
 * database it names. The parent kills it when a query must end.
 */
import {once} from 'node:events';
import {performance} from 'node:perf_hooks';
import {setImmediate as turn} from 'node:timers/promises';
import {Worker} from 'node:worker_threads';
import type Database from 'better-sqlite3';
import {codeOf, messageOf} from '../errors.js';
import {isSuspect, readRow, type TextReading, withBytes} from './broken-text.js';
import type {
	BulkFailure,
	BulkMessage,
	BulkOpening,
	BulkReply,
	BulkRequest,
	BulkStartOptions,
} from './bulk-messages.js';
import {type Cell, type CellJson, cellToJson} from './cell.js';
import {openReadOnly} from './connection.js';
import {RowSet} from './row-set.js';
import {failureOf, prepare} from './statement.js';

type Connection = InstanceType<typeof Database>;
type Statement = ReturnType<Connection['prepare']>;

/** Connections that are kept open; the one that was used longest ago is closed for another. */
const MOST_OPEN = 16;
/** Bytes of cells, about, beyond which a result's rows are not sent. */
const MOST_BYTES = 32 * 2 ** 20;
const BATCH_BYTES = 2 ** 19;
/** Milliseconds of a query after which it is looked whether requests were withdrawn. */
const LONG_MS = 100;

const options = JSON.parse(process.argv[2] ?? '') as BulkStartOptions;
const running = new Int32Array(new SharedArrayBuffer(4));
const queue: BulkRequest[] = [];
const withdrawn = new Set<number>();
let wake = () => {};

// Of SQLite's errors the words are wanted: where they came about takes longer to find out than many a query.
Error.stackTraceLimit = 0;
process.once('disconnect', () => process.exit());
// A terminal's Ctrl-C goes to every process in it; what it cancels is for the parent to say.
process.on('SIGINT', () => {});
process.on('message', (message: BulkMessage) => {
	if ('requests' in message) {
		queue.push(...message.requests);
		wake();
	} else {
		for (const id of message.withdrawn) {
			withdrawn.add(id);
		}
	}
});
new Worker(new URL('reader-watchdog.js', import.meta.url), {
	workerData: {parent: options.parent, memoryLimit: options.memoryLimit, running},
}).unref();

async function main(): Promise<void> {
	let Driver: typeof Database;
	try {
		Driver = (await import('better-sqlite3')).default;
		const db = new Driver(':memory:');
		await send({
			kind: 'ready',
			sqliteVersion: db.prepare('SELECT sqlite_version()').pluck().get() as string,
		});
		db.close();
	} catch (error) {
		await send({kind: 'no-driver', code: codeOf(error), message: messageOf(error)});
		process.exit();
	}

	const connection = connections(Driver);
	for (;;) {
		const request = queue.shift();
		if (!request) {
			Atomics.store(running, 0, 0);
			await new Promise<void>(resolve => {
				wake = resolve;
			});
			continue;
		}

		if (withdrawn.delete(request.id)) {
			continue;
		}

		if (Atomics.exchange(running, 0, 1) === 0) {
			Atomics.notify(running, 0);
		}

		const start = performance.now();
		await answer(connection, request);
		if (performance.now() - start > LONG_MS) {
			// What was sent meanwhile comes in before the next query begins.
			await turn();
			await turn();
			await turn();
		}
	}
}

type Open = {
	db: Connection;
	/** In a database of UTF-16 SQLite itself has put U+FFFD for what is no text. */
	isUtf8: boolean;
};

/** Gives a connection to a file. */
function connections(Driver: typeof Database): (request: BulkRequest) => Open {
	const opened = new Map<string, Open>();
	const open = (request: BulkRequest): Open => {
		const db = openReadOnly(Driver, request);
		return {db, isUtf8: db.pragma('encoding', {simple: true}) === 'UTF-8'};
	};
	return request => {
		const {file} = request;
		const connection = opened.get(file) ?? open(request);
		opened.delete(file);
		opened.set(file, connection);
		if (opened.size > MOST_OPEN) {
			const [oldest, unused] = opened.entries().next().value!;
			opened.delete(oldest);
			unused.db.close();
		}

		return connection;
	};
}

async function answer(connection: (request: BulkRequest) => Open, request: BulkRequest): Promise<void> {
	const {id} = request;
	const start = performance.now();
	const elapsedMs = () => performance.now() - start;
	let open: Open;
	try {
		open = connection(request);
	} catch (error) {
		await send({id, kind: 'unusable', code: codeOf(error), message: messageOf(error)});
		return;
	}

	try {
		const {statement, sql} = prepare(open.db, request.sql);
		let end = await read(rowsOf(statement), request, open.isUtf8);
		if (end === null) {
			await send({id, kind: 'again'});
			end = await read(decoded(open.db, {statement, sql}, request.text), request, false);
		}

		await send({id, kind: 'done', ...end!, elapsedMs: elapsedMs()});
	} catch (error) {
		const failure: BulkFailure =
			error instanceof Undecodable ? {kind: 'decode', message: error.message} : failureOf(error);
		await send({id, kind: 'failed', failure, elapsedMs: elapsedMs()});
	}
}

function rowsOf(statement: Statement): Iterable<Cell[]> {
	return statement.raw().safeIntegers().iterate() as IterableIterator<Cell[]>;
}

class Undecodable extends Error {
	override message = 'the result has a text that is no UTF-8';
}

/** The rows of a query whose texts may be no UTF-8, from their bytes. */
function* decoded(
	db: Connection,
	{statement, sql}: {statement: Statement; sql: string},
	reading: TextReading,
): Generator<Cell[]> {
	let bytes: Statement | null = null;
	try {
		bytes = db.prepare(withBytes(sql, statement.columns().length));
	} catch {
		// Not every statement can stand in another one: an EXPLAIN or a PRAGMA cannot.
	}

	for (const row of rowsOf(bytes ?? statement)) {
		const read = bytes ? readRow(row, reading) : withoutSigns(row, reading);
		if (read === null) {
			throw new Undecodable();
		}

		yield read;
	}
}

function withoutSigns(row: Cell[], reading: TextReading): Cell[] | null {
	if (reading === 'strict' && isSuspect(row)) {
		return null;
	}

	return row.map(cell => (typeof cell === 'string' ? cell.replaceAll('\ufffd', '') : cell));
}

type End = Pick<Extract<BulkReply, {kind: 'done'}>, 'rows' | 'rowCount' | 'isWhole' | 'setKey'>;

/** Reads a result to its end. Null: a text in it may be no UTF-8, and `looks` says that this matters. */
async function read(rows: Iterable<Cell[]>, {id, wanted}: BulkRequest, looks: boolean): Promise<End | null> {
	const set = wanted === 'set' ? new RowSet() : null;
	let batch: CellJson[][] = [];
	let [rowCount, bytes, batchBytes] = [0, 0, 0];
	for (const row of rows) {
		if (looks && isSuspect(row)) {
			return null;
		}

		rowCount++;
		set?.add(row);
		if (set || bytes > MOST_BYTES) {
			continue;
		}

		const weight = weightOf(row);
		bytes += weight;
		batchBytes += weight;
		batch.push(row.map(cellToJson));
		if (batchBytes > BATCH_BYTES) {
			await send({id, kind: 'rows', rows: batch});
			[batch, batchBytes] = [[], 0];
		}
	}

	return {
		rows: batch,
		rowCount,
		isWhole: !set && bytes <= MOST_BYTES,
		...(set && {setKey: set.key()}),
	};
}

function weightOf(row: Cell[]): number {
	let bytes = 8;
	for (const cell of row) {
		bytes += typeof cell === 'string' ? cell.length : cell instanceof Uint8Array ? cell.length * 2 : 8;
	}

	return bytes;
}

function send(message: BulkReply | BulkOpening): Promise<void> {
	return new Promise(resolve => {
		// A parent that is gone needs no answer: the disconnect ends this process.
		process.send?.(message, undefined, {}, () => resolve());
	});
}

// Comes last: what stands after it would not be there yet.
void main();
await once(process, 'disconnect');
