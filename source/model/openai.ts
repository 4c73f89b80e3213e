import {setTimeout as sleep} from 'node:timers/promises';
import OpenAI, {APIError} from 'openai';
import {Stream} from 'openai/core/streaming';
import type {ChatCompletion, ChatCompletionChunk} from 'openai/resources/chat/completions';
import {ModelError} from '../errors.js';
import type {Message} from '../protocol/prompt.js';
import {connectionOf} from './address.js';
import {explainFailure, withoutSecret} from './failure.js';
import type {Model, ReplyChunk, Sampling, Usage} from './model.js';

export type ServedModel = {
	id: string;
	/** Tokens, where the server says so. */
	contextLength: number | null;
};

/** A model behind an OpenAI-compatible server. */
export type ServerModel = Model & {
	/** The models that the server has. Throws a ModelError. */
	models(signal?: AbortSignal): Promise<ServedModel[]>;
};

export type ServerOptions = {
	baseUrl: string;
	name: string;
	apiKey?: string | undefined;
	/** Milliseconds without a sign of the server after which a reply counts as stalled. */
	idleTimeoutMs: number;
};

const ATTEMPTS = 4;

/**
 * A reply of this many characters for each token allowed is one of a server that knows no token limit: it is
 * ended here as if it had reached it.
 */
const CHARACTERS_PER_TOKEN = 16;

/** Throws a UsageError if the address cannot be read; connects only when it is asked something. */
export function serverModel({baseUrl, name, apiKey, idleTimeoutMs}: ServerOptions): ServerModel {
	const {url, authorization} = connectionOf({baseUrl, apiKey});
	const explain = (thrown: unknown) => withoutSecret(explainFailure(thrown, url), authorization);
	const client = new Client({
		baseURL: url,
		apiKey: 'unused: see fetchOnly',
		adminAPIKey: null,
		organization: null,
		project: null,
		maxRetries: 0,
		logLevel: 'off',
		fetch: fetchOnly(authorization),
	});

	async function* attempt(
		messages: Message[],
		sampling: Sampling,
		signal: AbortSignal | undefined,
	): AsyncGenerator<ReplyChunk> {
		const controller = new AbortController();
		const watch = watchFor(controller, signal, () => stalled(url, idleTimeoutMs), idleTimeoutMs);
		try {
			const response = await watch(
				client.chat.completions
					.create(
						{
							model: name,
							messages,
							temperature: sampling.temperature,
							top_p: sampling.topP,
							max_tokens: sampling.maxTokens,
							...(sampling.seed !== null && {seed: sampling.seed}),
							stream: true,
							stream_options: {include_usage: true},
						},
						{signal: controller.signal},
					)
					.asResponse(),
			);
			if (checkType(response, url) === 'json') {
				yield* readWhole((await watch(response.json())) as ChatCompletion, url);
				return;
			}

			// With the client: without it, what cannot be read is written to stderr.
			const stream = Stream.fromSSEResponse<ChatCompletionChunk>(response, controller, client);
			yield* readStream(stream, watch, url, sampling.maxTokens * CHARACTERS_PER_TOKEN);
		} finally {
			controller.abort();
		}
	}

	const models = async (signal?: AbortSignal): Promise<ServedModel[]> => {
		const controller = new AbortController();
		const watch = watchFor(controller, signal, () => stalled(url, idleTimeoutMs), idleTimeoutMs);
		try {
			const response = await watch(client.models.list({signal: controller.signal}).asResponse());
			checkType(response, url);
			const list = (await watch(response.json())) as {data?: Array<ListedModel | null>} | null;
			if (!Array.isArray(list?.data)) {
				throw notAModel(url, 'its list of models has no `data`');
			}

			return list.data.map(model => {
				const length = model?.max_model_len ?? model?.context_length;
				return {id: String(model?.id), contextLength: typeof length === 'number' ? length : null};
			});
		} catch (error) {
			signal?.throwIfAborted();
			throw explain(error).error;
		} finally {
			controller.abort();
		}
	};

	return {
		ref: {name, baseUrl: url},
		models,
		async contextLength(signal) {
			const served = await models(signal).catch(() => []);
			const own = served.find(model => model.id === name) ?? (served.length === 1 ? served[0] : undefined);
			return own?.contextLength ?? null;
		},
		async *reply(messages, sampling, signal) {
			for (let count = 1; ; count++) {
				signal?.throwIfAborted();
				let begun = false;
				try {
					for await (const chunk of attempt(messages, sampling, signal)) {
						signal?.throwIfAborted();
						begun = true;
						yield chunk;
					}

					return;
				} catch (thrown) {
					signal?.throwIfAborted();
					const {error, retryMs} = explain(thrown);
					if (begun && error.kind === 'unreachable') {
						throw brokenOff(url, error);
					}

					if (begun || retryMs === null || count === ATTEMPTS) {
						throw error.kind === 'not-found' ? await withModels(error, name, () => models(signal)) : error;
					}

					const ms = retryMs(count);
					yield {kind: 'waiting', reason: error.message, ms};
					await sleep(ms, undefined, {...(signal && {signal})}).catch(() => signal?.throwIfAborted());
				}
			}
		},
	};
}

type ListedModel = {id: unknown; max_model_len?: unknown; context_length?: unknown};

