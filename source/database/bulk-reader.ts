/**
 * Many queries over many databases, as fast as they go: a few processes, each with any database open, and several
 * queries sent ahead to each. A query that runs for long gets its process to itself: what was sent after it goes to
 * others. For one database and a person who waits there is reader.ts.
 */
import type {ChildProcess} from 'node:child_process';
import {availableParallelism} from 'node:os';
import {DatabaseError} from '../errors.js';
import type {Schema} from '../protocol/schema.js';
import type {TextReading} from './broken-text.js';
import type {
	BulkAsked,
	BulkFailure,
	BulkMessage,
	BulkOpening,
	BulkReply,
	BulkStartOptions,
	Noted,
	Wanted,
} from './bulk-messages.js';
import {type Observed, type ObservedQuery, observedOf, type QueryEnd} from './bulk-observed.js';
import {type Cell, cellFromJson} from './cell.js';
import {checkFile, copyReason, openFailure, type PrivateCopy, privateCopy, versionOf} from './file.js';
import type {SchemaWarning} from './messages.js';
import {type Exit, exitOf, MEMORY_LIMIT, spawnReading} from './reader-child.js';
import type {TimedPair} from './timed-pair.js';

export type BulkQuery = {file: string; sql: string; text: TextReading; wanted: Wanted};

/** `rows` is null where the key of the set was wanted, or where the result is larger than what is kept (about 32 MB). */
export type BulkOutcome = {elapsedMs: number} & (
	| {rowCount: number; rows: Cell[][] | null; setKey?: string}
	| {error: BulkFailure}
);

export type BulkReader = {
	/** '' before the first process has come up. */
	readonly sqliteVersion: string;
	/** Resolves when the first process has come up, with its version of SQLite. */
	started(): Promise<string>;
	/** Checks a file before queries of it; throws a DatabaseError. Gives its version (see file.ts). */
	add(file: string): Promise<string>;
	/**
	 * Runs a query of a file that was added. What goes wrong with it is its outcome; a database that cannot be read is
	 * thrown as a DatabaseError, and an abort as its reason.
	 */
	run(query: BulkQuery): Promise<BulkOutcome>;
	/** The same, with all that a trajectory keeps of the result. */
	observe(query: ObservedQuery): Promise<Observed>;
	/**
	 * How long two queries of a file take, in milliseconds of each round (see timed-pair.ts); null: one of them fails, or
	 * all of it takes longer than a query may. Meant for a reader with one process that does nothing else.
	 */
	time(file: string, pair: TimedPair): Promise<Array<[sql: number, against: number]> | null>;
	/** The schema of a file that was added. Throws a DatabaseError where it cannot be read as a whole. */
	schema(file: string): Promise<{schema: Schema; warnings: SchemaWarning[]}>;
	/** Throws a DatabaseError if a file is another one than when it was added. */
	checkVersions(): Promise<void>;
	close(): Promise<void>;
};

export type BulkOptions = {
	/** Milliseconds that a query may take. */
	timeoutMs: number;
	/** Most processes that run queries; as many again may be busy with long ones. A core each unless said otherwise. */
	processes?: number;
	signal?: AbortSignal | undefined;
};

/** Queries that are sent to a process before it has answered the first of them: milliseconds of work. */
const AHEAD = 64;
/** Milliseconds after which a query is long: what was sent after it goes elsewhere. */
const LONG_MS = 250;

/** Milliseconds of work after which another process is worth its start. */
const GROWTH_MS = 400;
/** Queries that take about as long: where more wait, another process is started at once. */
const MANY = 3000;

type Task = {
	id: number;
	file: string;
	asked: BulkAsked;
	/** Rows that have come. */
	rows: Cell[][];
	noted: Noted;
	/** It has brought a process down that had run others before: it gets another try in a new one. */
	isSecondTry: boolean;
	resolve: (end: End) => void;
	reject: (reason: unknown) => void;
};

/** What came of a task. */
type End = QueryEnd | {schema: Schema; warnings: SchemaWarning[]};

type Lane = {
	child: ChildProcess;
	/** `leaving`: it was killed, and its end is not heard yet. */
	state: 'starting' | 'ready' | 'leaving';
	/** The one that runs, and those that were sent ahead. */
	tasks: Task[];
	/** Whether the running one is long. */
	isLong: boolean;
	/** Whether it is the first of this process. */
	isFirst: boolean;
	timer: NodeJS.Timeout | undefined;
	startedAt: number;
	/** Whether the running query was stopped for its time. */
	isTimeout: boolean;
	/** Resolves when the process has ended and everything it said was heard. */
	ended: Promise<void>;
};

/** Starts the first process, which loads its driver meanwhile. */
export function openBulkReader(options: BulkOptions): BulkReader {
	return new Bulk(options);
}

