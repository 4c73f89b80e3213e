/** What a bulk reader and its processes say. A process answers its requests one after the other. */
import type {TextReading} from './broken-text.js';
import type {CellJson, Failure} from './cell.js';

/** What of a result: the key of its rows as a set (see row-set.ts), or its rows. */
export type Wanted = 'set' | 'rows';

export type BulkRequest = {
	id: number;
	file: string;
	/** The file is a private copy whose unfinished transaction is to be rolled back before it is read. */
	recover: boolean;
	sql: string;
	text: TextReading;
	wanted: Wanted;
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
	/** `isWhole`: all rows were sent. */
	| {kind: 'done'; rows: CellJson[][]; rowCount: number; isWhole: boolean; setKey?: string; elapsedMs: number}
	| {kind: 'failed'; failure: BulkFailure; elapsedMs: number}
	/** The database cannot be opened; SQLite's code. */
	| {kind: 'unusable'; code: string; message: string}
);

/** Sent once, when the driver is loaded or cannot be. */
export type BulkOpening =
	| {kind: 'ready'; sqliteVersion: string}
	| {kind: 'no-driver'; code: string; message: string};

export type BulkStartOptions = {parent: number; memoryLimit: number};
