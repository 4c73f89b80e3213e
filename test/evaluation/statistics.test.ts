import {describe, expect, it} from 'vitest';
import {mcNemar, wilsonInterval} from '../../source/evaluation/statistics.js';

describe('the interval of a share', () => {
	// Found apart from the formula, as the roots of (share − p)² = z² p (1 − p) / n by bisection.
	it.each([
		[871, 1034, 0.81889, 0.8633],
		[0, 10, 0, 0.277533],
		[10, 10, 0.722467, 1],
		[1, 2, 0.094531, 0.905469],
		[0, 0, 0, 1],
	])('%i of %i', (right, n, lower, upper) => {
		const [low, high] = wilsonInterval(right, n);
		expect(low).toBeCloseTo(lower, 4);
		expect(high).toBeCloseTo(upper, 4);
	});
});

describe("McNemar's exact test", () => {
	// Found apart from it with exact fractions.
	it.each([
		[0, 0, 1],
		[5, 5, 1],
		[0, 5, 0.0625],
		[5, 0, 0.0625],
		[1, 9, 0.021484375],
		[3, 12, 0.03515625],
	])('%i against %i', (first, second, p) => {
		expect(mcNemar(first, second)).toBeCloseTo(p, 10);
	});

	it('does not fail on thousands', () => {
		expect(mcNemar(5000, 5000)).toBe(1);
		expect(mcNemar(100, 9000)).toBe(0);
		expect(mcNemar(4900, 5100)).toBeCloseTo(0.0466, 3);
	});
});
