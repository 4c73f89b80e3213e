/** Runs a vote. */
import type {Trajectory} from '../agent/trajectory.js';
import type {Reader} from '../database/reader.js';
import type {Model, ReplyChunk} from '../model/model.js';
import type {Ballot} from './ballot.js';

export type VoteOptions = {
	model: Model;
	reader: Pick<Reader, 'query' | 'version'>;
	/** Samples in all, 1 to 64; those of `before` count. */
	k: number;
	/** Sample i has seed base + i. */
	seedBase: number;
	earlyStop: boolean;
	clock: () => number;
	newId: () => string;
	queryTimeoutMs?: number;
	signal?: AbortSignal | undefined;
	/** A vote that is gone on with: its samples stay as they are. */
	before?: Ballot;
};

export type VoteEvent =
	/** A sample has begun, or made a step. */
	| {kind: 'step'; sample: number; ballot: Ballot}
	/** A sample writes. */
	| {kind: 'chunk'; sample: number; chunk: ReplyChunk}
	/** The last event, also after an abort: what finished stays, the others are cancelled. */
	| {kind: 'ended'; ballot: Ballot};

/**
 * Asks `start`, a trajectory before its first reply, k times at once, and yields the ballot after each step. What goes
 * wrong in one sample fails that sample alone. Throws a DatabaseError where the database changes meanwhile: results of
 * different versions are not mixed.
 */
// biome-ignore lint/correctness/useYield: to be written.
export async function* vote(
	_start: Trajectory,
	_options: VoteOptions,
): AsyncGenerator<VoteEvent, void, void> {
	throw new Error('to be written');
}
