/**
 * Trajectories at rest: one SQLite file in the program's own process. Loaded only when it is asked for, for the driver
 * comes with it.
 */
import {ArchiveError, codeOf} from '../errors.js';
import type {Archive} from './archive.js';
import {archiveFailure, isDamage} from './archive-failure.js';
import {type Connection, connect, Damaged, identityAt, refuseNewer, setAside} from './archive-file.js';
import {emptyLog, forgetRows, removeCopies} from './forget.js';
import {idsFrom} from './ids.js';
import {listHistory, listSessions} from './list.js';
import {MIGRATIONS, type Migration} from './migrations.js';
import {openWriter, type Stored, type Writer} from './write.js';

export type ArchiveOptions = {
	/** The way from an empty file to the version that this program knows. */
	migrations?: readonly Migration[];
};

/**
 * Opens the archive in this file (an absolute path), and makes it where there is none. One that is damaged is set aside,
 * and a new one begun; a note says so. Throws an ArchiveError where the file cannot be used, or is not the archive's.
 */
export function openArchive(file: string, {migrations = MIGRATIONS}: ArchiveOptions = {}): Archive {
	const notes: string[] = [];
	/** What is known to be in the archive, of trajectories that are not at their end. */
	const known = new Map<string, Stored>();
	let open: (Connection & {writer: Writer}) | null = null;
	let isClosed = false;
	/** Whether the log may hold what was forgotten. */
	let logIsOwed = false;

	guarded(() => null);
	return {
		file,
		notes,
		store(trajectory, place) {
			const stored = write(({writer}) => writer.trajectory(trajectory, place, known.get(trajectory.id)));
			if (trajectory.ending === 'open') {
				known.set(trajectory.id, stored);
			} else {
				known.delete(trajectory.id);
			}
		},
		storeVote(vote, place) {
			write(({writer}) => writer.vote(vote, place));
		},
		async trajectory(id) {
			const {readTrajectory} = await import('./read.js');
			return read(db => readTrajectory(db, id));
		},
		async children(id) {
			const {readChildren} = await import('./read.js');
			return read(db => readChildren(db, id));
		},
		questionOf(trajectory) {
			const sql = `SELECT question.id FROM trajectory JOIN question ON question.key = trajectory.question
				WHERE trajectory.id = ?`;
			return read(db => (db.prepare(sql).pluck().get(trajectory) as string | undefined) ?? null);
		},
		idsFrom: beginning => read(db => idsFrom(db, beginning)),
		async question(id) {
			const {readQuestion} = await import('./read.js');
			return read(db => readQuestion(db, id));
		},
		async session(id) {
			const {readSession} = await import('./read.js');
			return read(db => readSession(db, id));
		},
		sessions: search => read(db => listSessions(db, search)),
		history: search => read(db => listHistory(db, search)),
		forget(what) {
			const count = write(({db}) => forgetRows(db, what));
			known.clear();
			logIsOwed = true;
			payLog();
			guarded(() => removeCopies(file, what));
			return count;
		},
		close() {
			tryPayLog();
			open?.db.close();
			open = null;
			isClosed = true;
		},
	};

	/** What is read in it is of one moment, whatever another program writes meanwhile. */
	function read<T>(work: (db: Connection['db']) => T): T {
		return guarded(({db}) => db.transaction(() => work(db)).deferred());
	}

	function write<T>(work: (to: {db: Connection['db']; writer: Writer}) => T): T {
		const result = guarded(({db, writer}) => {
			const once = db.transaction(() => {
				refuseNewer(db, file, migrations.length);
				return work({db, writer});
			}).immediate;
			try {
				return once();
			} catch (error) {
				if (codeOf(error) !== 'SQLITE_FULL') {
					throw error;
				}

				// The log has each page as often as it was written; in the file they take less room.
				db.pragma('wal_checkpoint(TRUNCATE)');
				return once();
			}
		});
		tryPayLog();
		return result;
	}

	function payLog(): void {
		if (logIsOwed) {
			guarded(({db}) => {
				logIsOwed = !emptyLog(db);
			});
		}
	}

	/** Where it cannot be done now it is owed still. */
	function tryPayLog(): void {
		try {
			payLog();
		} catch {
			// Of what the caller asked for nothing is missing.
		}
	}

	/** Does it, and once more in a new archive where this one turns out to be damaged. */
	function guarded<T>(work: (to: Connection & {writer: Writer}) => T): T {
		for (let attempt = 1; ; attempt++) {
			try {
				return work(connection());
			} catch (error) {
				const damaged = damageOf(error);
				if (!damaged || attempt === 2) {
					throw archiveFailure(file, error);
				}

				notes.push(noteOf(file, damaged));
			}
		}
	}

	/** That a damaged file was set aside, which is done here where it was not; null for any other error. */
	function damageOf(error: unknown): Damaged | null {
		if (error instanceof Damaged) {
			return error;
		}

		if (!open || !isDamage(error)) {
			return null;
		}

		const connection = open;
		open = null;
		known.clear();
		return setAside(file, connection);
	}

	function connection(): Connection & {writer: Writer} {
		if (isClosed) {
			throw new ArchiveError(`the archive ${file} is closed`, 'Open it again.');
		}

		// Where the file was removed, or set aside by another program, what is stored would be nowhere.
		if (open && identityAt(file) !== open.identity) {
			open.db.close();
			open = null;
			known.clear();
		}

		if (!open) {
			const connection = connect(file, migrations);
			open = {...connection, writer: openWriter(connection.db)};
		}

		return open;
	}
}

function noteOf(file: string, {movedTo}: Damaged): string {
	return movedTo === null
		? `The archive ${file} was damaged; another program has set it aside, and begun a new one.`
		: `The archive ${file} was damaged. It is now ${movedTo}, and a new one was begun. Rescue what is left with: sqlite3 '${movedTo}' .recover | sqlite3 rescued.sqlite`;
}
