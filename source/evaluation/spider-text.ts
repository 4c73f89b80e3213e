/**
 * What the rules of Spider's test suites (taoyds/test-suite-sql-eval, `exec_eval.py` and `evaluation.py`) do to the
 * text of queries before they run. Some of it is odd; figures that were published have it in them.
 */

/** The text of a prediction as it runs. */
export function preparedPrediction(sql: string, {keepDistinct}: {keepDistinct: boolean}): string {
	// Meant for placeholders of values; it finds the word in names and texts as well.
	return prepared(sql.replaceAll('value', '1'), keepDistinct);
}

/** The text of a gold query as it runs. */
export function preparedGold(sql: string, {keepDistinct}: {keepDistinct: boolean}): string {
	return prepared(sql, keepDistinct);
}

/** Whether the order of rows counts, from the gold query as it runs: also an ORDER BY of a subquery tells so. */
export function orderCounts(gold: string): boolean {
	return gold.toLowerCase().includes('order by');
}

function prepared(sql: string, keepDistinct: boolean): string {
	const joined = sql.replaceAll('> =', '>=').replaceAll('< =', '<=').replaceAll('! =', '!=');
	const text = keepDistinct ? joined : withoutDistinct(joined);
	return text.replace(/YEAR\s*\(\s*CURDATE\s*\(\s*\)\s*\)\s*/gi, '2020');
}

/** Letters, digits and the underscore, as `\w` is of Python's texts. */
const WORD = '[\\p{L}\\p{N}_]';

/** With what the parser sqlparse, by which the suite drops DISTINCT, takes a name to begin: `[A-ZÀ-Ü]` in any case. */
const FIRST = '[A-Za-zÀ-Üà-ü]';

/**
 * The tokens that matter here, as sqlparse has them: comments, quoted names and texts, placeholders and names with a
 * sign before them, words, and anything else by the character.
 */
const TOKEN = new RegExp(
	[
		String.raw`(?:--|# ).*?(?:\r\n|\r|\n|$)`,
		String.raw`/\*[\s\S]*?\*/`,
		'`(?:``|[^`])*`',
		'´(?:´´|[^´])*´',
		`(?<![\\p{L}\\p{N}_"$])(\\$(?:[_A-ZÀ-Üa-zà-ü]${WORD}*)?\\$)[\\s\\S]*?\\1`,
		String.raw`\?`,
		`%(?:\\(${WORD}+\\))?s`,
		`(?<!${WORD})[$:]${WORD}+`,
		`\\\\${WORD}+`,
		`(?:@|##|#)${FIRST}${WORD}+`,
		String.raw`'(?:''|\\'|[^'])*'`,
		String.raw`"(?:""|\\"|[^"])*"`,
		`(?<![\\p{L}\\p{N}_\\])])\\[[^\\][]+\\]`,
		`${WORD}[$#\\p{L}\\p{N}_]*`,
		String.raw`[\s\S]`,
	].join('|'),
	'gyu',
);

/**
 * The first statement without its tokens `distinct`; in a text, a quoted name or a comment it is none. What follows
 * the first statement goes, as the suite has only that one parsed. `COUNT(DISTINCT x)` becomes `COUNT( x)`.
 */
export function withoutDistinct(sql: string): string {
	let result = '';
	let depth = 0;
	for (const [token] of sql.matchAll(TOKEN)) {
		if (token.toLowerCase() === 'distinct') {
			continue;
		}

		result += token;
		depth += token === '(' ? 1 : token === ')' ? -1 : 0;
		if (token === ';' && depth <= 0) {
			break;
		}
	}

	return result;
}
