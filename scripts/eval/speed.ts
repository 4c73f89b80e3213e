/** How fast a model that runs here writes. The eight chats are those of a vote's size. */
import type {ChosenModel} from '../../source/model/chosen-model.js';
import type {Model, Sampling} from '../../source/model/model.js';
import {firstUserTurn, type Message, systemPrompt} from '../../source/protocol/prompt.js';
import {questionsOf, readQuestions} from './questions.js';

export const AT_ONCE = 8;

/** Greedy, so that every round writes the same. */
const GREEDY: Sampling = {temperature: 0, topP: 1, maxTokens: 200, seed: null};

export type Writing = {
	/** Tokens after which a reply is cut: while all are written none is done long before the others. */
	longest: number;
	signal?: AbortSignal | undefined;
};

/** The first questions of `dev`, each as a chat that waits for its first reply. `schema` is the dump. */
export function eightChats(schema: string, maxSteps: number): Message[][] {
	const system = systemPrompt({schema, evidence: '', maxSteps});
	return questionsOf(readQuestions(), 'dev', AT_ONCE).map(({question}) => [
		{role: 'system', content: system},
		{role: 'user', content: firstUserTurn(question)},
	]);
}

/** One reply to each chat, one after the other; gives their tokens. */
export async function writeAlone(
	model: Model,
	chats: readonly Message[][],
	writing: Writing,
): Promise<number> {
	let tokens = 0;
	for (const chat of chats) {
		tokens += await write(model, chat, writing);
	}

	return tokens;
}

/** One reply to each chat, all at once; gives their tokens. */
export async function writeAtOnce(
	model: Model,
	chats: readonly Message[][],
	writing: Writing,
): Promise<number> {
	const tokens = await Promise.all(chats.map(chat => write(model, chat, writing)));
	return tokens.reduce((sum, count) => sum + count, 0);
}

async function write(model: Model, chat: Message[], {longest, signal}: Writing): Promise<number> {
	for await (const chunk of model.reply(chat, {...GREEDY, maxTokens: longest}, signal)) {
		if (chunk.kind === 'end') {
			return chunk.usage!.completionTokens;
		}
	}

	throw new Error('the reply has no end');
}

/**
 * Milliseconds from the request to the first text of the reply in a process of its own, which has loaded the model
 * and, unless it is `cold`, read the system prompt.
 */
export async function firstTextMs(
	open: () => ChosenModel,
	chat: Message[],
	{cold, signal}: {cold: boolean; signal?: AbortSignal | undefined},
): Promise<number> {
	const model = open();
	try {
		for await (const step of model.prepare!(chat[0]!.content, signal)) {
			if (cold && step.kind === 'loaded') {
				break;
			}
		}

		const start = performance.now();
		for await (const chunk of model.reply(chat, GREEDY, signal)) {
			if (chunk.kind === 'text') {
				return performance.now() - start;
			}
		}
	} finally {
		await model.close();
	}

	throw new Error('the reply is empty');
}
