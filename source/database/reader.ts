import {setMaxListeners} from 'node:events';
import path from 'node:path';
import {DatabaseError, messageOf} from '../errors.js';
import type {Schema} from '../protocol/schema.js';
import {type Cell, cellFromJson, type Failure, type QueryOutcome} from './cell.js';
import {
	type CopyReason,
	checkFile,
	copyReason,
	type DatabaseRef,
	identityOf,
	openFailure,
	type PrivateCopy,
	privateCopy,
	versionOf,
} from './file.js';
import type {SchemaWarning} from './messages.js';
import {type Exit, MEMORY_LIMIT, type ReaderChild, startReaderChild} from './reader-child.js';

export type QueryOptions = {
	/** Rows to keep, 1,000 unless said otherwise; the others are counted. */
	maxRows?: number;
	/** Milliseconds until the query is stopped, 30,000 unless said otherwise; waiting for a turn is not counted. */
	timeoutMs?: number;
	signal?: AbortSignal | undefined;
	/** Reads the whole result for its digest, under the same deadline. */
	digest?: boolean;
};

export type RowStream = {
	columns: string[];
	readAsText: string[];
	/** Every row, in batches. Throws a QueryFailure. Must be read to its end or left (`break` does). */
	batches: AsyncIterable<Cell[][]>;
};

