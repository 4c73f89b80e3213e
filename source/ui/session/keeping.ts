/**
 * What a session keeps of itself in the archive as it goes: each step is stored before the next is taken, so that a
 * program that is killed loses no more than the reply in flight.
 */
import {randomUUID} from 'node:crypto';
import type {SolveEvent} from '../../agent/solve.js';
import type {Trajectory} from '../../agent/trajectory.js';
import type {Archive, ArchivedSession, ArchivedVote} from '../../archive/archive.js';
import type {QuestionRef, Recorder} from '../../archive/recorder.js';
import type {VoteEvent} from '../../vote/run-vote.js';
import type {Doomed, Poll} from './state.js';

export type Keeping = {
	/** Null where nothing is kept, or nothing can be. */
	archive: Promise<Archive | null>;
	/** The same events, each passed on when it is stored. */
	solving(start: Trajectory, events: AsyncIterable<SolveEvent>): AsyncGenerator<SolveEvent>;
	voting(poll: Poll, events: AsyncIterable<VoteEvent>): AsyncGenerator<VoteEvent>;
	/** A trajectory that a person has changed. */
	keep(trajectory: Trajectory): Promise<void>;
	/** @param start what the vote began with. */
	keepVote(start: Trajectory, vote: ArchivedVote): Promise<void>;
	/** How many questions went; null where there is no archive. Throws an ArchiveError. */
	forget(what: Doomed): Promise<number | null>;
};

const BEGUN = {stoppedEarly: false, probeCacheHits: 0, elapsedMs: null, taken: null};

/**
 * @param known a session that goes on: what is added to its questions is kept with them.
 */
export function startKeeping(
	recorder: Recorder,
	clock: () => number,
	known: ArchivedSession | null = null,
): Keeping {
	const {archive} = recorder;
	/** The question of each trajectory, and of what a vote began with, by its id. */
	const questions = new Map<string, QuestionRef>();
	for (const question of known?.questions ?? []) {
		const ref = {id: question.id, askedAt: question.askedAt};
		questions.set(question.id, ref);
		for (const {id} of question.trajectories) {
			questions.set(id, ref);
		}
	}

	/** A fork stays in the question of what it was taken from. */
	function questionOf({id, parent}: Trajectory): QuestionRef {
		const question = questions.get(id) ??
			(parent && questions.get(parent.id)) ?? {
				id: randomUUID(),
				askedAt: new Date(clock()).toISOString(),
			};
		questions.set(id, question);
		return question;
	}

	return {
		archive,
		async *solving(start, events) {
			const question = questionOf(start);
			await recorder.store(start, question);
			for await (const event of events) {
				if (event.kind !== 'chunk') {
					await recorder.store(event.trajectory, question);
				}

				yield event;
			}
		},
		async *voting({start, k, seedBase}, events) {
			const question = questionOf(start);
			await recorder.storeVote({...BEGUN, k, seedBase}, question);
			for await (const event of events) {
				if (event.kind === 'step') {
					const {trajectory} = event.ballot.samples[event.sample]!;
					questions.set(trajectory.id, question);
					await recorder.store(trajectory, question, event.sample);
				}

				if (event.kind === 'ended') {
					const {stoppedEarly, probeCacheHits} = event.ballot;
					await recorder.storeVote({...BEGUN, k, seedBase, stoppedEarly, probeCacheHits}, question);
				}

				yield event;
			}
		},
		keep: trajectory => recorder.store(trajectory, questionOf(trajectory)),
		keepVote: (start, vote) => recorder.storeVote(vote, questionOf(start)),
		async forget(what) {
			const open = await archive;
			if (!open) {
				return null;
			}

			switch (what.kind) {
				case 'everything':
					return open.forget('everything');
				case 'session':
					return open.forget({session: recorder.session.id});
				case 'question':
					return open.forget({question: what.id});
				case 'question-of': {
					const question = questions.get(what.trajectory);
					return question ? open.forget({question: question.id}) : 0;
				}
			}
		},
	};
}
