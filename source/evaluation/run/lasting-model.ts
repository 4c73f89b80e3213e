/** The model of a run that goes on for hours: a server that is away for a while is waited for. */
import {setTimeout as sleep} from 'node:timers/promises';
import {ModelError} from '../../errors.js';
import type {Model, ReplyChunk} from '../../model/model.js';

export type LastingOptions = {
	/** Milliseconds without any sign of the model after which it is given up. */
	patienceMs: number;
	/** Milliseconds that only go forward. */
	now?: () => number;
	/** Resolves after so many milliseconds; rejects when it is aborted. */
	delay?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Asks again where nothing of a reply has come: of a model that has no room for as long as the patience lasts, and of one
 * that cannot be reached if it was there before. One that never was is an address to be mended, and its error is thrown at
 * once. A model that only stalls counts as one that cannot be reached.
 */
export function lastingModel(model: Model, {patienceMs, ...options}: LastingOptions): Model {
	const {
		now = () => performance.now(),
		delay = (ms, signal) => sleep(ms, undefined, {...(signal && {signal})}),
	} = options;
	const startedAt = now();
	/** When anything of a reply came last. */
	let heardAt: number | null = null;
	const isPatient = () => now() - (heardAt ?? startedAt) < patienceMs;

	return {
		...model,
		async *reply(messages, sampling, signal): AsyncGenerator<ReplyChunk, void, void> {
			for (let tries = 0; ; tries++) {
				let hasBegun = false;
				try {
					for await (const chunk of model.reply(messages, sampling, signal)) {
						if (chunk.kind !== 'waiting') {
							hasBegun = true;
							heardAt = now();
						}

						yield chunk;
					}

					return;
				} catch (thrown) {
					if (hasBegun || !(thrown instanceof ModelError) || signal?.aborted) {
						throw thrown;
					}

					const error =
						thrown.kind === 'stalled' && !(heardAt !== null && isPatient()) ? asGone(thrown) : thrown;
					const isWaitedFor = error.kind === 'busy' || (error.kind === 'unreachable' && heardAt !== null);
					if (!isWaitedFor || !isPatient()) {
						throw error;
					}

					const ms = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
					yield {kind: 'waiting', reason: error.message, ms};
					await delay(ms, signal);
				}
			}
		},
	};
}

function asGone({message, advice, cause}: ModelError): ModelError {
	return new ModelError('unreachable', message, advice, {cause});
}
