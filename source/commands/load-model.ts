import type {LoadedModel, Model} from '../model/model.js';

/**
 * Loads a model that runs here, which has `prepare`, and gives what it says of itself. `onStep` is told of the bytes
 * that are loaded. The system prompt is not read ahead. Throws a ModelError; after an abort the signal's reason.
 */
export async function loadModel(
	model: Model,
	system: string,
	signal: AbortSignal,
	onStep: (done: number, total: number) => void = () => {},
): Promise<LoadedModel> {
	for await (const step of model.prepare!(system, signal)) {
		if (step.kind === 'loaded') {
			return step.loaded;
		}

		onStep(step.done, step.total);
	}

	throw new Error(`${model.ref.name} was not loaded`);
}
