/** A model that runs here: a GGUF, in a process of its own. */
import path from 'node:path';
import type {ChosenModel} from '../chosen-model.js';
import type {LoadedModel} from '../model.js';
import {type LocalChild, startLocalChild} from './model-child.js';

export type LocalOptions = {
	/** Path of the GGUF, absolute. */
	file: string;
	name: string;
	/** Whether a graphics card may be used, where the engine knows one. */
	gpu: boolean;
};

/**
 * The model is loaded when it is first prepared or asked, and anew where its process has ended meanwhile. What a
 * reply waits for it says with `waiting` (the file is loaded) and `progress` (tokens of the prompt). Throws ModelErrors
 * of the kinds `unusable`, `context` (a PromptTooLong) and `cut`.
 */
export function localModel({file, name, gpu}: LocalOptions): ChosenModel {
	let child: LocalChild | null = null;
	let loaded: LoadedModel | null = null;
	const running = (): LocalChild => {
		if (!child?.alive) {
			loaded = null;
			child = startLocalChild({file, gpu});
		}

		return child;
	};

	async function* loading(signal: AbortSignal | undefined) {
		for await (const event of running().loading(signal)) {
			if (event.kind === 'loaded') {
				({loaded} = event);
			}

			yield event;
		}
	}

	return {
		ref: {name, file},
		async *prepare(system, signal) {
			yield* loading(signal);
			for await (const answer of running().request({kind: 'prepare', system}, signal)) {
				if (answer.kind === 'reading') {
					yield answer;
				}
			}
		},
		async *reply(messages, sampling, signal) {
			signal?.throwIfAborted();
			if (!loaded) {
				yield {kind: 'waiting', reason: `loading ${path.basename(file)}`};
				for await (const _ of loading(signal)) {
					// What is told of the loading is for who prepares.
				}
			}

			for await (const answer of running().request({kind: 'reply', messages, sampling}, signal)) {
				if (answer.kind !== 'reading' && answer.kind !== 'done' && answer.kind !== 'failed') {
					yield answer;
				}
			}
		},
		async contextLength(signal) {
			try {
				for await (const _ of loading(signal)) {
					// The last event has it.
				}
			} catch {
				signal?.throwIfAborted();
			}

			return loaded?.contextTokens ?? null;
		},
		async close() {
			await child?.close();
		},
	};
}
