/** The end of a vote: it is stopped, an answer is taken, and the transcript says how that was chosen. */
import {answered, type Trajectory} from '../../agent/trajectory.js';
import {voteOf} from '../../archive/kept.js';
import {chosenTrajectory} from '../../vote/chosen-trajectory.js';
import {type Cluster, tally} from '../../vote/tally.js';
import {type Board, winnerOf} from '../board/board.js';
import {choiceWords} from '../board/board-words.js';
import type {Session, Step} from './state.js';
import {printed, stay, to} from './steps.js';

/** Stops what runs; where nothing does, goes on with the winner. */
export function leave(session: Session, board: Board): Step {
	switch (board.course.kind) {
		case 'running':
			return stopping(session, board, null);
		case 'stopping':
			return stay(session);
		case 'ended':
			return settle(session, board, null);
	}
}

/** @param taking the cluster that is taken when it has stopped. */
export function stopping(session: Session, board: Board, taking: string | null): Step {
	const course = {kind: 'stopping' as const, taking};
	return to(session, {kind: 'voting', board: {...board, course}}, [{kind: 'stop'}]);
}

/** Takes the answer of a cluster, or (null) of the winner; without one the first sample stands for all. */
export function settle(session: Session, board: Board, key: string | null): Step {
	const {ballot, course} = board;
	const result = tally(ballot);
	const winner = winnerOf(result);
	const chosen = result.clusters.find(cluster => cluster.key === key) ?? winner;
	const trajectory = chosen && chosen !== winner ? preferred(board, chosen) : chosenTrajectory(ballot);
	const {answer} = trajectory;
	const chosenBy = choiceWords(board, result, chosen);
	const elapsedMs = course.kind === 'ended' ? course.elapsedMs : 0;
	const taken = ballot.samples.findIndex(sample => sample.trajectory.id === trajectory.id);
	return to(
		{
			...printed(session, {kind: 'question', trajectory, elapsedMs, chosenBy}),
			shown: {sql: answer?.sql ?? '', outcome: answer?.outcome ?? null, trajectory},
		},
		{kind: 'answered'},
		[{kind: 'keep-vote', start: board.start, vote: voteOf(board, ballot, {elapsedMs, taken})}],
	);
}

/** The first sample of a cluster that a person prefers to the winner. */
function preferred({ballot}: Board, {samples}: Cluster): Trajectory {
	const {trajectory} = ballot.samples[samples[0]!]!;
	return trajectory.answer ? answered(trajectory, {...trajectory.answer, by: 'person'}) : trajectory;
}
