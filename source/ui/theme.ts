import chalk from 'chalk';

/**
 * Meaning, not colours: what a text is decides how it looks. Only the terminal's own 16 colours are used, so
 * that a light theme is as readable as a dark one; nothing is said by colour alone.
 */
export const theme = {
	/** What stands beside the matter: times, counts, hints. */
	quiet: chalk.dim,
	strong: chalk.bold,
	accent: chalk.cyan,
	good: chalk.green,
	warning: chalk.yellow,
	bad: chalk.red,
	/** What a cursor or a selection stands on: it is no colour, and there where colours are not wanted. */
	selected: chalk.level > 0 ? chalk.inverse : (text: string) => `\u001b[7m${text}\u001b[27m`,
	heading: chalk.bold,
	/** NULL, which is no text. */
	nothing: chalk.dim.italic,
	/** A safe query. */
	sql: (sql: string) => highlight(sql),
};

let highlight = (sql: string) => sql;

/** Loads what highlights SQL, where there are colours: it is large, and the first frame has no SQL. */
export async function loadHighlighter(): Promise<void> {
	if (chalk.level > 0) {
		const {highlightSql} = await import('../highlight.js');
		highlight = highlightSql;
	}
}
