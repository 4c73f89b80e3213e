import {describe, expect, it} from 'vitest';
import {retryAfterMs} from '../../source/model/failure.js';
import {failureOf, modelAt, piece, receive, scripted} from '../support/ask-model.js';
import type {Rule} from '../support/scripted-server.js';

const FINE: Rule = {reply: {text: 'fine'}};

function busyOnce(headers: Record<string, string>, status = 429): Rule {
	return {attempt: 0, reply: {status, headers, body: {error: {message: 'slow down'}}}};
}

describe('a request that failed', () => {
	it('because nothing listens is sent a few times more, quickly, and each wait is told', async () => {
		const {server, model} = await scripted([]);
		await server.close();
		const received = await receive(model);
		const {kind, message, advice, exitCode} = failureOf(received);
		expect({kind, exitCode}).toEqual({kind: 'unreachable', exitCode: 3});
		expect(message).toBe(`nothing answers at ${server.baseUrl} (connection refused)`);
		expect(advice).toContain('--base-url');
		expect(received.chunks.every(chunk => chunk.kind === 'waiting')).toBe(true);
		expect(received.waits.length).toBeGreaterThanOrEqual(1);
		expect(received.waits.length).toBeLessThanOrEqual(5);
		expect(received.waits[0]).toMatchObject({reason: message, ms: expect.any(Number)});
		expect(received.elapsedMs).toBeLessThan(3000);
	});

	it('with 500 is sent again', async () => {
		const {server, model} = await scripted([{attempt: 0, reply: {status: 500, body: {}}}, FINE]);
		const received = await receive(model);
		expect(received.error).toBeUndefined();
		expect(received.text).toBe('fine');
		expect(received.chunks[0]!.kind).toBe('waiting');
		expect(received.waits).toHaveLength(1);
		expect(server.requests).toHaveLength(2);
		expect(server.requests[1]!.body).toEqual(server.requests[0]!.body);
	});

	it.each([429, 503])('with %s and Retry-After in seconds waits that long', async status => {
		const {model} = await scripted([busyOnce({'retry-after': '0.2'}, status), FINE]);
		const received = await receive(model);
		expect(received.text).toBe('fine');
		expect(received.waits).toEqual([
			{kind: 'waiting', ms: 200, reason: expect.stringContaining(`busy (${status}: slow down)`)},
		]);
		expect(received.elapsedMs).toBeGreaterThanOrEqual(195);
	});

	it('with 429 and a date waits until then', async () => {
		// HTTP dates have whole seconds: the next but one is one to two seconds away.
		const date = new Date((Math.floor(Date.now() / 1000) + 2) * 1000);
		const {model} = await scripted([busyOnce({'retry-after': date.toUTCString()}), FINE]);
		const received = await receive(model);
		expect(received.text).toBe('fine');
		expect(received.waits).toHaveLength(1);
		expect(Date.now()).toBeGreaterThanOrEqual(date.getTime() - 5);
	});

	it('with 429 and no time to wait is sent again after a time of its own', async () => {
		const {model} = await scripted([busyOnce({}), FINE]);
		const received = await receive(model);
		expect(received.text).toBe('fine');
		expect(received.waits[0]!.ms).toBeGreaterThan(0);
	});

	it('with 429 and a time too long to wait is not sent again', async () => {
		const {server, model} = await scripted([busyOnce({'retry-after': '3600'}), FINE]);
		const received = await receive(model);
		expect(received.chunks).toEqual([]);
		expect(server.requests).toHaveLength(1);
		const {kind, message, advice} = failureOf(received);
		expect(kind).toBe('busy');
		expect(message).toContain('3600 s');
		expect(message).toContain('slow down');
		expect(advice).not.toBe('');
	});

	it('again and again is given up, in the words of the server', async () => {
		const busy = {status: 429, headers: {'retry-after': '0'}, body: {error: {message: 'slow down'}}};
		const {server, model} = await scripted([{reply: busy}]);
		const received = await receive(model);
		expect(failureOf(received)).toMatchObject({kind: 'busy', message: expect.stringContaining('slow down')});
		expect(server.requests.length).toBeLessThanOrEqual(6);
		expect(received.waits).toHaveLength(server.requests.length - 1);
	});

	it('before its first piece is sent again', async () => {
		const {model} = await scripted([{attempt: 0, reply: {text: 'x', cutAfter: 0}}, FINE]);
		const received = await receive(model);
		expect(received.error).toBeUndefined();
		expect(received.text).toBe('fine');
		expect(received.waits).toHaveLength(1);
	});

	it('that ends without a piece and without an end is sent again', async () => {
		const {model} = await scripted([{attempt: 0, reply: {raw: ['data: [DONE]\n\n']}}, FINE]);
		const received = await receive(model);
		expect(received.text).toBe('fine');
		expect(received.waits).toHaveLength(1);
	});

	it('that is too long, said inside the stream, is not sent again', async () => {
		const raw = [`data: {"error": {"message": "This model's maximum context length is 4096 tokens."}}\n\n`];
		const {server, model} = await scripted([{attempt: 0, reply: {raw}}, FINE]);
		const received = await receive(model);
		expect(failureOf(received)).toMatchObject({kind: 'context', message: expect.stringContaining('4096')});
		expect(server.requests).toHaveLength(1);
	});

	it('with an error in the stream before its first piece is sent again', async () => {
		const raw = ['data: {"error": {"message": "worker restarts"}}\n\n'];
		const {model} = await scripted([{attempt: 0, reply: {raw}}, FINE]);
		const received = await receive(model);
		expect(received.text).toBe('fine');
		expect(received.waits[0]!.reason).toContain('worker restarts');
	});

	it.each<[string, Rule['reply']]>([
		['was cut', {text: 'begun, and', chunkSize: 5, cutAfter: 1}],
		[
			'went over to an error',
			{raw: [piece({content: 'begun'}), 'data: {"error": {"message": "out of memory"}}\n\n']},
		],
		['ended without an end', {raw: [piece({content: 'begun'})]}],
		['was thinking', {reasoning: 'begun', cutAfter: 1}],
	])('after its first piece, because it %s, is not sent again', async (_, reply) => {
		const {server, model} = await scripted([{attempt: 0, reply}, FINE]);
		const received = await receive(model);
		expect(received.chunks).toHaveLength(1);
		expect(server.requests).toHaveLength(1);
		const {kind, message} = failureOf(received);
		expect(kind).toBe('cut');
		expect(message).toContain(server.baseUrl);
	});

	it.each([400, 401, 403, 404, 413, 422])('with %s is not sent again', async status => {
		const {server, model} = await scripted([{reply: {status, body: {error: {message: 'no'}}}}]);
		const received = await receive(model);
		expect(failureOf(received).message).toContain('no');
		expect(received.chunks).toEqual([]);
		expect(server.requests).toHaveLength(1);
	});

	it('because its port is one that Node.js does not connect to is not sent again', async () => {
		const received = await receive(modelAt('http://127.0.0.1:6667/v1'));
		const {kind, message, advice} = failureOf(received);
		expect(kind).toBe('unreachable');
		expect(message).toContain('127.0.0.1:6667');
		expect(advice).toContain('port');
		expect(received.waits).toEqual([]);
	});

	it('because the name of the host is not known is not sent again', async () => {
		const received = await receive(modelAt('http://host.invalid:8000/v1'));
		const {kind, message} = failureOf(received);
		expect(kind).toBe('unreachable');
		expect(message).toContain('host.invalid');
		expect(message).toContain('DNS');
		expect(received.waits).toEqual([]);
	});
});

describe('retryAfterMs', () => {
	it.each([
		['2', 2000],
		['0', 0],
		[' 1.5 ', 1500],
		['Fri, 31 Dec 1999 23:59:59 GMT', 29_000],
		['Fri, 31 Dec 1999 23:59:00 GMT', 0],
		['soon', null],
		['', null],
		[null, null],
	])('reads %j', (header, ms) => {
		expect(retryAfterMs(header, Date.UTC(1999, 11, 31, 23, 59, 30))).toBe(ms);
	});
});
