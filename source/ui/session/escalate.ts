/** A vote that does not decide is put to another model: the one of a profile, which answers for itself. */
import type {Board} from '../board/board.js';
import {openMenu} from '../screens/menu.js';
import {settle} from './settle-vote.js';
import type {Session, Step} from './state.js';
import {stay, to} from './steps.js';

const NO_PROFILE =
	'No model has a name in the config: sqrl-tui config profile.<name>.model <model> gives it one.';

/** The choice of a profile; a vote that still runs is waited for. */
export function chooseProfile(session: Session, board: Board): Step {
	if (board.course.kind !== 'ended') {
		return stay({...session, notice: 'Another model can be asked when these have ended.'});
	}

	if (session.profiles.length === 0) {
		return stay({...session, notice: NO_PROFILE});
	}

	const menu = openMenu(
		'The same vote, of another model',
		session.profiles.map(label => ({label})),
	);
	return to(session, {kind: 'choosing', menu, choice: {kind: 'escalate', board}});
}

/** What this vote came to is printed; the next is asked of the profile's model, as many times. */
export function escalate(session: Session, board: Board, profile: string): Step {
	const settled = settle(session, board, null);
	return {
		session: settled.session,
		effects: [
			...settled.effects,
			{kind: 'use-model', wanted: {kind: 'profile', name: profile}},
			{kind: 'vote', question: board.start.question, k: board.k},
		],
	};
}
