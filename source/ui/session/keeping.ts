/** What a session keeps of itself in the archive as it goes. */
import type {SolveEvent} from '../../agent/solve.js';
import type {Trajectory} from '../../agent/trajectory.js';
import type {Archive, ArchivedSession, ArchivedVote} from '../../archive/archive.js';
import {familyOf} from '../../archive/family.js';
import {keptSolving, keptVoting} from '../../archive/kept.js';
import type {QuestionRecorder, Recorder} from '../../archive/recorder.js';
import type {VoteEvent} from '../../vote/run-vote.js';
import type {Doomed, Poll} from './state.js';

export type Keeping = {
	/** Null where nothing is kept, or nothing can be. */
	archive(): Promise<Archive | null>;
	/** The same events, each passed on when it is stored. */
	solving(start: Trajectory, events: AsyncIterable<SolveEvent>): AsyncGenerator<SolveEvent>;
	voting(poll: Poll, events: AsyncIterable<VoteEvent>): AsyncGenerator<VoteEvent>;
	/** A trajectory that a person has changed. */
	keep(trajectory: Trajectory): Promise<void>;
	/** @param start what the vote began with. */
	keepVote(start: Trajectory, vote: ArchivedVote): Promise<void>;
	/** How many questions went; null where there is no archive. Throws an ArchiveError. */
	forget(what: Doomed): Promise<number | null>;
	/** Where the forks of one run of the debugger are kept: beside the session, which they are no part of. */
	forkQuestion(): QuestionRecorder;
	/** The forks that the archive has of a trajectory, and theirs. Throws an ArchiveError. */
	forksOf(trajectory: string): Promise<Trajectory[]>;
};

export type Recorders = {
	/** Of the session. */
	session: Recorder;
	/** Of what is made in its debugger. */
	forks: Recorder;
};

/** @param known a session that goes on: what is added to its questions is kept with them. */
export function startKeeping(
	{session: recorder, forks}: Recorders,
	session: string,
	known: ArchivedSession | null = null,
): Keeping {
	/** Where a trajectory goes, and what a vote began with, by its id. */
	const questions = new Map<string, QuestionRecorder>();
	for (const {id, trajectories} of known?.questions ?? []) {
		const question = recorder.question(id);
		for (const known of [id, ...trajectories.map(({id}) => id)]) {
			questions.set(known, question);
		}
	}

	/** A fork stays in the question of what it was taken from. */
	function questionOf({id, parent}: Trajectory): QuestionRecorder {
		const before = questions.get(id) ?? (parent && questions.get(parent.id));
		const question = before ?? recorder.question();
		questions.set(id, question);
		return question;
	}

	return {
		archive: recorder.archive,
		solving: (start, events) => keptSolving(questionOf(start), start, events),
		async *voting({start, k, seedBase}, events) {
			const question = questionOf(start);
			for await (const event of keptVoting(question, {k, seedBase}, events)) {
				if (event.kind === 'step') {
					questions.set(event.ballot.samples[event.sample]!.trajectory.id, question);
				}

				yield event;
			}
		},
		keep: trajectory => questionOf(trajectory).store(trajectory),
		keepVote: (start, vote) => questionOf(start).vote(vote),
		async forget(what) {
			const open = await recorder.archive();
			if (!open) {
				return null;
			}

			switch (what.kind) {
				case 'everything':
					return open.forget('everything');
				case 'session':
					return open.forget({session});
				default: {
					const question = what.kind === 'question' ? what.id : open.questionOf(what.trajectory);
					return question === null ? 0 : open.forget({question});
				}
			}
		},
		forkQuestion: () => forks.question(),
		forksOf: async id => familyOf(await recorder.archive(), id),
	};
}
