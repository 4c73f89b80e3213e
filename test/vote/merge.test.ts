import {setImmediate as settle} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {merge} from '../../source/vote/merge.js';

const NOTHING = () => {};

async function* list(...items: string[]): AsyncGenerator<string, void, void> {
	for (const item of items) {
		await settle();
		yield item;
	}
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
	const taken: T[] = [];
	for await (const item of items) {
		taken.push(item);
	}

	return taken;
}

describe('merged sources', () => {
	it('give everything, each in its order', async () => {
		const merged = await all(merge([list('a', 'b', 'c'), list(), list('x', 'y')], NOTHING));
		const of = (wanted: number) => merged.filter(({source}) => source === wanted).map(({item}) => item);
		expect([of(0), of(1), of(2)]).toEqual([['a', 'b', 'c'], [], ['x', 'y']]);
	});

	it('are none', async () => {
		expect(await all(merge([], NOTHING))).toEqual([]);
	});

	it('are not asked for more than is taken', async () => {
		let made = 0;
		async function* counting(): AsyncGenerator<number, void, void> {
			for (;;) {
				made++;
				yield made;
			}
		}

		const merged = merge([counting()], NOTHING);
		await merged.next();
		await merged.next();
		await settle();
		expect(made).toBe(2);
		await merged.return();
	});

	it('do not wait for each other', async () => {
		const stop = new AbortController();
		const merged = merge([waiting(stop.signal), list('a', 'b')], () => stop.abort());
		expect(await merged.next()).toMatchObject({value: {item: 'a'}});
		expect(await merged.next()).toMatchObject({value: {item: 'b'}});
		await merged.return();
	});
});

describe('sources that are left', () => {
	it('are told to stop, and are waited for', async () => {
		const stop = new AbortController();
		const ended: string[] = [];
		const merged = merge([waiting(stop.signal, () => ended.push('waiting')), list('a')], () => stop.abort());
		for await (const _ of merged) {
			break;
		}

		expect(ended).toEqual(['waiting']);
	});

	it('are, where one throws', async () => {
		async function* broken(): AsyncGenerator<string, void, void> {
			yield 'a';
			throw new Error('broken');
		}

		const stop = new AbortController();
		await expect(all(merge([waiting(stop.signal), broken()], () => stop.abort()))).rejects.toThrow('broken');
		expect(stop.signal.aborted).toBe(true);
	});
});

/** Yields nothing until it is stopped. */
async function* waiting(
	signal: AbortSignal,
	onEnd = NOTHING as () => unknown,
): AsyncGenerator<string, void, void> {
	await new Promise(resolve => {
		signal.addEventListener('abort', resolve);
	});
	await settle();
	onEnd();
}
