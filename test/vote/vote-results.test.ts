import {describe, expect, it} from 'vitest';
import {countVotes, type VoteResult} from '../../source/vote/vote-results.js';

/** Finished with a key for each letter; `!` failed, `-` cancelled, `.` goes on. */
function results(letters: string): VoteResult[] {
	const kinds = {'!': 'failed', '-': 'cancelled', '.': 'thinking'} as const;
	return [...letters].map(letter =>
		letter in kinds ? {kind: kinds[letter as keyof typeof kinds]} : {kind: 'finished', key: letter},
	);
}

const NEVER = -1;

/**
 * Every way in which up to eight answers can fall into clusters, and the most failures beside them with which the
 * winner still is a majority. By hand from the rule: the winner is two or more ahead of the second, and more than half
 * of finished and failed, so of w of n there may be 2w − n − 1 failures.
 */
const SPLITS: Array<[split: string, mostFailures: number]> = [
	['1', NEVER],
	['2', 1],
	['1 1', NEVER],
	['3', 2],
	['2 1', NEVER],
	['1 1 1', NEVER],
	['4', 3],
	['3 1', 1],
	['2 2', NEVER],
	['2 1 1', NEVER],
	['1 1 1 1', NEVER],
	['5', 4],
	['4 1', 2],
	['3 2', NEVER],
	['3 1 1', 0],
	['2 2 1', NEVER],
	['2 1 1 1', NEVER],
	['1 1 1 1 1', NEVER],
	['6', 5],
	['5 1', 3],
	['4 2', 1],
	['4 1 1', 1],
	['3 3', NEVER],
	['3 2 1', NEVER],
	['3 1 1 1', NEVER],
	['2 2 2', NEVER],
	['2 2 1 1', NEVER],
	['2 1 1 1 1', NEVER],
	['1 1 1 1 1 1', NEVER],
	['7', 6],
	['6 1', 4],
	['5 2', 2],
	['5 1 1', 2],
	['4 3', NEVER],
	['4 2 1', 0],
	['4 1 1 1', 0],
	['3 3 1', NEVER],
	['3 2 2', NEVER],
	['3 2 1 1', NEVER],
	['3 1 1 1 1', NEVER],
	['2 2 2 1', NEVER],
	['2 2 1 1 1', NEVER],
	['2 1 1 1 1 1', NEVER],
	['1 1 1 1 1 1 1', NEVER],
	['8', 7],
	['7 1', 5],
	['6 2', 3],
	['6 1 1', 3],
	['5 3', 1],
	['5 2 1', 1],
	['5 1 1 1', 1],
	['4 4', NEVER],
	['4 3 1', NEVER],
	['4 2 2', NEVER],
	['4 2 1 1', NEVER],
	['4 1 1 1 1', NEVER],
	['3 3 2', NEVER],
	['3 3 1 1', NEVER],
	['3 2 2 1', NEVER],
	['3 2 1 1 1', NEVER],
	['3 1 1 1 1 1', NEVER],
	['2 2 2 2', NEVER],
	['2 2 2 1 1', NEVER],
	['2 2 1 1 1 1', NEVER],
	['2 1 1 1 1 1 1', NEVER],
	['1 1 1 1 1 1 1 1', NEVER],
];

const MOST = 8;

/** A split with everything that may stand beside it in a vote of up to eight. */
const VOTES = SPLITS.flatMap(([split, mostFailures]) => {
	const sizes = split.split(' ').map(Number);
	const finished = sizes.reduce((sum, size) => sum + size, 0);
	const answers = sizes.map((size, at) => 'ABCDEFGH'[at]!.repeat(size)).join('');
	const left = MOST - finished;
	return Array.from({length: left + 1}, (_, failed) => failed).flatMap(failed =>
		Array.from({length: left - failed + 1}, (_, cancelled) => ({
			letters: answers + '!'.repeat(failed) + '-'.repeat(cancelled),
			isWhole: sizes.length === 1 && failed === 0 && cancelled === 0,
			isMajority: failed <= mostFailures,
		})),
	);
});

describe('confidence', () => {
	it('has every split of up to eight', () => {
		// The partitions of 1 to 8: 1, 2, 3, 5, 7, 11, 15, 22.
		expect(new Set(SPLITS.map(([split]) => split)).size).toBe(66);
		expect(new Set(VOTES.map(({letters}) => letters)).size).toBe(VOTES.length);
	});

	it.each(VOTES.filter(({letters}) => letters.length > 1))('of $letters', vote => {
		expect(countVotes(results(vote.letters)).confidence).toBe(
			vote.isWhole ? 'unanimous' : vote.isMajority ? 'majority' : 'narrow',
		);
	});

	it.each(['!!', '--', '!-', '!!!!!!!!', ''])('of no answers (%s) is none', letters => {
		expect(countVotes(results(letters))).toMatchObject({
			confidence: 'none',
			winner: null,
			agreement: 0,
			margin: 0,
			clusters: [],
		});
	});

	it.each(['A', '!', '-', '.'])('of a vote of one (%s) is nothing', letters => {
		expect(countVotes(results(letters)).confidence).toBeNull();
	});

	it('is that of a stop now while samples go on', () => {
		expect(countVotes(results('AAA.')).confidence).toBe('majority');
		expect(countVotes(results('A...')).confidence).toBe('narrow');
		expect(countVotes(results('....')).confidence).toBe('none');
	});
});

describe('the count', () => {
	it.each([
		// 5 of 8: three ahead of 2.
		['AABAABCA', {finished: 8, failed: 0, cancelled: 0, agreement: 0.625, margin: 3}],
		// 3 of 3 + 1, cancelled ones aside.
		['AA!A--', {finished: 3, failed: 1, cancelled: 2, agreement: 0.75, margin: 3}],
		['ABAB', {finished: 4, failed: 0, cancelled: 0, agreement: 0.5, margin: 0}],
		['A..', {finished: 1, failed: 0, cancelled: 0, agreement: 1, margin: 1}],
	])('of %s', (letters, expected) => {
		expect(countVotes(results(letters))).toMatchObject({k: letters.length, winner: 0, ...expected});
	});

	it('has the largest cluster first, of equal ones the one with the lowest sample', () => {
		const order = (letters: string) => countVotes(results(letters)).clusters.map(({key}) => key);
		expect(order('CBBAA')).toEqual(['B', 'A', 'C']);
		expect(order('ABBA')).toEqual(['A', 'B']);
		expect(order('!BAAB')).toEqual(['B', 'A']);
		expect(order('CABCAB')).toEqual(['C', 'A', 'B']);
	});

	it('has the samples of a cluster ascending', () => {
		expect(countVotes(results('B!ABA-A')).clusters).toEqual([
			{key: 'A', samples: [2, 4, 6]},
			{key: 'B', samples: [0, 3]},
		]);
	});
});
