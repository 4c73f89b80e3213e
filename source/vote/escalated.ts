/** When a vote is put to another model, and what comes of it. */
import type {ModelRef} from '../model/model.js';
import type {Ballot} from './ballot.js';
import {type Tally, tally} from './tally.js';

/** A vote that was put to another model; the ballot that it goes with is the one whose answer stands. */
export type Escalated = {
	profile: string;
	/** The other model. */
	model: ModelRef;
	/** Whether the other model's answer stands: it does where its vote has a winner. */
	taken: boolean;
	/** The vote whose answer does not stand: the first where `taken`, else the other model's. */
	ballot: Ballot;
};

const USUAL_SIZE = 8;

/** Whether another model is worth asking: the vote is narrow, or has no winner. */
export function isUndecided({confidence, winner}: Pick<Tally, 'confidence' | 'winner'>): boolean {
	return confidence === 'narrow' || winner === null;
}

/** Samples of the other model's vote: as many as the first had in the end; one alone is no vote. */
export function escalatedSize({k}: Pick<Tally, 'k'>): number {
	return k > 1 ? k : USUAL_SIZE;
}

/** Of two votes, the first and the other model's, the one whose answer stands, with what is to be told of the other. */
export function escalated(
	first: Ballot,
	second: Ballot,
	asked: Pick<Escalated, 'profile' | 'model'>,
): {ballot: Ballot; escalated: Escalated} {
	const taken = tally(second).winner !== null;
	return taken
		? {ballot: second, escalated: {...asked, taken, ballot: first}}
		: {ballot: first, escalated: {...asked, taken, ballot: second}};
}

/** What is said of a vote that does not decide, where there are profiles to put it to. */
export function offerWords(profiles: readonly string[]): string {
	return `--escalate puts such a vote to another model: ${profiles.join(', ')}`;
}

/** `narrow: escalated to big (sqrl-9b)`. */
export function escalatingWords({winner}: Pick<Tally, 'winner'>, profile: string, model: ModelRef): string {
	return `${winner === null ? 'no winner' : 'narrow'}: escalated to ${profile} (${model.name})`;
}

/** Whose the answer is that stands. */
export function standingWords({taken, profile, model}: Escalated, {winner}: Pick<Tally, 'winner'>): string {
	if (taken) {
		return `the answer is that of ${profile} (${model.name})`;
	}

	return winner === null
		? `no answer from ${profile} (${model.name}) either`
		: `no answer from ${profile} (${model.name}): that of the first vote stands`;
}
