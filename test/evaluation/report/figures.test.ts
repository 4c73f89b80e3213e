import {describe, expect, it} from 'vitest';
import {meanOf, pairedDifference, permutationTest} from '../../../source/evaluation/report/figures.js';

describe('the interval of a mean', () => {
	it('is Wilson’s of the questions where each is right or wrong', () => {
		// 8 of 10, worked out: centre (0.8 + 3.8415/20) / 1.38415 = 0.7167, half of the width 0.2267.
		const {share, interval} = meanOf([1, 1, 1, 1, 1, 1, 1, 1, 0, 0], 4);
		expect(share).toBe(0.8);
		expect(interval[0]).toBeCloseTo(0.4902, 4);
		expect(interval[1]).toBeCloseTo(0.9433, 4);
	});

	it('is narrower where samples of a question differ, but not beyond all samples', () => {
		const [sure, half] = [meanOf([1, 1, 0, 0], 8), meanOf([0.5, 0.5, 0.5, 0.5], 8)];
		expect(half.interval[0]).toBeGreaterThan(sure.interval[0]);
		// As 16 of 32: 0.5 ± 1.96 / √(32 + 3.8415) / 2.
		expect(half.interval[0]).toBeCloseTo(0.5 - 1.959964 / (2 * Math.sqrt(32 + 3.8415)), 4);
	});

	it('is not nothing where all is right', () => {
		// n / (n + z²) of 20.
		expect(meanOf(Array(20).fill(1), 8).interval[0]).toBeCloseTo(20 / 23.8415, 4);
	});
});

describe('paired values', () => {
	it('differ by their mean, with its standard error', () => {
		// Differences 1, 0, 0, 1: mean 1/2, variance 1/3, standard error √(1/3 / 4) = 0.2887.
		const {mean, standardError, interval} = pairedDifference([0, 0, 1, 0], [1, 0, 1, 1]);
		expect(mean).toBe(0.5);
		expect(standardError).toBeCloseTo(0.288675, 6);
		expect(interval[0]).toBeCloseTo(0.5 - 1.959964 * 0.288675, 5);
		expect(interval[1]).toBe(1);
	});

	it('are tested by tossing coins for their signs', () => {
		// Of 2⁶ tosses two make six equal differences all point one way: 1/32.
		expect(permutationTest(Array(6).fill(0), Array(6).fill(1))).toBeCloseTo(1 / 32, 2);
		expect(permutationTest([0.5, 1], [0.5, 1])).toBe(1);
		expect(permutationTest([0, 1], [1, 0])).toBe(1);
		expect(permutationTest(Array(30).fill(0), Array(30).fill(1))).toBeLessThan(0.001);
	});
});
