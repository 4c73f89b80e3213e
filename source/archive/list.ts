/** Questions and sessions in few words, found by theirs. */
import type Database from 'better-sqlite3';
import type {ArchivedVote, HistoryEntry, HistorySearch, SessionEntry, SessionRef} from './archive.js';
import {countedTrajectory, matchOf} from './words.js';

type QuestionRow = {
	key: number;
	id: string;
	session: string;
	kind: SessionRef['kind'];
	asked_at: string;
	vote: string | null;
};

/** The questions that have the words, the newest first. */
export function listHistory(
	db: Database.Database,
	{text, databasePath, offset = 0, limit}: HistorySearch,
): HistoryEntry[] {
	const match = matchOf(text);
	// A key is a time, so the newest come first from either index without sorting all.
	const keys =
		match === null
			? `SELECT key FROM question WHERE EXISTS (SELECT 1 FROM trajectory WHERE question = question.key)
				${databasePath === undefined ? '' : 'AND database_path = @databasePath'} ORDER BY key DESC`
			: databasePath === undefined
				? 'SELECT rowid AS key FROM words WHERE words MATCH @match ORDER BY rowid DESC'
				: `SELECT words.rowid AS key FROM words CROSS JOIN question ON question.key = words.rowid
					WHERE words MATCH @match AND database_path = @databasePath ORDER BY words.rowid DESC`;
	const rows = db
		.prepare(
			`WITH found AS MATERIALIZED (${keys} LIMIT @limit OFFSET @offset)
			SELECT question.key, question.id, session.id AS session, kind, asked_at, vote
			FROM found JOIN question USING (key) JOIN session ON session.key = question.session
			ORDER BY question.key DESC`,
		)
		.all({
			limit,
			offset,
			...(match !== null && {match}),
			...(databasePath !== undefined && {databasePath}),
		}) as QuestionRow[];
	return rows.flatMap(row => entryOf(db, row) ?? []);
}

function entryOf(db: Database.Database, row: QuestionRow): HistoryEntry | null {
	const vote: ArchivedVote | null = row.vote === null ? null : JSON.parse(row.vote);
	const counted = countedTrajectory(db, row.key, vote);
	if (!counted) {
		return null;
	}

	const {question, evidence, ending, database} = JSON.parse(counted.head);
	return {
		id: row.id,
		session: row.session,
		kind: row.kind,
		askedAt: row.asked_at,
		database: database?.name ?? '',
		databasePath: database?.path ?? '',
		question,
		evidence,
		ending,
		sql: counted.sql === null ? '' : JSON.parse(counted.sql),
		rowCount: counted.rows,
		votes: vote?.k ?? null,
	};
}

type SessionRow = {
	id: string;
	started_at: string;
	kind: SessionRef['kind'];
	database: string;
	questions: number;
	first: number;
	last: number;
};

/** The sessions with a question, the one that was asked in last first. */
export function listSessions(
	db: Database.Database,
	{databasePath, kind, limit}: {databasePath?: string; kind?: SessionRef['kind']; limit: number},
): SessionEntry[] {
	const conditions = [
		...(databasePath === undefined ? [] : ['session.database_path = @databasePath']),
		...(kind === undefined ? [] : ['kind = @kind']),
	];
	const rows = db
		.prepare(
			`SELECT session.id, started_at, kind, database, count(*) AS questions,
				min(question.key) AS first, max(question.key) AS last
			FROM question JOIN session ON session.key = question.session
			${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
			GROUP BY session.key ORDER BY last DESC LIMIT @limit`,
		)
		.all({
			limit,
			...(databasePath !== undefined && {databasePath}),
			...(kind !== undefined && {kind}),
		}) as SessionRow[];
	const question = db.prepare('SELECT asked_at, vote FROM question WHERE key = ?');
	return rows.map(({id, started_at, kind, database, questions, first, last}) => {
		const {vote} = question.get(first) as {vote: string | null};
		const counted = countedTrajectory(db, first, vote === null ? null : JSON.parse(vote));
		return {
			id,
			startedAt: started_at,
			kind,
			database: JSON.parse(database),
			questions,
			question: counted ? JSON.parse(counted.head).question : '',
			lastAskedAt: (question.get(last) as {asked_at: string}).asked_at,
		};
	});
}
