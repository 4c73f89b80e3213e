import {describe, expect, it, vi} from 'vitest';
import {CHAT, event, modelAt, piece, receive, scripted} from '../support/ask-model.js';

const ANSWER = 'Counting.\n<answer> SELECT 1 </answer>';

describe('reply', () => {
	it('comes chunk by chunk, and ends with the reason and the usage', async () => {
		const {model} = await scripted([{reply: {text: 'abcdefghij', chunkSize: 4}}]);
		const {chunks, error} = await receive(model);
		expect(error).toBeUndefined();
		expect(chunks).toEqual([
			{kind: 'text', text: 'abcd'},
			{kind: 'text', text: 'efgh'},
			{kind: 'text', text: 'ij'},
			{kind: 'end', finishReason: 'stop', usage: {promptTokens: 1000, completionTokens: 3}},
		]);
	});

	it('gives a chunk before the server has sent the next', async () => {
		let release = () => {};
		const {model} = await scripted([{reply: {text: 'first, then nothing', chunkSize: 5, stallAfter: 1}}]);
		const controller = new AbortController();
		const seen = await new Promise<string>(resolve => {
			release = () => controller.abort(new Error('enough'));
			void receive(model, {
				signal: controller.signal,
				onChunk: chunk => resolve(chunk.kind === 'text' ? chunk.text : chunk.kind),
			});
		});
		release();
		expect(seen).toBe('first');
	});

	it('has no usage where the server tells none', async () => {
		const {model} = await scripted([{reply: {raw: [piece({content: 'x'}), piece({}, 'stop')]}}]);
		const {chunks} = await receive(model);
		expect(chunks).toEqual([
			{kind: 'text', text: 'x'},
			{kind: 'end', finishReason: 'stop'},
		]);
	});

	it("tells the server's token limit as 'length'", async () => {
		const {model} = await scripted([{reply: {text: '<answer> SELECT', finishReason: 'length'}}]);
		expect((await receive(model)).chunks.at(-1)).toMatchObject({kind: 'end', finishReason: 'length'});
	});

	it('keeps thinking apart that a server sends apart, by either name', async () => {
		const {model} = await scripted([
			{
				reply: {
					raw: [
						piece({role: 'assistant', content: ''}),
						piece({reasoning_content: 'hm '}),
						piece({reasoning: 'so', content: null}),
						piece({content: ANSWER}),
						piece({}, 'stop'),
					],
				},
			},
		]);
		expect((await receive(model)).chunks).toEqual([
			{kind: 'reasoning', text: 'hm '},
			{kind: 'reasoning', text: 'so'},
			{kind: 'text', text: ANSWER},
			{kind: 'end', finishReason: 'stop'},
		]);
	});

	it('puts characters together that the network split, byte by byte', async () => {
		const text = 'Größe: 🐿️ 東京 ‹é›';
		const bytes = Buffer.from(`${piece({content: text}) + piece({}, 'stop')}data: [DONE]\n\n`);
		const {model} = await scripted([{reply: {raw: [...bytes].map(byte => Uint8Array.of(byte))}}]);
		const received = await receive(model);
		expect(received.error).toBeUndefined();
		expect(received.text).toBe(text);
	});

	it('reads CRLF, comments and data without a space', async () => {
		const raw = [
			': hello\r\n\r\n',
			`data:${JSON.stringify({choices: [{delta: {content: 'a'}}]})}\r\n\r\n`,
			': ping\n\n',
			piece({content: 'b'}, 'stop').replaceAll('\n', '\r\n'),
			'data: [DONE]\r\n\r\n',
		];
		const {model} = await scripted([{reply: {raw}}]);
		const received = await receive(model);
		expect(received.error).toBeUndefined();
		expect(received.text).toBe('ab');
	});

	it('comes whole from a server that does not stream', async () => {
		const {model} = await scripted([{reply: {text: ANSWER, whole: true, finishReason: 'length'}}]);
		expect((await receive(model)).chunks).toEqual([
			{kind: 'text', text: ANSWER},
			{kind: 'end', finishReason: 'length', usage: {promptTokens: 1000, completionTokens: 10}},
		]);
	});

	it('is ended as at the token limit where a server knows no limit, and the server is left', async () => {
		const {model, server} = await scripted([{reply: {text: 'more and ', endless: true}}]);
		const {chunks, text, error} = await receive(model, {sampling: {maxTokens: 10}});
		expect(error).toBeUndefined();
		expect(chunks.at(-1)).toMatchObject({kind: 'end', finishReason: 'length'});
		// At least the characters that ten tokens can have, and not without end.
		expect(text.length).toBeGreaterThan(100);
		expect(text.length).toBeLessThan(1000);
		await expect(server.requests[0]!.ended).resolves.toBe('broken');
	});

	it('comes again and again from a server that closes idle connections', async () => {
		const {model} = await scripted([{reply: {text: ANSWER}}], {closesIdle: true});
		for (let count = 0; count < 20; count++) {
			const {text, error} = await receive(model);
			expect(error).toBeUndefined();
			expect(text).toBe(ANSWER);
		}
	});

	it('leaves the server when its consumer stops', async () => {
		const {model, server} = await scripted([{reply: {text: 'on ', endless: true}}]);
		for await (const _ of model.reply(CHAT, {temperature: 0, topP: 1, maxTokens: 1000, seed: null})) {
			break;
		}

		await expect(server.requests[0]!.ended).resolves.toBe('broken');
	});
});

