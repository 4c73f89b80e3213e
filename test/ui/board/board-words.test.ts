import {describe, expect, it} from 'vitest';
import {agreementWords, choiceWords, leadWords, voteNotes} from '../../../source/ui/board/board-words.js';
import type {Ballot} from '../../../source/vote/ballot.js';
import {tally} from '../../../source/vote/tally.js';
import {ballot, endedBoard, STARTED} from './support.js';

const SEEN = ['key-A', 'key-B', 'key-C'];

it.each([
	['....', 'no answer yet · 4 to come'],
	['A...', 'A leads by 1 with 3 to come'],
	['AB..', 'A and B are level with 2 to come'],
	['BBA.', 'B leads by 1 with 1 to come'],
])('of %s it is said: %s', (words, said) => {
	const shown = ballot(words);
	expect(leadWords(tally(shown), SEEN, shown.open)).toBe(said);
});

it.each([
	['AAAAAAAA', 'unanimous: 8 of 8 agree'],
	['AAAAABBC', 'majority: 5 of 8'],
	['AAAAABx-', 'majority: 5 of 7'],
	['AAABBBCC', 'narrow: 3 against 3 and 2: look at all of them'],
	['AAABBBxx', 'narrow: 3 against 3: look at both'],
	['AABxxxxx', 'narrow: 2 against 1: look at both'],
	['AAABDEFG', 'narrow: 3 of 8, no more than half: look at it closely'],
	['Axxxxxxx', 'narrow: 1 of 8, no more than half: look at it closely'],
	['xxx', 'none: no sample has an answer: 3 × no such column: nope'],
	['x--', 'none: no sample has an answer: no such column: nope, 2 cancelled'],
	['--', 'none: no sample has an answer: 2 cancelled'],
	['', 'none: no sample has an answer: none had begun'],
])('%s is %s', (words, said) => {
	const shown = ballot(words);
	expect(agreementWords(tally(shown), shown)).toBe(said);
});

describe('the notes', () => {
	const notes = (words: string, change: Partial<Ballot> = {}) => {
		const shown = {ballot: ballot(words, change), start: STARTED, calibrations: []};
		return voteNotes(shown, tally(shown.ballot));
	};

	it('have the share of the card at 8 samples', () => {
		expect(notes('AAAAAAAA')).toEqual([expect.stringContaining('87 %')]);
		expect(notes('AAABBBxx')).toEqual([expect.stringContaining('19–43 %')]);
		expect(notes('AAAAABBC')).toEqual([]);
		expect(notes('AAAA')).toEqual([]);
	});

	it('have what was measured in its place', () => {
		const calibrations = [
			{
				model: STARTED.model.name,
				dataset: 'bird',
				rule: 'bird',
				k: 8,
				n: 473,
				agreeing: [{size: 8, n: 473, right: 412}],
				confidence: [],
				date: '2026-01-31',
			},
		];
		const shown = {ballot: ballot('AAAAAAAA'), start: STARTED, calibrations};
		expect(voteNotes(shown, tally(shown.ballot))).toEqual([
			'measured on bird: 412 of 473 votes with 8 of 8 were right (87 %)',
		]);
	});

	it('have what was saved', () => {
		expect(notes('AAAABBA-', {stoppedEarly: true, probeCacheHits: 1})).toEqual([
			expect.stringContaining('stopped early, 1 of 8 samples saved'),
			'1 result shared',
		]);
	});

	it('have what a person stopped, and no early stop then', () => {
		expect(notes('AAA-----')).toEqual(['5 cancelled']);
		expect(notes('--')).toEqual([]);
	});

	it('say where the samples are one, and then no share', () => {
		const {samples, ...rest} = ballot('AAAAAAAA');
		const alike = samples.map(sample => {
			const turns = sample.trajectory.turns.map(turn => ({...turn, reply: 'the same'}));
			return {...sample, trajectory: {...sample.trajectory, turns}};
		});
		const shown = {ballot: {...rest, samples: alike}, start: STARTED, calibrations: []};
		expect(voteNotes(shown, tally(shown.ballot))).toEqual([expect.stringContaining('ignore seeds')]);
	});
});

describe('how an answer was chosen', () => {
	const chosen = (words: string, at: number | null) => {
		const shown = endedBoard(words);
		const result = tally(shown.ballot);
		return choiceWords(shown, result, at === null ? null : result.clusters[at]!);
	};

	it.each([
		['AAAAABBx', 0, 'vote@8 · majority: 5 of 8'],
		['AAAAABBx', 1, 'vote@8 · majority: 5 of 8 · taken by hand: B, 2 of 8'],
		['AAAB', 0, 'vote@4 · majority: 3 of 4'],
		['xx', null, 'vote@2 · none: no sample has an answer: 2 × no such column: nope'],
	])('in %s, cluster %s', (words, at, said) => {
		expect(chosen(words, at)).toBe(said);
	});

	it('with the share of the card', () => {
		expect(chosen('AAAAAAAA', 0)).toBe(
			'vote@8 · unanimous: 8 of 8 agree · by the card of sqrl-4b an answer of 8 of 8 is right about 87 % of the time',
		);
	});
});