/** What stopped a stream of rows. */
export class QueryFailure extends Error {
	override name = 'QueryFailure';

	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** The read-only side of one database. */
export type Reader = {
	/** Path and name as given, the version at opening. */
	database: DatabaseRef;
	sqliteVersion: string;
	/** Why a private copy is read instead of the file, or null. */
	copied: CopyReason | null;
	/** The version of the file now: results compare only within one. Throws a DatabaseError if it is gone. */
	version(): Promise<string>;
	/** Throws a DatabaseError where the schema as a whole cannot be read. */
	schema(options?: {signal?: AbortSignal | undefined}): Promise<{schema: Schema; warnings: SchemaWarning[]}>;
	/** Runs one query. What goes wrong with it is its outcome; nothing is thrown. */
	query(sql: string, options?: QueryOptions): Promise<QueryOutcome>;
	/** Runs one query and gives all its rows. Throws a QueryFailure. The deadline counts the query's time, not the consumer's. */
	stream(sql: string, options?: Omit<QueryOptions, 'maxRows' | 'digest'>): Promise<RowStream>;
	/** Ends the processes and removes a private copy. */
	close(): Promise<void>;
};

const MAX_ROWS = 1000;
const TIMEOUT_MS = 30_000;
/** Milliseconds that a process gets to wind up a stream nobody reads on, before it is killed. */
const STOP_MS = 200;

/**
 * Opens a database for reading. Throws a DatabaseError that says what to do where that is not possible.
 *
 * @param concurrency queries that may run at the same time, each in a process of its own.
 */
export async function openReader(given: string, {concurrency = 1} = {}): Promise<Reader> {
	const file = await checkFile(given);
	const pool = new Pool(file, concurrency);
	try {
		// Opens the first process, and so tells whether the database can be read at all.
		await pool.use(undefined, async () => {});
		return {
			database: {path: file, name: path.parse(file).name, version: await versionOf(file)},
			sqliteVersion: pool.sqliteVersion,
			get copied() {
				return pool.copied;
			},
			version: () => versionOf(file),
			schema: ({signal} = {}) => readSchema(pool, signal),
			query: (sql, options) => query(pool, sql, options),
			stream: (sql, options) => stream(pool, sql, options),
			close: () => pool.close(),
		};
	} catch (error) {
		await pool.close();
		throw error;
	}
}

async function readSchema(pool: Pool, signal: AbortSignal | undefined) {
	try {
		return await pool.use(signal, async child => {
			const run = new Run(pool, child, TIMEOUT_MS, signal);
			const reply = await run.until(child.request({kind: 'schema'}).next());
			if ('failure' in reply) {
				throw schemaFailure(reply.failure.message);
			}

			return reply as {schema: Schema; warnings: SchemaWarning[]};
		});
	} catch (error) {
		throw error instanceof Cancelled ? schemaFailure(error.message) : error;
	}
}

function schemaFailure(why: string): DatabaseError {
	return new DatabaseError(
		`the schema cannot be read: ${why}`,
		'Check the file with: sqlite3 <file> "PRAGMA integrity_check"',
	);
}

async function query(
	pool: Pool,
	sql: string,
	{maxRows = MAX_ROWS, timeoutMs = TIMEOUT_MS, signal, digest = false}: QueryOptions = {},
): Promise<QueryOutcome> {
	try {
		return await pool.use(signal, async child => {
			const run = new Run(pool, child, timeoutMs, signal);
			const inbox = child.request({
				kind: 'query',
				sql,
				// JSON has no infinity.
				maxRows: Math.min(maxRows, Number.MAX_SAFE_INTEGER),
				digest,
			});
			let columns: string[] = [];
			let noted: {readAsText?: string[]} = {};
			const rows: Cell[][] = [];
			for (;;) {
				const reply = await run.until(inbox.next());
				if ('failure' in reply) {
					return {elapsedMs: reply.elapsedMs, error: reply.failure, ...noted};
				}

				switch (reply.kind) {
					case 'columns':
						columns = reply.columns;
						noted = reply.readAsText.length > 0 ? {readAsText: reply.readAsText} : {};
						break;
					case 'rows':
						for (const row of reply.rows) {
							rows.push(row.map(cellFromJson));
						}

						break;
					case 'done': {
						const {rowCount, truncated, digest, elapsedMs} = reply;
						const table = {columns, rows, rowCount, truncated, ...(digest !== undefined && {digest})};
						return {elapsedMs, table, ...noted};
					}

					default:
				}
			}
		});
	} catch (error) {
		return {elapsedMs: 0, error: failureOf(error)};
	} finally {
		pool.keepSpare();
	}
}

async function stream(
	pool: Pool,
	sql: string,
	{timeoutMs = TIMEOUT_MS, signal}: QueryOptions = {},
): Promise<RowStream> {
	const {child, release} = await pool.take(signal).catch(error => {
		throw new QueryFailure(failureOf(error));
	});
	const run = new Run(pool, child, timeoutMs, signal);
	const inbox = child.request({kind: 'stream', sql});
	const first = await run.until(inbox.next());
	if ('failure' in first || first.kind !== 'columns') {
		release();
		throw new QueryFailure('failure' in first ? first.failure : OUT_OF_STEP);
	}

	return {columns: first.columns, readAsText: first.readAsText, batches: readBatches()};

	async function* readBatches(): AsyncGenerator<Cell[][]> {
		let ended = false;
		try {
			for (;;) {
				const reply = await run.until(inbox.next());
				if ('failure' in reply) {
					ended = true;
					throw new QueryFailure(reply.failure);
				}

				if (reply.kind !== 'rows') {
					ended = true;
					return;
				}

				yield reply.rows.map(row => row.map(cellFromJson));
				inbox.send('more');
			}
		} finally {
			if (!ended) {
				await windUp(child, inbox);
			}

			release();
			pool.keepSpare();
		}
	}
}

/** Ends a stream that is not read on: asks for it, and kills the process if the query does not come to a row. */
async function windUp(child: ReaderChild, inbox: ReturnType<ReaderChild['request']>): Promise<void> {
	inbox.send('stop');
	const timer = setTimeout(() => child.kill(), STOP_MS);
	for (;;) {
		const reply = await inbox.next();
		if ('reason' in reply || reply.kind === 'done' || reply.kind === 'failed') {
			clearTimeout(timer);
			return;
		}
	}
}

const OUT_OF_STEP: Failure = {kind: 'database', message: 'the reader answered out of step'};

/** A failure as far as the parent can tell; those of SQLite come from the process. */
function failureOf(error: unknown): Failure {
	if (error instanceof Cancelled) {
		return {kind: 'cancelled', message: error.message};
	}

	return {kind: 'database', message: messageOf(error)};
}

class Cancelled extends Error {
	override message = 'the query was cancelled';
}

/** One request under its deadline: whatever ends it early kills the process and is told as a failure. */
class Run {
	#leftMs: number;

	constructor(
		private readonly pool: Pool,
		private readonly child: ReaderChild,
		private readonly timeoutMs: number,
		private readonly signal: AbortSignal | undefined,
	) {
		this.#leftMs = timeoutMs;
	}

