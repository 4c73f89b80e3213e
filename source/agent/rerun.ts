/** Runs the recorded queries of a trajectory again, and says where the database answers otherwise now. */
import type {QueryOutcome} from '../database/cell.js';
import type {Reader} from '../database/reader.js';
import {differenceOf, type TableDifference} from '../database/table-difference.js';
import {observe} from '../protocol/observation.js';
import {CONTINUE_TURN, FINISH_TURN} from '../protocol/prompt.js';
import {observationIn, saysTheSame} from './observed-text.js';
import type {Trajectory, Turn} from './trajectory.js';
import {queryOf} from './turn-query.js';

/** How far: one turn, or to the first that fails, that gives no rows, or to the end. */
export type Until = 'next' | 'error' | 'empty' | 'answer';

export type Rerun = {
	/** An index into the turns. */
	turn: number;
	sql: string;
	outcome: QueryOutcome;
	/** What the model would be told now. */
	observation: string;
	drift: Drift | null;
};

/** Where what the database says differs from the record. */
export type Drift =
	| {kind: 'rows'; difference: TableDifference}
	/** Of one of the two there are no rows: texts, as observations show them. */
	| {kind: 'text'; before: string; after: string};

export type RerunOptions = {
	reader: Pick<Reader, 'query'>;
	/** The first turn, an index. */
	from: number;
	until: Until;
	queryTimeoutMs?: number;
	signal?: AbortSignal | undefined;
};

/**
 * Yields each turn that ran; turns whose query was never run are passed over. The query of the answer belongs to the
 * last turn. An abort ends it, and yields nothing more.
 */
export async function* rerun(trajectory: Trajectory, options: RerunOptions): AsyncGenerator<Rerun> {
	const {reader, from, until, queryTimeoutMs, signal} = options;
	for (const query of recordedQueries(trajectory).filter(({turn}) => turn >= from)) {
		if (signal?.aborted) {
			return;
		}

		const {turn, sql, recorded} = query;
		const outcome = await reader.query(sql, {
			signal,
			...(queryTimeoutMs !== undefined && {timeoutMs: queryTimeoutMs}),
			// With a digest all rows were counted: only so do the counts compare.
			...(recorded && 'table' in recorded && recorded.table.digest !== undefined && {digest: true}),
		});
		// What an abort has cancelled is no outcome.
		if (signal?.aborted) {
			return;
		}

		yield {turn, sql, outcome, observation: observe(outcome), drift: driftOf(query, outcome)};
		if (
			until === 'next' ||
			(until === 'error' && 'error' in outcome) ||
			(until === 'empty' && 'table' in outcome && outcome.table.rowCount === 0)
		) {
			return;
		}
	}
}

/** A query that ran; `text` is what the model was told of it, '' where that is not known. */
type Recorded = {turn: number; sql: string; recorded: QueryOutcome | undefined; text: string};

function recordedQueries({turns, answer}: Trajectory): Recorded[] {
	const queries: Recorded[] = [];
	for (const [index, turn] of turns.entries()) {
		const {action, outcome, response} = turn;
		const isAnswer = action.kind === 'answer' && index === turns.length - 1;
		if (!isAnswer && wasRun(turn)) {
			const text = response ? observationIn(response.text) : '';
			// What a person has put in the place of an observation is told, whatever the outcome was.
			const isToldOf = outcome && (text === '' || text === observe(outcome));
			queries.push({turn: index, sql: queryOf(turn)!, recorded: isToldOf ? outcome : undefined, text});
		} else if (isAnswer && !answer) {
			queries.push({turn: index, sql: action.sql, recorded: outcome, text: ''});
		}
	}

	if (answer) {
		const turn = Math.max(0, turns.length - 1);
		queries.push({turn, sql: answer.sql, recorded: answer.outcome, text: ''});
	}

	return queries;
}

/** Whether the database was asked, as far as the record tells. */
function wasRun({action, verdict, outcome, response}: Turn): boolean {
	if (action.kind === 'none' || verdict?.kind === 'rejected' || verdict?.kind === 'finish') {
		return false;
	}

	const isObserved =
		response?.kind === 'observation' ||
		(response?.kind === 'imported' && ![CONTINUE_TURN, FINISH_TURN].includes(response.text.trim()));
	return outcome !== undefined || isObserved;
}

function driftOf({recorded, text}: Recorded, now: QueryOutcome): Drift | null {
	if (!recorded) {
		return text === '' || saysTheSame(text, now) ? null : {kind: 'text', before: text, after: observe(now)};
	}

	if ('table' in recorded && 'table' in now) {
		const difference = differenceOf(recorded.table, now.table);
		return difference && {kind: 'rows', difference};
	}

	const [before, after] = [observe(recorded), observe(now)];
	return before === after ? null : {kind: 'text', before, after};
}
