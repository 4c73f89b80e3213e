/**
 * What runs, kept in the archive: the same events, each passed on when it is stored, so that a program that is killed
 * loses no more than the reply in flight.
 */
import type {SolveEvent} from '../agent/solve.js';
import type {Trajectory} from '../agent/trajectory.js';
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

const BEGUN = {stoppedEarly: false, probeCacheHits: 0, elapsedMs: null, taken: null};

/** Of what the vote comes to only its end is kept: which answer is taken is said afterwards. */
export async function* keptVoting(
	question: QuestionRecorder,
	asked: Pick<ArchivedVote, 'k' | 'seedBase'>,
	events: AsyncIterable<VoteEvent>,
): AsyncGenerator<VoteEvent> {
	const begun: ArchivedVote = {...BEGUN, k: asked.k, seedBase: asked.seedBase};
	await question.vote(begun);
	for await (const event of events) {
		if (event.kind === 'step') {
			await question.store(event.ballot.samples[event.sample]!.trajectory, event.sample);
		} else if (event.kind === 'ended') {
			const {stoppedEarly, probeCacheHits} = event.ballot;
			await question.vote({...begun, stoppedEarly, probeCacheHits});
		}

		yield event;
	}
}