	/** The reply, or the failure. Only the time spent waiting here counts against the deadline. */
	async until<R>(
		reply: Promise<R | Exit>,
	): Promise<Exclude<R, Exit> | {failure: Failure; elapsedMs: number}> {
		const start = performance.now();
		let stopped: Failure['kind'] | null = null;
		const stop = (kind: 'timeout' | 'cancelled') => {
			stopped ??= kind;
			this.child.kill();
		};
		const onAbort = () => stop('cancelled');
		const timer = setTimeout(() => stop('timeout'), Math.min(this.#leftMs, MAX_TIMER_MS));
		this.signal?.addEventListener('abort', onAbort, {once: true});
		if (this.signal?.aborted) {
			onAbort();
		}

		try {
			const result = await reply;
			if (!isExit(result)) {
				this.pool.notice(result);
				return result as Exclude<R, Exit>;
			}

			const elapsedMs = this.timeoutMs - this.#leftMs + performance.now() - start;
			return {failure: this.#failure(stopped, result), elapsedMs};
		} finally {
			clearTimeout(timer);
			this.signal?.removeEventListener('abort', onAbort);
			this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - start));
		}
	}

	#failure(stopped: Failure['kind'] | null, exit: Exit): Failure {
		if (stopped === 'timeout') {
			return {
				kind: 'timeout',
				message: `the query took longer than ${this.timeoutMs / 1000} s and was stopped`,
			};
		}

		if (stopped === 'cancelled') {
			return failureOf(new Cancelled());
		}

		if (exit.reason === 'memory') {
			const megabytes = MEMORY_LIMIT / 2 ** 20;
			return {kind: 'memory', message: `the query took more than ${megabytes} MB of memory and was stopped`};
		}

		return {kind: 'database', message: `the query could not be finished: ${exit.detail}`};
	}
}

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function isExit(value: unknown): value is Exit {
	return typeof value === 'object' && value !== null && 'reason' in value;
}

/**
 * The processes of one database. One query at a time runs in each; the others wait in the order they came.
 * After a query one process more than is needed is kept warm, so that a kill costs no start.
 */
class Pool {
	sqliteVersion = '';
	/** Every process that has not ended. */
	readonly #children = new Set<ReaderChild>();
	#idle: ReaderChild[] = [];
	readonly #turns: Array<() => void> = [];
	#running = 0;
	#copy: (PrivateCopy & {reason: CopyReason}) | null = null;
	/** The state of the file, as `#state` gives it, that new processes open; '' when that is to be found out. */
	#opened = '';
	/** The state that each process opened. */
	readonly #stateOf = new WeakMap<ReaderChild, string>();
	/** The last of the steps that are taken one after the other. */
	#lastStep: Promise<unknown> = Promise.resolve();
	#closed = false;

	constructor(
		private readonly file: string,
		private readonly concurrency: number,
	) {}

	get copied(): CopyReason | null {
		return this.#copy?.reason ?? null;
	}

	async use<R>(signal: AbortSignal | undefined, work: (child: ReaderChild) => Promise<R>): Promise<R> {
		const {child, release} = await this.take(signal);
		try {
			return await work(child);
		} finally {
			release();
		}
	}

