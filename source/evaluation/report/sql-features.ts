/** What a query makes use of, read from its words alone: strings, quoted names and comments are none. */
import {sqlTokens} from '../sql-tokens.js';

export const SQL_FEATURES = [
	'join',
	'group by',
	'having',
	'order by',
	'limit',
	'subquery',
	'with',
	'set operation',
	'distinct',
	'aggregate',
	'window',
	'like',
	'between',
	'case',
	'cast',
	'null test',
	'date function',
	'none of these',
] as const;

export type SqlFeature = (typeof SQL_FEATURES)[number];

/** In the order of `SQL_FEATURES`. Of a query that is none it is `none of these`. */
export function sqlFeatures(sql: string): SqlFeature[] {
	const words = wordsOf(sql);
	const text = ` ${words.join(' ')} `;
	const found = SQL_FEATURES.filter(feature =>
		feature === 'join'
			? text.includes(' JOIN ') || hasCommaJoin(words)
			: (PATTERNS[feature]?.test(text) ?? false),
	);
	return found.length === 0 ? ['none of these'] : found;
}

/** In words with single spaces around each. */
const PATTERNS: Partial<Record<SqlFeature, RegExp>> = {
	'group by': / GROUP BY /,
	having: / HAVING /,
	'order by': / ORDER BY /,
	limit: / LIMIT /,
	// What follows AS is the query of a WITH.
	subquery: /(?<! AS| MATERIALIZED) \( (?:\( )*SELECT /,
	with: / WITH /,
	'set operation': / (?:UNION|INTERSECT|EXCEPT) /,
	distinct: /(?<! IS| IS NOT) DISTINCT /,
	aggregate: / (?:COUNT|SUM|AVG|MIN|MAX|TOTAL|GROUP_CONCAT|STRING_AGG) \( /,
	window: / OVER /,
	like: / (?:LIKE|GLOB) /,
	between: / BETWEEN /,
	case: / CASE /,
	cast: / CAST \( /,
	'null test': / (?:IS NULL|IS NOT NULL|ISNULL|NOTNULL|NOT NULL) /,
	'date function':
		/ (?:(?:DATE|TIME|DATETIME|JULIANDAY|UNIXEPOCH|STRFTIME|TIMEDIFF) \(|CURRENT_(?:DATE|TIME|TIMESTAMP)) /,
};

/** Words in capitals and signs; a string or a quoted name is `?`, and so is a name after a dot. */
function wordsOf(sql: string): string[] {
	const words: string[] = [];
	for (const {kind, text} of sqlTokens(sql)) {
		const isName = kind === 'text' || kind === 'name' || (kind === 'word' && words.at(-1) === '.');
		words.push(isName ? '?' : text.toUpperCase());
	}

	return words;
}

const AFTER_FROM = new Set([
	'WHERE',
	'GROUP',
	'ORDER',
	'HAVING',
	'LIMIT',
	'UNION',
	'INTERSECT',
	'EXCEPT',
	';',
]);

/** Tables with a comma between them: `FROM a, b`. */
function hasCommaJoin(words: readonly string[]): boolean {
	// For each parenthesis that is open, whether it stands in a FROM.
	const isFrom = [false];
	for (const [at, word] of words.entries()) {
		if (word === '(') {
			isFrom.push(false);
		} else if (word === ')') {
			isFrom.pop();
		} else if (word === 'FROM') {
			isFrom[isFrom.length - 1] = words[at - 1] !== 'DISTINCT';
		} else if (AFTER_FROM.has(word)) {
			isFrom[isFrom.length - 1] = false;
		} else if (word === ',' && isFrom.at(-1)) {
			return true;
		}
	}

	return false;
}

const LENGTHS = [60, 120, 200, 400];

/** The buckets of `lengthBucket`, the shortest first. */
export const LENGTH_BUCKETS = [
	...LENGTHS.map((to, at) => (at === 0 ? `up to ${to}` : `${LENGTHS[at - 1]! + 1} to ${to}`)),
	`over ${LENGTHS.at(-1)}`,
];

/** How long a query is in characters, white space between words counted as one. */
export function lengthBucket(sql: string): string {
	const {length} = sql.trim().replaceAll(/\s+/g, ' ');
	const at = LENGTHS.findIndex(to => length <= to);
	return LENGTH_BUCKETS[at === -1 ? LENGTHS.length : at]!;
}
