/**
 * "Double-quoted" text. SQLite's default build reads a double-quoted token that is no column as text;
 * better-sqlite3's build refuses it, and models write it often (213 of the 1,034 gold queries of Spider's
 * dev set do). Here such tokens are found from SQLite's own error and rewritten in single quotes.
 */

/** What SQLite 3.53 says of a double-quoted token that is no column. */
const NO_COLUMN = /^no such column: "([\s\S]*)" - should this be a string literal in single-quotes\?$/;

/** The tokens that matter here: gaps, the four kinds of quotes, dots, and anything else by the character. */
const TOKEN =
	/[ \t\n\f\r]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:''[^']*)*(?:'|$)|"[^"]*(?:""[^"]*)*(?:"|$)|`[^`]*(?:``[^`]*)*(?:`|$)|\[[^\]]*(?:\]|$)|[\s\S]/gy;

type QuotedToken = {start: number; end: number; text: string};

export type Prepared = {sql: string; readAsText: string[]};

/**
 * Rewrites the double-quoted tokens that SQLite would read as text in its default build.
 *
 * `prepare` tries a statement and gives SQLite's error message, or null. Of the tokens that spell the
 * column SQLite misses and stand next to no dot, those are rewritten whose being an identifier is what it
 * complains of; the others stay (the same word can be a column elsewhere in the query). `t."Nmae"` is left
 * to fail in SQLite's words.
 */
export function quoteText(sql: string, prepare: (sql: string) => string | null): Prepared {
	let current = sql;
	const readAsText: string[] = [];
	for (;;) {
		const error = prepare(current);
		const missing = error === null ? null : NO_COLUMN.exec(error)?.[1];
		if (error === null || missing === null || missing === undefined) {
			return {sql: current, readAsText};
		}

		const rewritten = rewriteMissing(current, missing, candidate => prepare(candidate) === error);
		if (rewritten === null) {
			return {sql: current, readAsText};
		}

		current = rewritten;
		if (!readAsText.includes(missing)) {
			readAsText.push(missing);
		}
	}
}

/**
 * All tokens of that text are rewritten first, then each from the left is given its double quotes back
 * where this does not bring the error back: two occurrences can both be text, and SQLite names only one.
 * Null if rewriting does not help.
 */
function rewriteMissing(
	sql: string,
	text: string,
	stillFails: (candidate: string) => boolean,
): string | null {
	const tokens = quotedTokens(sql).filter(token => token.text === text);
	const chosen = new Set(tokens);
	if (tokens.length === 0 || stillFails(rewrite(sql, chosen))) {
		return null;
	}

	for (const token of tokens) {
		if (chosen.size === 1) {
			break;
		}

		chosen.delete(token);
		if (stillFails(rewrite(sql, chosen))) {
			chosen.add(token);
		}
	}

	return rewrite(sql, chosen);
}

function rewrite(sql: string, tokens: ReadonlySet<QuotedToken>): string {
	let result = '';
	let end = 0;
	for (const token of [...tokens].sort((a, b) => a.start - b.start)) {
		result += `${sql.slice(end, token.start)}'${token.text.replaceAll("'", "''")}'`;
		end = token.end;
	}

	return result + sql.slice(end);
}

/** The double-quoted tokens that stand next to no dot. */
function quotedTokens(sql: string): QuotedToken[] {
	const found: QuotedToken[] = [];
	let afterDot = false;
	let pending: QuotedToken | null = null;
	for (const {0: token, index} of sql.matchAll(TOKEN)) {
		if (/^[ \t\n\f\r]|^--|^\/\*/.test(token)) {
			continue;
		}

		if (pending && token !== '.') {
			found.push(pending);
		}

		const closed = token.length > 1 && token.startsWith('"') && token.endsWith('"');
		pending =
			closed && !afterDot
				? {start: index, end: index + token.length, text: token.slice(1, -1).replaceAll('""', '"')}
				: null;
		afterDot = token === '.';
	}

	return pending ? [...found, pending] : found;
}
