/** A model and a reader in memory, for the driver: what they are asked is written down. */
import type {Surroundings} from '../../source/agent/solve.js';
import {begin, type Question, type Trajectory} from '../../source/agent/trajectory.js';
import type {Cell, QueryOutcome} from '../../source/database/cell.js';
import type {ModelError} from '../../source/errors.js';
import type {Model, ReplyChunk, Usage} from '../../source/model/model.js';
import type {Message} from '../../source/protocol/prompt.js';

export type DoubleReply = {
	text: string;
	reasoning?: string;
	finishReason?: string;
	usage?: Usage;
	/** Thrown instead of the end. */
	error?: ModelError;
};

export type ModelDouble = Model & {
	/** The chats that came, in order. */
	chats: Message[][];
};

/**
 * A model that answers each chat by `script`, from the number of replies in the chat; in two pieces. Like
 * every model it throws the reason of an abort, and gives nothing after it.
 */
export function modelDouble(script: (turn: number, chat: Message[]) => DoubleReply): ModelDouble {
	const chats: Message[][] = [];
	return {
		ref: {name: 'double'},
		chats,
		contextLength: async () => null,
		async *reply(chat, _, signal) {
			chats.push(structuredClone(chat));
			const turn = chat.filter(({role}) => role === 'assistant').length;
			const {text, reasoning = '', finishReason = 'stop', usage, error} = script(turn, chat);
			const middle = Math.ceil(text.length / 2);
			const pieces: ReplyChunk[] = [
				...(reasoning ? [{kind: 'reasoning' as const, text: reasoning}] : []),
				{kind: 'text', text: text.slice(0, middle)},
				{kind: 'text', text: text.slice(middle)},
			];
			for (const chunk of pieces) {
				await null;
				signal?.throwIfAborted();
				yield chunk;
			}

			signal?.throwIfAborted();
			if (error) {
				throw error;
			}

			yield {kind: 'end', finishReason, ...(usage && {usage})};
		},
	};
}

export function rowsOutcome(columns: string[], ...rows: Cell[][]): QueryOutcome {
	return {elapsedMs: 1.5, table: {columns, rows, rowCount: rows.length, truncated: false}};
}

/** A reader whose outcomes are made up: SQL with `fail` in it fails, other SQL gives itself as a row. */
export function readerDouble() {
	const queries: string[] = [];
	return {
		queries,
		async query(sql: string): Promise<QueryOutcome> {
			queries.push(sql);
			await null;
			return sql.includes('fail')
				? {elapsedMs: 0.5, error: {kind: 'sql', message: `near "${sql}": syntax error`}}
				: rowsOutcome(['sql', 'n'], [sql, 1n], [null, 1.5]);
		},
	};
}

/** A clock that goes on by 250 ms each time it is read. */
export function clockDouble(): () => number {
	let now = Date.UTC(2026, 0, 1);
	return () => {
		now += 250;
		return now;
	};
}

export function question(change: Partial<Question> = {}): Trajectory {
	return begin({
		id: '4f0c9a52-7a0e-4d6e-9c55-0d9f2a5a3c11',
		question: 'How many tracks?',
		evidence: '',
		database: {path: '/music.sqlite', name: 'music', version: '1-2-3'},
		model: {name: 'double'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: null},
		maxSteps: 5,
		schema: 'CREATE TABLE Track (\n  TrackId INTEGER PRIMARY KEY\n);',
		...change,
	});
}

/** Everything around a trajectory; what is not given is a double that approves all. */
export function surroundings(
	given: Partial<Surroundings> & Pick<Surroundings, 'model'>,
): Surroundings & {reader: ReturnType<typeof readerDouble>} {
	return {
		reader: readerDouble(),
		review: ({turn}) => ({turn, verdict: {kind: 'approved', by: 'policy'}}),
		clock: clockDouble(),
		...given,
	} as Surroundings & {reader: ReturnType<typeof readerDouble>};
}
