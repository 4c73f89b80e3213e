import {describe, expect, it} from 'vitest';
import {ModelError} from '../../../source/errors.js';
import {lastingModel} from '../../../source/evaluation/run/lasting-model.js';
import type {ReplyChunk} from '../../../source/model/model.js';

const sampling = {temperature: 0.7, topP: 0.95, maxTokens: 100, seed: 1};
const PATIENCE_S = 600;

/** What each attempt does: a whole reply, or a failure of that kind, which may come after some text. */
type Attempt = 'reply' | ModelError['kind'] | {begun: ModelError['kind']};

/** Replies in a row over one model, whose clock goes forward only while it waits; the waits, in seconds. */
async function asked(attempts: readonly Attempt[], replies = 1) {
	let [clock, at] = [0, 0];
	const waits: number[] = [];
	const model = lastingModel(
		{
			ref: {name: 'sqrl-4b'},
			contextLength: async () => null,
			async *reply(): AsyncGenerator<ReplyChunk> {
				const attempt = attempts[Math.min(at++, attempts.length - 1)]!;
				if (attempt !== 'reply') {
					const kind = typeof attempt === 'string' ? attempt : attempt.begun;
					if (typeof attempt !== 'string') {
						yield {kind: 'text', text: 'I th'};
					}

					throw new ModelError(kind, `it is ${kind}`, '');
				}

				yield {kind: 'text', text: 'whole'};
				yield {kind: 'end', finishReason: 'stop'};
			},
		},
		{
			patienceMs: PATIENCE_S * 1000,
			now: () => clock,
			async delay(ms) {
				waits.push(ms / 1000);
				clock += ms;
			},
		},
	);
	let error: unknown = null;
	try {
		for (let reply = 0; reply < replies; reply++) {
			for await (const _ of model.reply([], sampling)) {
				// What it says is not looked at.
			}
		}
	} catch (thrown) {
		error = (thrown as ModelError).kind;
	}

	return {error, waits, attempts: at};
}

describe('a model of a run', () => {
	it('is waited for where it has no room, longer each time', async () => {
		expect(await asked(['busy', 'busy', 'busy', 'reply'])).toEqual({
			error: null,
			waits: [1, 2, 4],
			attempts: 4,
		});
	});

	it('is waited for where it was there and is away', async () => {
		expect(await asked(['reply', 'unreachable', 'unreachable', 'reply'], 2)).toMatchObject({
			error: null,
			waits: [1, 2],
		});
	});

	it('is given up at once where it never was there', async () => {
		expect(await asked(['unreachable'])).toEqual({error: 'unreachable', waits: [], attempts: 1});
		expect(await asked(['stalled'])).toEqual({error: 'unreachable', waits: [], attempts: 1});
	});

	it('is given up when nothing has been heard of it for as long as the patience lasts', async () => {
		const {error, waits} = await asked(['reply', 'unreachable'], 2);
		expect(error).toBe('unreachable');
		// 1 + 2 + 4 + 8 + 16 = 31 s, and then half minutes until 600 s are over.
		expect(waits).toEqual([1, 2, 4, 8, 16, ...Array(19).fill(30)]);
	});

	it.each([
		['a reply that breaks off', {begun: 'cut'}, 'cut'],
		['one that stalls between others', 'stalled', 'stalled'],
		['a key that is wrong', 'unauthorized', 'unauthorized'],
		['a chat that is too long', 'context', 'context'],
	] as const)('does not wait over %s', async (_, attempt, kind) => {
		expect(await asked(['reply', attempt], 2)).toEqual({error: kind, waits: [], attempts: 2});
	});
});
