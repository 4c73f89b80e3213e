/**
 * The gate: which statements may be prepared at all. It is lexical, because `prepare` alone already runs
 * most connection PRAGMAs, even under EXPLAIN (measured on SQLite 3.53). What passes is prepared by the
 * reader's process, which then also asks SQLite whether the statement reads only.
 */

/** PRAGMAs that only read and take an argument in brackets. */
const PRAGMAS_WITH_ARGUMENT = new Set([
	'foreign_key_check',
	'foreign_key_list',
	'index_info',
	'index_list',
	'index_xinfo',
	'integrity_check',
	'quick_check',
	'table_info',
	'table_list',
	'table_xinfo',
]);

/** PRAGMAs that only read as long as no value is given. */
const PRAGMAS_WITHOUT_ARGUMENT = new Set([
	'application_id',
	'collation_list',
	'compile_options',
	'database_list',
	'encoding',
	'freelist_count',
	'function_list',
	'module_list',
	'page_count',
	'page_size',
	'schema_version',
	'user_version',
]);

const READING = new Set(['SELECT', 'WITH', 'VALUES']);

/** White space and comments as SQLite's tokenizer has them; an unclosed block comment runs to the end. */
const GAP = /[ \t\n\f\r]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;

/** To SQLite every character beyond ASCII is part of a name. */
const WORD = /[A-Za-z_\x80-\uffff][A-Za-z0-9_$\x80-\uffff]*/y;

/**
 * Why a statement is refused, in words that help whoever wrote it, or null if it may be prepared.
 *
 * The lexer may be simple: where it and SQLite disagree the statement is refused or is a syntax error;
 * it never sees SELECT where SQLite sees something else.
 */
export function refusal(sql: string): string | null {
	if (sql.includes('\0')) {
		return 'the query contains a NUL character, after which SQLite would ignore the rest';
	}

	const words = new Words(sql);
	const first = words.next();
	if (first === null) {
		return words.atEnd()
			? 'the query is empty'
			: notReading(sql.slice(words.position).trimStart().slice(0, 1));
	}

	if (READING.has(first)) {
		return null;
	}

	if (first === 'EXPLAIN') {
		let explained = words.next();
		if (explained === 'QUERY' && words.next() === 'PLAN') {
			explained = words.next();
		}

		return explained !== null && READING.has(explained)
			? null
			: 'EXPLAIN is possible for SELECT, WITH and VALUES only';
	}

	if (first === 'PRAGMA') {
		return pragmaRefusal(words);
	}

	return notReading(first);
}

function notReading(start: string): string {
	return `only reading queries run here (SELECT, WITH, VALUES, EXPLAIN of these); this one starts with ${start}`;
}

function pragmaRefusal(words: Words): string | null {
	let name = words.next()?.toLowerCase() ?? '';
	if (words.symbol('.')) {
		name = words.next()?.toLowerCase() ?? '';
	}

	if (!PRAGMAS_WITHOUT_ARGUMENT.has(name) && !PRAGMAS_WITH_ARGUMENT.has(name)) {
		return `PRAGMA ${name} is not among the reading PRAGMAs that run here`;
	}

	if (words.symbol('=') || (words.symbol('(') && !PRAGMAS_WITH_ARGUMENT.has(name))) {
		return `PRAGMA ${name} runs here only without a new value`;
	}

	return null;
}

/** The words of a statement from the left, upper-cased. */
class Words {
	position = 0;

	constructor(private readonly sql: string) {}

	next(): string | null {
		this.skipGaps();
		const start = this.position;
		this.skip(WORD);
		return this.position === start ? null : this.sql.slice(start, this.position).toUpperCase();
	}

	symbol(wanted: string): boolean {
		this.skipGaps();
		const found = this.sql[this.position] === wanted;
		this.position += found ? 1 : 0;
		return found;
	}

	atEnd(): boolean {
		this.skipGaps();
		return this.position === this.sql.length;
	}

	private skipGaps(): void {
		while (this.skip(GAP)) {
			// One gap after the other: a single pattern for all of them would grow the matcher's stack.
		}
	}

	private skip(pattern: RegExp): boolean {
		pattern.lastIndex = this.position;
		if (!pattern.test(this.sql)) {
			return false;
		}

		this.position = pattern.lastIndex;
		return true;
	}
}
