/** Observations as texts, where a record has nothing else. */
import type {QueryOutcome} from '../database/cell.js';
import {observe} from '../protocol/observation.js';
import {observationTurn} from '../protocol/prompt.js';

const [HEAD, TAIL] = observationTurn('\0').split('\0') as [string, string];

/** What stands between the tags of an observation turn; of a turn without them all. */
export function observationIn(turn: string): string {
	return turn.startsWith(HEAD) && turn.endsWith(TAIL)
		? turn.slice(HEAD.length, -TAIL.length)
		: (/<observation>([\s\S]*?)<\/observation>/i.exec(turn)?.[1] ?? turn).trim();
}

/**
 * Whether a recorded text says what the model would be told of an outcome. Programs write observations in many ways:
 * with a header or without, rows as Python has them, bars between the cells. Only what the cells say counts.
 */
export function saysTheSame(recorded: string, outcome: QueryOutcome): boolean {
	const now = observe(outcome);
	if (recorded.trim() === now.trim()) {
		return true;
	}

	if ('error' in outcome) {
		return false;
	}

	const then = wordsOf(recorded);
	// That there are no rows is said in a way of each program's own.
	const words = outcome.table.rowCount === 0 ? [] : wordsOf(now);
	return areEqual(then, words) || areEqual(then, [...outcome.table.columns.flatMap(wordsOf), ...words]);
}

/** The words of a text, without what only holds cells together. */
function wordsOf(text: string): string[] {
	return text
		.split(/[\s|,()[\]]+/)
		.map(word => word.replaceAll(/^['"]+|['"]+$|^[-─+=:]{2,}$/gu, ''))
		.filter(word => word !== '')
		.map(word => (word === 'None' ? 'NULL' : word));
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((word, at) => word === b[at]);
}
