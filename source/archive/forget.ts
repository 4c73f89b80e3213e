/** Removing for good. */
import {createHash} from 'node:crypto';
import {readdirSync, rmSync} from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type {Forgetting} from './archive.js';
import {damagedFile} from './archive-file.js';
import {backupFile} from './migrate.js';

/**
 * Removes the rows, in a transaction of the caller's; they are overwritten (secure_delete). What was forked from them goes
 * with them. Gives how many questions.
 */
export function forgetRows(db: Database.Database, what: Forgetting): number {
	const [condition, id] = conditionOf(what);
	const given = id === undefined ? [] : [id];
	db.exec('CREATE TEMP TABLE doomed (key INTEGER PRIMARY KEY)');
	try {
		db.prepare(
			`WITH RECURSIVE found (key) AS (
				SELECT key FROM question WHERE ${condition}
				UNION
				SELECT fork.question FROM found
				JOIN trajectory ON trajectory.question = found.key
				JOIN trajectory AS fork ON fork.parent = trajectory.id
			)
			INSERT INTO doomed SELECT key FROM found`,
		).run(...given);
		rememberDoomed(db);
		db.exec('DELETE FROM words WHERE rowid IN doomed');
		// Until it is merged the index keeps the words of rows that are gone. Its own secure-delete would see to that at
		// once, and make every answer that is stored four times as slow.
		db.exec(`INSERT INTO words (words) VALUES ('optimize')`);
		const {changes} = db.prepare('DELETE FROM question WHERE key IN doomed').run();
		db.exec(`
			DELETE FROM session WHERE key NOT IN (SELECT session FROM question);
			DELETE FROM prompt WHERE key NOT IN (SELECT prompt FROM trajectory);
		`);
		return changes;
	} finally {
		db.exec('DROP TABLE doomed');
	}
}

/** That they were forgotten, and nothing else of them, is known from then on. */
function rememberDoomed(db: Database.Database): void {
	const add = db.prepare('INSERT OR IGNORE INTO forgotten (digest) VALUES (?)');
	const ids = db
		.prepare(
			`SELECT id FROM question WHERE key IN doomed
			UNION ALL SELECT id FROM trajectory WHERE question IN doomed`,
		)
		.pluck()
		.all() as string[];
	for (const id of ids) {
		add.run(idDigest(id));
	}
}

/** How an id is known after it was forgotten: one of a file may say something. */
export function idDigest(id: string): Buffer {
	return createHash('sha256').update(id, 'utf16le').digest();
}

function conditionOf(what: Forgetting): [string, string?] {
	if (what === 'everything') {
		return ['true'];
	}

	return 'question' in what
		? ['id = ?', what.question]
		: ['session = (SELECT key FROM session WHERE id = ?)', what.session];
}

/**
 * Gives back the pages that are free, and empties the log, which has the rows as they were. Gives false where another
 * program, which is just reading, still needs the log.
 */
export function emptyLog(db: Database.Database): boolean {
	db.exec('PRAGMA incremental_vacuum');
	const [{busy}] = db.pragma('wal_checkpoint(TRUNCATE)') as [{busy: number}];
	return busy === 0;
}

/** Removes the copies of the archive that may hold what is forgotten. */
export function removeCopies(file: string, what: Forgetting): void {
	const folder = path.dirname(file);
	const patterns = [backupFile(file, '\0'), ...(what === 'everything' ? [damagedFile(file, '\0')] : [])];
	for (const name of readdirSync(folder)) {
		for (const pattern of patterns) {
			const [start = '', end = ''] = path.basename(pattern).split('\0');
			if (name.startsWith(start) && new RegExp(`${end}(?:-wal|-shm|-journal|\\.\\d+)?$`).test(name)) {
				rmSync(path.join(folder, name), {force: true});
			}
		}
	}
}
