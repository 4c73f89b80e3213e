/** `ask --votes`: one question to several samples. How each ended on stderr, and how the answer was chosen. */
import {randomInt, randomUUID} from 'node:crypto';
import type {Trajectory} from '../agent/trajectory.js';
import {keptVoting, voteOf} from '../archive/kept.js';
import type {ModelError} from '../errors.js';
import {EMBEDDED_LABEL, isEmbedded} from '../model/model-place.js';
import {counted, rowsWords} from '../rows/outcome-words.js';
import type {Notes} from '../streams.js';
import {adaptiveVote} from '../vote/adaptive.js';
import {type Ballot, MOST_SAMPLES, type Sample} from '../vote/ballot.js';
import type {Calibration} from '../vote/calibration.js';
import {chosenTrajectory} from '../vote/chosen-trajectory.js';
import {type VoteEvent, vote} from '../vote/run-vote.js';
import {tally} from '../vote/tally.js';
import {looksUnseeded, UNSEEDED_WORDS} from '../vote/unseeded.js';
import {chosenWords, savedWords, sentence, shareWords} from '../vote/vote-words.js';
import type {AskedVotes} from './asked-votes.js';
import type {Asking} from './asking.js';
import type {Invocation} from './command.js';

/** Seeds are drawn from what every server takes. */
const SEEDS = 2 ** 31 - MOST_SAMPLES;

export type Voted = {trajectory: Trajectory; ballot: Ballot; error?: ModelError};

/**
 * Holds the vote and tells of it; the trajectory is the one that it chose. `error` is what stopped the model, where it
 * failed in every sample.
 */
export async function askVotes(
	start: Trajectory,
	{size, earlyStop}: Pick<AskedVotes, 'size' | 'earlyStop'>,
	{model, reader, recorder, calibrations}: Asking,
	{settings, notes, signal}: Invocation,
): Promise<Voted> {
	const seedBase = settings.values.seed ?? randomInt(SEEDS);
	const options = {
		model,
		reader,
		seedBase,
		earlyStop,
		clock: Date.now,
		newId: randomUUID,
		queryTimeoutMs: settings.values['query-timeout'] * 1000,
		signal,
	};
	notes.line(`${size === 'auto' ? 'votes as needed, up to 16' : `vote of ${size}`} · seeds from ${seedBase}`);
	if (start.sampling.temperature === 0 && size !== 1) {
		notes.line('Warning: at temperature 0 all samples are alike, and a vote says nothing.');
	}

	let first: ModelError | undefined;
	const tell = voteProgress(notes);
	const beganAt = Date.now();
	const question = recorder.question();
	const events = keptVoting(
		question,
		{k: size === 'auto' ? 1 : size, seedBase},
		size === 'auto' ? adaptiveVote(start, options) : vote(start, {...options, k: size}),
	);
	for await (const event of events) {
		tell(event);
		if (event.kind === 'step') {
			first ??= event.error;
		} else if (event.kind === 'ended') {
			const {ballot} = event;
			printEnd(notes, ballot, calibrations);
			const trajectory = chosenTrajectory(ballot);
			const taken = ballot.samples.findIndex(sample => sample.trajectory.id === trajectory.id);
			const end = {elapsedMs: Date.now() - beganAt, taken};
			await question.vote(voteOf({k: ballot.samples.length, seedBase}, ballot, end));
			const isLost = ballot.samples.every(({trajectory}) => trajectory.ending === 'failed');
			return {trajectory, ballot, ...(isLost && first && {error: first})};
		}
	}

	throw new Error('the vote has no end');
}

/** Gives the consumer of the events of a vote: a line for each sample that ends. */
function voteProgress(notes: Notes): (event: VoteEvent) => void {
	const said = new Set<string>();
	return event => {
		if (event.kind === 'chunk' && event.chunk.kind === 'waiting') {
			const {reason} = event.chunk;
			if (!said.has(reason)) {
				said.add(reason);
				notes.line(`waiting: ${reason}`);
			}
		} else if (event.kind === 'step') {
			const {samples, open} = event.ballot;
			const sample = samples[event.sample]!;
			if (sample.elapsedMs !== null) {
				notes.line(sampleLine(sample, sample.elapsedMs));
			}

			notes.status(`${samples.length - open} of ${samples.length} samples are done`);
		}
	};
}

function sampleLine({index, trajectory, state}: Sample, elapsedMs: number): string {
	const place = String(index + 1).padStart(2);
	const effort = `[${counted(trajectory.turns.length, 'turn')}, ${(elapsedMs / 1000).toFixed(1)} s]`;
	switch (state.kind) {
		case 'finished': {
			const outcome = trajectory.answer?.outcome;
			const rows = outcome && 'table' in outcome ? rowsWords(outcome.table) : '';
			return `${place}  ${rows}  ${effort}  ${oneLine(trajectory.answer?.sql ?? '')}`;
		}

		case 'failed':
			return `${place}  failed  ${effort}  ${oneLine(state.reason)}`;
		default:
			return `${place}  cancelled`;
	}
}

const LINE_LENGTH = 100;

function oneLine(text: string): string {
	const line = text
		.slice(0, LINE_LENGTH + 1)
		.replaceAll(/\s+/g, ' ')
		.trim();
	return line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line;
}

function printEnd(notes: Notes, ballot: Ballot, calibrations: readonly Calibration[]): void {
	const {clusters, winner} = tally(ballot);
	const {model} = ballot.samples[0]!.trajectory;
	for (const {samples, sql, table} of clusters) {
		notes.line(`${String(samples.length).padStart(4)} ×  ${rowsWords(table)}  ${oneLine(sql)}`);
	}

	const lines = [
		savedWords(ballot),
		looksUnseeded(ballot) ? `warning: ${UNSEEDED_WORDS}` : null,
		chosenWords(ballot),
		shareWords(model, ballot, calibrations),
	];
	for (const line of lines) {
		if (line !== null) {
			notes.line(sentence(line));
		}
	}

	if (winner !== null && isEmbedded(model)) {
		notes.line(EMBEDDED_LABEL);
	}
}
