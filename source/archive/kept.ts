/**
 * What runs, kept in the archive: the same events, each passed on when it is stored, so that a program that is killed
 * loses no more than the reply in flight.
 */
import type {SolveEvent} from '../agent/solve.js';
import type {Trajectory} from '../agent/trajectory.js';
import {type Ballot, EMPTY_BALLOT} from '../vote/ballot.js';
import type {VoteEvent} from '../vote/run-vote.js';
import type {ArchivedVote} from './archive.js';
import type {QuestionRecorder} from './recorder.js';

/** @param start what is solved: a question is kept before the model is asked. */
export async function* keptSolving(
	question: QuestionRecorder,
	start: Trajectory,
	events: AsyncIterable<SolveEvent>,
): AsyncGenerator<SolveEvent> {
	await question.store(start);
	for await (const event of events) {
		if (event.kind !== 'chunk') {
			await question.store(event.trajectory);
		}

		yield event;
	}
}

/** Of what the vote comes to only its end is kept: which answer is taken is said afterwards. */
export async function* keptVoting(
	question: QuestionRecorder,
	asked: Pick<ArchivedVote, 'k' | 'seedBase'>,
	events: AsyncIterable<VoteEvent>,
): AsyncGenerator<VoteEvent> {
	await question.vote(voteOf(asked, EMPTY_BALLOT));
	for await (const event of events) {
		if (event.kind === 'step') {
			await question.store(event.ballot.samples[event.sample]!.trajectory, event.sample);
		} else if (event.kind === 'ended') {
			await question.vote(voteOf(asked, event.ballot));
		}

		yield event;
	}
}

/**
 * What is kept of a vote beside its samples, as far as it is.
 *
 * @param end once it has ended: what the person, or the vote, has taken.
 */
export function voteOf(
	{k, seedBase}: Pick<ArchivedVote, 'k' | 'seedBase'>,
	{samples, stoppedEarly, probeCacheHits}: Ballot,
	end: Pick<ArchivedVote, 'elapsedMs' | 'taken'> = {elapsedMs: null, taken: null},
): ArchivedVote {
	// A vote that asks for more as it needs them has more in the end than it was begun with.
	return {k: Math.max(k, samples.length), seedBase, stoppedEarly, probeCacheHits, ...end};
}
