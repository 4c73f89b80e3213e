import {describe, expect, it} from 'vitest';
import {openInbox} from '../source/inbox.js';

async function take<T>(inbox: AsyncIterable<T>, count: number): Promise<T[]> {
	const items: T[] = [];
	for await (const item of inbox) {
		items.push(item);
		if (items.length === count) {
			break;
		}
	}

	return items;
}

describe('an inbox', () => {
	it('keeps what comes, in order, until it is taken, and gives the rest as it comes', async () => {
		const inbox = openInbox<number>();
		inbox.put(1);
		inbox.put(2);
		const taking = take(inbox, 4);
		inbox.put(3);
		await new Promise(resolve => setImmediate(resolve));
		inbox.put(4);
		expect(await taking).toEqual([1, 2, 3, 4]);
	});

	it('drops what is there when it fails, and throws that', async () => {
		const inbox = openInbox<number>();
		inbox.put(1);
		inbox.fail(new Error('gone'));
		inbox.fail(new Error('later'));
		inbox.put(2);
		await expect(take(inbox, 1)).rejects.toThrow('gone');
	});

	it('throws the reason of an abort, before, while and after something comes', async () => {
		const reason = new Error('enough');
		await expect(take(openInbox(AbortSignal.abort(reason)), 1)).rejects.toBe(reason);
		const controller = new AbortController();
		const inbox = openInbox<number>(controller.signal);
		const waiting = take(inbox, 3);
		inbox.put(1);
		await new Promise(resolve => setImmediate(resolve));
		inbox.put(2);
		controller.abort(reason);
		await expect(waiting).rejects.toBe(reason);
	});
});
