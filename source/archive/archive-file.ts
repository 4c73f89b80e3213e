/** The archive as a file: its making, its opening, and what becomes of one that is damaged. */
import {
	chmodSync,
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	renameSync,
	type Stats,
	statSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {ArchiveError, codeOf, messageOf} from '../errors.js';
import {isDamage} from './archive-failure.js';
import {APPLICATION_ID, archiveVersion, migrate} from './migrate.js';
import type {Migration} from './migrations.js';

/** `identity` tells the file that was opened from another one that is at its path now. */
export type Connection = {db: Database.Database; identity: string};

/** How long another program's writing is waited for: the screen stands still meanwhile. */
const BUSY_MS = 2000;

/**
 * Pages of the log before it is written to the file, 16 MB. The step that does so waits for the disk; with SQLite's own
 * 1000 it is every two-hundredth.
 */
const LOG_PAGES = 4000;

/** A file that SQLite found damaged. It was moved out of the way, unless another program was faster (null). */
export class Damaged extends Error {
	override name = 'Damaged';

	constructor(readonly movedTo: string | null) {
		super('the archive is damaged');
	}
}

/**
 * Opens the archive, and makes it where there is none. Throws an ArchiveError for a file that is not to be touched, a
 * Damaged for one that was set aside, else what SQLite or the system threw.
 */
export function connect(file: string, migrations: readonly Migration[]): Connection {
	const isNew = create(file);
	const identity = identityAt(file) ?? '';
	const db = new Database(file, {fileMustExist: true, timeout: BUSY_MS});
	try {
		if (!isNew) {
			refuseEmptied(file);
		}

		refuseForeign(db, file);
		refuseNewer(db, file, migrations.length);
		narrowModes(file);
		prepare(db);
		migrate(db, file, migrations);
		refuseNewer(db, file, migrations.length);
		glance(db);
		return {db, identity};
	} catch (error) {
		throw isDamage(error) ? setAside(file, {db, identity}) : closed(db, error);
	}
}

function closed(db: Database.Database, error: unknown): unknown {
	db.close();
	return error;
}

/** Makes the file where there is none. Nobody but its owner may ever read it, not even while it is empty. */
function create(file: string): boolean {
	mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
	try {
		closeSync(openSync(file, 'wx', 0o600));
		return true;
	} catch (error) {
		if (codeOf(error) !== 'EEXIST') {
			throw error;
		}

		// SQLite waits on a FIFO for ever.
		const info = statSync(file, {throwIfNoEntry: false});
		if (!info?.isFile()) {
			throw new ArchiveError(
				`the archive ${file} cannot be used: there is ${whatIsThere(info)} of that name`,
				'Move it away, or name another folder with SQRL_TUI_HOME.',
			);
		}

		return false;
	}
}

function whatIsThere(info: Stats | undefined): string {
	if (!info) {
		return 'a link that leads nowhere';
	}

	return info.isDirectory() ? 'a folder' : 'no ordinary file';
}

/** To SQLite a file of no bytes is a new one, whose log can go. Of a new one the file is written before the log. */
function refuseEmptied(file: string): void {
	const log = statSync(`${file}-wal`, {throwIfNoEntry: false})?.size ?? 0;
	if (log > 0 && statSync(file).size === 0) {
		throw Object.assign(new Error('the file is empty, and its log is not'), {code: 'SQLITE_CORRUPT'});
	}
}

/** Looks only: what belongs to another program stays as it is. */
function refuseForeign(db: Database.Database, file: string): void {
	const id = db.pragma('application_id', {simple: true});
	const isEmpty = () => db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
	if (id !== APPLICATION_ID && (id !== 0 || archiveVersion(db) !== 0 || !isEmpty())) {
		throw new ArchiveError(
			`${file} is a SQLite database, but no archive of sqrl-tui`,
			'Move it away, or name another folder with SQRL_TUI_HOME.',
		);
	}
}

/** Throws an ArchiveError where a newer version of the program has written the archive. */
export function refuseNewer(db: Database.Database, file: string, known: number): void {
	const version = archiveVersion(db);
	if (version > known) {
		throw new ArchiveError(
			`the archive ${file} is of a newer sqrl-tui: it has version ${version}, this program knows ${known}`,
			'Update sqrl-tui. Until then go without it with --no-archive, or name another folder with SQRL_TUI_HOME.',
		);
	}
}

/** A copy that somebody put there may be for all to read. Who may not change that has it as it is. */
function narrowModes(file: string): void {
	for (const name of [file, `${file}-wal`, `${file}-shm`]) {
		const info = statSync(name, {throwIfNoEntry: false});
		if (info && (info.mode & 0o077) !== 0) {
			try {
				chmodSync(name, 0o600);
			} catch {
				// Of another owner.
			}
		}
	}
}

function prepare(db: Database.Database): void {
	db.pragma('secure_delete = ON');
	db.pragma('temp_store = MEMORY');
	if (db.pragma('journal_mode', {simple: true}) !== 'wal') {
		// Before the first page is written, or it has no effect.
		db.pragma('auto_vacuum = INCREMENTAL');
		untilNotBusy(() => db.pragma('journal_mode = WAL'));
	}

	db.pragma('synchronous = NORMAL');
	db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
	db.pragma('foreign_keys = ON');
}

/** SQLite does not wait by itself where two programs change the journal of a new file. */
function untilNotBusy(work: () => void): void {
	const deadline = performance.now() + BUSY_MS;
	for (;;) {
		try {
			work();
			return;
		} catch (error) {
			if (!codeOf(error).startsWith('SQLITE_BUSY') || performance.now() > deadline) {
				throw error;
			}
		}

		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
	}
}

/** Throws where the file is damaged in a place that is seen at once; a look at all of it would take seconds. */
function glance(db: Database.Database): void {
	for (const table of ['session', 'question', 'prompt', 'trajectory', 'turn']) {
		for (const order of ['', 'DESC']) {
			db.prepare(`SELECT key FROM ${table} NOT INDEXED ORDER BY key ${order} LIMIT 1`).get();
		}
	}

	db.prepare(`SELECT rowid FROM words WHERE words MATCH 'a' ORDER BY rowid DESC LIMIT 1`).get();
}

/** What is at the path now, or null. */
export function identityAt(file: string): string | null {
	const info = statSync(file, {bigint: true, throwIfNoEntry: false});
	return info ? `${info.dev}-${info.ino}` : null;
}

/**
 * Moves a damaged archive out of the way, with its log, and closes it. The connection is open meanwhile: to a file that
 * was moved SQLite writes nothing any more when it is closed.
 */
export function setAside(file: string, {db, identity}: Connection): Damaged {
	try {
		// Another program may have moved it, and begun a new one.
		if (identityAt(file) !== identity) {
			return new Damaged(null);
		}

		const target = freeName(file);
		for (const suffix of ['-wal', '-shm', '-journal', '']) {
			if (existsSync(file + suffix)) {
				renameSync(file + suffix, target + suffix);
			}
		}

		return new Damaged(target);
	} catch (error) {
		throw new ArchiveError(
			`the archive ${file} is damaged, and cannot be moved out of the way: ${messageOf(error)}`,
			'Move it away, with its -wal and -shm: a new one is begun then. Or go without it with --no-archive.',
			{cause: error},
		);
	} finally {
		db.close();
	}
}

function freeName(file: string): string {
	const date = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
	for (let count = 1; ; count++) {
		const name = damagedFile(file, count === 1 ? date : `${date}-${count}`);
		if (!existsSync(name)) {
			return name;
		}
	}
}

/** The name of an archive that was set aside. */
export function damagedFile(file: string, mark: string): string {
	return path.join(path.dirname(file), `${path.parse(file).name}.damaged-${mark}.sqlite`);
}
