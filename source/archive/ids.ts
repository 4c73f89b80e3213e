/** Ids that begin in one way. */
import type Database from 'better-sqlite3';

/** What comes after every id that begins so. */
const LAST = '\u{10ffff}';

/** The ids of trajectories, questions and sessions that begin so, in their order: from their indexes, without a scan. */
export function idsFrom(db: Database.Database, beginning: string): string[] {
	const range = 'id >= @from AND id < @to';
	return db
		.prepare(
			`SELECT id FROM trajectory WHERE ${range} UNION SELECT id FROM question WHERE ${range}
			UNION SELECT id FROM session WHERE ${range} ORDER BY id`,
		)
		.pluck()
		.all({from: beginning, to: beginning + LAST}) as string[];
}
