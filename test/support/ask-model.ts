/** A model against a scripted server, and everything that comes of one reply. */
import {onTestFinished} from 'vitest';
import {ModelError} from '../../source/errors.js';
import type {Model, ReplyChunk, Sampling} from '../../source/model/model.js';
import {serverModel} from '../../source/model/openai.js';
import type {Message} from '../../source/protocol/prompt.js';
import {type Script, type ServerOptions, startScriptedServer} from './scripted-server.js';

export const CHAT: Message[] = [
	{role: 'system', content: 'You are sqrl.'},
	{role: 'user', content: 'Question: how many?\n\nReason about it'},
];

export const SAMPLING: Sampling = {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null};

export type ModelOptions = {name?: string; apiKey?: string; idleTimeoutMs?: number};

/** A server with this script and the model on it; the server is closed when the test is done. */
export async function scripted(script: Script, options: ModelOptions & ServerOptions = {}) {
	const server = await startScriptedServer(script, options);
	onTestFinished(server.close);
	return {server, model: modelAt(server.baseUrl, options)};
}

export function modelAt(
	baseUrl: string,
	{name = 'sqrl-4b', apiKey, idleTimeoutMs = 5000}: ModelOptions = {},
) {
	return serverModel({baseUrl, name, apiKey, idleTimeoutMs});
}

/** One event of a stream as a server sends it. */
export function event(data: unknown): string {
	return `data: ${JSON.stringify(data)}\n\n`;
}

/** An event with a piece of a reply. */
export function piece(delta: object, finishReason: string | null = null): string {
	return event({choices: [{index: 0, delta, finish_reason: finishReason}]});
}

export type Received = {
	chunks: ReplyChunk[];
	/** The text that came. */
	text: string;
	waits: Array<{reason: string; ms?: number}>;
	/** What the reply failed with. */
	error?: unknown;
	elapsedMs: number;
};

/** Takes one reply to its end or failure. `onChunk` sees each chunk as it comes. */
export async function receive(
	model: Model,
	{
		sampling = {},
		signal,
		onChunk = () => {},
	}: {
		sampling?: Partial<Sampling>;
		signal?: AbortSignal;
		onChunk?: (chunk: ReplyChunk) => void;
	} = {},
): Promise<Received> {
	const start = performance.now();
	const chunks: ReplyChunk[] = [];
	let thrown: {error?: unknown} = {};
	try {
		for await (const chunk of model.reply(CHAT, {...SAMPLING, ...sampling}, signal)) {
			chunks.push(chunk);
			onChunk(chunk);
		}
	} catch (error) {
		thrown = {error};
	}

	return {
		chunks,
		text: chunks.map(chunk => (chunk.kind === 'text' ? chunk.text : '')).join(''),
		waits: chunks.flatMap(chunk => (chunk.kind === 'waiting' ? [chunk] : [])),
		...thrown,
		elapsedMs: performance.now() - start,
	};
}

/** The ModelError that a reply failed with. */
export function failureOf({error}: Received): ModelError {
	if (!(error instanceof ModelError)) {
		throw new Error(`no ModelError: ${String(error)}`, {cause: error});
	}

	return error;
}