	/** A process with the database open, to be released after one request. Throws Cancelled or a DatabaseError. */
	async take(signal: AbortSignal | undefined): Promise<{child: ReaderChild; release: () => void}> {
		await this.#turn(signal);
		try {
			const child = await this.#child();
			return {child, release: () => this.#release(child)};
		} catch (error) {
			this.#nextTurn();
			throw this.#closed ? this.#closedError() : error;
		}
	}

	/** After a failure of the database itself (not of a query) it is opened anew, which may need a copy. */
	notice(reply: unknown): void {
		const {failure} = reply as {failure?: Failure};
		if (failure?.kind === 'database') {
			this.#opened = '';
		}
	}

	/** Starts the spare process if there is none; it opens the database while nobody waits for it. */
	keepSpare(): void {
		if (!this.#closed && this.#opened !== '' && this.#alive() <= this.concurrency) {
			this.#idle.unshift(this.#start());
		}
	}

	async close(): Promise<void> {
		this.#closed = true;
		const children = [...this.#children];
		for (const child of children) {
			child.kill();
		}

		for (const start of this.#turns.splice(0)) {
			start();
		}

		await Promise.all(children.map(child => child.exited));
		await this.#step(() => this.#dropCopy());
	}

	async #turn(signal: AbortSignal | undefined): Promise<void> {
		if (signal?.aborted) {
			throw new Cancelled();
		}

		if (this.#running < this.concurrency) {
			this.#running++;
			return;
		}

		if (signal) {
			// All queries of a question wait with the same signal.
			setMaxListeners(0, signal);
		}

		await new Promise<void>((resolve, reject) => {
			const start = () => {
				signal?.removeEventListener('abort', cancel);
				resolve();
			};
			const cancel = () => {
				this.#turns.splice(this.#turns.indexOf(start), 1);
				reject(new Cancelled());
			};
			this.#turns.push(start);
			signal?.addEventListener('abort', cancel, {once: true});
		});
	}

	#nextTurn(): void {
		const next = this.#turns.shift();
		if (next) {
			next();
		} else {
			this.#running--;
		}
	}

	#release(child: ReaderChild): void {
		const wanted =
			!this.#closed && this.#stateOf.get(child) === this.#opened && this.#alive() <= this.concurrency + 1;
		if (child.alive && wanted) {
			this.#idle.push(child);
		} else {
			child.kill();
		}

		this.#nextTurn();
	}

	#alive(): number {
		return [...this.#children].filter(child => child.alive).length;
	}

	/** An idle process, or a new one, that has the database open as it is now. */
	async #child(): Promise<ReaderChild> {
		await this.#step(() => this.#follow());
		for (let child = this.#idle.pop(); child; child = this.#idle.pop()) {
			if (child.alive && (await child.opened).kind === 'ready') {
				return child;
			}
		}

		const copy = this.#copy;
		const child = this.#start();
		const opening = await child.opened;
		if (opening.kind === 'ready') {
			this.sqliteVersion = opening.sqliteVersion;
			return child;
		}

		if (this.#copy === copy) {
			const reason = copy ? null : copyReason(opening.code);
			if (reason === null) {
				throw openFailure(this.file, opening.code, opening.message);
			}

			await this.#step(() => this.#makeCopy(reason));
		}

		return this.#child();
	}

	/** Runs one step after the other: they await, and what they change belongs together. */
	#step<R>(work: () => Promise<R>): Promise<R> {
		const step = this.#lastStep.then(work);
		this.#lastStep = step.catch(() => {});
		return step;
	}

	/** Retires what was opened before if the file is another one now. */
	async #follow(): Promise<void> {
		if (this.#opened === '' || (await this.#state()) !== this.#opened) {
			this.#opened = '';
			this.#retire();
			await this.#dropCopy();
			await checkFile(this.file);
			this.#opened = await this.#state();
		}
	}

	/** Another file under the same name needs processes of its own, a copy also those for a change in place. */
	async #state(): Promise<string> {
		return this.#copy ? versionOf(this.file) : identityOf(this.file);
	}

	async #makeCopy(reason: CopyReason): Promise<void> {
		if (!this.#copy && !this.#closed) {
			this.#copy = {...(await privateCopy(this.file)), reason};
			this.#opened = this.#copy.version;
			this.#retire();
		}
	}

	#retire(): void {
		for (const child of this.#idle.splice(0)) {
			child.kill();
		}
	}

	async #dropCopy(): Promise<void> {
		const copy = this.#copy;
		this.#copy = null;
		await copy?.dispose();
	}

	#start(): ReaderChild {
		if (this.#closed) {
			throw this.#closedError();
		}

		const child = startReaderChild(this.#copy?.file ?? this.file, {
			recover: this.#copy?.reason === 'unfinished-transaction',
		});
		this.#stateOf.set(child, this.#opened);
		this.#children.add(child);
		void child.exited.then(() => {
			this.#children.delete(child);
			this.#idle = this.#idle.filter(idle => idle !== child);
		});
		return child;
	}

	#closedError(): DatabaseError {
		return new DatabaseError(`${this.file} was closed`, 'Open it again.');
	}
}
