/** What a run keeps of a query: what its trajectory shows, what it votes with, and what it is scored by. */
import type {BulkFailure, Noted, Seen} from './bulk-messages.js';
import {type Cell, cellFromJson, type Failure} from './cell.js';

/**
 * `as`: a probe is counted to 10,000 rows, as the reader of a session does, and an answer is read to its end.
 * `withRows`: all rows are wanted besides, for a rule that compares them.
 */
export type ObservedQuery = {file: string; sql: string; as: 'probe' | 'answer'; withRows: boolean};

/** A result that was observed. Its text is as the driver reads it. */
export type ObservedResult = {
	columns: string[];
	/** As many rows as an observation shows. */
	first: Cell[][];
	rowCount: number;
	/** What holds of all rows; null: a probe has more of them than are counted. */
	whole: {
		digest: string;
		setKey: string;
		/** Null where they were not wanted, or are more than is kept: about 32 MB, of a probe 1,000 rows. */
		rows: Cell[][] | null;
	} | null;
};

export type Observed = {
	elapsedMs: number;
	readAsText?: string[];
	/** Whether a text in it has U+FFFD, and so may be no UTF-8: what a rule makes of that is to be read anew. */
	isSuspect: boolean;
} & (
	| {result: ObservedResult}
	/** `isLong`: it has more rows than a probe is counted to, so that a probe of it would not have failed. */
	| {error: Failure; isLong: boolean}
);

/** How a query ended, as its process told; `seen` is there if it was observed. */
export type QueryEnd = {elapsedMs: number; noted: Noted} & (
	| {rowCount: number; rows: Cell[][] | null; setKey?: string; seen?: Seen}
	| {error: BulkFailure}
);

export function observedOf({elapsedMs, noted, ...end}: QueryEnd): Observed {
	const {readAsText, isLong = false, isSuspect = false} = noted;
	const base = {elapsedMs, isSuspect, ...(readAsText && {readAsText})};
	if ('error' in end) {
		// Only a strict reading fails by `decode`.
		return {...base, error: end.error as Failure, isLong};
	}

	const {columns, first, digest} = end.seen!;
	const {rowCount, rows, setKey} = end;
	return {
		...base,
		result: {
			columns,
			first: first.map(row => row.map(cellFromJson)),
			rowCount,
			whole: digest === null ? null : {digest, setKey: setKey!, rows},
		},
	};
}
