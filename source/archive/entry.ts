import {createHash} from 'node:crypto';
import type {Trajectory} from '../agent/trajectory.js';
import type {Entry} from './book.js';

/** Characters that an entry keeps of a text: there may be a hundred thousand of them. */
const LONGEST = 500;

/** A trajectory in few words. */
export function entryOf(trajectory: Trajectory): Entry {
	const {id, question, database, model, sampling, ending, turns, parent} = trajectory;
	return {
		kind: 'trajectory',
		id,
		question: cut(question),
		database: cut(database?.name ?? ''),
		model: cut(model.name),
		ending,
		turns: turns.length,
		error: cut(errorOf(trajectory)),
		answer: answerOf(trajectory),
		parent: parent?.id ?? null,
		forkedAt: parent?.turn ?? null,
		seed: sampling.seed,
	};
}

function errorOf({ending, extra, answer}: Trajectory): string {
	if (ending === 'failed') {
		const {message} = (extra?.failure ?? {}) as {message?: unknown};
		return typeof message === 'string' && message !== '' ? message : 'it failed';
	}

	return answer?.outcome && 'error' in answer.outcome ? answer.outcome.error.message : '';
}

function answerOf({answer}: Trajectory): string {
	if (!answer) {
		return '';
	}

	const {outcome, sql} = answer;
	const digest = outcome && 'table' in outcome ? outcome.table.digest : undefined;
	const key = digest ?? sql;
	return key.length <= 100 ? key : createHash('sha256').update(key).digest('hex');
}

function cut(text: string): string {
	// A slice alone would hold on to all of the text that it is of.
	return text.length <= LONGEST
		? text
		: Buffer.from(`${text.slice(0, LONGEST - 1)}…`, 'utf16le').toString('utf16le');
}
