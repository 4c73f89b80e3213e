/**
 * The process that runs a model. It ends with its parent, and whatever it does in native code costs nobody else a
 * moment.
 */
import {rmSync} from 'node:fs';
import {setPriority} from 'node:os';
import path from 'node:path';
import {ModelError, messageOf} from '../../errors.js';
import {type Engine, openEngine} from './engine.js';
import {
	type Answer,
	type FromProcess,
	failureOf,
	type LocalFailure,
	type LocalRequest,
	type LocalStart,
	type ToProcess,
} from './messages.js';

/** A little later than whoever draws and reads. */
const NICENESS = 5;

const start = JSON.parse(process.argv[2]!) as LocalStart;
const running = new Map<number, AbortController>();

setPriority(NICENESS);
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
	// They reach all that runs in a terminal. This process ends when its parent does, and leaves nothing behind.
	process.on(signal, () => {});
}

process.on('disconnect', endWithParent);
if (!process.connected) {
	// It died before anybody listened here.
	endWithParent();
}

const opening = open();
process.on('message', (message: ToProcess) => {
	if ('stop' in message) {
		running.get(message.id)?.abort(new Error('stopped'));
	} else {
		void serve(message.id, message.request);
	}
});

function endWithParent(): void {
	if (start.folder !== null) {
		rmSync(start.folder, {recursive: true, force: true});
	}

	// At once: an exit would wait for the batch in flight.
	process.kill(process.pid, 'SIGKILL');
}

function send(message: FromProcess): void {
	// A parent that is gone is told of by the channel's end.
	process.send?.(message, undefined, undefined, () => {});
}

/** Null where the model cannot be run, which has been told. */
async function open(): Promise<Engine | null> {
	try {
		const engine = await openEngine(start, loading => send({loading}));
		send({loading: {kind: 'loaded', loaded: engine.loaded}});
		return engine;
	} catch (error) {
		send({loading: {kind: 'failed', failure: failureIn(error)}});
		return null;
	}
}

async function serve(id: number, request: LocalRequest): Promise<void> {
	const controller = new AbortController();
	const answer = (answer: Answer) => send({id, answer});
	running.set(id, controller);
	try {
		const engine = await opening;
		if (engine) {
			await answerRequest(engine, request, controller.signal, answer);
		}
	} catch (error) {
		if (!controller.signal.aborted) {
			answer({kind: 'failed', failure: failureIn(error)});
		}
	} finally {
		running.delete(id);
	}
}

async function answerRequest(
	engine: Engine,
	request: LocalRequest,
	signal: AbortSignal,
	answer: (answer: Answer) => void,
): Promise<void> {
	if (request.kind === 'reply') {
		for await (const chunk of engine.reply(request.messages, request.sampling, signal)) {
			answer(chunk);
		}

		return;
	}

	for await (const reading of engine.prepare(request.system, signal)) {
		answer(reading);
	}

	answer({kind: 'done'});
}

function failureIn(error: unknown): LocalFailure {
	return error instanceof ModelError
		? failureOf(error)
		: {
				kind: 'unusable',
				message: `${path.basename(start.file)} cannot be run: ${messageOf(error)}`,
				advice: 'Ask again; if it stays so, choose another model.',
			};
}
