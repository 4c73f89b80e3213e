/** The keys of the board of a vote. */
import {tally} from '../../vote/tally.js';
import {type Board, clusterAtHand, MORE_SAMPLES, MOST_ON_BOARD, placed} from '../board/board.js';
import type {Input} from '../input.js';
import {actionFor} from '../keymap.js';
import {clampIndex} from '../screens/cursor.js';
import {debugOn} from './debugging.js';
import {chooseProfile} from './escalate.js';
import {onCluster} from './on-cluster.js';
import {openHelpView} from './reduce-view.js';
import {leave} from './settle-vote.js';
import type {Session, Step} from './state.js';
import {stay, to} from './steps.js';

export function reduceVoting(session: Session, board: Board, input: Input): Step {
	if (board.sample !== null) {
		return reduceSamples(session, board, board.sample, input);
	}

	const action = actionFor('voting', input);
	switch (action) {
		case 'up':
			return moved(session, board, -1);
		case 'down':
			return moved(session, board, 1);
		case 'sample':
			return to(session, {kind: 'voting', board: {...board, sample: 0}});
		case 'more':
			return more(session, board);
		case 'escalate':
			return chooseProfile(session, board);
		case 'leave':
			return leave(session, board);
		case 'help':
			return openHelpView(session);
		case null:
			return stay(session);
		default: {
			const cluster = clusterAtHand(board);
			return cluster
				? onCluster(session, board, cluster.key, action)
				: stay({...session, notice: 'No sample has an answer.'});
		}
	}
}

function moved(session: Session, board: Board, by: number): Step {
	const keys = placed(board, tally(board.ballot)).map(({cluster}) => cluster.key);
	const from = keys.indexOf(clusterAtHand(board)?.key ?? '');
	const cursor = keys[clampIndex(from + by, keys.length)] ?? null;
	return to(session, {kind: 'voting', board: {...board, cursor}});
}

function more(session: Session, board: Board): Step {
	const {start, seedBase, ballot, course} = board;
	if (course.kind !== 'ended') {
		return stay({...session, notice: 'More samples can be added when these have ended.'});
	}

	const k = Math.min(MOST_ON_BOARD, board.k + MORE_SAMPLES);
	return k === board.k
		? stay({...session, notice: `A vote has at most ${MOST_ON_BOARD} samples.`})
		: stay(session, [{kind: 'vote-on', poll: {start, k, seedBase}, before: ballot}]);
}

function reduceSamples(session: Session, board: Board, at: number, input: Input): Step {
	if (input.kind === 'key' && /^[1-9]$/.test(input.name)) {
		return openSample(session, board, Number(input.name) - 1);
	}

	const choose = (sample: number | null) => to(session, {kind: 'voting', board: {...board, sample}});
	switch (actionFor('samples', input)) {
		case 'up':
			return choose(clampIndex(at - 1, board.k));
		case 'down':
			return choose(clampIndex(at + 1, board.k));
		case 'open':
			return openSample(session, board, at);
		case 'cancel':
			return choose(null);
		case null:
			return stay(session);
	}
}

function openSample(session: Session, board: Board, index: number): Step {
	const sample = board.ballot.samples[index];
	if (!sample) {
		const notice = index < board.k ? 'This sample has not begun.' : `There are ${board.k} samples.`;
		return stay({...session, notice});
	}

	const chosen: Session = {...session, phase: {kind: 'voting', board: {...board, sample: index}}};
	const samples = board.ballot.samples.map(({trajectory}) => trajectory);
	return debugOn(chosen, `vote@${board.k}`, samples, index);
}
