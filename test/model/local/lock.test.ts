import {describe, expect, it} from 'vitest';
import {openLock} from '../../../source/model/local/lock.js';

const never = new AbortController().signal;

describe('a lock', () => {
	it('lets one in at a time, in turn', async () => {
		const enter = openLock();
		const order: string[] = [];
		const visit = async (name: string) => {
			const leave = await enter(never);
			order.push(`${name} in`);
			await new Promise(resolve => setImmediate(resolve));
			order.push(`${name} out`);
			leave();
		};
		await Promise.all(['a', 'b', 'c'].map(visit));
		expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
	});

	it('passes over who is aborted meanwhile', async () => {
		const enter = openLock();
		const leave = await enter(never);
		const controller = new AbortController();
		const reason = new Error('enough');
		const second = enter(controller.signal);
		const third = enter(never);
		controller.abort(reason);
		leave();
		await expect(second).rejects.toBe(reason);
		(await third)();
	});
});
