import type {Token} from 'node-llama-cpp';
import {describe, expect, it} from 'vitest';
import {type SequenceGroup, sequencePool} from '../../../source/model/local/sequence-pool.js';

type Slot = {name: string; sequence: {compareContextTokens(tokens: Token[]): {firstDifferentIndex: number}}};

const slot = (name: string, shared = 0): Slot => ({
	name,
	sequence: {compareContextTokens: () => ({firstDifferentIndex: shared})},
});

function group(...sequences: Slot[]): SequenceGroup<Slot> & {disposed: boolean} {
	const made = {
		sequences,
		disposed: false,
		async dispose() {
			made.disposed = true;
		},
	};
	return made;
}

const never = new AbortController().signal;

/** Takes a sequence, and keeps it until it is told to give it back. */
function taker(pool: ReturnType<typeof sequencePool<Slot>>, {signal = never, brief = false} = {}) {
	let giveBack = () => {};
	const held = new Promise<void>(resolve => {
		giveBack = resolve;
	});
	const using = pool.use({
		tokens: [],
		signal,
		brief,
		async *work({name}) {
			yield name;
			await held;
		},
	});
	const name = using.next().then(({value}) => value as string);
	return {
		name,
		giveBack: async () => {
			giveBack();
			await using.next();
		},
	};
}

const settled = () => new Promise(resolve => setImmediate(resolve));

describe('the pool of sequences', () => {
	it('gives its only one again and again to who comes one at a time', async () => {
		let grown = 0;
		const pool = sequencePool(group(slot('only')), async () => {
			grown++;
			return null;
		});
		for (let count = 0; count < 3; count++) {
			const taken = taker(pool);
			expect(await taken.name).toBe('only');
			await taken.giveBack();
		}

		expect(grown).toBe(0);
	});

	it('grows, once, when several come at once, and lets the old one go when it is done', async () => {
		const old = group(slot('old'));
		let grown = 0;
		const pool = sequencePool(old, async () => {
			grown++;
			return group(slot('a'), slot('b'));
		});
		const first = taker(pool);
		const others = [taker(pool), taker(pool)];
		expect(await first.name).toBe('old');
		expect(await Promise.all(others.map(({name}) => name))).toEqual(['a', 'b']);
		const waiting = taker(pool);
		expect(old.disposed).toBe(false);
		await first.giveBack();
		expect(old.disposed).toBe(true);
		await others[1]!.giveBack();
		expect(await waiting.name).toBe('b');
		expect(grown).toBe(1);
	});

	it('lets them wait in turn where there is no room to grow', async () => {
		const pool = sequencePool(group(slot('only')), async () => null);
		const [first, second, third] = [taker(pool), taker(pool), taker(pool)];
		const order: string[] = [];
		void second.name.then(() => order.push('second'));
		void third.name.then(() => order.push('third'));
		await first.name;
		await first.giveBack();
		await second.name;
		expect(order).toEqual(['second']);
		await second.giveBack();
		await third.name;
		expect(order).toEqual(['second', 'third']);
		await third.giveBack();
	});

	it('does not grow for one who waits for who is brief, or broken off', async () => {
		let grown = 0;
		const pool = sequencePool(group(slot('only')), async () => {
			grown++;
			return null;
		});
		const brief = taker(pool, {brief: true});
		await brief.name;
		const next = taker(pool);
		await settled();
		await brief.giveBack();
		expect(await next.name).toBe('only');
		await next.giveBack();

		const controller = new AbortController();
		const aborted = taker(pool, {signal: controller.signal});
		await aborted.name;
		controller.abort();
		const after = taker(pool);
		await settled();
		await aborted.giveBack();
		expect(await after.name).toBe('only');
		await after.giveBack();
		expect(grown).toBe(0);
	});

	it('gives the one that holds most of the chat', async () => {
		const pool = sequencePool(group(slot('none'), slot('most', 7), slot('some', 3)), async () => null);
		const taken = [taker(pool), taker(pool), taker(pool)];
		expect(await Promise.all(taken.map(({name}) => name))).toEqual(['most', 'some', 'none']);
		await Promise.all(taken.map(({giveBack}) => giveBack()));
	});

	it('drops who is aborted while waiting, and serves the next', async () => {
		const pool = sequencePool(group(slot('only')), async () => null);
		const first = taker(pool);
		await first.name;
		const controller = new AbortController();
		const reason = new Error('enough');
		const aborted = taker(pool, {signal: controller.signal});
		const next = taker(pool);
		controller.abort(reason);
		await expect(aborted.name).rejects.toBe(reason);
		await first.giveBack();
		expect(await next.name).toBe('only');
		await next.giveBack();
	});

	it('gives a sequence back when the work throws', async () => {
		const pool = sequencePool(group(slot('only')), async () => null);
		const failing = pool.use({
			tokens: [],
			signal: never,
			// biome-ignore lint/correctness/useYield: it fails before.
			async *work() {
				throw new Error('broken');
			},
		});
		await expect(failing.next()).rejects.toThrow('broken');
		expect(await taker(pool).name).toBe('only');
	});
});
