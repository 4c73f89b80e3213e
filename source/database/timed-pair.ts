/** How long two queries take, in the process that reads: each runs on a connection of its own, by turns. */
import {performance} from 'node:perf_hooks';
import type Database from 'better-sqlite3';
import {prepare} from './statement.js';

type Connection = InstanceType<typeof Database>;

export type TimedPair = {
	sql: string;
	/** The other one. */
	against: string;
	/** How often each runs; less often where that took longer than `enoughMs`, but `LEAST_ROUNDS` times. */
	rounds: number;
	enoughMs: number;
};

export const LEAST_ROUNDS = 3;

/** Milliseconds of each round, of `sql` and of `against`: from preparing it until its last row is read. */
export function timePair(
	open: () => Connection,
	{sql, against, rounds, enoughMs}: TimedPair,
): Array<[sql: number, against: number]> {
	// What a text in double quotes means is found out once, outside of what is measured.
	const texts = [sql, against].map(text => withConnection(open, db => prepare(db, text).sql));
	const found: Array<[number, number]> = [];
	const start = performance.now();
	while (found.length < rounds && (found.length < LEAST_ROUNDS || performance.now() - start < enoughMs)) {
		const [first, second] = texts.map(text => withConnection(open, db => timed(db, text)));
		found.push([first!, second!]);
	}

	return found;
}

function timed(db: Connection, sql: string): number {
	const start = performance.now();
	for (const _ of prepare(db, sql).statement.raw().safeIntegers().iterate()) {
		// Reading them is what takes the time.
	}

	return performance.now() - start;
}

function withConnection<T>(open: () => Connection, work: (db: Connection) => T): T {
	const db = open();
	try {
		return work(db);
	} finally {
		db.close();
	}
}
