import {describe, expect, it} from 'vitest';
import {outcomeOf, passOne} from '../../../source/evaluation/report/outcomes.js';
import {
	passShare,
	subsetCount,
	voteShare,
	voteSizes,
} from '../../../source/evaluation/report/subset-votes.js';
import {madeItem, samplesOf} from '../../support/made-run.js';

const outcome = (letters: string, index = 0) => outcomeOf(madeItem(index), null, samplesOf(index, letters));

/** By the vote's own counting, over every subset as the bits of a number. */
function bruteForce(letters: string, m: number): number {
	let [subsets, right] = [0, 0];
	for (let bits = 0; bits < 2 ** letters.length; bits++) {
		const subset = [...letters].filter((_, at) => bits & (1 << at)).join('');
		if (subset.length === m) {
			subsets++;
			right += Number(outcome(subset).isVoteRight);
		}
	}

	return right / subsets;
}

describe('a vote of some of the samples', () => {
	it.each(['AAbb', 'bAcA!A', '!!Ab', 'aabbCC', 'AbAcAdb!', 'cbaBBCbA!a'])(
		'of %s is the mean of all subsets',
		letters => {
			for (let m = 1; m <= letters.length; m++) {
				expect(voteShare(outcome(letters), m)).toBeCloseTo(bruteForce(letters, m), 12);
			}
		},
	);

	it('of one is the mean single sample', () => {
		const asked = outcome('AbA!cAbbAA');
		expect(voteShare(asked, 1)).toBeCloseTo(passOne(asked), 12);
	});

	it('is near the mean of all subsets where these are drawn', () => {
		const letters = 'AAAAAAbbbbcc!A';
		// 3,003 subsets: 1,000 are drawn, with a standard error of at most 0.5 / √1000 = 0.016.
		expect(subsetCount(14, 6)).toBe(3003);
		expect(Math.abs(voteShare(outcome(letters), 6) - bruteForce(letters, 6))).toBeLessThan(0.05);
		expect(voteShare(outcome(letters), 6)).toBe(voteShare(outcome(letters), 6));
		expect(voteShare(outcome(letters, 1), 6)).not.toBe(voteShare(outcome(letters), 6));
	});

	it('is as right as its first sample where equal rows are judged differently', () => {
		// The rule may see what a set of rows does not tell, such as their order.
		const samples = samplesOf(0, 'AA').map((sample, at) =>
			at === 0 ? {...sample, verdict: 'wrong' as const} : sample,
		);
		const asked = outcomeOf(madeItem(0), null, samples);
		expect([voteShare(asked, 1), voteShare(asked, 2)]).toEqual([0.5, 0]);
	});

	it('without a result is wrong', () => {
		expect(voteShare(outcome('!!!!'), 2)).toBe(0);
	});
});

it('has powers of two and the number of samples itself as sizes', () => {
	expect(voteSizes(1)).toEqual([1]);
	expect(voteSizes(8)).toEqual([1, 2, 4, 8]);
	expect(voteSizes(12)).toEqual([1, 2, 4, 8, 12]);
	expect(voteSizes(64)).toEqual([1, 2, 4, 8, 16, 32, 64]);
});

it('counts subsets exactly', () => {
	expect([subsetCount(8, 4), subsetCount(32, 2), subsetCount(32, 32), subsetCount(32, 4)]).toEqual([
		70, 496, 1, 35_960,
	]);
});

it.each([
	// 1 − C(n−c, m) / C(n, m)
	[8, 2, 4, 1 - 15 / 70],
	[8, 0, 4, 0],
	[8, 6, 4, 1],
	[5, 1, 1, 1 / 5],
	[32, 3, 32, 1],
])('of %i samples with %i right, %i have a right one as often as the formula says', (n, right, m, share) => {
	expect(passShare(n, right, m)).toBeCloseTo(share, 12);
});
