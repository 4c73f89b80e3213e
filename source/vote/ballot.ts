/**
 * A vote as data: k trajectories of one question and what became of each. Everything said of a vote (clusters,
 * winner, confidence, the board, its JSON) is a function of it.
 */
import {next, type Trajectory} from '../agent/trajectory.js';
import {OBSERVED_ROWS} from '../protocol/observation.js';

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

/** The most samples of one vote. */
export const MOST_SAMPLES = 64;

export const EMPTY_BALLOT: Ballot = {samples: [], open: 0, stoppedEarly: false, probeCacheHits: 0};

/** A ballot with more samples, from the trajectories they begin with. */
export function enrolled(ballot: Ballot, starts: readonly Trajectory[]): Ballot {
	const first = ballot.samples.length;
	const added = starts.map((trajectory, at): Sample => {
		return {index: first + at, trajectory, state: stateOf(trajectory), elapsedMs: null};
	});
	return {...ballot, samples: [...ballot.samples, ...added], open: ballot.open + added.length};
}

/**
 * A ballot with a step of one sample. Of the answers of a cluster the first sample's alone keeps its rows, the others
 * what an observation shows of them: their key says that they are the same rows.
 *
 * @param elapsedMs since the beginning of the vote; it counts where this is the sample's end.
 */
export function stepped(ballot: Ballot, index: number, trajectory: Trajectory, elapsedMs: number): Ballot {
	const state = stateOf(trajectory);
	const goesOn = isOpen({state});
	const samples = ballot.samples.with(index, {
		index,
		trajectory,
		state,
		elapsedMs: goesOn ? null : elapsedMs,
	});
	return {
		...ballot,
		samples: state.kind === 'finished' ? withRowsOnce(samples, state.key) : samples,
		open: goesOn ? ballot.open : ballot.open - 1,
	};
}

/** A ballot as it was when it was stored: samples that were on their way are open. */
export function restored(
	trajectories: readonly Trajectory[],
	kept: Pick<Ballot, 'stoppedEarly' | 'probeCacheHits'>,
): Ballot {
	const {samples} = enrolled(EMPTY_BALLOT, trajectories);
	return {samples, open: samples.filter(isOpen).length, ...kept};
}

/** Whether a sample is on its way. */
export function isOpen({state}: Pick<Sample, 'state'>): boolean {
	return state.kind === 'thinking' || state.kind === 'probing';
}

/** What a sample is doing, or what became of it, from its trajectory alone. */
export function stateOf(trajectory: Trajectory): SampleState {
	switch (trajectory.ending) {
		case 'open': {
			const {kind} = next(trajectory);
			return {kind: kind === 'run' || kind === 'answer' ? 'probing' : 'thinking'};
		}

		case 'answered':
			return voteOf(trajectory);
		case 'no-answer':
			return {kind: 'failed', reason: 'no answer'};
		case 'failed':
			return {kind: 'failed', reason: failureOf(trajectory)};
		case 'aborted':
			return {kind: 'cancelled'};
	}
}

function voteOf({answer}: Trajectory): SampleState {
	const outcome = answer?.outcome;
	if (!outcome) {
		return {kind: 'failed', reason: 'no answer'};
	}

	if ('error' in outcome) {
		return {kind: 'failed', reason: outcome.error.message};
	}

	const key = outcome.table.digest;
	return key === undefined
		? {kind: 'failed', reason: 'its rows have no digest to compare them by'}
		: {kind: 'finished', key};
}

function failureOf({extra}: Trajectory): string {
	const failure = extra?.failure as {message?: unknown} | undefined;
	return typeof failure?.message === 'string' ? failure.message : 'the model failed';
}

function withRowsOnce(samples: readonly Sample[], key: string): Sample[] {
	const first = samples.findIndex(({state}) => state.kind === 'finished' && state.key === key);
	return samples.map(sample =>
		sample.index > first && sample.state.kind === 'finished' && sample.state.key === key
			? {...sample, trajectory: withFewRows(sample.trajectory)}
			: sample,
	);
}

function withFewRows(trajectory: Trajectory): Trajectory {
	const {answer} = trajectory;
	if (!answer?.outcome || !('table' in answer.outcome) || answer.outcome.table.rows.length <= OBSERVED_ROWS) {
		return trajectory;
	}

	const {table} = answer.outcome;
	const rows = table.rows.slice(0, OBSERVED_ROWS);
	const fewer = {...table, rows, truncated: table.truncated || ('kept' as const)};
	return {...trajectory, answer: {...answer, outcome: {...answer.outcome, table: fewer}}};
}
