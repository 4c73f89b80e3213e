/** A query as SQLite's tokenizer cuts it, roughly: enough to tell its words from its texts, names and comments. */

/** `text`: in single quotes, a BLOB too. `name`: a quoted name, also one that SQLite may take for a text. */
export type SqlToken = {
	kind: 'word' | 'text' | 'name' | 'number' | 'sign';
	text: string;
	/** Where it begins and ends in the query. */
	start: number;
	end: number;
	/** Brackets that are open around it; a bracket stands outside itself. */
	depth: number;
};

/** What is not closed runs to the end. To SQLite every character beyond ASCII is part of a name. */
const TOKEN = new RegExp(
	[
		String.raw`(?<gap>[ \t\n\f\r]+|--[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
		"(?<text>[xX]?'(?:''|[^'])*(?:'|$))",
		'(?<name>"(?:""|[^"])*(?:"|$)|`(?:``|[^`])*(?:`|$)|\\[[^\\]]*(?:\\]|$))',
		String.raw`(?<number>\d[\w.]*(?:(?<=[eE])[+-]\d+)?|\.\d\w*)`,
		String.raw`(?<word>[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*)`,
		String.raw`(?<sign>\|\||<<|>>|<=|>=|<>|!=|==|->>?|[\s\S])`,
	].join('|'),
	'gy',
);

/** The tokens of a query without white space and comments. */
export function sqlTokens(sql: string): SqlToken[] {
	const tokens: SqlToken[] = [];
	let depth = 0;
	for (const {0: text, index: start, groups} of sql.matchAll(TOKEN)) {
		if (groups!.gap !== undefined) {
			continue;
		}

		depth -= text === ')' ? 1 : 0;
		const kind = (['word', 'text', 'name', 'number'] as const).find(name => groups![name] !== undefined);
		tokens.push({kind: kind ?? 'sign', text, start, end: start + text.length, depth});
		depth += text === '(' ? 1 : 0;
	}

	return tokens;
}

/**
 * The query in one writing: words in lower case, one space between tokens, no comments, no semicolon at the end. Two
 * that differ in this may still be the same query; two that agree are.
 */
export function normalisedSql(sql: string): string {
	const tokens = sqlTokens(sql);
	while (tokens.at(-1)?.text === ';') {
		tokens.pop();
	}

	return tokens.map(({kind, text}) => (kind === 'word' ? text.toLowerCase() : text)).join(' ');
}
