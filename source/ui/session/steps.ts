/** The small moves that every part of the reducer is made of. */
import {failureWords} from './failure-words.js';
import type {Asked, Effect, Phase, Printed, Session, Step, View} from './state.js';

export function stay(session: Session, effects: Effect[] = []): Step {
	return {session, effects};
}

export function to(session: Session, phase: Phase, effects: Effect[] = []): Step {
	return {session: {...session, phase}, effects};
}

/** A full-screen view on top of what is seen. */
export function push(session: Session, view: View): Step {
	return stay({...session, views: [...session.views, view]});
}

/** Another view in the place of the one on top. */
export function replace(session: Session, view: View): Step {
	return stay({...session, views: [...session.views.slice(0, -1), view]});
}

/** Without the view on top. */
export function close(session: Session): Step {
	return stay({...session, views: session.views.slice(0, -1)});
}

/** The session with more in its scrollback. */
export function printed(session: Session, ...items: Printed[]): Session {
	return {...session, printed: [...session.printed, ...items]};
}

export function failureNote(error: unknown): Extract<Printed, {kind: 'note'}> {
	return {kind: 'note', text: failureWords(error), tone: 'bad'};
}

/** Where a person is when nothing is open any more. */
export function resting({shown}: Session): Phase {
	return {kind: shown ? 'answered' : 'composing'};
}

/** The question that is on its way, if one is. */
export function askedIn(phase: Phase): Asked | null {
	return 'asked' in phase ? phase.asked : null;
}