describe('request', () => {
	it('has exactly the fields that a chat needs', async () => {
		const {model, server} = await scripted([{reply: {text: ANSWER}}]);
		await receive(model);
		expect(server.requests[0]!.body).toEqual({
			model: 'sqrl-4b',
			messages: CHAT,
			temperature: 0.7,
			top_p: 0.95,
			max_tokens: 8192,
			stream: true,
			stream_options: {include_usage: true},
		});
	});

	it('has the sampling and the seed that are given, zeroes too', async () => {
		const {model, server} = await scripted([{reply: {text: ANSWER}}], {name: 'other'});
		await receive(model, {sampling: {temperature: 0, topP: 0.5, maxTokens: 17, seed: 0}});
		expect(server.requests[0]!.body).toMatchObject({
			model: 'other',
			temperature: 0,
			top_p: 0.5,
			max_tokens: 17,
			seed: 0,
		});
	});

	it('has no headers but these, and no key that nobody gave', async () => {
		const {model, server} = await scripted([{reply: {text: ANSWER}}]);
		await receive(model);
		const {host, connection, 'content-length': length, ...headers} = server.requests[0]!.headers;
		expect(host).toBe(new URL(server.baseUrl).host);
		expect(connection).toBe('keep-alive');
		expect(Number(length)).toBeGreaterThan(0);
		expect(headers).toEqual({
			accept: 'application/json, text/event-stream',
			'accept-encoding': expect.any(String),
			'accept-language': '*',
			'content-type': 'application/json',
			'sec-fetch-mode': 'cors',
			'user-agent': 'sqrl-tui',
		});
	});

	it('has the key as a bearer', async () => {
		const {model, server} = await scripted([{reply: {text: ANSWER}}], {apiKey: 'sk-given'});
		await receive(model);
		expect(server.requests[0]!.headers.authorization).toBe('Bearer sk-given');
	});

	it('has user and password of the address as Basic, decoded; the address that is told has neither', async () => {
		const {server} = await scripted([{reply: {text: ANSWER}}]);
		const model = modelAt(server.baseUrl.replace('://', '://us%3Aer:p%40ss%C3%A9@'));
		expect(model.ref).toEqual({name: 'sqrl-4b', baseUrl: server.baseUrl});
		await receive(model);
		const [scheme, pair] = server.requests[0]!.headers.authorization!.split(' ');
		expect(scheme).toBe('Basic');
		expect(Buffer.from(pair!, 'base64').toString()).toBe('us:er:p@ssé');
	});

	it('has a key rather than the user of the address', async () => {
		const {server} = await scripted([{reply: {text: ANSWER}}]);
		await receive(modelAt(server.baseUrl.replace('://', '://user:pass@'), {apiKey: 'sk-given'}));
		expect(server.requests[0]!.headers.authorization).toBe('Bearer sk-given');
	});

	it("has nothing of the client's own environment", async () => {
		vi.stubEnv('OPENAI_API_KEY', 'sk-environment');
		vi.stubEnv('OPENAI_ADMIN_KEY', 'sk-admin');
		vi.stubEnv('OPENAI_ORG_ID', 'org-environment');
		vi.stubEnv('OPENAI_PROJECT_ID', 'proj-environment');
		vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-leak: header-environment\nauthorization: Bearer sk-header');
		vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/elsewhere');
		vi.stubEnv('OPENAI_LOG', 'debug');
		const {model, server} = await scripted([{reply: {text: ANSWER}}]);
		const {error} = await receive(model);
		vi.unstubAllEnvs();
		expect(error).toBeUndefined();
		const {headers, body} = server.requests[0]!;
		expect(headers.authorization).toBeUndefined();
		expect(JSON.stringify([headers, body])).not.toMatch(/environment|sk-|leak|org-|proj-/);
	});
});

