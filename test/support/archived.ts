/** An archive in a temporary folder, and a look at its file that does not go through it. */
import path from 'node:path';
import Database from 'better-sqlite3';
import {onTestFinished} from 'vitest';
import {answered, ended, type Trajectory} from '../../source/agent/trajectory.js';
import type {Archive, Place, SessionRef} from '../../source/archive/archive.js';
import {type ArchiveOptions, openArchive} from '../../source/archive/store.js';
import {question, rowsOutcome} from './agent-doubles.js';
import {temporaryFolder} from './temporary-folder.js';

/** Where a test has its archive, in a folder that is not there yet. */
export function archiveFile(): string {
	return path.join(temporaryFolder(), 'data', 'archive.sqlite');
}

/** Opens an archive that is closed when the test is done. */
export function testArchive(file = archiveFile(), options: ArchiveOptions = {}): Archive {
	const archive = openArchive(file, options);
	onTestFinished(() => archive.close());
	return archive;
}

/** Asks the file by a plain connection. */
export function plainly<T>(file: string, work: (db: Database.Database) => T): T {
	const db = new Database(file, {fileMustExist: true});
	try {
		return work(db);
	} finally {
		db.close();
	}
}

export function integrityOf(file: string): unknown {
	return plainly(file, db => db.pragma('integrity_check', {simple: true}));
}

export const SESSION: SessionRef = {
	id: 'session-1',
	startedAt: '2026-01-01T00:00:00.000Z',
	kind: 'session',
	database: {path: '/music.sqlite', name: 'music', version: '1-2-3'},
};

/** The place of the question of this number; each is asked a minute after the one before. */
export function placeOf(number: number, session = SESSION, sample: number | null = null): Place {
	const askedAt = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();
	return {session, question: {id: `question-${number}`, askedAt}, sample};
}

/** A trajectory that has its answer. */
export function answeredWith(id: string, text: string, sql: string, change = {}): Trajectory {
	const start = question({id, question: text, ...change});
	return ended(answered(start, {sql, by: 'model', outcome: rowsOutcome(['n'], [1n], [2n])}), 'answered');
}
