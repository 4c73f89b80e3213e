import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {apportion} from '../../source/sample/apportion.js';

describe('apportion', () => {
	it('divides in proportion', () => {
		expect(apportion(10, [1, 1, 3])).toEqual([2, 2, 6]);
		expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
		expect(apportion(10, [0, 1, 3], 2)).toEqual([2, 3, 5]);
	});

	it('gives away all of the total and to each the minimum', () => {
		const weights = fc.array(fc.integer({min: 1, max: 100}), {minLength: 1, maxLength: 30});
		fc.assert(
			fc.property(weights, fc.nat({max: 5}), fc.nat({max: 1000}), (shares, minimum, spare) => {
				const total = minimum * shares.length + spare;
				const parts = apportion(total, shares, minimum);
				expect(parts.reduce((left, right) => left + right, 0)).toBe(total);
				expect(Math.min(...parts)).toBeGreaterThanOrEqual(minimum);
			}),
		);
	});
});