describe('models', () => {
	it('are listed, with the context of those that tell it', async () => {
		const models = [{id: 'a', max_model_len: 4096}, {id: 'b'}];
		const {model} = await scripted([], {models});
		await expect(model.models()).resolves.toEqual([
			{id: 'a', contextLength: 4096},
			{id: 'b', contextLength: null},
		]);
	});

	it('tell the context of the one that is asked', async () => {
		const models = [
			{id: 'a', max_model_len: 4096},
			{id: 'sqrl-4b', max_model_len: 32_768},
		];
		const {model} = await scripted([], {models});
		await expect(model.contextLength()).resolves.toBe(32_768);
	});

	it.each([
		['tell no context', {models: [{id: 'sqrl-4b'}]}],
		[
			'are others, and more than one',
			{
				models: [
					{id: 'a', max_model_len: 1},
					{id: 'b', max_model_len: 2},
				],
			},
		],
		['are no list', {modelsReply: {body: {data: 'none'}}}],
		['are a list of nothing', {modelsReply: {body: {data: [null]}}}],
		['tell the context in words', {modelsReply: {body: {data: [{id: 'sqrl-4b', max_model_len: 'long'}]}}}],
		['are a web page', {modelsReply: {body: '<html>'}}],
		['are an error', {modelsReply: {status: 500, body: {error: {message: 'down'}}}}],
	])('leave the context unknown where they %s', async (_, options) => {
		const {model} = await scripted([], options);
		await expect(model.contextLength()).resolves.toBeNull();
	});

	it('leave the context unknown where nothing answers', async () => {
		const {server, model} = await scripted([]);
		await server.close();
		await expect(model.contextLength()).resolves.toBeNull();
	});

	it('that never come are a stall, and an abort ends the wait at once', async () => {
		const {server} = await scripted([], {modelsReply: {silent: true}});
		await expect(modelAt(server.baseUrl, {idleTimeoutMs: 50}).models()).rejects.toMatchObject({
			kind: 'stalled',
		});
		const controller = new AbortController();
		const reason = new Error('enough');
		const models = modelAt(server.baseUrl).models(controller.signal);
		controller.abort(reason);
		await expect(models).rejects.toBe(reason);
	});
});

it('ignores events that carry no choice', async () => {
	const raw = [event({}), event({choices: []}), event({object: 'ping'}), piece({content: 'x'}, 'stop')];
	const {model} = await scripted([{reply: {raw}}]);
	const received = await receive(model);
	expect(received.error).toBeUndefined();
	expect(received.text).toBe('x');
});
