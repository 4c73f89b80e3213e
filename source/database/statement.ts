/** Statements in the processes that read: how one is prepared, and what a failure of it means. */
import type Database from 'better-sqlite3';
import {codeOf, messageOf} from '../errors.js';
import type {Failure} from './cell.js';
import {quoteText} from './double-quotes.js';
import {refusal} from './gate.js';

type Connection = InstanceType<typeof Database>;

/** The one way to a statement: gate, SQLite's reading of it, and its own word that it only reads. */
export function prepare(db: Connection, sql: string) {
	const refused = refusal(sql);
	if (refused !== null) {
		throw new Refusal(refused);
	}

	const tried = new Map<string, ReturnType<Connection['prepare']>>();
	const quoted = quoteText(sql, candidate => {
		try {
			if (!tried.has(candidate)) {
				tried.set(candidate, db.prepare(candidate));
			}

			return null;
		} catch (error) {
			return messageOf(error);
		}
	});
	const statement = tried.get(quoted.sql) ?? db.prepare(quoted.sql);
	if (!statement.reader || !statement.readonly) {
		throw new Refusal('only reading queries run here; this one would change something');
	}

	return {statement, ...quoted};
}

class Refusal extends Error {}

/** What V8 says when a string or a buffer is too large. */
const NO_MEMORY = /^(?:Invalid string length|Array buffer allocation failed|Invalid array length)$/;

/** What SQLite, or this process, said of a query. */
export function failureOf(error: unknown): Failure {
	const code = codeOf(error);
	const message = messageOf(error);
	if (error instanceof Refusal) {
		return {kind: 'refused', message};
	}

	if (/^(?:Too few|Missing named) parameter/.test(message)) {
		return {kind: 'sql', message: 'the query has a parameter (? or :name): write the value in its place'};
	}

	if (/more than one statement/.test(message)) {
		return {kind: 'refused', message: 'this is more than one statement: send one query'};
	}

	if (/^(?:SQLITE_(?:NOMEM|TOOBIG)|ERR_STRING_TOO_LONG)/.test(code) || NO_MEMORY.test(message)) {
		return {kind: 'memory', message: `the query needs too much memory (${message})`};
	}

	if (code === 'SQLITE_IOERR_WRITE' || code === 'SQLITE_FULL') {
		return {kind: 'memory', message: 'the query needs more space for temporary files than it may use'};
	}

	if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) {
		return {kind: 'database', message: 'the database is locked by another program; try again'};
	}

	// Codes of the system (ENOENT, …) come from looking at the file.
	if (/^(?:E[A-Z]+$|SQLITE_(?:CORRUPT|NOTADB|CANTOPEN|IOERR|READONLY|PROTOCOL))/.test(code)) {
		return {kind: code === 'SQLITE_READONLY' ? 'refused' : 'database', message};
	}

	return {kind: 'sql', message};
}
