/** Of `doctor`: the models that run here, each loaded as a session loads it. */
import {PromptTooLong} from '../errors.js';
import type {LoadedModel, Model} from '../model/model.js';
import {EMBEDDED_NAME, isEmbedded, type ModelPlace} from '../model/model-place.js';
import type {Invocation} from './command.js';
import {type Finding, faultOf, type Report, type TrialPrompt} from './finding.js';
import {loadModel} from './load-model.js';
import {loadedWords, OTHER_SCHEMA_WORDS} from './model-words.js';
import {modelAt} from './open-model.js';

export async function examineModelFile(
	invocation: Invocation,
	prompt: TrialPrompt | null,
	report: Report,
): Promise<void> {
	const topic = 'model file';
	const {values, sources} = invocation.settings;
	const file = values['model-file'];
	if (file === null) {
		await report({topic, state: 'note', words: 'none is named: --model-file <path> runs a GGUF file here'});
		return;
	}

	const name = `${file} (from ${sources['model-file'].name})`;
	await examineAt({kind: 'file', file}, {topic, name, prompt}, invocation, report);
}

export async function examineEmbedded(
	invocation: Invocation,
	prompt: TrialPrompt | null,
	report: Report,
): Promise<void> {
	await examineAt({kind: 'embedded'}, {topic: 'embedded', name: EMBEDDED_NAME, prompt}, invocation, report);
}

/** `name` is what the model is called in the report; the prompt is null where no database could be read. */
type Subject = {topic: string; name: string; prompt: TrialPrompt | null};

async function examineAt(
	place: ModelPlace,
	subject: Subject,
	{settings, environment, signal}: Invocation,
	report: Report,
): Promise<void> {
	const model = modelAt(place, settings, environment);
	try {
		for (const finding of await examineLocal(model, subject, signal)) {
			await report(finding);
		}
	} finally {
		await model.close();
	}
}

/**
 * Loads a model, and says its size, its context and its memory, or why it cannot be loaded. After an abort the
 * signal's reason is thrown. The model is its owner's to close.
 */
export async function examineLocal(
	model: Model,
	{topic, name, prompt}: Subject,
	signal: AbortSignal,
): Promise<Finding[]> {
	let loaded: LoadedModel;
	try {
		loaded = await loadModel(model, prompt?.system ?? '', signal);
	} catch (error) {
		signal.throwIfAborted();
		const fault = faultOf(topic, error);
		// What to shorten is not the model's to say.
		return [error instanceof PromptTooLong && prompt ? {...fault, advice: prompt.advice} : fault];
	}

	const words = `${name}: ${loadedWords(loaded)}`;
	if (prompt && prompt.tokens > loaded.contextTokens) {
		return [{topic, state: 'fault', words: `${words}, less than the prompt has`, advice: prompt.advice}];
	}

	const known = prompt === null || prompt.isChinook || !isEmbedded(model.ref);
	return [
		{topic, state: 'ok', words},
		...(known ? [] : [{topic, state: 'note' as const, words: OTHER_SCHEMA_WORDS}]),
	];
}
