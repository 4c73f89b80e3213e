import {describe, expect, it, vi} from 'vitest';
import type {ReplyChunk} from '../../source/model/model.js';
import {piece, receive, scripted} from '../support/ask-model.js';
import type {ScriptedReply} from '../support/scripted-server.js';
import {waitFor} from '../support/wait-for.js';

/** "At once": what a person does not notice, and far less than any wait of a retry. */
const AT_ONCE_MS = 100;

/** Aborts at the first chunk, or when the request has come if there is none; tells what came after. */
async function abortDuring(reply: ScriptedReply, at: ReplyChunk['kind'] | 'request') {
	const {model, server} = await scripted([{reply}]);
	const controller = new AbortController();
	const reason = new Error('enough');
	let abortedAt = 0;
	const after: ReplyChunk[] = [];
	const abort = () => {
		abortedAt = performance.now();
		controller.abort(reason);
	};
	const receiving = receive(model, {
		signal: controller.signal,
		onChunk(chunk) {
			if (abortedAt > 0) {
				after.push(chunk);
			} else if (chunk.kind === at) {
				abort();
			}
		},
	});
	if (at === 'request') {
		await waitFor(() => server.requests[0], 'the request');
		abort();
	}

	const {error} = await receiving;
	return {error, reason, after, tookMs: performance.now() - abortedAt, request: server.requests[0]!, server};
}

describe('an abort', () => {
	it.each<[string, ScriptedReply]>([
		['before the server answers', {silent: true}],
		['before the first piece', {text: 'x', stallAfter: 0}],
	])('%s ends the reply at once and leaves the server', async (_, reply) => {
		const {error, reason, after, tookMs, request} = await abortDuring(reply, 'request');
		expect(error).toBe(reason);
		expect(after).toEqual([]);
		expect(tookMs).toBeLessThan(AT_ONCE_MS);
		await expect(request.ended).resolves.toBe('broken');
	});

	it.each<[string, ScriptedReply]>([
		['between two pieces', {text: 'on and on', chunkSize: 2, stallAfter: 1}],
		['while pieces keep coming', {text: 'on ', endless: true}],
		['while the server writes slowly', {text: 'on and on and on', chunkSize: 1, delayMs: 50}],
	])('%s ends the reply at once and leaves the server', async (_, reply) => {
		const {error, reason, after, tookMs, request} = await abortDuring(reply, 'text');
		expect(error).toBe(reason);
		expect(after).toEqual([]);
		expect(tookMs).toBeLessThan(AT_ONCE_MS);
		await expect(request.ended).resolves.toBe('broken');
	});

	it('between the two parts of one event lets neither the second nor the end through', async () => {
		const raw = [piece({reasoning: 'hm', content: 'text'}, 'stop'), 'data: [DONE]\n\n'];
		const {error, reason, after} = await abortDuring({raw}, 'reasoning');
		expect(error).toBe(reason);
		expect(after).toEqual([]);
	});

	it.each<[string, ScriptedReply]>([
		['a reply that came whole', {text: 'all of it', whole: true}],
		['a stream', {text: 'all of it', chunkSize: 100}],
	])('at the last piece of %s lets no end through', async (_, reply) => {
		const {error, reason, after} = await abortDuring(reply, 'text');
		expect(error).toBe(reason);
		expect(after).toEqual([]);
	});

	it('during the wait for a retry ends it at once, and there is no retry', async () => {
		const busy = {status: 429, headers: {'retry-after': '30'}, body: {error: {message: 'slow down'}}};
		const {error, reason, after, tookMs, server} = await abortDuring(busy, 'waiting');
		expect(error).toBe(reason);
		expect(after).toEqual([]);
		expect(tookMs).toBeLessThan(AT_ONCE_MS);
		expect(server.requests).toHaveLength(1);
	});

	it('in the middle of the wait for a retry ends it at once', async () => {
		const busy = {status: 429, headers: {'retry-after': '30'}, body: {error: {message: 'slow down'}}};
		const {model} = await scripted([{reply: busy}]);
		const controller = new AbortController();
		const reason = new Error('enough');
		let abortedAt = 0;
		const {error} = await receive(model, {
			signal: controller.signal,
			onChunk: () =>
				setTimeout(() => {
					abortedAt = performance.now();
					controller.abort(reason);
				}, 30),
		});
		expect(error).toBe(reason);
		expect(performance.now() - abortedAt).toBeLessThan(AT_ONCE_MS);
	});

	it('that came before sends nothing', async () => {
		const {model, server} = await scripted([{reply: {text: 'x'}}]);
		const reason = new Error('enough');
		const {chunks, error} = await receive(model, {signal: AbortSignal.abort(reason)});
		expect(error).toBe(reason);
		expect(chunks).toEqual([]);
		expect(server.requests).toEqual([]);
	});

	it('leaves no listener behind on a signal that serves many replies', async () => {
		const {model} = await scripted([{reply: {text: 'a reply of some pieces', chunkSize: 2}}]);
		const {signal} = new AbortController();
		const added = vi.spyOn(signal, 'addEventListener');
		const removed = vi.spyOn(signal, 'removeEventListener');
		await receive(model, {signal});
		await receive(model, {signal});
		expect(added.mock.calls.length).toBeGreaterThan(0);
		expect(removed.mock.calls.length).toBe(added.mock.calls.length);
	});
});
