import {setImmediate as settle} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {ModelError} from '../../source/errors.js';
import type {Model, ReplyChunk} from '../../source/model/model.js';
import {patientModel} from '../../source/vote/patient-model.js';
import {modelDouble} from '../support/agent-doubles.js';
import {CHAT, SAMPLING} from '../support/ask-model.js';

const BUSY = new ModelError('busy', 'the server is busy', 'Ask again later.');

/** A server that takes so many requests at a time and turns the others down at once. */
function narrowModel(places: number, fault: ModelError = BUSY) {
	const seen = {now: 0, most: 0, refused: 0};
	const model: Model = {
		...modelDouble(() => ({text: ''})),
		async *reply(_, __, signal) {
			if (seen.now >= places) {
				seen.refused++;
				throw fault;
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

async function receive(model: Model, signal?: AbortSignal): Promise<ReplyChunk['kind'][]> {
	const kinds: ReplyChunk['kind'][] = [];
	for await (const {kind} of model.reply(CHAT, SAMPLING, signal)) {
		kinds.push(kind);
	}

	return kinds;
}

const WHOLE = ['text', 'text', 'end'];

describe('a server with fewer places than samples', () => {
	it.each([1, 3])('of %s serves all in the end', async places => {
		const {model, seen} = narrowModel(places);
		const patient = patientModel(model);
		const all = await Promise.all(Array.from({length: 8}, () => receive(patient)));
		for (const kinds of all) {
			expect(kinds.filter(kind => kind !== 'waiting')).toEqual(WHOLE);
		}

		expect(seen.most).toBe(places);
		expect(seen.refused).toBeGreaterThan(0);
	});

	it('that is busy with others says so', async () => {
		const patient = patientModel(narrowModel(0).model);
		const all = await Promise.allSettled([receive(patient), receive(patient)]);
		expect(all).toEqual([
			{status: 'rejected', reason: BUSY},
			{status: 'rejected', reason: BUSY},
		]);
	});

	it('has other faults, which are thrown as they are', async () => {
		const refused = new ModelError('refused', 'no', '');
		const patient = patientModel(narrowModel(1, refused).model);
		const all = await Promise.allSettled([receive(patient), receive(patient)]);
		expect(all).toEqual([
			{status: 'fulfilled', value: WHOLE},
			{status: 'rejected', reason: refused},
		]);
	});

	it('is not waited for after an abort', async () => {
		const controller = new AbortController();
		const reason = new Error('enough');
		const patient = patientModel({
			...narrowModel(0).model,
			async *reply(_, {seed}, signal) {
				if (seed === 1) {
					throw BUSY;
				}

				yield {kind: 'text', text: 'a'};
				await new Promise(resolve => {
					signal!.addEventListener('abort', resolve);
				});
				throw signal!.reason;
			},
		});
		const ask = async (seed: number) => {
			for await (const chunk of patient.reply(CHAT, {...SAMPLING, seed}, controller.signal)) {
				if (chunk.kind === 'waiting') {
					setTimeout(() => controller.abort(reason), 10);
				}
			}
		};
		expect(await Promise.allSettled([ask(0), ask(1)])).toEqual([
			{status: 'rejected', reason},
			{status: 'rejected', reason},
		]);
	});
});
