/** The vote of a question's samples, from their verdicts. */
import {countVotes, type VoteCount} from '../../vote/vote-results.js';
import type {SampleVerdict} from './run.js';

export type SampleVote = {
	vote: VoteCount;
	/** The sample that speaks for the vote: the winner's first; null without a winner. */
	chosen: SampleVerdict | null;
	isVoteRight: boolean;
};

/** @param samples by their index, which decides ties. */
export function voteOfSamples(samples: readonly SampleVerdict[]): SampleVote {
	const vote = countVotes(
		samples.map(({key}) => (key === null ? {kind: 'failed'} : {kind: 'finished', key})),
	);
	const first = vote.clusters[0]?.samples[0];
	const chosen = first === undefined ? null : samples[first]!;
	return {vote, chosen, isVoteRight: chosen !== null && isRight(chosen)};
}

export function isRight({verdict}: Pick<SampleVerdict, 'verdict'>): boolean {
	return verdict === 'right';
}