class Client extends OpenAI {
	/** Servers that put what went wrong beside `error`, as older vLLM and FastAPI do, are understood too. */
	protected override makeStatusError(
		status: number,
		body: object | undefined,
		message: string | undefined,
		headers: Headers,
	): APIError {
		const inside = (body as {error?: unknown} | undefined)?.error;
		return APIError.generate(status, body && !inside ? {error: body} : body, message, headers);
	}
}

type Watch = <T>(work: Promise<T>) => Promise<T>;

/** Waits for one thing after the other from a server, each no longer than `idleMs`; an abort ends it at once. */
function watchFor(
	controller: AbortController,
	signal: AbortSignal | undefined,
	stall: () => ModelError,
	idleMs: number,
): Watch {
	return async work => {
		signal?.throwIfAborted();
		let cancel = () => {};
		let timer: NodeJS.Timeout | undefined;
		const interruption = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(stall()), idleMs);
			cancel = () => reject(signal?.reason);
			signal?.addEventListener('abort', cancel, {once: true});
		});
		try {
			return await Promise.race([work, interruption]);
		} catch (error) {
			controller.abort();
			work.catch(() => {});
			throw error;
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener('abort', cancel);
		}
	};
}

async function* readStream(
	stream: Stream<ChatCompletionChunk>,
	watch: Watch,
	where: string,
	characterLimit: number,
): AsyncGenerator<ReplyChunk> {
	const chunks = stream[Symbol.asyncIterator]();
	let finishReason: string | null = null;
	let usage: Usage | undefined;
	let characters = 0;
	for (;;) {
		const {value, done} = await watch(chunks.next());
		if (done) {
			break;
		}

		if (typeof value !== 'object' || value === null) {
			throw notAModel(where, 'an event of its reply is no JSON object');
		}

		if (value.usage) {
			usage = usageOf(value.usage);
		}

		const choice = value.choices?.[0];
		for (const chunk of textOf(choice?.delta)) {
			characters += chunk.text.length;
			yield chunk;
		}

		finishReason = choice?.finish_reason ?? finishReason;
		if (characters > characterLimit) {
			finishReason = 'length';
			break;
		}
	}

	if (finishReason === null) {
		throw brokenOff(where);
	}

	yield {kind: 'end', finishReason, ...(usage && {usage})};
}

/** A server that does not stream answers with the whole reply. */
function* readWhole(completion: ChatCompletion, where: string): Generator<ReplyChunk> {
	const choice = completion?.choices?.[0];
	if (!choice) {
		throw notAModel(where, 'its reply has no `choices`');
	}

	yield* textOf(choice.message);
	const usage = completion.usage && usageOf(completion.usage);
	yield {kind: 'end', finishReason: choice.finish_reason ?? 'stop', ...(usage && {usage})};
}

type Delta = {content?: string | null; reasoning_content?: string | null; reasoning?: string | null};

function textOf(delta: object | undefined): Array<{kind: 'text' | 'reasoning'; text: string}> {
	const {content, reasoning_content, reasoning} = (delta ?? {}) as Delta;
	const thought = reasoning_content || reasoning;
	return [
		...(thought ? [{kind: 'reasoning' as const, text: thought}] : []),
		...(content ? [{kind: 'text' as const, text: content}] : []),
	];
}

function usageOf(usage: {prompt_tokens?: number; completion_tokens?: number}): Usage {
	return {promptTokens: usage.prompt_tokens ?? 0, completionTokens: usage.completion_tokens ?? 0};
}

function checkType(response: Response, where: string): 'json' | 'stream' {
	const type = response.headers.get('content-type') ?? '';
	if (type.includes('text/event-stream')) {
		return 'stream';
	}

	if (type.includes('json')) {
		return 'json';
	}

	throw notAModel(where, type.includes('html') ? 'it answers with a web page' : `it answers with "${type}"`);
}

function notAModel(where: string, why: string): ModelError {
	return new ModelError(
		'not-a-model',
		`${where} is no OpenAI-compatible server: ${why}`,
		'Check --base-url: most addresses end in /v1.',
	);
}

function brokenOff(where: string, cause?: ModelError): ModelError {
	return new ModelError(
		'cut',
		`the server at ${where} ended its reply in the middle`,
		'Ask again; if it happens often, see the log of the server.',
		{cause},
	);
}

function stalled(where: string, idleMs: number): ModelError {
	return new ModelError(
		'stalled',
		`nothing has come from the server at ${where} for ${idleMs / 1000} s`,
		'Ask again, or give it longer with --idle-timeout.',
	);
}

/** A 404 with what the server has instead. */
async function withModels(
	error: ModelError,
	name: string,
	models: () => Promise<ServedModel[]>,
): Promise<ModelError> {
	const served = await models().catch(() => []);
	return served.length === 0 || served.some(({id}) => id === name)
		? error
		: new ModelError(
				'not-found',
				`the server has no model "${name}"`,
				`Name one it has with --model: ${served.map(model => model.id).join(', ')}`,
				{cause: error},
			);
}

/**
 * The only way out: sends what a chat needs and nothing that the client takes from the environment (keys,
 * organisation, extra headers), and follows no redirection to an address that nobody named.
 */
function fetchOnly(authorization: string | undefined): typeof fetch {
	return (url, init) =>
		fetch(url, {
			...init,
			redirect: 'manual',
			headers: {
				accept: 'application/json, text/event-stream',
				'content-type': 'application/json',
				'user-agent': 'sqrl-tui',
				...(authorization && {authorization}),
			},
		});
}
