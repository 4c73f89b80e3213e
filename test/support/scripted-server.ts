/**
 * An OpenAI-compatible server on 127.0.0.1 whose replies are written down: by question, seed, turn and
 * attempt, streamed chunk by chunk, with delays, errors, cuts and stalls where the script says so.
 */
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text as readAll} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';

export type ScriptedReply = {
	/** Streamed as the content. */
	text?: string;
	/** Streamed before it, as a server with a reasoning parser does. */
	reasoning?: string;
	/** Characters a chunk. */
	chunkSize?: number;
	/** Milliseconds before the first chunk, and between chunks. */
	firstDelayMs?: number;
	delayMs?: number;
	finishReason?: string;
	/** Closes the connection after that many chunks. */
	cutAfter?: number;
	/** Sends no more after that many chunks, and keeps the connection open. */
	stallAfter?: number;
	/** Repeats the text until the client leaves. */
	endless?: boolean;
	/** Answers with this instead of a stream. */
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** The whole reply as one JSON, as a server that does not stream sends it. */
	whole?: boolean;
	/** Answers 200 with these bytes, each sent on its own; without a content type of its own, as a stream. */
	raw?: Array<string | Uint8Array>;
	/** Takes the request and never answers. */
	silent?: boolean;
};

export type ScriptedRequest = {
	question: string;
	seed: number | null;
	/** Replies before this one in the chat. */
	turn: number;
	/** How often the same chat with the same seed was asked before. */
	attempt: number;
	body: {model: string; messages: Array<{role: string; content: string}>; [key: string]: unknown};
	headers: IncomingMessage['headers'];
	/** How the connection went: the reply was sent to its end, or the client (or a cut) came before. */
	ended: Promise<'whole' | 'broken'>;
};

/** A rule fits a request if each of its fields does; the first that fits gives the reply. */
export type Rule = {question?: string; seed?: number; turn?: number; attempt?: number; reply: ScriptedReply};

export type Script = Rule[] | ((request: ScriptedRequest) => ScriptedReply);

export type ScriptedServer = {
	baseUrl: string;
	/** Every chat request that came, in order. */
	requests: ScriptedRequest[];
	close(): Promise<void>;
};

export type ServerOptions = {
	port?: number;
	models?: Array<{id: string; max_model_len?: number}>;
	/** Answers the list of models with this instead. */
	modelsReply?: Pick<ScriptedReply, 'status' | 'headers' | 'body' | 'silent'>;
	/** Closes each connection when its reply is sent, though it was to be kept alive. */
	closesIdle?: boolean;
};

export async function startScriptedServer(
	script: Script,
	{
		port = 0,
		models = [{id: 'sqrl-4b', max_model_len: 32_768}],
		modelsReply,
		closesIdle = false,
	}: ServerOptions = {},
): Promise<ScriptedServer> {
	const requests: ScriptedRequest[] = [];
	const attempts = new Map<string, number>();
	const server = createServer((request, response) => {
		response.on('error', () => {});
		if (closesIdle) {
			response.on('finish', () => setImmediate(() => request.socket.destroy()));
		}

		void handle(request, response).catch(() => response.destroy());
	});

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (request.url === '/v1/models') {
			if (modelsReply?.silent) {
				return;
			}

			sendStatus(response, {status: 200, body: {object: 'list', data: models}, ...modelsReply});
		} else if (request.url === '/v1/chat/completions' && request.method === 'POST') {
			const body = JSON.parse(await readAll(request)) as ScriptedRequest['body'];
			const scripted = describe(body, request.headers, response, attempts);
			requests.push(scripted);
			await reply(response, pick(script, scripted), scripted);
		} else {
			sendJson(response, 404, {detail: 'Not Found'});
		}
	}

	await new Promise<void>(resolve => {
		server.listen(port, '127.0.0.1', resolve);
	});
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		close: () => close(server),
	};
}

function describe(
	body: ScriptedRequest['body'],
	headers: IncomingMessage['headers'],
	response: ServerResponse,
	attempts: Map<string, number>,
): ScriptedRequest {
	const firstUser = body.messages.find(message => message.role === 'user')?.content ?? '';
	const question = /^Question: ([\s\S]*?)\n\nReason about it/.exec(firstUser)?.[1] ?? firstUser;
	const seed = typeof body.seed === 'number' ? body.seed : null;
	const key = JSON.stringify([seed, body.messages]);
	const attempt = attempts.get(key) ?? 0;
	attempts.set(key, attempt + 1);
	const turn = body.messages.filter(message => message.role === 'assistant').length;
	const ended = new Promise<'whole' | 'broken'>(resolve => {
		response.once('close', () => resolve(response.writableFinished ? 'whole' : 'broken'));
	});
	return {question, seed, turn, attempt, body, headers, ended};
}

