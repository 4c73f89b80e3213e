import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import path from 'node:path';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {failureOf, modelAt, piece, receive, scripted} from '../support/ask-model.js';
import type {ScriptedReply, ServerOptions} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';

async function failureWith(
	reply: ScriptedReply,
	options: ServerOptions & {name?: string; apiKey?: string; idleTimeoutMs?: number} = {},
) {
	const {model, server} = await scripted([{reply}], options);
	const received = await receive(model);
	return {...failureOf(received), server, received, message: failureOf(received).message};
}

function status(status: number, message: string): ScriptedReply {
	return {status, body: {error: {message, type: 'some_error', code: status}}};
}

describe('a key that is not accepted', () => {
	it.each([401, 403])('with %s is told, with how to give one', async code => {
		const {kind, message, advice, exitCode} = await failureWith(status(code, 'invalid key'));
		expect({kind, exitCode}).toEqual({kind: 'unauthorized', exitCode: 3});
		expect(message).toContain(`${code}: invalid key`);
		expect(advice).toContain('SQRL_API_KEY');
	});

	it('is not in what is told, though the server repeats it', async () => {
		const apiKey = 'sk-very-secret-0123';
		const {message, advice} = await failureWith(status(401, `Incorrect API key provided: ${apiKey}.`), {
			apiKey,
		});
		expect(`${message} ${advice}`).not.toContain(apiKey);
		expect(message).toContain('Incorrect API key provided');
	});

	it('is not in the reason of a wait, though the server repeats it', async () => {
		const apiKey = 'sk-very-secret-0123';
		const busy = {...status(429, `too many requests of ${apiKey}`), headers: {'retry-after': '0'}};
		const {received} = await failureWith(busy, {apiKey});
		expect(received.waits.length).toBeGreaterThan(0);
		expect(JSON.stringify(received.waits)).not.toContain(apiKey);
	});

	it('as a password in the address is not told either', async () => {
		const {server} = await scripted([{reply: status(401, 'user ann, password hunter22: no')}]);
		const received = await receive(modelAt(server.baseUrl.replace('://', '://ann:hunter22@')));
		const {message, advice} = failureOf(received);
		expect(`${message} ${advice}`).not.toContain('hunter22');
	});

	it.each(['two words', 'line\nbreak', 'tab\t', 'ключ', '€uro', 'nul\0'])(
		'and cannot be sent (%j) is turned down before, without being told',
		key => {
			expect(() => modelAt('http://127.0.0.1:8000/v1', {apiKey: key})).toThrow(
				expect.objectContaining({exitCode: 2, message: expect.not.stringContaining(key)}),
			);
		},
	);
});

describe('404', () => {
	it('of a model names the models that the server has', async () => {
		const {kind, message, advice} = await failureWith(status(404, 'The model `sqrl-9b` does not exist.'), {
			name: 'sqrl-9b',
			models: [{id: 'sqrl-4b'}, {id: 'qwen'}],
		});
		expect(kind).toBe('not-found');
		expect(message).toContain('sqrl-9b');
		expect(advice).toContain('--model');
		expect(advice).toContain('sqrl-4b, qwen');
	});

	it('of a model that the server does list is told in its words', async () => {
		const {message} = await failureWith(status(404, 'no chat template'), {models: [{id: 'sqrl-4b'}]});
		expect(message).toContain('no chat template');
		expect(message).not.toContain('no model "sqrl-4b"');
	});

	it('of a path says that addresses end in /v1', async () => {
		const {server} = await scripted([]);
		const {kind, message, advice} = failureOf(await receive(modelAt(server.baseUrl.replace(/\/v1$/, ''))));
		expect(kind).toBe('not-found');
		expect(message).toContain('Not Found');
		expect(advice).toContain('/v1');
	});

	it('as a web page tells no markup', async () => {
		const page =
			'<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head><body><p>nginx</p></body></html>';
		const {kind, message} = await failureWith(
			{status: 404, body: page},
			{modelsReply: {status: 404, body: page}},
		);
		expect(kind).toBe('not-found');
		expect(message).not.toContain('<');
		expect(message).toContain('404 Not Found');
	});
});

