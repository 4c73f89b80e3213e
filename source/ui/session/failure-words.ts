import {messageOf, SqrlError, sentences} from '../../errors.js';

/** What happened, and on a line below it what to do, where that is known; put on one line, it reads as well. */
export function failureWords(error: unknown): string {
	return error instanceof SqrlError ? sentences(error, '\n') : messageOf(error);
}
