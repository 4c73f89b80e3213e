/** What is said of a trajectory in few words. */

import {ENDING_WORDS} from '../../agent/ending-words.js';
import type {Entry, Fault} from '../../archive/book.js';
import type {AnyVerdict} from '../../evaluation/any-verdict.js';
import {counted} from '../../rows/outcome-words.js';
import type {Order, Outcome} from './selection.js';
import {VERDICT_NAMES} from './verdict-names.js';

export const ORDER_WORDS: Record<Order, string> = {
	file: 'as they are in the file',
	turns: 'the most turns first',
	errors: 'errors first, then wrong answers',
	disagreement: 'questions that are answered differently first',
};

export const OUTCOME_WORDS: Record<Outcome, string> = {
	...ENDING_WORDS,
	error: 'error',
	fault: 'fault',
};

/** The most that can be said in a word: the verdict, else what went wrong, else how long it is. */
export function entryWord(entry: Entry | Fault | undefined, verdict: AnyVerdict | undefined): string {
	if (!entry) {
		return '…';
	}

	if (entry.kind === 'fault') {
		return 'fault';
	}

	if (verdict !== undefined) {
		return VERDICT_NAMES[verdict];
	}

	if (entry.ending !== 'answered') {
		return OUTCOME_WORDS[entry.ending];
	}

	return entry.error === '' ? counted(entry.turns, 'turn') : 'error';
}
