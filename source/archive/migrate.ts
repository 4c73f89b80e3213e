/** From one version of the archive to the next, with a copy of what was before. */
import {closeSync, existsSync, openSync, renameSync, rmSync} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {ArchiveError, messageOf} from '../errors.js';
import {isDamage} from './archive-failure.js';
import type {Migration} from './migrations.js';

/** "SQRL": what tells an archive from any other SQLite file. */
export const APPLICATION_ID = 0x53_51_52_4c;

/** While another program migrates, which takes as long as its archive is large. */
const WAIT_MS = 10_000;

/**
 * Makes the archive of the version that these migrations lead to. Programs that do so at once wait for each other. Throws
 * an ArchiveError where a migration or the backup before it fails; the archive is then as it was before that migration.
 */
export function migrate(db: Database.Database, file: string, migrations: readonly Migration[]): void {
	const before = archiveVersion(db);
	if (before >= migrations.length) {
		return;
	}

	// Of one that is just being made there is nothing to keep.
	const isNew = before === 0;
	const wait = db.pragma('busy_timeout', {simple: true});
	db.pragma(`busy_timeout = ${WAIT_MS}`);
	db.pragma('foreign_keys = OFF');
	try {
		while (archiveVersion(db) < migrations.length) {
			// Immediate: what is read in it stays true.
			db.transaction(() => migrateOnce(db, file, migrations, isNew)).immediate();
		}
	} finally {
		db.pragma('foreign_keys = ON');
		db.pragma(`busy_timeout = ${wait}`);
	}
}

function migrateOnce(
	db: Database.Database,
	file: string,
	migrations: readonly Migration[],
	isNew: boolean,
): void {
	const version = archiveVersion(db);
	const migration = migrations[version];
	if (!migration) {
		// Another program was faster.
		return;
	}

	if (!isNew) {
		backUp(file, version);
	}

	try {
		migration(db);
		db.pragma(`application_id = ${APPLICATION_ID}`);
		db.pragma(`user_version = ${version + 1}`);
	} catch (error) {
		if (isNew || isDamage(error)) {
			throw error;
		}

		throw new ArchiveError(
			`the archive ${file} could not be brought from version ${version} to ${version + 1} (${messageOf(error)}); it is as it was`,
			'See that the disk has room. Until then go without it with --no-archive, or name another folder with SQRL_TUI_HOME.',
			{cause: error},
		);
	}
}

/** The version of the archive's schema; 0 for a file with nothing in it yet. */
export function archiveVersion(db: Database.Database): number {
	return Number(db.pragma('user_version', {simple: true}));
}

/** The copy that is made of an archive before it leaves a version. */
export function backupFile(file: string, version: number | string): string {
	return path.join(path.dirname(file), `${path.parse(file).name}.v${version}.backup.sqlite`);
}

/** Copies what is in the archive; it may be locked for writing, and must not have been written to. */
function backUp(file: string, version: number): void {
	const target = backupFile(file, version);
	const draft = `${target}.${process.pid}`;
	rmSync(draft, {force: true});
	closeSync(openSync(draft, 'wx', 0o600));
	try {
		const reading = new Database(file, {readonly: true});
		try {
			reading.pragma('temp_store = MEMORY');
			reading.prepare('VACUUM INTO ?').run(draft);
		} finally {
			reading.close();
		}

		renameSync(draft, target);
	} finally {
		if (existsSync(draft)) {
			rmSync(draft);
		}
	}
}
