import {describe, expect, it} from 'vitest';
import {type Ballot, EMPTY_BALLOT, type Sample} from '../../source/vote/ballot.js';
import {type Calibration, calibrationsFromJson, calibrationsToJson} from '../../source/vote/calibration.js';
import {chosenWords, savedWords, shareWords} from '../../source/vote/vote-words.js';
import {question, rowsOutcome} from '../support/agent-doubles.js';

/** Finished with a key for each letter; `!` failed, `-` cancelled. */
function ballot(letters: string, stoppedEarly = false): Ballot {
	const outcome = rowsOutcome(['n'], [1n]);
	const samples = [...letters].map((letter, index): Sample => {
		const answer = {sql: 'SELECT 1', by: 'model' as const, outcome};
		return {
			index,
			trajectory: {...question(), answer},
			state:
				letter === '!'
					? {kind: 'failed', reason: 'no answer'}
					: letter === '-'
						? {kind: 'cancelled'}
						: {kind: 'finished', key: letter},
			elapsedMs: 1,
		};
	});
	return {...EMPTY_BALLOT, samples, stoppedEarly};
}

describe('how an answer was chosen', () => {
	it.each([
		['AAAAAAAA', 'chosen by 8 of 8: unanimous'],
		['AABABACA', 'chosen by 5 of 8, 3 ahead of the next answer: majority'],
		['ABABABAB', 'chosen by 4 of 8, tied with the next answer: narrow'],
		['AAAAAAA!', 'chosen by 7 of 8 (1 failed): majority'],
		['AAAAAB!-', 'chosen by 5 of 8 (1 failed, 1 cancelled), 4 ahead of the next answer: majority'],
		['!!!--', 'no winner: none of 5 samples has rows to vote with (3 failed, 2 cancelled)'],
		['A', 'a vote of one sample: nothing to agree with'],
		['!', 'no winner: the one sample has no rows to vote with (1 failed)'],
	])('%s: %s', (letters, words) => {
		expect(chosenWords(ballot(letters))).toBe(words);
	});
});

it.each([
	['AAAAAB--', true, /^stopped early, 2 of 8 samples saved/],
	['AAAAAB--', false, null],
	['AAAAABAA', true, null],
])('of %s, stopped early: %s, is saved %s', (letters, stoppedEarly, words) => {
	const found = savedWords(ballot(letters, stoppedEarly));
	if (words === null) {
		expect(found).toBeNull();
	} else {
		expect(found).toMatch(words);
	}
});

const SERVER = {name: 'sqrl-4b', baseUrl: 'http://127.0.0.1:8000/v1'};

describe('the shares of the card', () => {
	it.each([
		['a unanimous vote', SERVER, 'AAAAAAAA', '87 %'],
		['a narrow vote', SERVER, 'AAABBBCC', '19–43 %'],
		['one of the family', {name: 'sqrl-35b-a3b'}, 'AAAAAAAA', '87 %'],
	] as const)('are said of %s', (_, model, letters, share) => {
		expect(shareWords(model, ballot(letters), [])).toContain(share);
	});

	it.each([
		['a majority', SERVER, 'AAAAAABB'],
		['no winner', SERVER, '!!!!!!!!'],
		['another size', SERVER, 'AAAA'],
		['another model', {name: 'my-sqrl-4b'}, 'AAAAAAAA'],
		['the embedded model', {name: 'sqrl-tiny', file: '/models/sqrl-tiny.gguf'}, 'AAAAAAAA'],
	] as const)('are not said of %s', (_, model, letters) => {
		expect(shareWords(model, ballot(letters), [])).toBeNull();
	});
});

describe('what was measured', () => {
	const measured: Calibration = {
		model: 'sqrl-4b',
		dataset: 'bird',
		rule: 'bird',
		k: 8,
		n: 800,
		agreeing: [
			{size: 8, n: 473, right: 412},
			{size: 6, n: 120, right: 90},
			{size: 5, n: 4, right: 3},
			{size: 4, n: 100, right: 40},
		],
		confidence: [
			{word: 'unanimous', n: 473, right: 412},
			{word: 'majority', n: 137, right: 100},
			{word: 'narrow', n: 190, right: 61},
		],
		date: '2026-01-31',
	};

	it.each([
		['AAAAAAAA', 'measured on bird: 412 of 473 votes with 8 of 8 were right (87 %)'],
		['AAAAAABB', 'measured on bird: 90 of 120 votes with 6 of 8 were right (75 %)'],
		// Four votes are no share.
		['AAAAABBC', 'measured on bird: 3 of 4 votes with 5 of 8 were right'],
		// No vote had seven: the word tells what is known.
		['AAAAAAAB', 'measured on bird: 100 of 137 votes that ended majority were right (73 %)'],
		['AAAABBBB', 'measured on bird: 61 of 190 votes that ended narrow were right (32 %)'],
		['!!!!!!!!', null],
	])('is said of %s: %s', (letters, words) => {
		expect(shareWords(SERVER, ballot(letters), [measured])).toBe(words);
	});

	it('is said of a vote that stopped early by its word alone', () => {
		const words = 'measured on bird: 100 of 137 votes that ended majority were right (73 %)';
		expect(shareWords(SERVER, ballot('AAAAABB-', true), [measured])).toBe(words);
	});

	it.each([
		['that a person stopped', 'AAAAABB-', SERVER],
		['of another size', 'AAAA', SERVER],
		['of another model', 'AAAAAAAA', {name: 'other'}],
	])('is not said of a vote %s', (_, letters, model) => {
		expect(shareWords(model, ballot(letters), [measured])).toBeNull();
	});

	it('counts for the embedded model where it is its own', () => {
		const model = {name: 'sqrl-tiny', file: '/models/sqrl-tiny.gguf'};
		const own = {...measured, model: 'sqrl-tiny'};
		expect(shareWords(model, ballot('AAAAAAAA'), [measured, own])).toContain('412 of 473');
	});

	it('is the same after it was written and read', () => {
		const text = JSON.stringify(calibrationsToJson([measured]));
		expect(calibrationsFromJson(JSON.parse(text))).toEqual([measured]);
	});

	it.each([
		[null],
		[{format: 'sqrl-calibrations/2', calibrations: []}],
		[{format: 'sqrl-calibrations/1', calibrations: [{...measured, k: 'eight'}]}],
		[{format: 'sqrl-calibrations/1', calibrations: [{...measured, agreeing: [{size: 8, n: 1, right: 2}]}]}],
	])('is not read from %j', value => {
		expect(() => calibrationsFromJson(value)).toThrow(/^it/);
	});
});
