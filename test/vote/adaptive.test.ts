import {describe, expect, it} from 'vitest';
import {ModelError} from '../../source/errors.js';
import {adaptiveVote, nextSize} from '../../source/vote/adaptive.js';
import type {Ballot} from '../../source/vote/ballot.js';
import type {VoteOptions} from '../../source/vote/run-vote.js';
import {tally} from '../../source/vote/tally.js';
import {modelDouble, question, rowsOutcome} from '../support/agent-doubles.js';

describe('the next size', () => {
	it.each([
		[0, 'none', 4],
		[4, 'unanimous', null],
		[4, 'majority', 8],
		[4, 'narrow', 8],
		[4, 'none', 8],
		[8, 'majority', null],
		[8, 'narrow', 16],
		[8, 'none', 16],
		[16, 'majority', null],
		[16, 'narrow', null],
		[16, 'none', null],
	] as const)('after %s that are %s is %s', (k, confidence, size) => {
		expect(nextSize({k, confidence})).toBe(size);
	});
});

/** The answers of the samples, a letter each. */
async function run(answers: string, given: Partial<VoteOptions> = {}, error?: ModelError): Promise<Ballot> {
	const options = {
		reader: {
			version: async () => 'v1',
			async query(sql: string) {
				const outcome = rowsOutcome(['a'], [sql]);
				return 'table' in outcome ? {...outcome, table: {...outcome.table, digest: sql}} : outcome;
			},
		},
		seedBase: 0,
		earlyStop: false,
		clock: Date.now,
		newId: () => 'id',
		...given,
	};
	const model: VoteOptions['model'] = {
		...modelDouble(() => ({text: ''})),
		async *reply(chat, sampling, signal) {
			const text = `<answer>SELECT '${answers[sampling.seed!]}'</answer>`;
			yield* modelDouble(() => ({text, ...(error && {error})})).reply(chat, sampling, signal);
		},
	};
	for await (const event of adaptiveVote(question(), {...options, model})) {
		if (event.kind === 'ended') {
			return event.ballot;
		}
	}

	throw new Error('the vote has no end');
}

describe('an adaptive vote', () => {
	it.each([
		['of 4 that agree ends there', 'AAAA', 4, 'unanimous'],
		['of 4 that do not goes on to 8', 'AAABAAAA', 8, 'majority'],
		['of 8 that are narrow goes on to 16', 'ABABABABAAAAAAAA', 16, 'majority'],
		['ends at 16, whatever it says', 'ABABABABABABABAB', 16, 'narrow'],
	])('%s', async (_, answers, k, confidence) => {
		const ballot = await run(answers);
		expect(tally(ballot)).toMatchObject({k, confidence});
		expect(ballot.samples.map(({trajectory}) => trajectory.sampling.seed)).toEqual(
			[...answers].map((_, i) => i),
		);
	});

	it('ends where the model fails in all samples', async () => {
		const ballot = await run('AAAA', {}, new ModelError('unreachable', 'nobody is there', ''));
		expect(tally(ballot)).toMatchObject({k: 4, failed: 4, confidence: 'none'});
	});

	it('ends with an abort', async () => {
		const ballot = await run('ABAB', {signal: AbortSignal.abort()});
		expect(tally(ballot)).toMatchObject({k: 4, cancelled: 4});
	});
});
