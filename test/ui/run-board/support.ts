/** A run that goes on, as it is shown. */
import type {RunFigures} from '../../../source/evaluation/run/run-tally.js';
import type {EndpointHealth} from '../../../source/model/endpoints.js';
import type {RunBoardState} from '../../../source/ui/run-board/run-board-words.js';

export const FIGURES: RunFigures = {
	samples: {done: 3204, of: 8272},
	questions: {done: 400, of: 1034},
	votes: 8,
	pass1: {share: 0.642, interval: [0.594, 0.687], n: 401},
	vote: {share: 0.6875, interval: [0.641, 0.731], n: 400},
	failures: [
		{kind: 'wrong', count: 812},
		{kind: 'sql-error', count: 203},
		{kind: 'no answer', count: 101},
		{kind: 'timeout', count: 31},
	],
	perMinute: 118,
	msLeft: 43 * 60_000,
};

export function server(change: Partial<EndpointHealth> = {}): EndpointHealth {
	return {
		place: 'http://127.0.0.1:8000/v1',
		underWay: 16,
		done: 1602,
		failed: 0,
		state: 'up',
		lastError: '',
		meanMs: 8123,
		...change,
	};
}

export function running(change: Partial<RunBoardState> = {}): RunBoardState {
	return {
		title: 'sqrl-4b · bird · 1,034 questions · rule bird',
		figures: FIGURES,
		endpoints: [
			server(),
			server({place: 'http://node-2:8000/v1', state: 'waiting', failed: 2, meanMs: 230}),
			server({
				place: 'http://node-3:8000/v1',
				state: 'down',
				underWay: 0,
				done: 0,
				meanMs: null,
				lastError: 'nothing answers at http://node-3:8000/v1 (connection refused)',
			}),
		],
		underWay: 32,
		elapsedMs: 27 * 60_000,
		course: 'running',
		...change,
	};
}
