import {type ChildProcess, spawn} from 'node:child_process';
import {childEnvironment} from '../child-environment.js';
import {builtFile} from '../package-root.js';
import {MEMORY_SIGNAL, type Opening, type Reply, type Request, type StartOptions} from './messages.js';

/** Memory that a reader's process may take before its watchdog ends it, in bytes. */
export const MEMORY_LIMIT = 512 * 2 ** 20;

/** The largest temporary file of a query, in bytes. */
export const TEMP_FILE_LIMIT = 2 ** 30;

/** What the shell counts `ulimit -f` in, by POSIX. */
const ULIMIT_BLOCK = 512;

/** Why a process ended: over its memory limit, or killed or crashed. */
export type Exit = {reason: 'memory' | 'ended'; detail: string};

export type Inbox = {
	/** The next reply to the request, or how the process ended instead. */
	next(): Promise<Reply | Exit>;
};

/** One running reader's process, with one database open. Answers one request at a time. */
export type ReaderChild = {
	/** Resolves when the database is open, or cannot be opened. */
	opened: Promise<Opening>;
	request(request: DistributedOmit<Request, 'id'>): Inbox & {send(kind: 'more' | 'stop'): void};
	/** Ends the process at once, in the middle of whatever it does. */
	kill(): void;
	readonly alive: boolean;
	exited: Promise<Exit>;
};

type DistributedOmit<T, K extends keyof never> = T extends unknown ? Omit<T, K> : never;

/**
 * Starts a process that opens the file; `opened` tells whether it could. `recover` is for a private copy only:
 * its unfinished transaction is rolled back first, which writes to it.
 */
export function startReaderChild(file: string, {recover = false} = {}): ReaderChild {
	const options: StartOptions = {file, recover, parent: process.pid, memoryLimit: MEMORY_LIMIT};
	const child = spawnReading('reader-process.js', options);
	const {opening, exited, receive} = listen(child);
	let lastId = 0;
	let alive = true;
	void exited.then(() => {
		alive = false;
	});
	return {
		opened: opening,
		exited,
		get alive() {
			return alive;
		},
		kill() {
			alive = false;
			child.kill('SIGKILL');
		},
		request(request) {
			const id = ++lastId;
			const inbox = receive(id);
			// A process that is gone is told of by its exit.
			child.send({...request, id}, () => {});
			return {
				next: inbox,
				send(kind) {
					if (alive) {
						child.send({id, kind}, () => {});
					}
				},
			};
		},
	};
}

/** What the end of such a process means. */
export function exitOf(code: number | null, signal: NodeJS.Signals | null): Exit {
	return {
		// V8 aborts where its own heap is full.
		reason: signal === MEMORY_SIGNAL || signal === 'SIGABRT' ? 'memory' : 'ended',
		detail: `its process ended with ${signal ?? `code ${code}`}`,
	};
}

/** Starts one of the processes that read, under their limits and with little of the environment. */
export function spawnReading(entry: string, options: unknown): ChildProcess {
	// The shell sets the limit and becomes the process; the channel survives that.
	return spawn(
		'/bin/sh',
		[
			'-c',
			`ulimit -f ${TEMP_FILE_LIMIT / ULIMIT_BLOCK}; exec "$0" "$@"`,
			process.execPath,
			builtFile(entry),
			JSON.stringify(options),
		],
		{
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			serialization: 'json',
			env: childEnvironment(['SQLITE_TMPDIR']),
		},
	);
}

/** Sorts a process's messages: its opening, the replies to the request at hand, its end. */
function listen(child: ChildProcess) {
	const waiting: Array<Reply | Exit> = [];
	let current = 0;
	let ended: Exit | null = null;
	let wake = () => {};
	let resolveOpening: (opening: Opening) => void;
	const opening = new Promise<Opening>(resolve => {
		resolveOpening = resolve;
	});
	child.on('message', (message: Reply | Opening) => {
		if (!('id' in message)) {
			resolveOpening(message);
		} else if (message.id === current) {
			waiting.push(message);
			wake();
		}
	});
	const exited = new Promise<Exit>(resolve => {
		const end = (exit: Exit) => {
			ended = exit;
			resolveOpening({kind: 'unusable', code: 'EXIT', message: exit.detail});
			waiting.push(exit);
			wake();
			resolve(exit);
		};
		child.once('error', error => end({reason: 'ended', detail: error.message}));
		child.once('exit', (code, signal) => {
			end(exitOf(code, signal));
		});
	});
	const receive = (id: number) => {
		current = id;
		waiting.length = 0;
		if (ended) {
			waiting.push(ended);
		}

		return async (): Promise<Reply | Exit> => {
			while (waiting.length === 0) {
				await new Promise<void>(resolve => {
					wake = resolve;
				});
			}

			return waiting.shift()!;
		};
	};
	return {opening, exited, receive};
}
