import {describe, expect, it} from 'vitest';
import {UsageError} from '../../../source/errors.js';
import {comparisonOf} from '../../../source/evaluation/report/comparison.js';
import type {Run} from '../../../source/evaluation/run/run.js';
import {madePlan, madeRun} from '../../support/made-run.js';

// Shares of right samples 3/4, 1/4, 2/4 and 0; votes right, wrong (narrow), wrong (narrow, a tie), wrong.
const FIRST = madeRun(['AAAb', 'Abb!', 'bAAb', 'bbbb'], {model: {name: 'small'}});
// 2/4, 4/4, 3/4 and 0; votes wrong (narrow), right, right, none.
const SECOND = madeRun(['bAbA', 'AAAA', 'AAbA', '!!!!'], {model: {name: 'large'}});

const both = (first: Run, second: Run) =>
	comparisonOf([
		{name: 'runs/first', run: first},
		{name: 'runs/second', run: second},
	]);

describe('two runs', () => {
	const {runs, pairs, escalation, shared, notes} = both(FIRST, SECOND);

	it('have their figures side by side', () => {
		expect(shared).toBe(4);
		expect(runs.map(({model, passOne}) => [model, passOne.share])).toEqual([
			['small', 6 / 16],
			['large', 9 / 16],
		]);
		expect(runs.map(({votes}) => votes.map(({m}) => m))).toEqual([
			[2, 4],
			[2, 4],
		]);
		expect(runs.map(({votes}) => votes.at(-1)!.share)).toEqual([1 / 4, 2 / 4]);
		expect(notes).toEqual([]);
	});

	it('are tested question by question', () => {
		const [pair] = pairs;
		// Differences of means: −1/4, 3/4, 1/4, 0; of these signs sums as far as 3/4 from 0: ±1.25, ±0.75, twice ±0.75
		// and ±0.25: of the eight (±, ±, ±) with 1/4, 3/4, 1/4 six are at least 3/4 away.
		expect(pair!.passOne.mean).toBeCloseTo(3 / 16, 12);
		expect(pair!.passOne.p).toBeCloseTo(6 / 8, 1);
		expect(pair!.vote).toMatchObject({m: 4, mean: 1 / 4, onlyFirst: [0], onlySecond: [1, 2]});
		// McNemar's of 1 and 2 of 3: 2 · (1 + 3) / 8, which is at most 1.
		expect(pair!.vote!.p).toBe(1);
	});

	it('say what the second gives where the first does not decide', () => {
		// Questions 1 and 2 are put to it, and it has both.
		expect(escalation).toEqual({
			undecided: 2,
			rightBefore: 0,
			rightAfter: 2,
			first: 1 / 4,
			second: 2 / 4,
			together: 3 / 4,
			gained: 2,
			lost: 0,
			p: 1 / 2,
		});
	});
});

it('compares votes of as many samples as both have, the first ones', () => {
	// The first two of each: A right against b wrong.
	const [pair] = both(madeRun(['AAbb']), madeRun(['bb'])).pairs;
	expect(pair!.vote).toMatchObject({m: 2, onlyFirst: [0], onlySecond: []});
	expect(both(madeRun(['A']), madeRun(['bb'])).pairs[0]!.vote).toBeNull();
});

it('lets the first vote stand where the second has no winner', () => {
	const {escalation} = both(madeRun(['AAbb']), madeRun(['!!!!']));
	expect(escalation).toMatchObject({undecided: 1, rightBefore: 1, rightAfter: 1, lost: 0});
});

it('compares on the questions that all have, and says what is missing', () => {
	const part = {...SECOND, samples: new Map([...SECOND.samples].slice(0, 2))};
	const {shared, runs, notes} = both(FIRST, part);
	expect(shared).toBe(2);
	expect(runs[0]!.passOne.share).toBe(1 / 2);
	expect(notes).toEqual([
		'runs/second is not finished: 2 of 4 questions have all their samples.',
		'The figures are of the 2 questions that all of these runs have, not of all that each has.',
	]);
});

it('says what else differs', () => {
	const other = {...SECOND, plan: {...SECOND.plan, evidence: false}};
	expect(both(FIRST, other).notes).toEqual([
		'They differ in evidence: told in runs/first, not told in runs/second.',
	]);
});

it('has the figures of one run alone', () => {
	const {pairs, escalation, runs} = comparisonOf([{name: 'first', run: FIRST}]);
	expect([pairs, escalation, runs.length]).toEqual([[], null, 1]);
});

describe('runs that cannot be compared', () => {
	it.each([
		['dataset', {dataset: 'bird' as const}, 'dataset spider against bird'],
		['rule', {rule: 'bird' as const}, 'rule spider against bird'],
		['questions', {questions: {file: 'other.json', sha256: 'b'.repeat(64), count: 4}}, 'other.json'],
	])('differ in %s', (_, change, words) => {
		const other = {...SECOND, plan: madePlan(SECOND.plan.items, {...SECOND.plan, ...change})};
		expect(() => both(FIRST, other)).toThrow(UsageError);
		expect(() => both(FIRST, other)).toThrow(words);
	});

	it('have no question in common', () => {
		expect(() => both(FIRST, {...SECOND, samples: new Map()})).toThrow('there is no question');
	});
});
