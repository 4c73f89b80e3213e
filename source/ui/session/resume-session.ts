/** A session of the archive that goes on: what was asked stands in the scrollback, what was broken off is to go on. */
import type {Trajectory} from '../../agent/trajectory.js';
import type {ArchivedQuestion, ArchivedSession} from '../../archive/archive.js';
import {counted} from '../../rows/outcome-words.js';
import {restored} from '../../vote/ballot.js';
import {chosenTrajectory} from '../../vote/chosen-trajectory.js';
import {tally} from '../../vote/tally.js';
import {choiceWords} from '../board/board-words.js';
import {whenWords} from '../screens/when.js';
import type {Printed, Session, Unfinished} from './state.js';
import {printed} from './steps.js';

/** Questions that are printed again; those before them are in the history. */
const PRINTED_QUESTIONS = 20;

/** A session before its first key, as it was when it ended. */
export function resumeSession(session: Session, {questions, startedAt}: ArchivedSession): Session {
	const asked = questions.filter(({trajectories}) => trajectories.length > 0);
	const last = asked.at(-1);
	const unfinished = last ? unfinishedIn(last) : null;
	const whole = unfinished ? asked.slice(0, -1) : asked;
	const told = whole
		.slice(-PRINTED_QUESTIONS)
		.map(question => printedQuestion(question, session.calibrations));
	const shown = told.at(-1)?.trajectory;
	return {
		...printed(session, resumedNote(startedAt, asked.length, whole.length - told.length), ...told),
		evidence: last?.trajectories.at(-1)?.evidence ?? '',
		suggestions: asked.length > 0 ? [] : session.suggestions,
		unfinished,
		...(shown && {
			shown: {sql: shown.answer?.sql ?? '', outcome: shown.answer?.outcome ?? null, trajectory: shown},
			...(session.phase.kind === 'composing' && {phase: {kind: 'answered' as const}}),
		}),
	};
}

function resumedNote(startedAt: string, count: number, left: number): Printed {
	const since = whenWords(startedAt);
	const earlier = left > 0 ? ` The ${left} before these are in /history.` : '';
	return {
		kind: 'note',
		text: `The session of ${since} goes on: ${counted(count, 'question')}.${earlier}`,
		tone: 'plain',
	};
}

/** What was on its way; a failure or a stop that the person saw is an end. */
function unfinishedIn(question: ArchivedQuestion): Unfinished | null {
	const {vote, trajectories} = question;
	if (!vote) {
		const trajectory = trajectories.at(-1)!;
		return trajectory.ending === 'open' ? {kind: 'question', trajectory} : null;
	}

	const before = restored(trajectories, vote);
	const {k, seedBase} = vote;
	const isWhole = before.open === 0 && trajectories.length >= k;
	return isWhole || vote.stoppedEarly || vote.taken !== null
		? null
		: {kind: 'vote', poll: {start: startOf(question), k, seedBase}, before};
}

/** The question of a vote before its first reply; it has the question's id, by which its place is known. */
function startOf({id, trajectories}: ArchivedQuestion): Trajectory {
	const {answer: _, extra: __, parent: ___, ...first} = trajectories[0]!;
	return {...first, id, turns: [], ending: 'open'};
}

/** The trajectory that counts of a question, and of a vote how it was chosen. */
function countingOf(
	question: ArchivedQuestion,
	calibrations: Session['calibrations'],
): {trajectory: Trajectory; chosenBy?: string} {
	const {vote, trajectories} = question;
	if (!vote) {
		return {trajectory: trajectories.at(-1)!};
	}

	const ballot = restored(trajectories, vote);
	const result = tally(ballot);
	const seen = result.clusters.map(({key}) => key);
	const taken = vote.taken === null ? null : ballot.samples[vote.taken];
	const cluster = result.clusters.find(({samples}) => taken && samples.includes(taken.index)) ?? null;
	const winner = result.winner === null ? null : result.clusters[result.winner];
	const trajectory = taken && cluster !== winner ? taken.trajectory : chosenTrajectory(ballot);
	const chosenBy = choiceWords(
		{ballot, seen, start: startOf(question), calibrations},
		result,
		cluster ?? winner ?? null,
	);
	return {trajectory, chosenBy};
}

function printedQuestion(
	question: ArchivedQuestion,
	calibrations: Session['calibrations'],
): Extract<Printed, {kind: 'question'}> {
	const {trajectory, chosenBy} = countingOf(question, calibrations);
	const elapsedMs = question.vote?.elapsedMs ?? durationOf(trajectory);
	return {kind: 'question', trajectory, elapsedMs, ...(chosenBy !== undefined && {chosenBy})};
}

/** Milliseconds that replies and queries took; how long a person thought about a probe is not known. */
function durationOf({turns, answer}: Trajectory): number {
	const turnsMs = turns.reduce((sum, {elapsedMs, outcome}) => sum + elapsedMs + (outcome?.elapsedMs ?? 0), 0);
	return turnsMs + (answer?.outcome?.elapsedMs ?? 0);
}
