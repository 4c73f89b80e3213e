import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {clampIndex, reduceCursor, windowAround} from '../../../source/ui/screens/cursor.js';
import {clampScroll, positionNote, reduceScroll, scrolled} from '../../../source/ui/screens/scroll.js';

const actions = ['up', 'down', 'pageUp', 'pageDown', 'top', 'bottom', 'close', null] as const;

describe('scroll', () => {
	it.each([
		['down', 0, 1],
		['up', 1, 0],
		['up', 0, 0],
		['pageDown', 0, 9],
		['pageDown', 85, 90],
		['pageUp', 50, 41],
		['pageUp', 3, 0],
		['top', 50, 0],
		['bottom', 0, 90],
		['down', 90, 90],
		['close', 400, 90],
		[null, -3, 0],
	] as const)('%s from %i of 100 lines in 10', (action, top, expected) => {
		expect(reduceScroll({top}, action, 100, 10)).toEqual({top: expected});
	});

	it('stays within any body at any height', () => {
		fc.assert(
			fc.property(
				fc.integer(),
				fc.constantFrom(...actions),
				fc.nat({max: 1000}),
				fc.integer({min: -2, max: 100}),
				(top, action, count, height) => {
					const scroll = reduceScroll({top}, action, count, height);
					expect(scroll.top).toBeGreaterThanOrEqual(0);
					expect(scroll.top).toBeLessThanOrEqual(Math.max(0, count - Math.max(1, height)));
					expect(clampScroll(scroll, count, height)).toEqual(scroll);
				},
			),
		);
	});

	it('tells which lines are seen', () => {
		expect(positionNote({top: 11}, 214, 19)).toBe('12–30 of 214');
		expect(positionNote({top: 4000}, 1214, 19)).toBe('1,196–1,214 of 1,214');
		expect(positionNote({top: 2}, 5, 1)).toBe('3 of 5');
		expect(positionNote({top: 0}, 19, 19)).toBe('');
	});

	it('shows the lines from there on', () => {
		expect(scrolled(['a', 'b', 'c', 'd'], {top: 1}, 2)).toEqual(['b', 'c']);
		expect(scrolled(['a', 'b', 'c', 'd'], {top: 9}, 2)).toEqual(['c', 'd']);
		expect(scrolled([], {top: 9}, 2)).toEqual([]);
	});
});

describe('cursor', () => {
	it.each([
		['down', 0, 1],
		['up', 0, 0],
		['pageDown', 0, 4],
		['pageUp', 9, 5],
		['top', 9, 0],
		['bottom', 0, 9],
		['down', 9, 9],
		[null, 40, 9],
	] as const)('%s from %i of 10 in 5 lines', (action, cursor, expected) => {
		expect(reduceCursor(cursor, action, 10, 5)).toBe(expected);
	});

	it('is 0 in an empty list', () => {
		expect(actions.map(action => reduceCursor(3, action, 0, 5))).toEqual(actions.map(() => 0));
	});

	it('is always in its window', () => {
		fc.assert(
			fc.property(
				fc.nat(),
				fc.integer({min: 1, max: 300}),
				fc.integer({min: 1, max: 50}),
				(at, count, height) => {
					const cursor = clampIndex(at, count);
					const {from, to} = windowAround(cursor, count, height);
					expect(from).toBeGreaterThanOrEqual(0);
					expect(to - from).toBe(Math.min(count, height));
					expect(cursor >= from && cursor < to && to <= count).toBe(true);
				},
			),
		);
	});
});
