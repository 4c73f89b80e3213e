/** What a model's process and its parent say to each other. */
import {ModelError, type ModelFailureKind, PromptTooLong} from '../../errors.js';
import type {Message} from '../../protocol/prompt.js';
import type {Preparing, ReplyChunk, Sampling} from '../model.js';

/** How the process is started: as JSON, its only argument. */
export type LocalStart = {
	file: string;
	/** Whether a graphics card may be used. */
	gpu: boolean;
	/** A private folder for what is too large for memory; null: there is none to be had. */
	folder: string | null;
};

export type LocalRequest =
	/** Evaluates the system prompt and keeps it. */
	{kind: 'prepare'; system: string} | {kind: 'reply'; messages: Message[]; sampling: Sampling};

/** A request, or that its rest is not wanted. */
export type ToProcess = {id: number; request: LocalRequest} | {id: number; stop: true};

/** How loading goes, once from the start of the process to `loaded` or `failed`. */
export type LoadingMessage = {loading: Preparing | {kind: 'failed'; failure: LocalFailure}};

/** Of a reply `end` is the last, of a preparation `done`; `failed` ends either. */
export type Answer =
	| ReplyChunk
	| {kind: 'reading'; done: number; total: number}
	| {kind: 'done'}
	| {kind: 'failed'; failure: LocalFailure};

export type FromProcess = LoadingMessage | {id: number; answer: Answer};

/** A ModelError as it crosses between the processes. */
export type LocalFailure =
	| {kind: Exclude<ModelFailureKind, 'context'>; message: string; advice: string}
	| {kind: 'context'; tokens: number; contextTokens: number};

export function failureOf(error: ModelError): LocalFailure {
	if (error instanceof PromptTooLong) {
		return {kind: 'context', tokens: error.tokens, contextTokens: error.contextTokens};
	}

	const {kind, message, advice} = error;
	return {kind: kind as Exclude<ModelFailureKind, 'context'>, message, advice};
}

export function errorOf(failure: LocalFailure): ModelError {
	return failure.kind === 'context'
		? new PromptTooLong(failure.tokens, failure.contextTokens)
		: new ModelError(failure.kind, failure.message, failure.advice);
}
