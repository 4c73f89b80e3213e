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
import {OBSERVED_ROWS} from '../protocol/observation.js';
import {isSuspect, readRow, type TextReading, withBytes} from './broken-text.js';
import {
	type BulkFailure,
	type BulkMessage,
	type BulkOpening,
	type BulkReply,
	type BulkRequest,
	type BulkStartOptions,
	PROBE_ROWS,
} from './bulk-messages.js';
import {type Cell, type CellJson, cellToJson} from './cell.js';
import {openReadOnly} from './connection.js';
import {Digest} from './digest.js';
import {COUNT_LIMIT} from './messages.js';
import {RowSet} from './row-set.js';
import {readSchema} from './schema.js';
import {failureOf, prepare} from './statement.js';
import {timePair} from './timed-pair.js';

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

	// Its start would hold up the word that this process is ready, and nothing runs before it.
	new Worker(new URL('reader-watchdog.js', import.meta.url), {
		workerData: {parent: options.parent, memoryLimit: options.memoryLimit, running},
	}).unref();
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
		await answer({connection, fresh: () => openReadOnly(Driver, request)}, request);
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

type Connections = {
	connection: (request: BulkRequest) => Open;
	/** One that nobody has used before. */
	fresh: () => Connection;
};

async function answer({connection, fresh}: Connections, request: BulkRequest): Promise<void> {
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
		if (request.kind === 'schema') {
			await send({id, kind: 'schema', ...readSchema(open.db)});
			return;
		}

		await send({id, kind: 'done', ...(await endOf(open, request, fresh)), elapsedMs: elapsedMs()});
	} catch (error) {
		const failure: BulkFailure =
			error instanceof Undecodable ? {kind: 'decode', message: error.message} : failureOf(error);
		await send({id, kind: 'failed', failure, elapsedMs: elapsedMs()});
	}
}

async function endOf(
	open: Open,
	request: Exclude<BulkRequest, {kind: 'schema'}>,
	fresh: () => Connection,
): Promise<End> {
	switch (request.kind) {
		case 'run':
			return run(open, request);
		case 'observe':
			return observe(prepare(open.db, request.sql), request);
		case 'time': {
			const rounds = timePair(fresh, request);
			return {rows: rounds.map(times => times.map(cellToJson)), rowCount: rounds.length, isWhole: true};
		}
	}
}

type RunRequest = Extract<BulkRequest, {kind: 'run'}>;
type ObserveRequest = Extract<BulkRequest, {kind: 'observe'}>;
type Prepared = ReturnType<typeof prepare>;

async function run({db, isUtf8}: Open, request: RunRequest): Promise<End> {
	const {statement, sql} = prepare(db, request.sql);
	const end = await read(rowsOf(statement), request, isUtf8);
	if (end !== null) {
		return end;
	}

	await send({id: request.id, kind: 'again'});
	return (await read(decoded(db, {statement, sql}, request.text), request, false))!;
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

type End = Omit<Extract<BulkReply, {kind: 'done'}>, 'id' | 'kind' | 'elapsedMs'>;

/** Reads a result to its end. Null: a text in it may be no UTF-8, and `looks` says that this matters. */
async function read(rows: Iterable<Cell[]>, {id, wanted}: RunRequest, looks: boolean): Promise<End | null> {
	const set = wanted === 'set' ? new RowSet() : null;
	const sent = new SentRows(id);
	let rowCount = 0;
	for (const row of rows) {
		if (looks && isSuspect(row)) {
			return null;
		}

		rowCount++;
		if (set) {
			set.add(row);
		} else if (sent.add(row)) {
			await sent.flush();
		}
	}

	return {rows: sent.rest, rowCount, isWhole: !set && sent.isWhole, ...(set && {setKey: set.key()})};
}

/** Reads what a trajectory keeps of a result, and what it is scored by. */
async function observe({statement, readAsText}: Prepared, request: ObserveRequest): Promise<End> {
	const {id, as, withRows} = request;
	if (readAsText.length > 0) {
		await send({id, kind: 'noted', readAsText});
	}

	const columns = statement.columns().map(({name}) => name);
	const [set, digest, sent] = [new RowSet(), new Digest(), new SentRows(id)];
	const mostRows = !withRows ? 0 : as === 'probe' ? PROBE_ROWS : Number.POSITIVE_INFINITY;
	const first: CellJson[][] = [];
	let rowCount = 0;
	let suspect = false;
	for (const row of rowsOf(statement)) {
		if (rowCount === COUNT_LIMIT) {
			await send({id, kind: 'noted', isLong: true});
			if (as === 'probe') {
				// Leaving the loop closes the statement.
				return {rows: [], rowCount, isWhole: false, seen: {columns, first, digest: null}};
			}
		}

		rowCount++;
		if (!suspect && isSuspect(row)) {
			suspect = true;
			await send({id, kind: 'noted', isSuspect: true});
		}

		set.add(row);
		digest.add(row);
		if (first.length < OBSERVED_ROWS) {
			first.push(row.map(cellToJson));
		}

		if (rowCount <= mostRows && sent.add(row)) {
			await sent.flush();
		}
	}

	return {
		rows: sent.rest,
		rowCount,
		isWhole: withRows && rowCount <= mostRows && sent.isWhole,
		setKey: set.key(),
		seen: {columns, first, digest: digest.toString()},
	};
}

/** Rows on their way to the parent: of a result that is too large no more are sent. */
class SentRows {
	#bytes = 0;
	#restBytes = 0;
	/** Rows that are still to be sent. */
	rest: CellJson[][] = [];

	constructor(private readonly id: number) {}

	get isWhole(): boolean {
		return this.#bytes <= MOST_BYTES;
	}

	/** Whether it is time to send. */
	add(row: Cell[]): boolean {
		if (!this.isWhole) {
			return false;
		}

		const weight = weightOf(row);
		this.#bytes += weight;
		this.#restBytes += weight;
		this.rest.push(row.map(cellToJson));
		return this.#restBytes > BATCH_BYTES;
	}

	async flush(): Promise<void> {
		const rows = this.rest;
		[this.rest, this.#restBytes] = [[], 0];
		await send({id: this.id, kind: 'rows', rows});
	}
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
