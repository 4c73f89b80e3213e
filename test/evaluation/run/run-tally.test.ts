import {describe, expect, it} from 'vitest';
import type {SampleVerdict} from '../../../source/evaluation/run/run.js';
import {openRunTally} from '../../../source/evaluation/run/run-tally.js';
import {plan, verdict} from '../../support/run-folders.js';

const FOUR = plan({votes: 4});

/** Samples of a question that vote with these keys; a capital one is right, `-` has no answer. */
function samples(question: number, keys: string): SampleVerdict[] {
	return [...keys].map((key, sample) =>
		key === '-'
			? verdict(question, sample, {verdict: 'empty', score: 0, key: null, sql: null, ending: 'no-answer'})
			: verdict(question, sample, {
					key: key.toLowerCase(),
					verdict: key === key.toUpperCase() ? 'right' : 'wrong',
				}),
	);
}

function tallied(...verdicts: SampleVerdict[]) {
	const tally = openRunTally(FOUR, 0);
	for (const one of verdicts) {
		tally.add(one, null);
	}

	return tally.figures(0);
}

describe('a run so far', () => {
	it('of nothing', () => {
		expect(tallied()).toEqual({
			samples: {done: 0, of: 16},
			questions: {done: 0, of: 4},
			votes: 4,
			pass1: {share: null, interval: [0, 1], n: 0},
			vote: {share: null, interval: [0, 1], n: 0},
			failures: [],
			perMinute: null,
			msLeft: null,
		});
	});

	it('has the share of right samples, and of right votes of questions that are all in', () => {
		// Right: 3 of 4, 1 of 4, 0 of 4, and 2 of 2 that has two to come.
		const figures = tallied(
			...samples(0, 'AAbA'),
			...samples(1, 'Abbb'),
			...samples(2, '----'),
			...samples(3, 'AA'),
		);
		expect(figures).toMatchObject({samples: {done: 14, of: 16}, questions: {done: 3, of: 4}});
		expect(figures.pass1).toMatchObject({share: 6 / 14, n: 4});
		// Wilson's interval of p = 3/7 and n = 4 by hand, with z² = 3.8415: (p + z²/8 ± z √(p(1 − p)/4 + z²/64)) / (1 + z²/4),
		// which is (0.4286 + 0.4802 ± 1.96 · 0.3482) / 1.9604 = 0.4636 ± 0.3481.
		expect(figures.pass1.interval[0]).toBeCloseTo(0.1154, 3);
		expect(figures.pass1.interval[1]).toBeCloseTo(0.8117, 3);
		expect(figures.vote).toMatchObject({share: 1 / 3, n: 3});
		// In the same way of 1 in 3: (0.3333 + 0.6402 ± 1.96 · 0.4253) / 2.2805 = 0.4269 ± 0.3655.
		expect(figures.vote.interval[0]).toBeCloseTo(0.0614, 3);
		expect(figures.vote.interval[1]).toBeCloseTo(0.7923, 3);
		expect(figures.failures).toEqual([
			{kind: 'no answer', count: 4},
			{kind: 'wrong', count: 4},
		]);
	});

	it.each([
		['a tie goes to the lowest sample', 'AbbA', 1],
		['whichever came first', 'bAAb', 0],
		['failed samples have no vote', '--A-', 1],
		['the largest cluster wins', 'AbbC', 0],
	])('%s', (_, keys, right) => {
		expect(tallied(...samples(0, keys)).vote.share).toBe(right);
		// Samples end in any order; their numbers count.
		expect(tallied(...samples(0, keys).reverse()).vote.share).toBe(right);
	});

	it('tells why samples are empty', () => {
		const empty = (ending: SampleVerdict['ending'], sample: number) =>
			verdict(0, sample, {verdict: 'empty', score: 0, key: null, ending});
		const {failures} = tallied(
			empty('no-answer', 0),
			empty('failed', 1),
			empty('answered', 2),
			verdict(0, 3, {verdict: 'timeout', key: null}),
			verdict(1, 0, {verdict: 'timeout', key: null}),
		);
		expect(failures).toEqual([
			{kind: 'timeout', count: 2},
			{kind: 'empty answer', count: 1},
			{kind: 'model failed', count: 1},
			{kind: 'no answer', count: 1},
		]);
	});
});

describe('the rate', () => {
	const LONG = plan({
		votes: 1,
		items: Array.from({length: 2000}, (_, index) => ({...plan().items[0]!, index})),
	});

	it('counts from the start at first, and not what was there before', () => {
		const tally = openRunTally(LONG, 1000);
		tally.add(verdict(0, 0), null);
		expect(tally.figures(5000).perMinute).toBeNull();
		tally.add(verdict(1, 0), 3000);
		tally.add(verdict(2, 0), 7000);
		// Two in six seconds; 1,997 are left.
		expect(tally.figures(7000).perMinute).toBeCloseTo(20);
		expect(tally.figures(7000).msLeft).toBeCloseTo(1997 * 3000);
	});

	it('is that of the last minute', () => {
		const tally = openRunTally(LONG, 0);
		for (let index = 0; index < 600; index++) {
			tally.add(verdict(index, 0), index * 1000);
		}

		for (let index = 600; index < 1200; index++) {
			tally.add(verdict(index, 0), 599_000 + (index - 599) * 100);
		}

		expect(tally.figures(659_000).perMinute).toBeCloseTo(600, -1);
	});

	it('of few samples goes back further, and falls when none comes', () => {
		const tally = openRunTally(LONG, 0);
		for (let index = 0; index < 40; index++) {
			tally.add(verdict(index, 0), (index + 1) * 30_000);
		}

		expect(tally.figures(1_200_000).perMinute).toBeCloseTo(2);
		expect(tally.figures(1_800_000).perMinute).toBeCloseTo(1);
	});
});
