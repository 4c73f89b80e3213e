/**
 * The archive's schema, as the steps that lead to it: the first makes a new archive, each further one makes the next
 * version of the one before. What was released is never changed; a new version is a new step at the end.
 */
import type Database from 'better-sqlite3';

/** Runs in a transaction, without foreign keys. */
export type Migration = (db: Database.Database) => void;

export const MIGRATIONS: readonly Migration[] = [
	db => {
		db.exec(`
			CREATE TABLE session (
				key INTEGER PRIMARY KEY,
				id TEXT NOT NULL UNIQUE,
				started_at TEXT NOT NULL,
				kind TEXT NOT NULL,
				database_path TEXT NOT NULL,
				-- JSON of the DatabaseRef, or of null
				database TEXT NOT NULL
			);

			CREATE TABLE question (
				-- The time at which it was asked, see write.ts: the order of keys is that of time.
				key INTEGER PRIMARY KEY,
				id TEXT NOT NULL UNIQUE,
				session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
				asked_at TEXT NOT NULL,
				database_path TEXT NOT NULL,
				-- JSON of the ArchivedVote
				vote TEXT
			);
			CREATE INDEX question_session ON question (session);
			CREATE INDEX question_database ON question (database_path, key);

			-- A schema dump is the same in thousands of trajectories.
			CREATE TABLE prompt (
				key INTEGER PRIMARY KEY,
				digest BLOB NOT NULL UNIQUE,
				-- JSON of a string, as every text that must come back as it was: plain text has no lone surrogates
				text TEXT NOT NULL
			);

			-- sqrl-trajectory/1 in parts: what is not in head is in prompt, turn and answer.
			CREATE TABLE trajectory (
				key INTEGER PRIMARY KEY,
				id TEXT NOT NULL UNIQUE,
				question INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
				sample INTEGER,
				parent TEXT,
				prompt INTEGER NOT NULL REFERENCES prompt,
				-- Counts what was stored of it: another program's writing shows in it.
				revision INTEGER NOT NULL,
				head TEXT NOT NULL,
				-- Of the answer, for lists: JSON of its query, and its rows
				answer_sql TEXT,
				answer_rows INTEGER,
				answer TEXT
			);
			CREATE INDEX trajectory_question ON trajectory (question, sample);
			CREATE INDEX trajectory_parent ON trajectory (parent) WHERE parent IS NOT NULL;
			CREATE INDEX trajectory_prompt ON trajectory (prompt);

			CREATE TABLE turn (
				key INTEGER PRIMARY KEY,
				trajectory INTEGER NOT NULL REFERENCES trajectory ON DELETE CASCADE,
				place INTEGER NOT NULL,
				json TEXT NOT NULL,
				UNIQUE (trajectory, place)
			);

			-- SHA-256 of the ids of questions and trajectories that were removed: whoever still goes on with one stores it no
			-- more.
			CREATE TABLE forgotten (digest BLOB PRIMARY KEY) WITHOUT ROWID;

			-- The words of a question, under its key.
			CREATE VIRTUAL TABLE words USING fts5 (
				question, evidence, sql, tokenize = 'unicode61 remove_diacritics 2'
			);
		`);
	},
];
