/** Whether a fork was answered from the database that its parent was. */
import type {Trajectory} from './trajectory.js';

type Database = NonNullable<Trajectory['database']>;

/** The fork, to go on with a database. Where its parent had another, or another version, that is kept in `extra`. */
export function onDatabase(fork: Trajectory, database: Database): Trajectory {
	const {parentDatabase: _, ...extra} = fork.extra ?? {};
	const {extra: __, database: before, ...rest} = fork;
	const kept =
		before && isOther(before, database)
			? {...extra, parentDatabase: {path: before.path, version: before.version}}
			: extra;
	return {...rest, database, ...(Object.keys(kept).length > 0 && {extra: kept})};
}

/** A record that does not tell its version may be of any. */
function isOther(before: Database, now: Database): boolean {
	return (
		(before.path !== '' && before.path !== now.path) ||
		(before.version !== '' && before.version !== now.version)
	);
}

/** What of its turns is from another database than its answer, or ''. */
export function parentDatabaseWords({parent, database, extra}: Trajectory): string {
	const before = extra?.parentDatabase;
	if (!parent || typeof before !== 'object' || before === null || !('path' in before)) {
		return '';
	}

	return before.path === database?.path ? "another version than its parent's" : "another than its parent's";
}
