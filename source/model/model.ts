import type {Message} from '../protocol/prompt.js';

/** `maxTokens` bounds one reply; without a seed the server draws one. */
export type Sampling = {temperature: number; topP: number; maxTokens: number; seed: number | null};

export type Usage = {promptTokens: number; completionTokens: number};

/** A model as a trajectory names it. The URL carries no user, password or query. */
export type ModelRef = {name: string; baseUrl?: string; file?: string};

/** What a model says while it writes a reply. */
export type ReplyChunk =
	| {kind: 'text'; text: string}
	/** Thinking that a server sends apart from the text: a reasoning parser is on. */
	| {kind: 'reasoning'; text: string}
	/** Nothing comes yet, and why; `ms` is how long until the next attempt. */
	| {kind: 'waiting'; reason: string; ms?: number}
	| {kind: 'progress'; done: number; total: number}
	/** The last chunk of a reply that is whole. `finishReason` is 'length' at the token limit. */
	| {kind: 'end'; finishReason: string; usage?: Usage};

/** What a model that runs here does before it can be asked. */
export type Preparing =
	/** Bytes of its file. */
	| {kind: 'loading'; done: number; total: number}
	| {kind: 'loaded'; loaded: LoadedModel}
	/** Tokens of what all chats begin with. */
	| {kind: 'reading'; done: number; total: number};

/** `memoryBytes` is what its process takes; `contextTokens` the longest chat, reply included. */
export type LoadedModel = {fileBytes: number; memoryBytes: number; contextTokens: number};

/** Who writes the replies. */
export type Model = {
	ref: ModelRef;
	/**
	 * One reply to a chat, as it is written; ends with an `end` chunk or throws a ModelError. After an abort
	 * no more chunks come and the signal's reason is thrown.
	 */
	reply(messages: Message[], sampling: Sampling, signal?: AbortSignal): AsyncIterable<ReplyChunk>;
	/**
	 * The longest chat the model can take, in tokens, where that is known. Throws nothing: what cannot be
	 * asked is not known.
	 */
	contextLength(signal?: AbortSignal): Promise<number | null>;
	/**
	 * A model that runs here is loaded and reads the system prompt ahead, so that the first reply comes as soon as
	 * the others; it is what all chats begin with, the last one given is kept. Throws a ModelError, a PromptTooLong
	 * for a system prompt beyond its context. After an abort the signal's reason is thrown; what was loaded stays.
	 * Such a model counts the tokens of a chat itself: nobody needs to estimate whether it fits.
	 */
	prepare?(system: string, signal?: AbortSignal): AsyncIterable<Preparing>;
};
