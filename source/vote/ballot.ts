/**
 * A vote as data: k trajectories of one question and what became of each. Everything said of a vote (clusters,
 * winner, confidence, the board, its JSON) is a function of it.
 */
import type {Trajectory} from '../agent/trajectory.js';

export type SampleState =
	/** The model writes. */
	| {kind: 'thinking'}
	/** A probe, or the answer, runs. */
	| {kind: 'probing'}
	/** Its answer has rows; `key` is their digest, and the samples of one key are a cluster. */
	| {kind: 'finished'; key: string}
	/** It has no rows to vote with: why, in words for a person. */
	| {kind: 'failed'; reason: string}
	| {kind: 'cancelled'};

export type Sample = {
	/** From 0: the place in the ballot, whatever is done first. */
	index: number;
	trajectory: Trajectory;
	state: SampleState;
	/** Milliseconds from the beginning of the vote to its end; null while it goes on. */
	elapsedMs: number | null;
};

export type Ballot = {
	/** By their index. */
	samples: readonly Sample[];
	/** Samples that are still to be begun or to end. */
	open: number;
	/** Whether the others were cancelled because nothing could change any more. */
	stoppedEarly: boolean;
	/** Probes and answers whose outcome another sample had already. */
	probeCacheHits: number;
};
