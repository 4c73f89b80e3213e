/** What is said of a turn in few words. */

import {ENDING_WORDS} from '../../agent/ending-words.js';
import type {Answer, Trajectory, Turn} from '../../agent/trajectory.js';
import type {QueryOutcome, Table} from '../../database/cell.js';
import {milliseconds, rowsWords} from '../../rows/outcome-words.js';

/** What a turn's query gave, and the answer that stands at it where there is one. */
export type Result = {outcome: QueryOutcome | null; answer: Answer | null};

/**
 * The result of a turn. The answer belongs to the last turn, also where a person or a vote gave it after the
 * model had given none.
 */
export function resultOf({turns, answer}: Trajectory, index: number): Result {
	const here = index === turns.length - 1 ? (answer ?? null) : null;
	return {outcome: here?.outcome ?? turns[index]?.outcome ?? null, answer: here};
}

/** The table of a turn, if its query gave one. */
export function tableOf(trajectory: Trajectory, index: number): Table | null {
	const {outcome} = resultOf(trajectory, index);
	return outcome && 'table' in outcome ? outcome.table : null;
}

export function actionWords({action}: Turn): string {
	return {sql: 'probe', answer: 'answer', none: 'no action'}[action.kind];
}

/** What became of a turn: `10 rows`, `rejected`, `failed: no such column: nope`. */
export function outcomeWords(trajectory: Trajectory, index: number): string {
	const turn = trajectory.turns[index]!;
	const {outcome} = resultOf(trajectory, index);
	const edited = turn.verdict?.kind === 'edited' ? 'edited · ' : '';
	if (outcome) {
		return `${edited}${'error' in outcome ? `failed: ${outcome.error.message}` : rowsWords(outcome.table)}`;
	}

	if (turn.action.kind === 'none') {
		return WHY_NO_ACTION[turn.action.reason];
	}

	switch (turn.verdict?.kind) {
		case 'rejected':
			return `rejected${turn.verdict.note.trim() === '' ? '' : `: ${turn.verdict.note}`}`;
		case 'finish':
			return 'not run';
		default:
			return `${edited}${turn.response ? 'answered with a text' : 'not run yet'}`;
	}
}

export const WHY_NO_ACTION = {
	'no-block': 'neither a probe nor an answer',
	'empty-block': 'an empty block',
	'cut-off': 'cut off at the token limit',
};

/** What was decided about a turn's probe, and by whom. */
export function verdictWords({verdict}: Turn): string {
	switch (verdict?.kind) {
		case 'approved':
			return verdict.by === 'person' ? 'approved by you' : 'approved, as all probes that only read are';
		case 'edited':
			return 'edited by you, and run as:';
		case 'rejected':
			return verdict.note.trim() === '' ? 'rejected by you' : `rejected by you: ${verdict.note}`;
		case 'finish':
			return verdict.by === 'person'
				? 'not run: you told the model to answer'
				: 'not run: the step budget is used up, the model is told to answer';
		default:
			return '';
	}
}

export function endingWords({ending}: Trajectory): string {
	return ENDING_WORDS[ending];
}

/** Why a trajectory failed, or '' if it did not. */
export function failureWords({ending, extra}: Trajectory): string {
	if (ending !== 'failed') {
		return '';
	}

	const failure = extra?.failure;
	if (typeof failure !== 'object' || failure === null || !('message' in failure)) {
		return `${ENDING_WORDS.failed}; why was not kept`;
	}

	return `${ENDING_WORDS.failed}${'kind' in failure ? ` (${failure.kind})` : ''}: ${failure.message}`;
}

/** How long a reply took: `3.2 s`, `1 min 5 s`. */
export function replyTime(ms: number): string {
	return ms < 60_000
		? `${(ms / 1000).toFixed(1)} s`
		: `${Math.floor(ms / 60_000).toLocaleString('en-US')} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

/** How long a query took: `0.4 ms`, `12 ms`, and from a second on as a reply. */
export function queryTime(ms: number): string {
	return ms < 1000 ? milliseconds(ms) : replyTime(ms);
}

export function tokensWords(count: number): string {
	return `${count.toLocaleString('en-US')} ${count === 1 ? 'token' : 'tokens'}`;
}
