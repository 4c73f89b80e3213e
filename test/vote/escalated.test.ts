import {describe, expect, it} from 'vitest';
import {
	type Escalated,
	escalatedSize,
	escalatingWords,
	isUndecided,
	standingWords,
} from '../../source/vote/escalated.js';
import {countVotes, type VoteResult} from '../../source/vote/vote-results.js';

/** A vote in letters: equal ones are a cluster, `-` has failed. */
function count(letters: string) {
	return countVotes(
		[...letters].map((key): VoteResult => (key === '-' ? {kind: 'failed'} : {kind: 'finished', key})),
	);
}

describe('isUndecided', () => {
	it.each([
		['aaaa', false],
		['aaab', false],
		['aabb', true],
		['aabc', true],
		['aaa-', false],
		['aa--', true],
		['----', true],
		['a', false],
		['-', true],
		['', true],
	])('of %s is %s', (letters, undecided) => {
		expect(isUndecided(count(letters))).toBe(undecided);
	});
});

describe('escalatedSize', () => {
	it.each([
		['aabb', 4],
		['-', 8],
		['ababababababab--', 16],
	])('after %s is %s', (letters, size) => {
		expect(escalatedSize(count(letters))).toBe(size);
	});
});

describe('the words', () => {
	const model = {name: 'sqrl-9b', baseUrl: 'http://b/v1'};
	const asked = (taken: boolean) => ({profile: 'big', model, taken}) as Escalated;

	it.each([
		['aabb', 'narrow: escalated to big (sqrl-9b)'],
		['----', 'no winner: escalated to big (sqrl-9b)'],
	])('after %s are %s', (letters, words) => {
		expect(escalatingWords(count(letters), 'big', model)).toBe(words);
	});

	it.each([
		['aabb', true, 'the answer is that of big (sqrl-9b)'],
		['----', true, 'the answer is that of big (sqrl-9b)'],
		['aabb', false, 'no answer from big (sqrl-9b): that of the first vote stands'],
		['----', false, 'no answer from big (sqrl-9b) either'],
	])('in the end, after %s and with an answer: %s, are %s', (letters, taken, words) => {
		expect(standingWords(asked(taken), count(letters))).toBe(words);
	});
});