class Bulk implements BulkReader {
	sqliteVersion = '';
	readonly #timeoutMs: number;
	readonly #processes: number;
	readonly #queue: Task[] = [];
	readonly #lanes = new Set<Lane>();
	readonly #versions = new Map<string, string>();
	readonly #copies = new Map<string, Promise<PrivateCopy & {recover: boolean}>>();
	/** The copies that queries go to by now. */
	readonly #read = new Map<string, {file: string; recover: boolean}>();
	#lastId = 0;
	/** Processes that are to be there by now, besides those with long queries. */
	#wanted = 1;
	#growth: NodeJS.Timeout | undefined;
	#stopped: unknown;

	readonly #started: Promise<string>;
	#cameUp: (sqliteVersion: string) => void = () => {};
	#cameDown: (reason: unknown) => void = () => {};

	constructor({timeoutMs, processes = availableParallelism(), signal}: BulkOptions) {
		this.#timeoutMs = timeoutMs;
		this.#processes = processes;
		this.#started = new Promise((resolve, reject) => {
			this.#cameUp = resolve;
			this.#cameDown = reject;
		});
		// Nobody may be waiting for it.
		this.#started.catch(() => {});
		signal?.addEventListener('abort', () => this.#stop(signal.reason), {once: true});
		this.#start();
	}

	started(): Promise<string> {
		return this.#started;
	}

	async add(given: string): Promise<string> {
		const file = await checkFile(given);
		const version = await versionOf(file);
		this.#versions.set(file, version);
		return version;
	}

	async run({file, ...query}: BulkQuery): Promise<BulkOutcome> {
		const end = await this.#ask(file, {kind: 'run', ...query});
		if ('schema' in end) {
			throw OUT_OF_STEP;
		}

		const {elapsedMs} = end;
		if ('error' in end) {
			return {elapsedMs, error: end.error};
		}

		const {rowCount, rows, setKey} = end;
		return {elapsedMs, rowCount, rows, ...(setKey !== undefined && {setKey})};
	}

	async observe({file, ...query}: ObservedQuery): Promise<Observed> {
		const end = await this.#ask(file, {kind: 'observe', ...query});
		if ('schema' in end) {
			throw OUT_OF_STEP;
		}

		return observedOf(end);
	}

	async time(file: string, pair: TimedPair) {
		const end = await this.#ask(file, {kind: 'time', ...pair});
		return 'rows' in end ? (end.rows as Array<[number, number]>) : null;
	}

	async schema(file: string) {
		const end = await this.#ask(file, {kind: 'schema'});
		if (!('schema' in end)) {
			throw cannotRead(file, 'error' in end ? end.error.message : OUT_OF_STEP.message);
		}

		return end;
	}

	#ask(file: string, asked: BulkAsked): Promise<End> {
		return new Promise((resolve, reject) => {
			const task: Task = {
				id: ++this.#lastId,
				file,
				asked,
				rows: [],
				noted: {},
				isSecondTry: false,
				resolve,
				reject,
			};
			if (this.#stopped !== undefined) {
				reject(this.#stopped);
			} else if (this.#queue.push(task) === 1) {
				// What is asked for in one go is sent in one go.
				queueMicrotask(() => this.#send());
			}
		});
	}

	async checkVersions(): Promise<void> {
		for (const [file, version] of this.#versions) {
			if ((await versionOf(file)) !== version) {
				throw new DatabaseError(
					`${file} has changed while queries ran`,
					'Run it again when nothing writes to the database.',
				);
			}
		}
	}

	async close(): Promise<void> {
		this.#stop(new Error('the reader was closed'));
		await Promise.all([...this.#lanes].map(lane => lane.ended));
		await Promise.all(
			[...this.#copies.values()].map(async copy => (await copy.catch(() => null))?.dispose()),
		);
	}

	#stop(reason: unknown): void {
		this.#stopped ??= reason;
		this.#cameDown(reason);
		clearTimeout(this.#growth);
		const tasks = [...this.#queue.splice(0), ...[...this.#lanes].flatMap(lane => lane.tasks.splice(0))];
		for (const lane of this.#lanes) {
			clearTimeout(lane.timer);
			this.#kill(lane);
		}

		for (const task of tasks) {
			task.reject(this.#stopped);
		}
	}

	#start(): void {
		const options: BulkStartOptions = {parent: process.pid, memoryLimit: MEMORY_LIMIT};
		const child = spawnReading('bulk-process.js', options);
		const lane: Lane = {
			child,
			state: 'starting',
			tasks: [],
			isLong: false,
			isFirst: true,
			timer: undefined,
			startedAt: 0,
			isTimeout: false,
			ended: Promise.resolve(),
		};
		child.on('message', (message: BulkReply | BulkOpening) => this.#hear(lane, message));
		let exit: Exit = {reason: 'ended', detail: 'its process could not be started'};
		// Messages may come in after the exit: the channel ends behind the last of them.
		const exited = new Promise<void>(resolve => {
			child.once('error', error => {
				exit = {reason: 'ended', detail: error.message};
				resolve();
			});
			child.once('exit', (code, signal) => {
				exit = exitOf(code, signal);
				resolve();
			});
		});
		const silent = new Promise<void>(resolve => {
			child.once('disconnect', resolve);
			child.once('error', () => resolve());
		});
		lane.ended = Promise.all([exited, silent]).then(() => this.#end(lane, exit));
		this.#lanes.add(lane);
	}

	/** Sends what waits to the processes that have room for it. */
	#send(): void {
		if (this.#stopped !== undefined) {
			return;
		}

		const lanes = [...this.#lanes].filter(lane => lane.state === 'ready' && !lane.isLong);
		// Those with the least to do first, and few at a time where few are left, so that all are done at once.
		for (const lane of lanes.sort((a, b) => a.tasks.length - b.tasks.length)) {
			const room = Math.min(AHEAD - lane.tasks.length, Math.ceil(this.#queue.length / lanes.length));
			if (this.#queue.length > 0 && (lane.tasks.length <= AHEAD / 2 || room > AHEAD / 2)) {
				this.#give(lane, this.#queue.splice(0, Math.max(1, room)));
			}
		}

		this.#wanted = Math.max(
			this.#wanted,
			Math.min(1 + Math.floor(this.#queue.length / MANY), this.#processes),
		);
		const working = [...this.#lanes].filter(lane => !lane.isLong && lane.state !== 'leaving').length;
		if (this.#queue.length > 0 && working < this.#wanted && this.#lanes.size < 2 * this.#processes) {
			this.#start();
		}
	}

	#give(lane: Lane, tasks: Task[]): void {
		const wasIdle = lane.tasks.length === 0;
		lane.tasks.push(...tasks);
		this.#tell(lane, {
			requests: tasks.map(({id, file: given, asked}) => {
				const {file, recover} = this.#read.get(given) ?? {file: given, recover: false};
				return {...asked, id, file, recover};
			}),
		});
		if (wasIdle) {
			this.#begin(lane);
		}
	}

	#tell(lane: Lane, message: BulkMessage): void {
		// A process that is gone is told of by its end.
		lane.child.send(message, () => {});
	}

	/** The first of a process's queries runs from now on. */
	#begin(lane: Lane): void {
		lane.startedAt = performance.now();
		lane.timer ??= setTimeout(() => this.#look(lane), Math.min(LONG_MS, this.#timeoutMs));
	}

	/**
	 * Looks how long the running query has taken. One timer serves many of them: it is set anew only when it has run
	 * down.
	 */
	#look(lane: Lane): void {
		lane.timer = undefined;
		// This process may have been busy itself: an answer that is there already is heard first.
		setImmediate(() => {
			const task = lane.tasks[0];
			if (!task || lane.timer || !this.#lanes.has(lane)) {
				return;
			}

			const elapsed = performance.now() - lane.startedAt;
			if (elapsed >= this.#timeoutMs) {
				lane.isTimeout = true;
				this.#kill(lane);
				return;
			}

			if (elapsed >= LONG_MS && !lane.isLong) {
				lane.isLong = true;
				const others = lane.tasks.splice(1);
				if (others.length > 0) {
					this.#tell(lane, {withdrawn: others.map(({id}) => id)});
					this.#queue.unshift(...others);
				}

				this.#send();
			}

			const next = (lane.isLong ? this.#timeoutMs : Math.min(LONG_MS, this.#timeoutMs)) - elapsed;
			lane.timer = setTimeout(() => this.#look(lane), Math.min(Math.max(1, next), 2 ** 31 - 1));
		});
	}

	#hear(lane: Lane, message: BulkReply | BulkOpening): void {
		if (message.kind === 'ready') {
			this.sqliteVersion = message.sqliteVersion;
			this.#cameUp(message.sqliteVersion);
			this.#grow();
			lane.state = 'ready';
			this.#send();
			return;
		}

		if (message.kind === 'no-driver') {
			this.#stop(openFailure('the database', message.code, message.message));
			return;
		}

		const task = lane.tasks[0];
		if (task?.id !== message.id) {
			return;
		}

		switch (message.kind) {
			case 'rows':
				addRows(task, message.rows);
				return;
			case 'again':
				task.rows = [];
				return;
			case 'noted': {
				const {id: _, kind: __, ...noted} = message;
				task.noted = {...task.noted, ...noted};
				return;
			}

			case 'done': {
				const {rowCount, setKey, seen, isWhole, elapsedMs} = message;
				addRows(task, message.rows);
				this.#next(lane);
				const rows = isWhole ? task.rows : null;
				const {noted} = task;
				task.resolve({
					elapsedMs,
					noted,
					rowCount,
					rows,
					...(setKey !== undefined && {setKey}),
					...(seen && {seen}),
				});
				break;
			}

			case 'failed': {
				const {failure, elapsedMs} = message;
				this.#next(lane);
				if (failure.kind === 'database') {
					task.reject(cannotRead(task.file, failure.message));
				} else {
					task.resolve({elapsedMs, noted: task.noted, error: failure});
				}

				break;
			}

			case 'schema': {
				const {schema, warnings} = message;
				this.#next(lane);
				task.resolve({schema, warnings});
				break;
			}

			default:
				this.#next(lane);
				void this.#copy(task, message);
		}

		this.#send();
	}

	#next(lane: Lane): void {
		lane.tasks.shift();
		lane.isFirst = false;
		if (lane.isLong) {
			lane.isLong = false;
			clearTimeout(lane.timer);
			lane.timer = undefined;
			if (
				[...this.#lanes].filter(other => !other.isLong && other.state !== 'leaving').length > this.#processes
			) {
				this.#kill(lane);
			}
		}

		if (lane.tasks.length > 0) {
			this.#begin(lane);
		} else {
			clearTimeout(lane.timer);
			lane.timer = undefined;
		}
	}

	/** Another process takes as long to come up as hundreds of queries: it is started where there is still work then. */
	#grow(): void {
		if (this.#wanted >= this.#processes || this.#growth) {
			return;
		}

		this.#growth = setTimeout(() => {
			this.#growth = undefined;
			if (this.#queue.length > 0 && this.#stopped === undefined) {
				this.#wanted = Math.min(this.#wanted + 1, this.#processes);
				this.#send();
			}

			if (this.#stopped === undefined) {
				this.#grow();
			}
		}, GROWTH_MS);
		this.#growth.unref();
	}

	#kill(lane: Lane): void {
		lane.state = 'leaving';
		lane.child.kill('SIGKILL');
	}

	/** A database that SQLite cannot read without writing is read from a copy. */
	async #copy(task: Task, {code, message}: {code: string; message: string}): Promise<void> {
		const {file} = task;
		const reason = this.#read.has(file) ? null : copyReason(code);
		if (reason === null && !(this.#read.has(file) && copyReason(code) !== null && !task.isSecondTry)) {
			task.reject(openFailure(file, code, message));
			return;
		}

		try {
			const recover = reason === 'unfinished-transaction';
			const copy = this.#copies.get(file) ?? privateCopy(file).then(made => ({...made, recover}));
			this.#copies.set(file, copy);
			this.#read.set(file, await copy);
			this.#queue.unshift({...task, isSecondTry: true});
			this.#send();
		} catch (error) {
			task.reject(error);
		}
	}

	/** A process is gone: what became of the query that it ran, and what is left goes to another. */
	#end(lane: Lane, exit: Exit): void {
		clearTimeout(lane.timer);
		this.#lanes.delete(lane);
		const [task, ...others] = lane.tasks.splice(0);
		this.#queue.unshift(...others);
		if (task) {
			const elapsedMs = performance.now() - lane.startedAt;
			const {noted} = task;
			if (lane.isTimeout) {
				const message = `the query took longer than ${this.#timeoutMs / 1000} s and was stopped`;
				task.resolve({elapsedMs, noted, error: {kind: 'timeout', message}});
			} else if (!lane.isFirst && !task.isSecondTry) {
				this.#queue.unshift({...task, rows: [], noted: {}, isSecondTry: true});
			} else if (exit.reason === 'memory') {
				const message = `the query took more than ${MEMORY_LIMIT / 2 ** 20} MB of memory and was stopped`;
				task.resolve({elapsedMs, noted, error: {kind: 'memory', message}});
			} else {
				task.reject(
					new DatabaseError(
						`a query of ${task.file} could not be finished: ${exit.detail}`,
						'Try it again; if it happens again, check the file with: sqlite3 <file> "PRAGMA integrity_check"',
					),
				);
			}
		} else if (lane.state === 'starting' && this.#stopped === undefined) {
			this.#stop(
				new DatabaseError(
					`the reader's process does not start: ${exit.detail}`,
					'Try: npm rebuild better-sqlite3',
				),
			);
		}

		this.#send();
	}
}

/** Of what a process says that it was not asked. */
const OUT_OF_STEP = new Error('the reader answered out of step');

function cannotRead(file: string, why: string): DatabaseError {
	return new DatabaseError(
		`${file} cannot be read: ${why}`,
		'Check the file with: sqlite3 <file> "PRAGMA integrity_check"',
	);
}

function addRows(task: Task, rows: readonly unknown[][]): void {
	for (const row of rows) {
		task.rows.push(row.map(cellFromJson));
	}
}
