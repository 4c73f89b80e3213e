/** What can be done with a cluster, on the board and in its own view. */
import type {Board} from '../board/board.js';
import {openCluster} from '../board/cluster-view.js';
import {openDifferences} from '../board/differences-view.js';
import {settle, stopping} from './settle-vote.js';
import type {Session, Step} from './state.js';
import {push, stay} from './steps.js';

/** @param key of the cluster. */
export function onCluster(
	session: Session,
	board: Board,
	key: string,
	action: 'open' | 'take' | 'differences',
): Step {
	const {ballot, seen, course} = board;
	switch (action) {
		case 'open':
			return push(session, {kind: 'cluster', view: openCluster(ballot, seen, key)});
		case 'take': {
			const closed = {...session, views: []};
			return course.kind === 'ended' ? settle(closed, board, key) : stopping(closed, board, key);
		}

		case 'differences': {
			const view = openDifferences(ballot, seen, key);
			return view
				? push(session, {kind: 'differences', view})
				: stay({...session, notice: 'There is one cluster: nothing differs.'});
		}
	}
}
