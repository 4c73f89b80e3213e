import {setImmediate as settle} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {openSlots} from '../../../source/evaluation/run/slots.js';
import type {Model} from '../../../source/model/model.js';

const sampling = {temperature: 0.7, topP: 0.95, maxTokens: 100, seed: 1};

/** Replies that come when the test says so, by what they are asked with. */
function setUp(count: number) {
	const writing = new Map<string, () => void>();
	let rooms = 0;
	const model: Model = {
		ref: {name: 'double'},
		contextLength: async () => null,
		async *reply([message]) {
			await new Promise<void>(resolve => writing.set(message!.content, resolve));
			writing.delete(message!.content);
			yield {kind: 'end', finishReason: 'stop'};
		},
	};
	const slots = openSlots(model, count, () => rooms++);
	const ask = async (one: ReturnType<typeof slots.take>, name: string, signal?: AbortSignal) => {
		for await (const _ of one.model.reply([{role: 'user', content: name}], sampling, signal)) {
			// Only the end.
		}
	};
	return {slots, writing, ask, rooms: () => rooms};
}

describe('slots', () => {
	it('are taken by samples, and left while a sample does not ask', async () => {
		const {slots, writing, ask, rooms} = setUp(2);
		const [first, second] = [slots.take(), slots.take()];
		expect(slots.hasRoom).toBe(false);
		const asked = ask(first, 'first');
		await settle();
		writing.get('first')!();
		await asked;
		expect([slots.hasRoom, rooms()]).toEqual([true, 1]);
		second.release();
		second.release();
		first.release();
		expect(rooms()).toBe(2);
	});

	it('go to who comes back before who has not begun', async () => {
		const {slots, writing, ask, rooms} = setUp(1);
		const first = slots.take();
		const once = ask(first, 'first');
		await settle();
		writing.get('first')!();
		await once;
		const second = slots.take();
		const [busy, back] = [ask(second, 'second'), ask(first, 'first again')];
		await settle();
		expect([...writing.keys()]).toEqual(['second']);
		writing.get('second')!();
		await busy;
		await settle();
		expect([[...writing.keys()], slots.hasRoom, rooms()]).toEqual([['first again'], false, 1]);
		writing.get('first again')!();
		await back;
		expect([slots.hasRoom, rooms()]).toEqual([true, 2]);
	});

	it('are not waited for after an abort, and none is lost', async () => {
		const {slots, writing, ask} = setUp(1);
		const controller = new AbortController();
		const first = slots.take();
		const once = ask(first, 'first');
		await settle();
		writing.get('first')!();
		await once;
		const second = slots.take();
		const busy = ask(second, 'second');
		const back = ask(first, 'first again', controller.signal);
		await settle();
		controller.abort(new Error('enough'));
		await expect(back).rejects.toThrow('enough');
		writing.get('second')!();
		await busy;
		expect(slots.hasRoom).toBe(true);
	});
});
