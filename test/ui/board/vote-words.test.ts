import {describe, expect, it} from 'vitest';
import type {ModelRef} from '../../../source/model/model.js';
import {
	agreementWords,
	cardWords,
	chosenWords,
	leadWords,
	savingWords,
} from '../../../source/ui/board/vote-words.js';
import {tally} from '../../../source/vote/tally.js';
import {EMBEDDED, SERVED} from '../session/support.js';
import {ballot, endedBoard} from './support.js';

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

describe('the shares of the card', () => {
	const said = (words: string, model: ModelRef = SERVED) => cardWords(tally(ballot(words)), model);

	it('are said at 8 samples', () => {
		expect(said('AAAAAAAA')).toContain('87 %');
		expect(said('AAABBBxx')).toContain('19–43 %');
		expect(said('AAAAABBC')).toBe('');
		expect(said('AAAA')).toBe('');
		expect(said('A'.repeat(16))).toBe('');
	});

	it.each<[ModelRef, boolean]>([
		[{name: 'sqrl-4b'}, true],
		[{name: 'someone/SQRL-9B-Q4_K_M'}, true],
		[{name: 'sqrl-35b-a3b'}, true],
		[EMBEDDED, false],
		[{name: 'sqrl-tiny', baseUrl: 'http://localhost:8000/v1'}, false],
		[{name: 'gpt-oss'}, false],
		[{name: 'notsqrl-4b'}, false],
	])('are said of %o: %s', (model, isSaid) => {
		expect(said('AAAAAAAA', model) !== '').toBe(isSaid);
	});
});

it.each([
	['AAAABB--', {stoppedEarly: true}, 'stopped early, 2 samples could change nothing'],
	[
		'AAAABBA-',
		{stoppedEarly: true, probeCacheHits: 1},
		'stopped early, 1 sample could change nothing · 1 result shared',
	],
	['AAAABB--', {}, ''],
])('%s with %o saved: %s', (words, change, said) => {
	const shown = ballot(words, change);
	expect(savingWords(tally(shown), shown)).toBe(said);
});

describe('how an answer was chosen', () => {
	const chosen = (words: string, at: number | null) => {
		const shown = endedBoard(words);
		const result = tally(shown.ballot);
		return chosenWords(shown, result, at === null ? null : result.clusters[at]!);
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
			'vote@8 · unanimous: 8 of 8 agree · where all 8 agree about 87 % are right (sqrl-4b’s card)',
		);
	});
});
