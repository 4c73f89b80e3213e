/** What one sample came to, from its trajectory and its score. */
import {stepsUsed, type Trajectory} from '../../agent/trajectory.js';
import {stateOf} from '../../vote/ballot.js';
import type {ItemScore} from '../score.js';
import type {SampleVerdict} from './run.js';

/** A trajectory that has come to an end by itself, and so can be judged. */
export function isJudgeable({ending}: Trajectory): boolean {
	return ending !== 'open' && ending !== 'aborted';
}

/** The query that a sample is judged by, or why it has none. */
export function answerOf(trajectory: Trajectory): {sql: string} | {reason: string} {
	const {ending, answer} = trajectory;
	if (ending === 'answered' && answer) {
		return {sql: answer.sql};
	}

	const state = stateOf(trajectory);
	return {reason: state.kind === 'failed' ? state.reason : 'no answer'};
}

/** @param trajectory one that can be judged. */
export function sampleVerdict(
	place: Pick<SampleVerdict, 'question' | 'sample'>,
	trajectory: Trajectory,
	score: ItemScore,
): SampleVerdict {
	const {turns, ending, answer} = trajectory;
	const found = answerOf(trajectory);
	const state = stateOf(trajectory);
	const outcomes = [...turns.map(({outcome}) => outcome), answer?.outcome];
	return {
		...place,
		...score,
		key: state.kind === 'finished' ? state.key : null,
		sql: 'sql' in found ? found.sql : null,
		ending: ending as SampleVerdict['ending'],
		turns: turns.length,
		probes: stepsUsed(trajectory),
		promptTokens: tokensOf(trajectory, 'promptTokens'),
		completionTokens: tokensOf(trajectory, 'completionTokens'),
		replyMs: sum(turns.map(({elapsedMs}) => elapsedMs)),
		queryMs: sum(outcomes.map(outcome => outcome?.elapsedMs ?? 0)),
	};
}

/** Null where the usage of a request is not known: a sum of the others would pass for that of all. */
function tokensOf({turns}: Trajectory, which: 'promptTokens' | 'completionTokens'): number | null {
	return turns.length > 0 && turns.every(({usage}) => usage)
		? sum(turns.map(({usage}) => usage![which]))
		: null;
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
