/**
 * The database as the samples of one question have it. A query runs once, whoever asks for it: as a probe, as an answer
 * or for the score. What it has given is held as long as this is, so a run holds the questions that are under way.
 */

import {untilAborted} from '../../agent/until-aborted.js';
import type {Observed} from '../../database/bulk-observed.js';
import type {BulkOutcome, BulkQuery, BulkReader} from '../../database/bulk-reader.js';
import type {QueryOutcome} from '../../database/cell.js';
import {COUNT_LIMIT} from '../../database/messages.js';
import type {Reader} from '../../database/reader.js';

export type RunReader = {
	/**
	 * A query of the question's database, as its own reader would give it; with `digest` it is an answer. As many rows
	 * are kept as the model sees. The time limit is the bulk reader's. An abort leaves the query to the others who wait
	 * for it, and throws the signal's reason; a database that cannot be read is thrown as a DatabaseError.
	 */
	query: Reader['query'];
	/** What a query gives in one of the files, as the rule reads it. Throws a DatabaseError. */
	result(file: string, sql: string): Promise<BulkOutcome>;
};

export type RunReaderOptions = {
	bulk: Pick<BulkReader, 'run' | 'observe'>;
	/** The question's database. */
	file: string;
	/** How the rule reads. */
	reading: Pick<BulkQuery, 'text' | 'wanted'>;
};

export function openRunReader({bulk, file, reading}: RunReaderOptions): RunReader {
	/** By their SQL. */
	const probes = new Map<string, Promise<Observed>>();
	const answers = new Map<string, Promise<Observed>>();
	/** By file and SQL. */
	const results = new Map<string, Promise<BulkOutcome>>();

	const observe = (sql: string, as: 'probe' | 'answer') =>
		once(as === 'probe' ? probes : answers, sql, () =>
			bulk.observe({file, sql, as, withRows: reading.wanted === 'rows'}),
		);

	const probe = async (sql: string): Promise<Observed> => {
		const answer = probes.has(sql) ? undefined : answers.get(sql);
		// What an answer gave must not change what a model sees, or it would depend on who came first.
		return (answer && asProbe(await answer)) ?? observe(sql, 'probe');
	};

	const answer = async (sql: string): Promise<Observed> => {
		const probe = answers.has(sql) ? undefined : probes.get(sql);
		const probed = await probe;
		return probed && isWhole(probed) ? probed : observe(sql, 'answer');
	};

	const read = async (target: string, sql: string): Promise<BulkOutcome> => {
		const anew = () => bulk.run({file: target, sql, ...reading});
		if (target !== file) {
			return anew();
		}

		const observed = await answer(sql);
		// The rows of a probe may be more than are held of one, and are fewer than are held of an answer.
		return readAs(lacksRows(observed) ? await observe(sql, 'answer') : observed, reading) ?? anew();
	};
	const lacksRows = (observed: Observed) =>
		reading.wanted === 'rows' && 'result' in observed && observed.result.whole?.rows === null;

	return {
		async query(sql, {digest = false, signal} = {}) {
			return outcomeOf(await untilAborted(digest ? answer(sql) : probe(sql), signal), digest);
		},
		result: (target, sql) => once(results, `${target}\0${sql}`, () => read(target, sql)),
	};
}

function once<T>(known: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
	const found = known.get(key) ?? begin();
	known.set(key, found);
	// Who waits is told; by then everybody may have left.
	found.catch(() => {});
	return found;
}

/** What a probe would have given of what an answer has; null: only a probe can tell. */
function asProbe(observed: Observed): Observed | null {
	if ('error' in observed) {
		return observed.isLong ? null : observed;
	}

	const {result} = observed;
	return result.rowCount > COUNT_LIMIT
		? {...observed, result: {...result, rowCount: COUNT_LIMIT, whole: null}}
		: observed;
}

/** Whether reading to the end would give nothing else. */
function isWhole(probed: Observed): boolean {
	return 'error' in probed || probed.result.whole !== null;
}

function outcomeOf(observed: Observed, isAnswer: boolean): QueryOutcome {
	const {elapsedMs, readAsText} = observed;
	const base = {elapsedMs, ...(readAsText && {readAsText})};
	if ('error' in observed) {
		return {...base, error: observed.error};
	}

	const {columns, first, rowCount, whole} = observed.result;
	const truncated = whole === null ? 'uncounted' : first.length < rowCount ? 'kept' : false;
	const digest = isAnswer && whole ? {digest: whole.digest} : {};
	return {...base, table: {columns, rows: first, rowCount, truncated, ...digest}};
}

/** What was observed to its end as the rule reads it; null: it has to be read anew. */
function readAs(observed: Observed, {wanted}: RunReaderOptions['reading']): BulkOutcome | null {
	const {elapsedMs, isSuspect} = observed;
	if (isSuspect) {
		return null;
	}

	if ('error' in observed) {
		return {elapsedMs, error: observed.error};
	}

	const {rowCount, whole} = observed.result;
	return wanted === 'set'
		? {elapsedMs, rowCount, rows: null, setKey: whole!.setKey}
		: {elapsedMs, rowCount, rows: whole!.rows};
}
