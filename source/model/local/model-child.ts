/** The process that runs a model, as its parent sees it. */
import {type ChildProcess, fork} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {childEnvironment} from '../../child-environment.js';
import {ModelError} from '../../errors.js';
import {type Inbox, openInbox} from '../../inbox.js';
import {builtFile} from '../../package-root.js';
import type {Preparing} from '../model.js';
import {type Answer, errorOf, type FromProcess, type LocalRequest, type ToProcess} from './messages.js';

export type LocalChild = {
	/** False as soon as the process has ended, or cannot be used. */
	readonly alive: boolean;
	/** How loading goes from now on, `loaded` last. Throws the ModelError that it ends with. */
	loading(signal?: AbortSignal): AsyncIterable<Preparing>;
	/** What is answered, the last included. Throws a ModelError; after an abort the signal's reason, at once. */
	request(request: LocalRequest, signal?: AbortSignal): AsyncIterable<Answer>;
	/** Ends the process, whatever it does. */
	close(): Promise<void>;
};

/** Which graphics card the engine may use is a matter of these. */
const CARD_VARIABLES = ['CUDA_VISIBLE_DEVICES', 'GGML_VK_VISIBLE_DEVICES', 'HIP_VISIBLE_DEVICES'];

/** Milliseconds in which a process that is told to end has tidied up. */
const END_MS = 1000;

/** Starts the process, which begins to load at once. */
export function startLocalChild(options: {file: string; gpu: boolean}): LocalChild {
	const folder = privateFolder();
	const child = fork(builtFile('model-process.js'), [JSON.stringify({...options, folder})], {
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		serialization: 'json',
		// The engine picks the next tokens of several chats on as many threads as this allows, from a buffer that it puts
		// in order when it is first read: with more than one thread chats get each other's tokens.
		env: {...childEnvironment(CARD_VARIABLES), UV_THREADPOOL_SIZE: '1'},
		execArgv: [],
	});
	const followers = new Set<Inbox<Preparing>>();
	const answers = new Map<number, Inbox<Answer>>();
	let latest: Preparing | null = null;
	let failure: ModelError | null = null;
	let lastId = 0;
	const send = (message: ToProcess) => {
		// A process that is gone is told of by its exit.
		child.send?.(message, () => {});
	};
	const fail = (error: ModelError) => {
		failure ??= error;
		for (const inbox of [...followers, ...answers.values()]) {
			inbox.fail(failure);
		}
	};
	const exited = endOf(child).then(how => {
		fail(endedWords(options.file, how));
		if (folder !== null) {
			rmSync(folder, {recursive: true, force: true});
		}
	});
	child.on('message', (message: FromProcess) => {
		if ('id' in message) {
			answers.get(message.id)?.put(message.answer);
		} else if (message.loading.kind === 'failed') {
			fail(errorOf(message.loading.failure));
			child.kill('SIGKILL');
		} else {
			latest = message.loading;
			for (const inbox of followers) {
				inbox.put(latest);
			}
		}
	});
	return {
		get alive() {
			return failure === null;
		},
		async *loading(signal) {
			const inbox = openInbox<Preparing>(signal);
			followers.add(inbox);
			try {
				if (failure) {
					throw failure;
				}

				if (latest) {
					inbox.put(latest);
				}

				for await (const loading of inbox) {
					yield loading;
					if (loading.kind === 'loaded') {
						return;
					}
				}
			} finally {
				followers.delete(inbox);
			}
		},
		async *request(request, signal) {
			signal?.throwIfAborted();
			if (failure) {
				throw failure;
			}

			const id = ++lastId;
			const inbox = openInbox<Answer>(signal);
			answers.set(id, inbox);
			send({id, request});
			let over = false;
			try {
				for await (const answer of inbox) {
					over = LAST.has(answer.kind);
					if (answer.kind === 'failed') {
						throw errorOf(answer.failure);
					}

					yield answer;
					if (over) {
						return;
					}
				}
			} finally {
				answers.delete(id);
				if (!over) {
					send({id, stop: true});
				}
			}
		},
		async close() {
			if (child.connected) {
				child.disconnect();
			}

			await Promise.race([exited, sleep(END_MS)]);
			child.kill('SIGKILL');
			await exited;
		},
	};
}

const LAST: ReadonlySet<Answer['kind']> = new Set(['end', 'done', 'failed']);

/** Resolves to how the process ended. */
function endOf(child: ChildProcess): Promise<string> {
	return new Promise(resolve => {
		child.once('error', error => resolve(error.message));
		child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
	});
}

function endedWords(file: string, how: string): ModelError {
	return new ModelError(
		'cut',
		`the process that ran ${path.basename(file)} has ended (${how})`,
		'Ask again: the model is loaded anew. If nobody ended it, memory may have run out.',
	);
}

/** Null where nothing can be written. */
function privateFolder(): string | null {
	try {
		return mkdtempSync(path.join(tmpdir(), 'sqrl-tui-'));
	} catch {
		return null;
	}
}
