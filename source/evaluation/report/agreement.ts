/** How often votes are right by how far their samples agree, and what it would bring to ask further where they do not. */
import type {Confidence} from '../../vote/vote-results.js';
import {type Counted, countedRight} from './figures.js';
import {goldFails, type Outcome} from './outcomes.js';

/** Questions whose gold query fails are left out: they say nothing of a vote. */
export type Agreement = {
	/** Votes that were counted. */
	n: number;
	/** By the number of samples that the winner has, the most first; 0: there is none. Those that did not occur are left out. */
	agreeing: Array<Counted & {size: number}>;
	/** Empty of votes of one sample, which agree with nothing. */
	confidence: Array<Counted & {word: Confidence}>;
};

const WORDS: readonly Confidence[] = ['unanimous', 'majority', 'narrow', 'none'];

export function agreementOf(outcomes: readonly Outcome[], k: number): Agreement {
	const voted = outcomes.filter(outcome => !goldFails(outcome));
	const counted = (isIn: (outcome: Outcome) => boolean) => {
		const group = voted.filter(isIn);
		return countedRight(group.filter(({isVoteRight}) => isVoteRight).length, group.length);
	};
	const sizes = Array.from({length: k + 1}, (_, at) => k - at);
	return {
		n: voted.length,
		agreeing: sizes
			.map(size => ({size, ...counted(outcome => sizeOf(outcome) === size)}))
			.filter(({n}) => n > 0),
		confidence:
			k === 1
				? []
				: WORDS.map(word => ({word, ...counted(({vote}) => vote.confidence === word)})).filter(
						({n}) => n > 0,
					),
	};
}

/** How many samples the winner has. */
export function sizeOf({vote}: Outcome): number {
	return vote.clusters[0]?.samples.length ?? 0;
}

/** What is asked further is what ends narrow or without a winner. */
export type EscalationGain = {
	/** Such votes, and how many are right as they are. */
	undecided: number;
	right: number;
	/** How many have a right sample: the most that a better choice among the same samples could get. */
	reachable: number;
	/** Accuracy over all questions as it is, and if this share of the undecided ones were right. */
	accuracy: number;
	if: Array<{share: number; accuracy: number}>;
};

const SHARES = [0.25, 0.5, 0.75, 1];

/** Null of votes of one sample. */
export function escalationGain(outcomes: readonly Outcome[], k: number): EscalationGain | null {
	if (k === 1 || outcomes.length === 0) {
		return null;
	}

	const undecided = outcomes.filter(isUndecided);
	const right = undecided.filter(({isVoteRight}) => isVoteRight).length;
	const all = outcomes.filter(({isVoteRight}) => isVoteRight).length;
	return {
		undecided: undecided.length,
		right,
		reachable: undecided.filter(({right}) => right > 0).length,
		accuracy: all / outcomes.length,
		if: SHARES.map(share => ({
			share,
			accuracy: (all - right + share * undecided.length) / outcomes.length,
		})),
	};
}

/** Where the gold query fails no other model could be right either. */
export function isUndecided(outcome: Outcome): boolean {
	const {confidence} = outcome.vote;
	return !goldFails(outcome) && (confidence === 'narrow' || confidence === 'none');
}
