import {messageOf, SqrlError} from '../../errors.js';

/** What happened, and on a line below it what to do, where that is known. */
export function failureWords(error: unknown): string {
	return error instanceof SqrlError ? `${error.message}\n${error.advice}`.trim() : messageOf(error);
}
