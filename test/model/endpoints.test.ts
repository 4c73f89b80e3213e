import {setImmediate as settle} from 'node:timers/promises';
import {describe, expect, it, onTestFinished} from 'vitest';
import {ModelError, type ModelFailureKind} from '../../source/errors.js';
import {type Endpoints, endpoints} from '../../source/model/endpoints.js';
import type {Model, ReplyChunk} from '../../source/model/model.js';
import {CHAT, modelAt, receive, SAMPLING} from '../support/ask-model.js';
import {type Script, startScriptedServer} from '../support/scripted-server.js';

type Asked = {end(): void; fail(error: ModelError): void};

/** A server in memory whose replies end when the test says so; with a fault it takes nothing. */
function heldModel(name: string, context: number | null = null) {
	const asked: Asked[] = [];
	const control = {
		asked,
		fault: null as ModelError | null,
		model: {
			ref: {name: 'sqrl-4b', baseUrl: name},
			contextLength: async () => context,
			async *reply(): AsyncGenerator<ReplyChunk> {
				if (control.fault) {
					asked.push({end() {}, fail() {}});
					throw control.fault;
				}

				yield {kind: 'text', text: name};
				await new Promise<void>((resolve, reject) => {
					asked.push({end: resolve, fail: reject});
				});
				yield {kind: 'end', finishReason: 'stop'};
			},
		} satisfies Model,
	};
	return control;
}

const fault = (kind: ModelFailureKind) => new ModelError(kind, `it is ${kind}`, 'Do something.');

const told = (model: Model, signal?: AbortSignal) => receive(model, signal ? {signal} : {});

/** A clock that goes on when the test says so. */
function clock() {
	let now = 0;
	const due: Array<{at: number; wake: () => void}> = [];
	return {
		options: {
			now: () => now,
			delay: (ms: number) =>
				new Promise<void>(wake => {
					due.push({at: now + ms, wake});
				}),
		},
		async goOn(ms: number) {
			now += ms;
			for (const {wake} of due.filter(({at}) => at <= now)) {
				wake();
			}

			await settle();
		},
	};
}

describe('replies', () => {
	it('are asked of the server with the fewest under way, in turn where these are equal', async () => {
		const [a, b] = [heldModel('a'), heldModel('b')];
		const model = endpoints([a.model, b.model]);
		const replies = [told(model), told(model), told(model), told(model), told(model), told(model)];
		await settle();
		expect([a.asked.length, b.asked.length]).toEqual([3, 3]);
		b.asked[0]!.end();
		b.asked[1]!.end();
		await settle();
		replies.push(told(model), told(model));
		await settle();
		expect([a.asked.length, b.asked.length]).toEqual([3, 5]);
		expect(model.health().map(({underWay, done}) => [underWay, done])).toEqual([
			[3, 0],
			[3, 2],
		]);
		for (const {end} of [...a.asked, ...b.asked]) {
			end();
		}

		const all = await Promise.all(replies);
		expect(all.map(({text}) => text)).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'b', 'b']);
		expect(all.every(({error}) => error === undefined)).toBe(true);
	});

	it('are timed, and each server says how it is doing', async () => {
		const [a, b] = [heldModel('a'), heldModel('b')];
		const {options, goOn} = clock();
		const model = endpoints([a.model, b.model], options);
		const replies = [told(model), told(model), told(model)];
		await goOn(100);
		a.asked[0]!.end();
		await settle();
		await goOn(200);
		a.asked[1]!.end();
		await Promise.all([replies[0], replies[2]]);
		expect(model.health()).toEqual([
			{place: 'a', underWay: 0, done: 2, failed: 0, state: 'up', lastError: '', meanMs: 200},
			{place: 'b', underWay: 1, done: 0, failed: 0, state: 'up', lastError: '', meanMs: null},
		]);
	});

	it('may be as long as the shortest context that is known', async () => {
		const all = [heldModel('a', 32_768), heldModel('b', null), heldModel('c', 8192)];
		expect(await endpoints(all.map(({model}) => model)).contextLength()).toBe(8192);
		expect(await endpoints([all[1]!.model]).contextLength()).toBeNull();
	});

	it('are named by the model, and by its address where there is one', () => {
		const [a, b] = [heldModel('a'), heldModel('b')];
		expect(endpoints([a.model]).ref).toEqual({name: 'sqrl-4b', baseUrl: 'a'});
		expect(endpoints([a.model, b.model]).ref).toEqual({name: 'sqrl-4b'});
	});
});

