import {describe, expect, it} from 'vitest';
import {forks} from '../../source/agent/fork.js';
import type {Trajectory} from '../../source/agent/trajectory.js';
import {ModelError} from '../../source/errors.js';
import type {Model} from '../../source/model/model.js';
import {branches} from '../../source/vote/branches.js';
import {modelDouble, question, surroundings} from '../support/agent-doubles.js';

const PROBE = 'Look.\n<sql> SELECT 1 </sql>';
const ANSWER = 'So.\n<answer> SELECT 2 </answer>';

/** Three continuations, whose seeds are 0 to 2. */
const STARTS: Trajectory[] = forks(
	question(),
	{
		turn: 0,
		change: {kind: 'again'},
		sampling: {temperature: 1, topP: 1, maxTokens: 10, seed: 0},
		evidence: null,
		count: 3,
	},
	{model: {name: 'double'}, newId: () => 'id'},
);

/** A model that does something else for each branch. */
function bySeed(of: (seed: number) => Model): Model {
	return {
		...modelDouble(() => ({text: ANSWER})),
		reply: (chat, sampling, signal) => of(sampling.seed!).reply(chat, sampling, signal),
	};
}

async function endsOf(model: Model, options: {signal?: AbortSignal; onStep?: (branch: number) => void} = {}) {
	const ends: string[] = [];
	const steps: string[] = [];
	for await (const {branch, event} of branches(STARTS, surroundings({model, ...options}))) {
		if (event.kind === 'ended') {
			ends[branch] = event.trajectory.ending;
		} else if (event.kind !== 'chunk') {
			steps.push(`${branch} ${event.kind}`);
			options.onStep?.(branch);
		}
	}

	return {ends, steps};
}

describe('branches', () => {
	it('are carried on at once, each to its end', async () => {
		const model = modelDouble(turn => ({text: turn === 0 ? PROBE : ANSWER}));
		const {ends, steps} = await endsOf(model);
		expect(ends).toEqual(['answered', 'answered', 'answered']);
		// All have replied before the first has answered.
		expect(steps.slice(0, 3)).toEqual(['0 replied', '1 replied', '2 replied']);
		expect(steps).toHaveLength(12);
	});

	it('fail alone', async () => {
		const error = new ModelError('cut', 'the server broke off', 'Ask again.');
		const model = bySeed(seed => modelDouble(() => (seed === 1 ? {text: 'I th', error} : {text: ANSWER})));
		expect((await endsOf(model)).ends).toEqual(['answered', 'failed', 'answered']);
	});

	it('end with an abort, those that had not ended', async () => {
		const stop = new AbortController();
		const model = bySeed(seed => modelDouble(() => ({text: seed === 2 ? ANSWER : PROBE})));
		const steps: number[] = [];
		const {ends} = await endsOf(model, {
			signal: stop.signal,
			onStep(branch) {
				steps.push(branch);
				if (steps.length === 8) {
					stop.abort();
				}
			},
		});
		expect(ends).toEqual(['aborted', 'aborted', 'answered']);
	});

	it('are left with their consumer', async () => {
		let left = false;
		const model = bySeed(() => ({
			...modelDouble(() => ({text: ANSWER})),
			async *reply(_, __, signal) {
				yield {kind: 'text' as const, text: 'x'};
				await new Promise((_, reject) => {
					signal!.addEventListener('abort', () => {
						left = true;
						reject(signal!.reason);
					});
				});
			},
		}));
		for await (const {branch} of branches(STARTS, surroundings({model}))) {
			// The first one waits for more by now.
			if (branch > 0) {
				break;
			}
		}

		expect(left).toBe(true);
	});

	it('of nothing are nothing', async () => {
		const events = branches([], surroundings({model: modelDouble(() => ({text: ANSWER}))}));
		expect(await events.next()).toEqual({done: true, value: undefined});
	});
});