function pick(script: Script, request: ScriptedRequest): ScriptedReply {
	if (typeof script === 'function') {
		return script(request);
	}

	const rule = script.find(
		({question, seed, turn, attempt}) =>
			(question === undefined || question === request.question) &&
			(seed === undefined || seed === request.seed) &&
			(turn === undefined || turn === request.turn) &&
			(attempt === undefined || attempt === request.attempt),
	);
	return (
		rule?.reply ?? {status: 500, body: {error: {message: `nothing is scripted for turn ${request.turn}`}}}
	);
}

async function reply(
	response: ServerResponse,
	scripted: ScriptedReply,
	request: ScriptedRequest,
): Promise<void> {
	const {text = '', reasoning = '', firstDelayMs = 0, delayMs = 0, finishReason = 'stop'} = scripted;
	if (scripted.silent) {
		return;
	}

	if (firstDelayMs > 0) {
		await sleep(firstDelayMs);
	}

	if (scripted.status !== undefined) {
		sendStatus(response, scripted);
		return;
	}

	if (scripted.raw) {
		await sendRaw(response, scripted.raw, scripted.headers);
		return;
	}

	const usage = {prompt_tokens: 1000, completion_tokens: Math.ceil((text.length + reasoning.length) / 4)};
	const base = {id: 'scripted', created: 0, model: request.body.model};
	if (scripted.whole) {
		const message = {role: 'assistant', content: text};
		const choices = [{index: 0, message, finish_reason: finishReason}];
		sendJson(response, 200, {...base, object: 'chat.completion', choices, usage});
		return;
	}

	response.writeHead(200, {'content-type': 'text/event-stream', ...scripted.headers});
	response.flushHeaders();
	const event = (data: object) => response.write(`data: ${JSON.stringify({...base, ...data})}\n\n`);
	const delta = (delta: object, finish_reason: string | null = null) =>
		event({object: 'chat.completion.chunk', choices: [{index: 0, delta, finish_reason}]});
	let sent = 0;
	for (const piece of pieces(reasoning, text, scripted)) {
		if (sent === scripted.cutAfter) {
			await cut(response);
			return;
		}

		if (sent === scripted.stallAfter) {
			return;
		}

		if (response.destroyed) {
			return;
		}

		if (!delta(piece)) {
			await new Promise<void>(resolve => {
				const goOn = () => {
					response.off('drain', goOn);
					response.off('close', goOn);
					resolve();
				};
				response.on('drain', goOn);
				response.on('close', goOn);
			});
		}

		sent++;
		if (delayMs > 0) {
			await sleep(delayMs);
		} else if (sent % 64 === 0) {
			await sleep(0);
		}
	}

	if (sent === scripted.cutAfter) {
		await cut(response);
		return;
	}

	delta({}, finishReason);
	event({object: 'chat.completion.chunk', choices: [], usage});
	response.end('data: [DONE]\n\n');
}

function* pieces(reasoning: string, text: string, {chunkSize = 12, endless}: ScriptedReply) {
	for (let at = 0; at < reasoning.length; at += chunkSize) {
		yield {reasoning_content: reasoning.slice(at, at + chunkSize)};
	}

	do {
		for (let at = 0; at < text.length; at += chunkSize) {
			yield {content: text.slice(at, at + chunkSize)};
		}
	} while (endless);
}

/** Closes the connection in the middle, but only when what was sent has had time to arrive. */
async function cut(response: ServerResponse): Promise<void> {
	await sleep(20);
	response.destroy();
}

/** Each piece is a network chunk of its own as far as that can be had: one is flushed before the next. */
async function sendRaw(
	response: ServerResponse,
	raw: Array<string | Uint8Array>,
	headers: Record<string, string> = {},
): Promise<void> {
	response.socket?.setNoDelay(true);
	response.writeHead(200, {'content-type': 'text/event-stream', ...headers});
	response.flushHeaders();
	for (const piece of raw) {
		await new Promise(resolve => {
			response.write(piece, resolve);
		});
		await sleep(2);
	}

	response.end();
}

/** A text is a web page, anything else JSON. */
function sendStatus(response: ServerResponse, {status = 200, body, headers}: ScriptedReply): void {
	if (typeof body === 'string') {
		response.writeHead(status, {'content-type': 'text/html', ...headers});
		response.end(body);
	} else {
		sendJson(response, status, body ?? {}, headers);
	}
}

function sendJson(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, {'content-type': 'application/json', ...headers});
	response.end(JSON.stringify(body));
}

async function close(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise(resolve => {
		server.close(resolve);
	});
}
