/** A vote as a person watches it: the ballot, and where they are in it. */
import type {Trajectory} from '../../agent/trajectory.js';
import {type Ballot, EMPTY_BALLOT} from '../../vote/ballot.js';
import type {Calibration} from '../../vote/calibration.js';
import {type Cluster, type Tally, tally} from '../../vote/tally.js';
import type {Wait} from '../session/readiness-words.js';

export type Board = {
	/** The question before its first reply: every sample begins with it. */
	start: Trajectory;
	/** Samples in all. */
	k: number;
	/** Sample i has seed base + i. */
	seedBase: number;
	/** How often votes were right, where that was measured. */
	calibrations: readonly Calibration[];
	/** Milliseconds since 1970; of a vote that is gone on with, as if it had not rested. */
	startedAt: number;
	ballot: Ballot;
	/** Keys of the clusters as they were seen: a letter and a place, once given, stay. */
	seen: readonly string[];
	course: Course;
	/** Why nothing comes of a sample yet, by its index. */
	waits: ReadonlyMap<number, Wait>;
	/** The key of the cluster at hand; null: of whichever leads. */
	cursor: string | null;
	/** The sample at hand while one is looked for, by its index. */
	sample: number | null;
};

export type Course =
	| {kind: 'running'}
	/** It was told to stop; `taking` is the cluster that is taken when it has, or null. */
	| {kind: 'stopping'; taking: string | null}
	| {kind: 'ended'; elapsedMs: number};

/** A cluster at its place on the board. */
export type Placed = {letter: string; cluster: Cluster};

/** What a vote of the session may have: fewer agree on nothing, and more tell nothing new. */
export const LEAST_ON_BOARD = 2;
export const MOST_ON_BOARD = 32;

/** Samples that are added at a key. */
export const MORE_SAMPLES = 4;

/** @param at milliseconds since 1970. */
export function openBoard(
	{start, k, seedBase, calibrations}: Pick<Board, 'start' | 'k' | 'seedBase' | 'calibrations'>,
	at: number,
): Board {
	return {
		calibrations,
		start,
		k,
		seedBase,
		startedAt: at,
		ballot: {...EMPTY_BALLOT, open: k},
		seen: [],
		course: {kind: 'running'},
		waits: new Map(),
		cursor: null,
		sample: null,
	};
}

/** A board whose vote has ended, open again for more samples. */
export function goneOn(board: Board, k: number, at: number): Board {
	const {course} = board;
	const elapsedMs = course.kind === 'ended' ? course.elapsedMs : 0;
	return {...board, k, startedAt: at - elapsedMs, course: {kind: 'running'}};
}

export function withBallot(board: Board, ballot: Ballot): Board {
	const keys = ballot.samples.flatMap(({state}) => (state.kind === 'finished' ? [state.key] : []));
	const seen = [...new Set([...board.seen, ...keys])];
	const waits = new Map(
		[...board.waits].filter(([index]) => ballot.samples[index]?.state.kind === 'thinking'),
	);
	return {...board, ballot, seen, waits};
}

/** A sample waits for something, or (null) writes. */
export function withWait(board: Board, sample: number, wait: Wait | null): Board {
	const waits = new Map(board.waits);
	if (wait) {
		waits.set(sample, wait);
	} else {
		waits.delete(sample);
	}

	return {...board, waits};
}

/** Clusters in the order in which they were seen. */
export function placed({seen}: Pick<Board, 'seen'>, {clusters}: Tally): Placed[] {
	return seen.flatMap((key, place) => {
		const cluster = clusters.find(cluster => cluster.key === key);
		return cluster ? [{letter: letterAt(place), cluster}] : [];
	});
}

export function letterOf(seen: readonly string[], key: string): string {
	return letterAt(seen.indexOf(key));
}

function letterAt(place: number): string {
	return LETTERS[place] ?? '?';
}

/** One for each sample that a vote of the session may have. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef';

export function winnerOf({clusters, winner}: Tally): Cluster | null {
	return winner === null ? null : (clusters[winner] ?? null);
}

/** The cluster at hand, or null where there is none yet. */
export function clusterAtHand({ballot, cursor}: Board): Cluster | null {
	const result = tally(ballot);
	return result.clusters.find(({key}) => key === cursor) ?? winnerOf(result);
}
