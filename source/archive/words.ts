/** The words by which a question is found, and which trajectory of a question counts. */
import type Database from 'better-sqlite3';

/** Of the trajectory that counts, what lists show. `head` and `sql` are JSON. */
export type Counted = {head: string; sql: string | null; rows: number | null};

/**
 * The trajectory of a question that counts: the last; of a vote the sample that was taken, or the first. Undefined where
 * there is none yet.
 */
export function countedTrajectory(
	db: Database.Database,
	question: number,
	vote: {taken: number | null} | null,
): Counted | undefined {
	const {ofVote, last} = statementsOf(db);
	return (vote ? ofVote.get(question, vote.taken) : last.get(question)) as Counted | undefined;
}

/** Brings the words of a question up to date. */
export function indexQuestion(db: Database.Database, question: number): void {
	const {voteOf, wordsOf, add, change} = statementsOf(db);
	const vote = voteOf.get(question) as string | null | undefined;
	const counted = countedTrajectory(db, question, vote ? JSON.parse(vote) : null);
	if (!counted) {
		return;
	}

	const {question: text, evidence} = JSON.parse(counted.head) as {question: string; evidence: string};
	const sql: string = counted.sql === null ? '' : JSON.parse(counted.sql);
	const words = {question: text, evidence, sql};
	const before = wordsOf.get(question) as typeof words | undefined;
	if (!before) {
		add.run({...words, key: question});
	} else if (before.question !== text || before.evidence !== evidence || before.sql !== sql) {
		change.run({...words, key: question});
	}
}

/** A search in words of any kind as FTS5 understands it: each finds what begins with it; null: there are none. */
export function matchOf(text: string): string | null {
	const words = text.split(/[\s\0]+/).filter(word => word !== '');
	return words.length === 0
		? null
		: words
				.slice(0, MOST_WORDS)
				.map(word => `"${word.replaceAll('"', '""')}"*`)
				.join(' ');
}

/** More than anybody searches for; a text that was pasted by mistake is not to take seconds. */
const MOST_WORDS = 32;

const statements = new WeakMap<Database.Database, ReturnType<typeof prepare>>();

function statementsOf(db: Database.Database) {
	const known = statements.get(db) ?? prepare(db);
	statements.set(db, known);
	return known;
}

function prepare(db: Database.Database) {
	const columns = 'head, answer_sql AS sql, answer_rows AS rows';
	return {
		last: db.prepare(`SELECT ${columns} FROM trajectory WHERE question = ? ORDER BY key DESC LIMIT 1`),
		ofVote: db.prepare(
			`SELECT ${columns} FROM trajectory WHERE question = ?
			ORDER BY sample IS NOT ?, sample IS NULL, sample, key LIMIT 1`,
		),
		voteOf: db.prepare('SELECT vote FROM question WHERE key = ?').pluck(),
		wordsOf: db.prepare('SELECT question, evidence, sql FROM words WHERE rowid = ?'),
		add: db.prepare(
			'INSERT INTO words (rowid, question, evidence, sql) VALUES (@key, @question, @evidence, @sql)',
		),
		change: db.prepare(
			'UPDATE words SET question = @question, evidence = @evidence, sql = @sql WHERE rowid = @key',
		),
	};
}