describe('a server that fails before anything has come', () => {
	it.each(['unreachable', 'stalled', 'cut'] as const)('%s: another is asked, and it rests', async kind => {
		const [a, b] = [heldModel('a'), heldModel('b')];
		a.fault = fault(kind);
		const {options, goOn} = clock();
		const model = endpoints([a.model, b.model], options);
		const replies = Array.from({length: 4}, () => told(model));
		await settle();
		const askedAtFirst = a.asked.length;
		expect(model.health()[0]).toMatchObject({state: 'down', lastError: `it is ${kind}`, underWay: 0});
		replies.push(told(model));
		await goOn(999);
		replies.push(told(model));
		await settle();
		expect(a.asked).toHaveLength(askedAtFirst);

		// Tried with one request, and then after twice as long.
		await goOn(1);
		replies.push(told(model), told(model));
		await settle();
		expect(a.asked).toHaveLength(askedAtFirst + 1);
		await goOn(1999);
		replies.push(told(model));
		await settle();
		expect(a.asked).toHaveLength(askedAtFirst + 1);

		a.fault = null;
		await goOn(1);
		replies.push(told(model));
		await settle();
		replies.push(told(model), told(model));
		await settle();
		expect(model.health()[0]).toMatchObject({state: 'up', underWay: 3});
		for (const {end} of [...a.asked, ...b.asked]) {
			end();
		}

		expect((await Promise.all(replies)).filter(({error}) => error !== undefined)).toEqual([]);
	});

	it('is not tried for ever where all do: what the last one said is thrown', async () => {
		const [a, b] = [heldModel('a'), heldModel('b')];
		a.fault = fault('unreachable');
		b.fault = fault('stalled');
		const model = endpoints([a.model, b.model], clock().options);
		expect((await told(model)).error).toBe(b.fault);
		expect([a.asked.length, b.asked.length]).toEqual([1, 1]);
		// The next one asks them all the same, for there is no other.
		expect((await told(model)).error).toBeInstanceOf(ModelError);
		expect(a.asked.length + b.asked.length).toBe(4);
	});

	it.each(['unauthorized', 'not-found', 'not-a-model'] as const)('%s: for good', async kind => {
		const [a, b] = [heldModel('a'), heldModel('b')];
		a.fault = fault(kind);
		const {options, goOn} = clock();
		const model = endpoints([a.model, b.model], options);
		const first = told(model);
		await goOn(1e9);
		const second = told(model);
		await settle();
		expect(a.asked).toHaveLength(1);
		expect(model.health()[0]).toMatchObject({state: 'down', failed: 1, lastError: `it is ${kind}`});
		for (const {end} of b.asked) {
			end();
		}

		await Promise.all([first, second]);
		b.fault = fault('not-found');
		expect((await told(model)).error).toBe(b.fault);
		expect((await told(model)).error).toBe(a.fault);
	});

	it.each(['context', 'refused'] as const)('at the request itself is told at once: %s', async kind => {
		const [a, b] = [heldModel('a'), heldModel('b')];
		a.fault = fault(kind);
		const model = endpoints([a.model, b.model]);
		expect((await told(model)).error).toBe(a.fault);
		expect(b.asked).toEqual([]);
		expect(model.health()[0]).toMatchObject({state: 'up', failed: 1});
	});
});

describe('a server that fails in the middle of a reply', () => {
	it('has its failure told, and nobody else is asked', async () => {
		const [a, b] = [heldModel('a'), heldModel('b')];
		const model = endpoints([a.model, b.model]);
		const reply = told(model);
		await settle();
		const cut = fault('cut');
		a.asked[0]!.fail(cut);
		expect(await reply).toMatchObject({text: 'a', error: cut});
		expect(b.asked).toEqual([]);
		expect(model.health()[0]).toMatchObject({failed: 1, lastError: 'it is cut'});
	});
});

/** A server that takes so many requests at a time and turns the others down at once. */
function narrowModel(places: number) {
	const seen = {now: 0, most: 0, refused: 0};
	const model: Model = {
		ref: {name: 'sqrl-4b'},
		contextLength: async () => null,
		async *reply(_, __, signal) {
			if (seen.now >= places) {
				seen.refused++;
				throw fault('busy');
			}

			seen.now++;
			seen.most = Math.max(seen.most, seen.now);
			try {
				for (const text of ['a', 'b']) {
					await settle();
					signal?.throwIfAborted();
					yield {kind: 'text', text};
				}

				yield {kind: 'end', finishReason: 'stop'};
			} finally {
				seen.now--;
			}
		},
	};
	return {model, seen};
}

