/** What a bulk reader and its processes say. A process answers its requests one after the other. */
import type {Schema} from '../protocol/schema.js';
import type {TextReading} from './broken-text.js';
import type {CellJson, Failure} from './cell.js';
import type {SchemaWarning} from './messages.js';
import type {TimedPair} from './timed-pair.js';

/** What of a result: the key of its rows as a set (see row-set.ts), or its rows. */
export type Wanted = 'set' | 'rows';

/** What is asked of a file. */
export type BulkAsked =
	| {kind: 'run'; sql: string; text: TextReading; wanted: Wanted}
	/**
	 * What a trajectory keeps of a result, with text as the driver reads it. A probe is counted to `COUNT_LIMIT`, an
	 * answer is read to its end. `withRows`: all its rows besides, of a probe if they are no more than `PROBE_ROWS`.
	 */
	| {kind: 'observe'; sql: string; as: 'probe' | 'answer'; withRows: boolean}
	| {kind: 'schema'}
	/** How long two queries take: `rows` of the reply are rounds. */
	| ({kind: 'time'} & TimedPair);

/** Rows of a probe that may be wanted for a score: few of them are, and many of them would be held for nothing. */
export const PROBE_ROWS = 1000;

export type BulkRequest = BulkAsked & {
	id: number;
	file: string;
	/** The file is a private copy whose unfinished transaction is to be rolled back before it is read. */
	recover: boolean;
};

/** To a process: requests, or the ids of some that are not to be answered any more. */
export type BulkMessage = {requests: BulkRequest[]} | {withdrawn: number[]};

/** `decode`: a text in the result is no UTF-8, and was to be read strictly. */
export type BulkFailure = Omit<Failure, 'kind'> & {kind: Failure['kind'] | 'decode'};

/** Of a result some rows may come before it is done. */
export type BulkReply = {id: number} & (
	| {kind: 'rows'; rows: CellJson[][]}
	/** It is read once more: the rows that came are none. */
	| {kind: 'again'}
	/** What is known of an observed query before it is done, and holds whatever becomes of it. */
	| ({kind: 'noted'} & Noted)
	/** `isWhole`: all rows were sent. */
	| ({kind: 'done'; elapsedMs: number} & Done)
	| {kind: 'failed'; failure: BulkFailure; elapsedMs: number}
	| {kind: 'schema'; schema: Schema; warnings: SchemaWarning[]}
	/** The database cannot be opened; SQLite's code. */
	| {kind: 'unusable'; code: string; message: string}
);

/** `isLong`: it has more rows than a probe is counted to. `isSuspect`: a text in it may be no UTF-8. */
export type Noted = {readAsText?: string[]; isLong?: true; isSuspect?: true};

type Done = {rows: CellJson[][]; rowCount: number; isWhole: boolean; setKey?: string; seen?: Seen};

/** What there is besides of an observed result. */
export type Seen = {
	columns: string[];
	/** As many as an observation shows. */
	first: CellJson[][];
	/** Of a result that was read to its end. */
	digest: string | null;
};

/** Sent once, when the driver is loaded or cannot be. */
export type BulkOpening =
	| {kind: 'ready'; sqliteVersion: string}
	| {kind: 'no-driver'; code: string; message: string};

export type BulkStartOptions = {parent: number; memoryLimit: number};
