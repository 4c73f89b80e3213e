/** A GGUF in the engine: reads chats, and writes replies to them. Runs in a process of its own. */
import {randomInt} from 'node:crypto';
import type {LlamaModel} from 'node-llama-cpp';
import {PromptTooLong} from '../../errors.js';
import type {Message} from '../../protocol/prompt.js';
import type {LoadedModel, Preparing, ReplyChunk, Sampling} from '../model.js';
import {chatTemplate} from './chat-template.js';
import {type ChatTokens, chatTokens, sharedTokens, type Tokenize} from './chat-tokens.js';
import {openGate} from './gate.js';
import {BATCH, loadGguf} from './load-gguf.js';
import {type SequenceGroup, sequencePool} from './sequence-pool.js';
import {sharedPrefix} from './shared-prefix.js';
import {tokenText} from './token-text.js';
import {type Slot, type Writing, writeReply} from './write-reply.js';

/** How many tokens of the system prompt are evaluated. */
export type Reading = Extract<Preparing, {kind: 'reading'}>;

export type Engine = {
	loaded: LoadedModel;
	/** Evaluates the system prompt and keeps it for all chats. Throws as `reply` does. */
	prepare(system: string, signal: AbortSignal): AsyncIterable<Reading>;
	/**
	 * One reply, as `Model.reply`. Throws a PromptTooLong, or a ModelError for a chat template that cannot be filled;
	 * after an abort the signal's reason, once the batch in flight is done.
	 */
	reply(messages: Message[], sampling: Sampling, signal: AbortSignal): AsyncIterable<ReplyChunk>;
};

export type EngineOptions = {
	file: string;
	/** Whether a graphics card may be used. */
	gpu: boolean;
	/** A private folder for what is too large for memory; null: there is none. */
	folder: string | null;
};

/** Loads the file. Throws a ModelError that says what is wrong with it. */
export async function openEngine(
	{file, gpu, folder}: EngineOptions,
	onLoading: (loading: Preparing) => void,
): Promise<Engine> {
	const {
		model,
		chatTemplate: source,
		fileBytes,
		plan,
	} = await loadGguf(file, gpu, (done, total) => onLoading({kind: 'loading', done, total}));
	const template = chatTemplate(source, {bos: model.tokens.bosString, eos: model.tokens.eosString});
	const tokenize: Tokenize = (text, special) => model.tokenize(text, special);
	const first = await openGroup(model, plan.contextTokens, 1, folder);
	const pool = sequencePool(first, async () =>
		plan.mostSequences === 1
			? null
			: openGroup(model, first.contextTokens, plan.mostSequences, folder).catch(() => null),
	);
	const loaded = {fileBytes, memoryBytes: process.memoryUsage.rss(), contextTokens: first.contextTokens};

	/** Refuses what the context does not hold: before its last token the engine would drop the chat's beginning. */
	const checkLength = (tokens: number) => {
		if (tokens > loaded.contextTokens - 2) {
			throw new PromptTooLong(tokens, loaded.contextTokens);
		}
	};

	return {
		loaded,
		async *prepare(system, signal) {
			const tokens = sharedTokens(system, template, tokenize);
			checkLength(tokens.length);
			const work = (slot: Slot) => slot.prefix(slot, tokens, signal);
			for await (const {done} of pool.use({tokens, signal, work, brief: true})) {
				yield {kind: 'reading', done, total: tokens.length};
			}
		},
		async *reply(messages, sampling, signal) {
			const chat = chatTokens(messages, template, tokenize);
			checkLength(chat.tokens.length);
			const room = loaded.contextTokens - 1 - chat.tokens.length;
			const chosen = {
				...sampling,
				maxTokens: Math.min(sampling.maxTokens, room),
				seed: sampling.seed ?? randomInt(2 ** 32),
			};
			const work = (slot: Slot) => replyChunks(model, chat, writeReply(slot, chat, chosen, signal));
			yield* pool.use({tokens: chat.tokens, signal, work});
		},
	};
}

/** What is read and written, in the form in which a model tells of it. */
async function* replyChunks(
	model: LlamaModel,
	{tokens}: ChatTokens,
	writing: AsyncIterable<Writing>,
): AsyncGenerator<ReplyChunk, void, void> {
	// A think block may be of special tokens, and belongs to the text.
	const text = tokenText(tokens => model.detokenize(tokens, true));
	for await (const event of writing) {
		switch (event.kind) {
			case 'reading':
				yield {kind: 'progress', done: event.done, total: tokens.length};
				break;
			case 'token':
				yield* said(text.add(event.token));
				break;
			case 'end': {
				yield* said(text.rest());
				const {finishReason, completionTokens} = event;
				yield {kind: 'end', finishReason, usage: {promptTokens: tokens.length, completionTokens}};
			}
		}
	}
}

function* said(text: string): Generator<ReplyChunk, void, void> {
	if (text !== '') {
		yield {kind: 'text', text};
	}
}

type Group = SequenceGroup<Slot> & {contextTokens: number};

async function openGroup(
	model: LlamaModel,
	contextSize: number,
	sequences: number,
	folder: string | null,
): Promise<Group> {
	const context = await model.createContext({contextSize, sequences, batchSize: BATCH});
	const shared = {prefix: sharedPrefix(folder), gate: openGate()};
	return {
		sequences: Array.from({length: sequences}, () => ({sequence: context.getSequence(), ...shared})),
		contextTokens: context.contextSize,
		dispose: () => context.dispose(),
	};
}
