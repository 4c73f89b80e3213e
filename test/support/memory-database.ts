import Database from 'better-sqlite3';
import {onTestFinished} from 'vitest';

/** A database in memory that is closed when the running test ends. */
export function memoryDatabase(ddl = ''): Database.Database {
	const db = new Database(':memory:');
	onTestFinished(() => {
		db.close();
	});
	db.exec(ddl);
	return db;
}
