/** One database for all samples of a vote: what several ask of it runs once. */
import type {QueryOutcome} from '../database/cell.js';
import {Digest} from '../database/digest.js';
import type {QueryOptions, Reader} from '../database/reader.js';
import {DatabaseError} from '../errors.js';
import {OBSERVED_ROWS} from '../protocol/observation.js';

export type SharedReader = {
	/**
	 * The reader as one sample has it. Of a probe as many rows are kept as the model is shown; a query with `digest` is
	 * an answer, and keeps what a reader keeps. An abort leaves the query to the others who wait for it. Throws what
	 * `check` throws.
	 */
	as(sample: number): Pick<Reader, 'query'>;
	/** Throws a DatabaseError where the database is another version than that which is voted on. */
	check(): Promise<void>;
	/** How often a sample was given an outcome that another one's query had brought. */
	readonly hits: number;
};

/** A query that runs or has run. */
type Run = {
	/** The sample that asked for it first. */
	sample: number;
	outcome: Promise<QueryOutcome>;
	/** Samples that have not left while it runs. */
	waiting: number;
	/** Nobody waits any more. */
	abandon(): void;
};

/** @param version the version of the database whose results may be compared. */
export function sharedReader(reader: Pick<Reader, 'query' | 'version'>, version: string): SharedReader {
	/** By their SQL: what was read to its end, for the digest, and what was probed. */
	const runs = {whole: new Map<string, Run>(), probed: new Map<string, Run>()};
	let hits = 0;

	const check = async () => {
		if ((await reader.version()) !== version) {
			throw new DatabaseError(
				'the database has changed since the vote began: results of two versions are not mixed',
				'Vote again when the program that writes to it is done.',
			);
		}
	};

	const begin = (kind: keyof typeof runs, sql: string, sample: number, timeoutMs?: number): Run => {
		const controller = new AbortController();
		const forget = () => {
			if (runs[kind].get(sql) === run) {
				runs[kind].delete(sql);
			}
		};
		const read = async () => {
			const outcome = await reader.query(sql, {
				signal: controller.signal,
				...(timeoutMs !== undefined && {timeoutMs}),
				...(kind === 'whole' ? {digest: true} : {maxRows: OBSERVED_ROWS}),
			});
			if (!isLasting(outcome)) {
				forget();
			}

			// It may have changed while the query waited for its turn.
			await check();
			return outcome;
		};
		const run: Run = {
			sample,
			waiting: 0,
			outcome: read(),
			abandon() {
				forget();
				controller.abort();
			},
		};
		// Who waits is told; nobody may.
		run.outcome.catch(() => {});
		runs[kind].set(sql, run);
		return run;
	};

	const join = async (run: Run, sample: number, signal: AbortSignal | undefined): Promise<QueryOutcome> => {
		const outcome = await outcomeOf(run, signal);
		if (run.sample !== sample && !isCancelled(outcome)) {
			hits++;
		}

		return outcome;
	};

	const query = async (sample: number, sql: string, {digest, signal, timeoutMs}: QueryOptions) => {
		await check();
		if (signal?.aborted) {
			return CANCELLED;
		}

		const probed = runs.probed.get(sql);
		if (digest && probed && !runs.whole.has(sql)) {
			// What it brings may be the whole result already.
			const whole = wholeOf(await outcomeOf(probed, signal));
			if (signal?.aborted) {
				return CANCELLED;
			}

			if (whole && !runs.whole.has(sql)) {
				runs.whole.set(sql, {...probed, outcome: Promise.resolve(whole)});
			}
		}

		const known = runs.whole.get(sql) ?? (digest ? undefined : runs.probed.get(sql));
		return join(known ?? begin(digest ? 'whole' : 'probed', sql, sample, timeoutMs), sample, signal);
	};

	return {
		as: sample => ({query: (sql, options = {}) => query(sample, sql, options)}),
		check,
		get hits() {
			return hits;
		},
	};
}

const CANCELLED: QueryOutcome = {
	elapsedMs: 0,
	error: {kind: 'cancelled', message: 'the query was cancelled'},
};

function isCancelled(outcome: QueryOutcome): boolean {
	return 'error' in outcome && outcome.error.kind === 'cancelled';
}

/** Waits for a run, unless this one leaves; the last who leaves ends it. */
function outcomeOf(run: Run, signal: AbortSignal | undefined): Promise<QueryOutcome> {
	if (signal?.aborted) {
		return Promise.resolve(CANCELLED);
	}

	run.waiting++;
	return new Promise((resolve, reject) => {
		const leave = () => {
			run.waiting--;
			if (run.waiting === 0) {
				run.abandon();
			}

			resolve(CANCELLED);
		};
		signal?.addEventListener('abort', leave, {once: true});
		void run.outcome.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
	});
}

/**
 * Whether the same query would have the same outcome again. One that was stopped might not: who waited for it has that
 * outcome, who asks later has a run of its own.
 */
function isLasting(outcome: QueryOutcome): boolean {
	return 'table' in outcome || outcome.error.kind === 'sql' || outcome.error.kind === 'refused';
}

/** What reading to the end would give, where a probe has it already; else null. */
function wholeOf(outcome: QueryOutcome): QueryOutcome | null {
	if (!isLasting(outcome)) {
		return null;
	}

	if ('error' in outcome) {
		return outcome;
	}

	if (outcome.table.truncated) {
		return null;
	}

	const digest = new Digest();
	for (const row of outcome.table.rows) {
		digest.add(row);
	}

	return {...outcome, table: {...outcome.table, digest: digest.toString()}};
}
