import {ModelError} from '../errors.js';
import type {Model, ReplyChunk} from '../model/model.js';

/**
 * One model for the samples of a vote. A server that is busy with the vote's own replies turns the others down; those
 * wait until one has come through and ask again, as often as others get on. Where none comes through the server is busy
 * with somebody else, and its error is thrown as the model throws it.
 */
export function patientModel(model: Model): Model {
	/** Requests that have not ended. */
	let underWay = 0;
	/** Requests that were taken, and have ended. */
	let through = 0;
	const waiting = new Set<() => void>();

	const untilOneEnds = (signal: AbortSignal | undefined) =>
		new Promise<void>(resolve => {
			const goOn = () => {
				waiting.delete(goOn);
				signal?.removeEventListener('abort', goOn);
				resolve();
			};
			waiting.add(goOn);
			signal?.addEventListener('abort', goOn, {once: true});
		});

	async function* attempt(...[messages, sampling, signal]: Parameters<Model['reply']>) {
		let taken = 0;
		underWay++;
		try {
			for await (const chunk of model.reply(messages, sampling, signal)) {
				taken = chunk.kind === 'waiting' ? taken : 1;
				yield chunk;
			}
		} finally {
			underWay--;
			through += taken;
			for (const goOn of waiting) {
				goOn();
			}
		}
	}

	return {
		...model,
		async *reply(messages, sampling, signal): AsyncGenerator<ReplyChunk, void, void> {
			for (;;) {
				const throughBefore = through;
				try {
					yield* attempt(messages, sampling, signal);
					return;
				} catch (error) {
					if (!(error instanceof ModelError) || error.kind !== 'busy') {
						throw error;
					}

					yield {kind: 'waiting', reason: error.message};
					while (through === throughBefore) {
						if (underWay === 0) {
							throw error;
						}

						await untilOneEnds(signal);
						signal?.throwIfAborted();
					}
				}
			}
		},
	};
}
