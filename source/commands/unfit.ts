/** What keeps a question from being put to a model at all. */
import {contextError, type PromptSize} from '../agent/prompt-size.js';
import type {Trajectory} from '../agent/trajectory.js';
import {ModelError} from '../errors.js';
import type {Model} from '../model/model.js';
import type {Invocation} from './command.js';
import {loadModel} from './load-model.js';
import {loadingWords} from './model-words.js';

/** Prompts below this many tokens, about, fit every server: the server is not asked how much it takes. */
const SURELY_FITS = 6000;

/**
 * Why the model cannot be asked this, or null. One that runs here is loaded by it. After an abort it is null: of that
 * the driver tells.
 */
export async function unfitness(
	start: Trajectory,
	size: PromptSize,
	model: Model,
	invocation: Pick<Invocation, 'notes' | 'signal'>,
): Promise<ModelError | null> {
	return model.prepare ? loadingError(start, model, invocation) : lengthError(size, model, invocation.signal);
}

/** A prompt that the server cannot take, by its estimated length, is not sent. */
async function lengthError(size: PromptSize, model: Model, signal: AbortSignal): Promise<ModelError | null> {
	const context = size.tokens > SURELY_FITS ? await model.contextLength(signal) : null;
	return context !== null && size.tokens > context ? contextError(size, context) : null;
}

/** Loads a model that runs here, which then counts the prompt itself. Of an abort the driver tells. */
async function loadingError(
	{prompt}: Trajectory,
	model: Model,
	{notes, signal}: Pick<Invocation, 'notes' | 'signal'>,
): Promise<ModelError | null> {
	const words = await loadingWords(model.ref.file!);
	notes.line(words);
	try {
		await loadModel(model, prompt.system, signal, (done, total) => {
			notes.status(`${words} · ${Math.floor((100 * done) / total)} %`);
		});
	} catch (error) {
		if (error instanceof ModelError) {
			return error;
		}

		if (!signal.aborted) {
			throw error;
		}
	}

	return null;
}
