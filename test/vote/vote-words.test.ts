import {describe, expect, it} from 'vitest';
import {type Ballot, EMPTY_BALLOT, type Sample} from '../../source/vote/ballot.js';
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

describe('the shares of the card', () => {
	const server = {name: 'sqrl-4b', baseUrl: 'http://127.0.0.1:8000/v1'};

	it.each([
		['a unanimous vote', server, 8, 'unanimous', '87 %'],
		['a narrow vote', server, 8, 'narrow', '19–43 %'],
		['one of the family', {name: 'sqrl-35b-a3b'}, 8, 'unanimous', '87 %'],
	] as const)('are said of %s', (_, model, k, confidence, share) => {
		expect(shareWords(model, k, confidence)).toContain(share);
	});

	it.each([
		['a majority', server, 8, 'majority'],
		['no winner', server, 8, 'none'],
		['another size', server, 16, 'unanimous'],
		['another model', {name: 'my-sqrl-4b'}, 8, 'unanimous'],
		['the embedded model', {name: 'sqrl-tiny', file: '/models/sqrl-tiny.gguf'}, 8, 'unanimous'],
	] as const)('are not said of %s', (_, model, k, confidence) => {
		expect(shareWords(model, k, confidence)).toBeNull();
	});
});
