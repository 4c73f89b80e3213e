import {ModelError, messageOf} from '../../errors.js';
import type {Model, Preparing} from '../../model/model.js';

/** What all chats of the session begin with, as the model that runs here reads it ahead. */
export type Preparation = {
	model: Model;
	system: string;
	/** Is waited for before the model is loaded. */
	vacated: Promise<void>;
};

export type Preparer = {
	/** Prepares a model that can be, unless just this is being prepared or was; an earlier preparation is given up. */
	prepare(preparation: Preparation): void;
	stop(): void;
};

/** What is told of the preparation that counts; of one that was given up nothing is. */
export type PreparerEvent =
	| {kind: 'preparing'; progress: Preparing}
	| {kind: 'prepared'}
	| {kind: 'unprepared'; error: ModelError};

export function startPreparer(tell: (event: PreparerEvent) => void): Preparer {
	let newest: {model: Model; system: string; controller: AbortController} | null = null;
	/** The model reads one prompt at a time: the next is begun when the one before has ended. */
	let work = Promise.resolve();

	async function run({model, system, vacated}: Preparation, {signal}: AbortController): Promise<void> {
		await vacated;
		if (signal.aborted) {
			return;
		}

		try {
			for await (const progress of model.prepare!(system, signal)) {
				if (signal.aborted) {
					return;
				}

				tell({kind: 'preparing', progress});
			}

			if (!signal.aborted) {
				tell({kind: 'prepared'});
			}
		} catch (error) {
			if (signal.aborted) {
				return;
			}

			// It can be tried again with the same prompt.
			newest = null;
			const failure =
				error instanceof ModelError
					? error
					: new ModelError('unusable', messageOf(error), '', {cause: error});
			tell({kind: 'unprepared', error: failure});
		}
	}

	function stop(): void {
		newest?.controller.abort(new Error('given up'));
		newest = null;
	}

	return {
		prepare(preparation) {
			const {model, system} = preparation;
			if (!model.prepare || (newest?.model === model && newest.system === system)) {
				return;
			}

			stop();
			const controller = new AbortController();
			newest = {model, system, controller};
			work = work.then(() => run(preparation, controller));
		},
		stop,
	};
}
