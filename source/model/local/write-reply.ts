/** A reply to a chat, in a sequence of the engine. */
import type {LlamaContextSequence, Token} from 'node-llama-cpp';
import type {Sampling} from '../model.js';
import type {ChatTokens} from './chat-tokens.js';
import {type GatedSequence, keepFirst, type Read, readTokens} from './read-tokens.js';
import type {SharedPrefix} from './shared-prefix.js';

/** A sequence, and what it shares with the others of its context. */
export type Slot = GatedSequence & {prefix: SharedPrefix};

/** What is told while a reply is written. `end` is the last; the token that ends the reply is not told. */
export type Writing =
	| Read
	| {kind: 'token'; token: Token}
	| {kind: 'end'; finishReason: 'stop' | 'length'; completionTokens: number};

/** Tokens of the chat that a sequence was last given, from its beginning. */
const lastChat = new WeakMap<LlamaContextSequence, number>();

/**
 * Evaluates what the sequence does not hold of the chat and writes the reply, token by token, until its end or
 * `maxTokens` of them. With temperature 0 it is the likeliest each time; else `seed` decides, of which the engine takes
 * 32 bits. After an abort the signal's reason is thrown, once the batch in flight is done.
 */
export async function* writeReply(
	slot: Slot,
	chat: ChatTokens,
	{temperature, topP, maxTokens, seed}: Sampling & {seed: number},
	signal: AbortSignal,
): AsyncGenerator<Writing, void, void> {
	const {sequence, gate} = slot;
	const {tokens} = chat;
	yield* goBack(slot, chat, signal);
	// The reply begins from the last token.
	yield* readTokens(slot, tokens.slice(0, -1), signal);
	lastChat.set(sequence, tokens.length);
	const reply = sequence.evaluate(tokens.slice(-1), {
		temperature,
		topP,
		topK: 0,
		minP: 0,
		seed: seed % 2 ** 32,
	});
	let completionTokens = 0;
	for await (const token of reply) {
		signal.throwIfAborted();
		yield {kind: 'token', token};
		if (++completionTokens === maxTokens) {
			yield {kind: 'end', finishReason: 'length', completionTokens};
			return;
		}

		await gate.passed();
	}

	yield {kind: 'end', finishReason: 'stop', completionTokens};
}

/**
 * Brings the sequence to a beginning of the chat: all that it holds, where the chat goes on with what it was last
 * given; else what all chats share. From there a seed repeats, for the rest is cut into the same batches.
 */
async function* goBack(
	slot: Slot,
	{tokens, shared}: ChatTokens,
	signal: AbortSignal,
): AsyncGenerator<Read, void, void> {
	const {sequence, prefix} = slot;
	const alike = sequence.compareContextTokens(tokens).firstDifferentIndex;
	const last = lastChat.get(sequence) ?? 0;
	if (last > shared && alike >= last && tokens.length > last) {
		await keepFirst(slot, Math.min(alike, tokens.length - 1));
	} else if (alike >= shared) {
		await keepFirst(slot, Math.min(shared, tokens.length - 1));
	} else {
		yield* prefix(slot, tokens.slice(0, shared), signal);
	}
}
