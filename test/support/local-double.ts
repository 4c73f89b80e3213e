/** A model that would run here, without one: what it is asked is written down. */
import type {ChosenModel} from '../../source/model/chosen-model.js';
import type {LoadedModel, ModelRef} from '../../source/model/model.js';
import {type DoubleReply, type ModelDouble, modelDouble} from './agent-doubles.js';

export const LOADED: LoadedModel = {fileBytes: 29_874_976, memoryBytes: 96_000_000, contextTokens: 4096};

export type LocalDouble = ModelDouble & ChosenModel & {closed: boolean; prepared: string[]};

/** `loads` is what it loads as, or the error that it fails to load with. */
export function localDouble(
	ref: ModelRef,
	script: (turn: number) => DoubleReply = () => ({text: ''}),
	loads: LoadedModel | Error = LOADED,
): LocalDouble {
	const double: LocalDouble = {
		...modelDouble(script),
		ref,
		closed: false,
		prepared: [],
		contextLength: async () => {
			throw new Error('it counts for itself');
		},
		async *prepare(system, signal) {
			double.prepared.push(system);
			await null;
			signal?.throwIfAborted();
			if (loads instanceof Error) {
				throw loads;
			}

			yield {kind: 'loading', done: loads.fileBytes, total: loads.fileBytes};
			yield {kind: 'loaded', loaded: loads};
			yield {kind: 'reading', done: 0, total: 1311};
		},
		close: async () => {
			double.closed = true;
		},
	};
	return double;
}
