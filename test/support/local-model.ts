import {onTestFinished} from 'vitest';
import type {ChosenModel} from '../../source/model/chosen-model.js';
import {localModel} from '../../source/model/local/local-model.js';
import type {Model, ReplyChunk, Sampling} from '../../source/model/model.js';
import {EMBEDDED_NAME, embeddedFile} from '../../source/model/model-place.js';
import {firstUserTurn, type Message, systemPrompt} from '../../source/protocol/prompt.js';
import {golden} from './golden.js';

/** The system prompt for Chinook, as the model card counts it. */
export const SYSTEM = systemPrompt({
	schema: golden('chinook-schema.txt').trimEnd(),
	evidence: '',
	maxSteps: 5,
});

export const GREEDY: Sampling = {temperature: 0, topP: 0.95, maxTokens: 400, seed: null};

/** The model in the box, or another file; ended with the test. */
export function embedded({file = embeddedFile()}: {file?: string} = {}): ChosenModel {
	const model = localModel({file, name: EMBEDDED_NAME, gpu: false});
	onTestFinished(() => model.close());
	return model;
}

export function chat(question: string, system = SYSTEM): Message[] {
	return [
		{role: 'system', content: system},
		{role: 'user', content: firstUserTurn(question)},
	];
}

export type Written = {
	text: string;
	chunks: ReplyChunk[];
	finishReason: string;
	promptTokens: number;
	tokens: number;
};

/** A whole reply. */
export async function written(
	model: Model,
	messages: Message[],
	sampling: Partial<Sampling> = {},
	signal?: AbortSignal,
): Promise<Written> {
	const chunks: ReplyChunk[] = [];
	for await (const chunk of model.reply(messages, {...GREEDY, ...sampling}, signal)) {
		chunks.push(chunk);
	}

	const end = chunks.at(-1)!;
	if (end.kind !== 'end') {
		throw new Error(`the last chunk is ${JSON.stringify(end)}`);
	}

	return {
		text: chunks.map(chunk => (chunk.kind === 'text' ? chunk.text : '')).join(''),
		chunks,
		finishReason: end.finishReason,
		promptTokens: end.usage!.promptTokens,
		tokens: end.usage!.completionTokens,
	};
}
