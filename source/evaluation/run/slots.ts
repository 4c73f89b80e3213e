/**
 * How many requests the model has at once. A sample whose query runs leaves its slot to another, so that a slow database
 * does not keep a fast server waiting; those who come back go before those who have not begun.
 */
import type {Model} from '../../model/model.js';

export type Slots = {
	/** Whether a sample may begin: one of the slots is free, and nobody waits to come back to one. */
	readonly hasRoom: boolean;
	/** Takes a free slot for a sample, and gives the model as that sample has it. */
	take(): {
		model: Model;
		/** To be called when the sample is done with, whatever has become of it. */
		release(): void;
	};
};

/** @param onRoom called whenever a slot becomes free that nobody waits for. */
export function openSlots(model: Model, count: number, onRoom: () => void): Slots {
	let taken = 0;
	/** In the order in which they came back. */
	const waiting = new Set<() => void>();

	const leave = () => {
		const [next] = waiting;
		if (next) {
			// The slot is the next one's, without having been free.
			next();
		} else {
			taken--;
			onRoom();
		}
	};

	const enter = (signal: AbortSignal | undefined): Promise<void> => {
		if (taken < count) {
			taken++;
			return Promise.resolve();
		}

		return new Promise((resolve, reject) => {
			const gone = () => {
				waiting.delete(next);
				reject(signal?.reason);
			};
			const next = () => {
				waiting.delete(next);
				signal?.removeEventListener('abort', gone);
				resolve();
			};
			waiting.add(next);
			signal?.addEventListener('abort', gone, {once: true});
		});
	};

	return {
		get hasRoom() {
			return taken < count;
		},
		take() {
			taken++;
			let hasSlot = true;
			const release = () => {
				if (hasSlot) {
					hasSlot = false;
					leave();
				}
			};
			return {
				release,
				model: {
					...model,
					async *reply(messages, sampling, signal) {
						if (!hasSlot) {
							await enter(signal);
							hasSlot = true;
						}

						yield* model.reply(messages, sampling, signal);
						// Where it fails the slot is kept: the sample asks again, or is done with.
						release();
					},
				},
			};
		},
	};
}
