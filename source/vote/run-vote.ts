/** Runs a vote. */
import {setMaxListeners} from 'node:events';
import {approveAll} from '../agent/review.js';
import {sampleSeed} from '../agent/sample-seed.js';
import {solve} from '../agent/solve.js';
import type {Trajectory} from '../agent/trajectory.js';
import type {Reader} from '../database/reader.js';
import type {ModelError} from '../errors.js';
import type {Model, ReplyChunk} from '../model/model.js';
import {type Ballot, EMPTY_BALLOT, enrolled, isOpen, MOST_SAMPLES, stepped} from './ballot.js';
import {isSettled} from './early-stop.js';
import {merge} from './merge.js';
import {patientModel} from './patient-model.js';
import {sharedReader} from './shared-reader.js';

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
	/** A vote that is gone on with: its samples that have ended stay as they are, the others go on where they were. */
	before?: Ballot;
};

export type VoteEvent =
	/** A sample has begun, or made a step; `error` is what made it fail. */
	| {kind: 'step'; sample: number; ballot: Ballot; error?: ModelError}
	/** A sample writes. */
	| {kind: 'chunk'; sample: number; chunk: ReplyChunk}
	/** The last event, also after an abort: what finished stays, the others are cancelled. */
	| {kind: 'ended'; ballot: Ballot};

/**
 * Asks `start`, a trajectory before its first reply, k times at once, and yields the ballot after each step. What goes
 * wrong in one sample fails that sample alone. Throws a DatabaseError where the database changes meanwhile: results of
 * different versions are not mixed. Throws a RangeError for a `k` that cannot be.
 */
export async function* vote(start: Trajectory, options: VoteOptions): AsyncGenerator<VoteEvent, void, void> {
	const {clock, queryTimeoutMs, before = EMPTY_BALLOT} = options;
	const model = patientModel(options.model);
	checkSize(options.k, before);
	const version = before.samples[0]?.trajectory.database?.version ?? (await options.reader.version());
	const reader = sharedReader(options.reader, version);
	await reader.check();
	const stop = new AbortController();
	const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
	setMaxListeners(0, signal);

	const first = before.samples.length;
	const starts = Array.from({length: options.k - first}, (_, at) => ({
		...start,
		id: options.newId(),
		database: start.database && {...start.database, version},
		sampling: {...start.sampling, seed: sampleSeed(options.seedBase, first + at)},
	}));
	const beganAt = clock();
	let ballot = enrolled(before, starts);
	for (const at of starts.keys()) {
		yield {kind: 'step', sample: first + at, ballot};
	}

	const going = ballot.samples.filter(isOpen);
	const solving = going.map(({index, trajectory}) =>
		solve(trajectory, {
			model,
			reader: reader.as(index),
			review: approveAll,
			clock,
			...(queryTimeoutMs !== undefined && {queryTimeoutMs}),
			digestAnswer: true,
			signal,
		}),
	);
	for await (const {source, item} of merge(solving, () => stop.abort())) {
		const sample = going[source]!.index;
		if (item.kind === 'chunk') {
			yield {kind: 'chunk', sample, chunk: item.chunk};
			continue;
		}

		ballot = {
			...stepped(ballot, sample, item.trajectory, clock() - beganAt),
			probeCacheHits: before.probeCacheHits + reader.hits,
		};
		if (options.earlyStop && ballot.open > 0 && isSettled(ballot.samples.map(({state}) => state))) {
			ballot = {...ballot, stoppedEarly: true};
			stop.abort();
		}

		yield {kind: 'step', sample, ballot, ...('error' in item && {error: item.error})};
	}

	yield {kind: 'ended', ballot};
}

function checkSize(k: number, before: Ballot): void {
	if (!Number.isInteger(k) || k < 1 || k > MOST_SAMPLES) {
		throw new RangeError(`a vote has 1 to ${MOST_SAMPLES} samples, not ${k}`);
	}

	if (before.samples.length > k) {
		throw new RangeError(`a vote of ${before.samples.length} cannot go on to ${k}`);
	}
}