describe('a prompt that is too long', () => {
	const VLLM =
		"This model's maximum context length is 32768 tokens. However, you requested 40000 tokens (31808 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.";
	const NEWER_VLLM =
		"'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 1311 input tokens (8192 > 4096 - 1311). None";
	const LLAMA = 'the request exceeds the available context size (4096 tokens), try increasing it';
	const OPENAI =
		"This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.";
	it.each<[string, string, object]>([
		['vLLM', VLLM, {error: {message: VLLM, type: 'BadRequestError', param: null, code: 400}}],
		['older vLLM', VLLM, {object: 'error', message: VLLM, type: 'BadRequestError', param: null, code: 400}],
		[
			'newer vLLM',
			NEWER_VLLM,
			{error: {message: NEWER_VLLM, type: 'BadRequestError', param: null, code: 400}},
		],
		[
			'llama.cpp',
			LLAMA,
			{error: {code: 400, message: LLAMA, type: 'exceed_context_size_error', n_ctx: 4096}},
		],
		[
			'OpenAI',
			OPENAI,
			{
				error: {
					message: OPENAI,
					type: 'invalid_request_error',
					param: 'messages',
					code: 'context_length_exceeded',
				},
			},
		],
	])('is known in the words of %s, which are told', async (_, words, body) => {
		const {kind, message, server} = await failureWith({status: 400, body});
		expect(kind).toBe('context');
		expect(message).toContain(words);
		expect(server.requests).toHaveLength(1);
	});

	it('is not seen in any other refusal', async () => {
		const {kind, message} = await failureWith(status(400, 'top_p must be in (0, 1], got 0.'));
		expect(kind).toBe('refused');
		expect(message).toContain('400: top_p must be in (0, 1], got 0.');
	});
});

describe('what a refusal says', () => {
	it.each<[string, unknown, string]>([
		['beside `error`', {detail: 'Method Not Allowed'}, 'Method Not Allowed'],
		['as a text in `error`', {error: 'model is loading'}, 'model is loading'],
		['as a list (FastAPI)', {detail: [{msg: 'field required'}]}, 'field required'],
		['nowhere', {error: null}, '405'],
		['in something odd', [1, null], '405'],
		['as null', null, '405'],
	])('is told where it stands %s', async (_, body, words) => {
		const {kind, message} = await failureWith({status: 405, body});
		expect(kind).toBe('refused');
		expect(message).toContain(words);
	});

	it('is one line, not too long', async () => {
		const {message} = await failureWith(status(400, `first\nsecond ${'x'.repeat(5000)}`));
		expect(message).toContain('first second');
		expect(message.length).toBeLessThan(500);
		expect(message).not.toContain('\n');
	});
});