describe('servers with less room than there are requests', () => {
	it.each([[[1]], [[3]], [[3, 2]], [[20, 1, 4]]])('serve all in the end: %j', async places => {
		const all = places.map(narrowModel);
		const model = endpoints(all.map(({model}) => model));
		const replies = await Promise.all(Array.from({length: 200}, () => told(model)));
		expect(replies.every(({text, error}) => text === 'ab' && error === undefined)).toBe(true);
		expect(all.map(({seen}) => seen.most)).toEqual(places);
		expect(model.health().reduce((sum, {done}) => sum + done, 0)).toBe(200);
		// Some at first, when nothing is known of them; later hardly any asks in vain.
		const refused = all.reduce((sum, {seen}) => sum + seen.refused, 0);
		expect(refused).toBeGreaterThan(0);
		expect(refused).toBeLessThan(400);
	});

	it('of which one has room for none leave it to the others', async () => {
		const [none, some] = [narrowModel(0), narrowModel(5)];
		const model = endpoints([none.model, some.model], clock().options);
		const replies = await Promise.all(Array.from({length: 50}, () => told(model)));
		expect(replies.every(({error}) => error === undefined)).toBe(true);
		expect(model.health()[0]).toMatchObject({state: 'waiting', done: 0, lastError: 'it is busy'});
	});

	it('that are busy with somebody else say so', async () => {
		const model = endpoints([narrowModel(0).model, narrowModel(0).model]);
		const replies = await Promise.all([told(model), told(model)]);
		expect(replies.map(({error}) => (error as ModelError).kind)).toEqual(['busy', 'busy']);
	});

	it('are not waited for after an abort', async () => {
		const held = heldModel('a');
		const model = endpoints([held.model]);
		const first = told(model);
		await settle();
		held.fault = fault('busy');
		const controller = new AbortController();
		const second = told(model, controller.signal);
		await settle();
		expect(model.health()[0]).toMatchObject({state: 'waiting', underWay: 1});
		const reason = new Error('enough');
		controller.abort(reason);
		expect((await second).error).toBe(reason);
		held.asked[0]!.end();
		expect((await first).error).toBeUndefined();
	});
});

const FINE: Script = () => ({text: 'fine'});

describe('over HTTP', () => {
	async function serving(...scripts: Script[]): Promise<Endpoints> {
		const servers = await Promise.all(scripts.map(script => startScriptedServer(script)));
		for (const {close} of servers) {
			onTestFinished(close);
		}

		return endpoints(servers.map(({baseUrl}) => modelAt(baseUrl, {apiKey: 'secret-key'})));
	}

	it.each([
		['fails', {status: 500, body: {error: {message: 'out of memory'}}}],
		['is busy', {status: 503, body: {error: {message: 'too many'}}}],
	])('a server that %s is left at its first word for one that is there', async (_, reply) => {
		const model = await serving(() => reply, FINE);
		const {text, elapsedMs} = await receive(model);
		expect(text).toBe('fine');
		// By itself it would be asked again after half a second.
		expect(elapsedMs).toBeLessThan(450);
		expect(model.health().map(({state}) => state)).toEqual(['down', 'up']);
		expect(model.health()[0]!.lastError).toContain(String(reply.status));
	});

	it('a server that does not take the key is named without it', async () => {
		const model = await serving(() => ({status: 401, body: {error: {message: 'bad key secret-key'}}}), FINE);
		expect((await receive(model)).text).toBe('fine');
		const {lastError, state} = model.health()[0]!;
		expect(state).toBe('down');
		expect(lastError).toContain('does not accept the key');
		expect(lastError).not.toContain('secret-key');
	});

	it('one that is not there costs no reply', async () => {
		const gone = await startScriptedServer(FINE);
		await gone.close();
		const there = await startScriptedServer(FINE);
		onTestFinished(there.close);
		const model = endpoints([modelAt(gone.baseUrl), modelAt(there.baseUrl)]);
		const replies = await Promise.all(Array.from({length: 20}, () => receive(model)));
		expect(replies.every(({text}) => text === 'fine')).toBe(true);
		expect(model.health()[0]).toMatchObject({state: 'down', done: 0, underWay: 0});
		expect(model.health()[0]!.lastError).toContain('nothing answers at');
	});

	it('a server by itself that has no room yet is asked again', async () => {
		const model = await serving(({attempt}) =>
			attempt === 0 ? {status: 503, headers: {'retry-after': '0'}} : {text: 'fine'},
		);
		expect(await receive(model)).toMatchObject({text: 'fine', waits: [{ms: 0}]});
	});
});

it('needs a server', () => {
	expect(() => endpoints([])).toThrow(RangeError);
});

it('asks what it was asked', async () => {
	const seen: unknown[] = [];
	const {model} = heldModel('a');
	const both = endpoints([
		{
			...model,
			async *reply(...request) {
				seen.push(request);
				yield {kind: 'end', finishReason: 'stop'};
			},
		},
	]);
	const {signal} = new AbortController();
	for await (const _ of both.reply(CHAT, SAMPLING, signal)) {
		// To its end.
	}

	expect(seen).toEqual([[CHAT, SAMPLING, signal]]);
});
