/** How the processes that read open a database. */
import type Database from 'better-sqlite3';

/** Milliseconds to wait for another program's lock. */
const LOCK_WAIT_MS = 2000;

/**
 * Opens a database read-only, and reads it once, which tells whether it can be. Throws SQLite's error.
 *
 * @param Driver the package is loaded by the process that uses it.
 * @param recover the file is a private copy: its unfinished transaction is rolled back first, which writes to it.
 */
export function openReadOnly(
	Driver: typeof Database,
	{file, recover}: {file: string; recover: boolean},
): InstanceType<typeof Database> {
	if (recover) {
		const writable = new Driver(file);
		writable.prepare('SELECT count(*) FROM sqlite_schema').get();
		writable.close();
	}

	const db = new Driver(file, {readonly: true, timeout: LOCK_WAIT_MS});
	try {
		db.pragma('query_only = 1');
		// Opening is lazy: only the first query tells whether this is a database that can be read.
		db.prepare('SELECT count(*) FROM sqlite_schema').get();
	} catch (error) {
		db.close();
		throw error;
	}

	return db;
}
