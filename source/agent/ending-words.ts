import type {Ending} from './trajectory.js';

/** What endings are called, wherever they are told. */
export const ENDING_WORDS: Record<Ending, string> = {
	open: 'not finished',
	answered: 'answered',
	'no-answer': 'no answer',
	aborted: 'stopped',
	failed: 'broken off',
};
