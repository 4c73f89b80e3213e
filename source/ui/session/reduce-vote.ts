/** A vote under way: what comes of it changes its board, and the views that were opened from there. */

import type {Ballot} from '../../vote/ballot.js';
import {type Board, goneOn, openBoard, withBallot, withWait} from '../board/board.js';
import {refreshedDebugger} from './debugging.js';
import type {SessionEvent} from './event.js';
import {REASONING_PARSER} from './reasoning-parser.js';
import {settle} from './settle-vote.js';
import type {Printed, Session, Step, View} from './state.js';
import {printed, resting, stay, to} from './steps.js';

type EventOf<K extends SessionEvent['kind']> = Extract<SessionEvent, {kind: K}>;

const BY_THEMSELVES: Printed = {
	kind: 'note',
	text: 'The probes of a vote run by themselves; what could change anything is refused.',
	tone: 'plain',
};

/** A vote begins, or goes on with more samples. */
export function reducePolled(session: Session, {poll, at}: EventOf<'polled'>): Step {
	const {phase, approve} = session;
	const goesOn = phase.kind === 'voting' && phase.board.start === poll.start;
	const board = goesOn
		? goneOn(phase.board, poll.k, at)
		: openBoard({...poll, calibrations: session.calibrations}, at);
	// Who lets all probes run knows; others are told once.
	const isKnown = approve === 'auto' || session.printed.includes(BY_THEMSELVES);
	const told = isKnown ? session : printed(session, BY_THEMSELVES);
	return to({...told, now: at}, {kind: 'voting', board});
}

export function reduceVote(session: Session, {event, at}: EventOf<'vote'>): Step {
	const {phase} = session;
	if (phase.kind !== 'voting') {
		return stay(session);
	}

	const {board} = phase;
	if (event.kind === 'chunk') {
		const {sample, chunk} = event;
		const isWait = chunk.kind === 'waiting' || chunk.kind === 'progress';
		const told = chunk.kind === 'reasoning' ? printed(session, REASONING_PARSER) : session;
		return to(told, {kind: 'voting', board: withWait(board, sample, isWait ? chunk : null)});
	}

	const next = withBallot(board, event.ballot);
	const seen = {...session, now: at, views: session.views.map(view => refreshed(view, next))};
	if (event.kind === 'step') {
		return to(seen, {kind: 'voting', board: next});
	}

	const ended = endedAt(board, event.ballot, at);
	return board.course.kind === 'stopping' && board.course.taking !== null
		? settle(seen, ended, board.course.taking)
		: to(seen, {kind: 'voting', board: ended});
}

/** A view of a sample or a cluster goes on with the vote. */
function refreshed(view: View, {ballot, seen}: Board): View {
	switch (view.kind) {
		case 'cluster':
			return {...view, view: {...view.view, ballot, seen}};
		case 'differences':
			return {...view, view: {...view.view, ballot, seen}};
		case 'debugger':
			return refreshedDebugger(
				view,
				ballot.samples.map(({trajectory}) => trajectory),
			);

		default:
			return view;
	}
}

/** The vote cannot go on: one that was gone on with is what it was, of another nothing is left. */
export function reduceVoid(session: Session, {before, at}: EventOf<'void'>): Step {
	const {phase} = session;
	if (phase.kind !== 'voting') {
		return stay(session);
	}

	const closed = {...session, views: []};
	return before
		? to(closed, {kind: 'voting', board: endedAt({...phase.board, k: before.samples.length}, before, at)})
		: to(closed, resting(session));
}

function endedAt(board: Board, ballot: Ballot, at: number): Board {
	const elapsedMs = Math.max(0, at - board.startedAt);
	return {...withBallot(board, ballot), course: {kind: 'ended', elapsedMs}};
}
