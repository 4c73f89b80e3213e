/** What `doctor` finds, and tells. */
import {messageOf, SqrlError} from '../errors.js';
import type {ModelPlace} from '../model/model-place.js';

/** One thing that was looked at. A fault makes the exit code 1. */
export type Finding = {topic: string; state: 'ok' | 'note' | 'fault'; words: string; advice?: string};

export type Report = (finding: Finding) => Promise<void>;

/** The prompt of a first question on the database that is looked at. */
export type TrialPrompt = {
	system: string;
	user: string;
	/** An estimate. */
	tokens: number;
	/** What to do where it is too long. */
	advice: string;
	/** Whether the database has the schema that the embedded model knows. */
	isChinook: boolean;
};

/** Tokens of the reply to it. */
export const TRIAL_TOKENS = 64;

/** Anything thrown, as a finding. */
export function faultOf(topic: string, error: unknown): Finding {
	return {
		topic,
		state: 'fault',
		words: messageOf(error),
		advice: error instanceof SqrlError ? error.advice : '',
	};
}

/**
 * Tells of one kind of place: first, whether it is the one in use, and of one that is not, nothing that is a fault.
 * Where none is chosen the server is what is tried.
 */
export function reportOf(kind: ModelPlace['kind'], chosen: ModelPlace | null, report: Report): Report {
	let mark = chosen?.kind === kind ? 'in use: ' : '';
	const matters = (chosen?.kind ?? 'server') === kind;
	return async finding => {
		const state = matters || finding.state !== 'fault' ? finding.state : 'note';
		const words = `${mark}${finding.words}`;
		mark = '';
		await report({...finding, state, words});
	};
}
