/**
 * Whether another result of a gold query would be as right as the one that it gives here. The database is asked: the
 * query runs again with ties broken by what it shows, once from below and once from above. Both are orders that the
 * query allows, so where the results differ it has more than one. What cannot be told like this is not told: ties in a
 * subquery, or in which row of a group a bare column is taken from.
 */
import type {BulkOutcome} from '../database/bulk-reader.js';
import type {Cell} from '../database/cell.js';
import {cellKey} from '../database/row-key.js';
import {type SqlToken, sqlTokens} from './sql-tokens.js';

export type NondeterminismOptions = {
	/** Whether a rule counts the order of rows for this query, as those of Spider do where a gold has ORDER BY. */
	orderCounts?: boolean;
};

/** Functions that give something else each time, and words that stand for the time. */
const RANDOM = new Set(['random', 'randomblob']);
const TIME_WORDS = new Set(['current_date', 'current_time', 'current_timestamp']);
const TIME_FUNCTIONS = new Set([
	'date',
	'time',
	'datetime',
	'julianday',
	'unixepoch',
	'strftime',
	'timediff',
]);

/**
 * Why it would, in words that go on after "the gold query", or null: nothing was found.
 *
 * @param run runs a query of the same database; its rows are wanted. What it throws is thrown.
 */
export async function nondeterminismOf(
	sql: string,
	run: (sql: string) => Promise<BulkOutcome>,
	{orderCounts = false}: NondeterminismOptions = {},
): Promise<string | null> {
	const tokens = sqlTokens(sql);
	const fleeting = fleetingCall(tokens);
	if (fleeting !== null) {
		return fleeting;
	}

	const parts = partsOf(sql, tokens);
	if (!parts || (parts.limit === '' && !orderCounts)) {
		return null;
	}

	const columns = rowsOf(await run(sql))?.[0]?.length;
	if (columns === undefined) {
		return null;
	}

	const results = await Promise.all(['', ' DESC'].map(way => run(brokenTies(parts, columns, way))));
	const [below, above] = results.map(outcome => rowsOf(outcome)?.map(keyOf));
	if (!below || !above) {
		return null;
	}

	if (parts.limit !== '' && !areSameSets(below, above)) {
		return parts.order === ''
			? 'has a LIMIT that cuts, and no ORDER BY'
			: 'has a LIMIT that cuts through a tie of its ORDER BY';
	}

	if (orderCounts && below.some((row, at) => row !== above[at])) {
		return parts.order === ''
			? 'has no ORDER BY of its own, and the order of rows counts'
			: 'has ties in its ORDER BY, and the order of rows counts';
	}

	return null;
}

function fleetingCall(tokens: readonly SqlToken[]): string | null {
	for (const [at, {kind, text, depth}] of tokens.entries()) {
		const word = kind === 'word' && tokens[at - 1]?.text !== '.' ? text.toLowerCase() : '';
		if (TIME_WORDS.has(word)) {
			return `depends on the time: ${text}`;
		}

		if (tokens[at + 1]?.text !== '(') {
			continue;
		}

		if (RANDOM.has(word)) {
			return `calls ${word}()`;
		}

		if (TIME_FUNCTIONS.has(word)) {
			const end = tokens.findIndex((token, place) => place > at + 1 && token.depth === depth);
			const inside = tokens.slice(at + 2, end === -1 ? undefined : end);
			const own = inside.filter(token => token.depth === depth + 1);
			// Without a time they take the present one.
			const given = own.filter(token => token.text === ',').length;
			const isPresent = word === 'strftime' ? inside.length > 0 && given === 0 : inside.length === 0;
			if (isPresent || own.some(token => token.kind === 'text' && /^'now'$/i.test(token.text))) {
				return `depends on the time: ${word}()`;
			}
		}
	}

	return null;
}

/** The query up to its own ORDER BY, its terms, and from its LIMIT on; what is not there is ''. */
type Parts = {head: string; order: string; limit: string};

/** Null where it is no SELECT. */
function partsOf(sql: string, given: readonly SqlToken[]): Parts | null {
	const tokens = [...given];
	while (tokens.at(-1)?.text === ';') {
		tokens.pop();
	}

	if (!/^(?:select|with)$/i.test(tokens[0]?.text ?? '') || tokens.some(({text}) => text === ';')) {
		return null;
	}

	// All others stand in brackets: of subqueries, windows and aggregates.
	const own = (word: string) =>
		tokens.findLastIndex(
			({kind, text, depth}) => kind === 'word' && depth === 0 && text.toLowerCase() === word,
		);
	const [end, limit] = [tokens.length, own('limit')];
	const order = own('order');
	const by = order !== -1 && tokens[order + 1]?.text.toLowerCase() === 'by' ? order + 2 : -1;
	const between = (from: number, to: number) =>
		from === -1 || from >= to ? '' : sql.slice(tokens[from]!.start, tokens[to - 1]!.end);
	const orderEnd = limit === -1 ? end : limit;
	return {
		head: between(0, by === -1 ? orderEnd : order),
		order: between(by, orderEnd),
		limit: between(limit, end),
	};
}

/** Comments at ends are cut off, but one inside may run to the end of its line: hence the new lines. */
function brokenTies({head, order, limit}: Parts, columns: number, way: string): string {
	const places = Array.from({length: columns}, (_, column) => `${column + 1}${way}`).join(', ');
	return `${head}\nORDER BY ${order === '' ? '' : `${order}\n, `}${places}\n${limit}`;
}

function rowsOf(outcome: BulkOutcome): Cell[][] | null {
	return 'error' in outcome ? null : outcome.rows;
}

/** Digits of a REAL that count: a sum has others at its end when its rows come in another order. */
const DIGITS = 12;

function keyOf(row: readonly Cell[]): string {
	return row
		.map(cell => cellKey(typeof cell === 'number' ? Number(cell.toPrecision(DIGITS)) : cell, 'alike'))
		.join('');
}

function areSameSets(left: readonly string[], right: readonly string[]): boolean {
	const [known, others] = [new Set(left), new Set(right)];
	return known.size === others.size && left.every(row => others.has(row));
}
