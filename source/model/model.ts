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
};