describe('TLS', () => {
	it('to a port that speaks plain HTTP says so', async () => {
		const {server} = await scripted([{reply: {text: 'x'}}]);
		const {kind, message, advice} = failureOf(
			await receive(modelAt(server.baseUrl.replace('http:', 'https:'))),
		);
		expect(kind).toBe('unreachable');
		expect(message).toContain('TLS');
		expect(advice).toContain('http://');
	});

	it.skipIf(!hasOpenssl())('with a certificate of its own says how to trust it', async () => {
		const folder = temporaryFolder();
		const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
		execFileSync(
			'openssl',
			['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
				.concat(['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'])
				.concat(['-keyout', key, '-out', cert]),
			{stdio: 'ignore'},
		);
		const server = createServer({key: readFileSync(key), cert: readFileSync(cert)});
		await new Promise<void>(resolve => {
			server.listen(0, '127.0.0.1', resolve);
		});
		onTestFinished(() => {
			server.closeAllConnections();
			server.close();
		});
		const {port} = server.address() as AddressInfo;
		const received = await receive(modelAt(`https://127.0.0.1:${port}/v1`));
		const {kind, message, advice} = failureOf(received);
		expect(kind).toBe('unreachable');
		expect(message).toMatch(/certificate.*127\.0\.0\.1/);
		expect(advice).toContain('NODE_EXTRA_CA_CERTS');
		expect(received.waits).toEqual([]);
	});
});

describe('a server that is no model', () => {
	it('answers with a web page', async () => {
		const {kind, message, advice} = await failureWith({status: 200, body: '<html>Welcome</html>'});
		expect(kind).toBe('not-a-model');
		expect(message).toContain('web page');
		expect(advice).toContain('--base-url');
	});

	it.each<[string, ScriptedReply]>([
		['JSON that is broken', {raw: ['{"choices": ['], headers: {'content-type': 'application/json'}}],
		['JSON that is another', {status: 200, body: {hello: 'world'}}],
		['null', {raw: ['null'], headers: {'content-type': 'application/json'}}],
		['events that are no JSON', {raw: ['data: {"choices": [{"delta": \n\n']}],
		['events that are no objects', {raw: ['data: null\n\n']}],
		['an image', {raw: ['GIF89a'], headers: {'content-type': 'image/gif'}}],
	])('answers with %s', async (_, reply) => {
		const complaint = vi.spyOn(console, 'error');
		const {kind, received} = await failureWith(reply);
		expect(kind).toBe('not-a-model');
		expect(received.waits).toEqual([]);
		expect(complaint).not.toHaveBeenCalled();
	});

	it('sends elsewhere: this is told, not followed', async () => {
		const other = await scripted([{reply: {text: 'here'}}]);
		const location = `${other.server.baseUrl}/chat/completions`;
		for (const code of [301, 302, 307, 308]) {
			const {kind, message, advice} = await failureWith(
				{status: code, headers: {location}, body: {}},
				{apiKey: 'sk-very-secret-0123'},
			);
			expect(kind).toBe('not-a-model');
			// As it is named with --base-url: without what the client adds.
			expect(message).toContain(location.replace('/chat/completions', ''));
			expect(advice).toContain('--base-url');
		}

		expect(other.server.requests).toEqual([]);
	});
});

describe('a reply that breaks off', () => {
	it('in the middle of an event that is no JSON ends it, and what came stays', async () => {
		const {received} = await failureWith({raw: [piece({content: 'begun'}), 'data: {"choi\n\n']});
		expect(received.text).toBe('begun');
	});

	it('with an error in the stream tells the words of the server', async () => {
		const error = {message: 'EngineDeadError: out of memory', code: 500};
		const {kind, message} = await failureWith({
			raw: [piece({content: 'begun'}), `data: ${JSON.stringify({error})}\n\n`],
		});
		expect(kind).toBe('cut');
		expect(message).toContain('EngineDeadError: out of memory');
	});

	it.each<[string, ScriptedReply, number]>([
		['before it answers', {silent: true}, 0],
		['before the first piece', {text: 'begun', stallAfter: 0}, 0],
		['in the middle', {text: 'begun, and', chunkSize: 5, stallAfter: 1}, 1],
		['in a reply that comes whole', {silent: true}, 0],
	])('because the server falls silent %s is a stall, and the server is left', async (_, reply, pieces) => {
		const {kind, message, advice, received, server} = await failureWith(reply, {idleTimeoutMs: 80});
		expect(kind).toBe('stalled');
		expect(message).toContain('0.08 s');
		expect(advice).toContain('--idle-timeout');
		expect(received.chunks).toHaveLength(pieces);
		expect(received.elapsedMs).toBeGreaterThanOrEqual(75);
		expect(received.elapsedMs).toBeLessThan(1000);
		await expect(server.requests[0]!.ended).resolves.toBe('broken');
	});

	it('is no stall while pieces come, however long the whole takes', async () => {
		const {model} = await scripted([{reply: {text: 'abcdefghij', chunkSize: 1, delayMs: 20}}], {
			idleTimeoutMs: 120,
		});
		const {text, error, elapsedMs} = await receive(model);
		expect(error).toBeUndefined();
		expect(text).toBe('abcdefghij');
		expect(elapsedMs).toBeGreaterThan(120);
	});
});

function hasOpenssl(): boolean {
	try {
		execFileSync('openssl', ['version'], {stdio: 'ignore'});
		return true;
	} catch {
		return false;
	}
}
