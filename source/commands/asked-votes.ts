/** `--votes` as it is typed. */
import {UsageError} from '../errors.js';
import {MOST_SAMPLES} from '../vote/ballot.js';
import type {Invocation} from './command.js';

export type AskedVotes = {
	/** Samples, or as many as their disagreement asks for. */
	size: number | 'auto';
	earlyStop: boolean;
	/** The profile whose model is asked where the vote does not decide. */
	escalate: string | null;
};

/** What is asked for, or null where the question is asked once. Throws a UsageError. */
export function askedVotes(flags: Invocation['flags']): AskedVotes | null {
	const stop = flags['no-early-stop'];
	if (flags.votes === undefined) {
		if (flags.escalate !== undefined) {
			throw new UsageError(
				'--escalate is for votes: it asks another model where a vote does not decide',
				'Give --votes with it, such as --votes auto.',
			);
		}

		if (stop) {
			throw new UsageError('--no-early-stop is for votes', 'Give --votes with it.');
		}

		return null;
	}

	return {
		size: sizeOf(String(flags.votes).trim()),
		earlyStop: stop === undefined,
		escalate: flags.escalate === undefined ? null : String(flags.escalate),
	};
}

function sizeOf(text: string): number | 'auto' {
	if (text === 'auto') {
		return 'auto';
	}

	const size = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (!(size >= 1 && size <= MOST_SAMPLES)) {
		throw new UsageError(
			`--votes: it takes a whole number of samples from 1 to ${MOST_SAMPLES}, or auto, not "${text}"`,
			'8 is usual: more than 16 hardly add anything.',
		);
	}

	return size;
}
