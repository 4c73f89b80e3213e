import type {Schema} from '../protocol/schema.js';
import type {CellJson, Failure, Table} from './cell.js';

/** Rows are counted up to here, unless a result is read to its end; one that is longer counts as longer. */
export const COUNT_LIMIT = 10_000;

/** What the reader asks of its process. Each request has an id, each reply names the request it is for. */
export type Request =
	| {id: number; kind: 'schema'}
	| {id: number; kind: 'query'; sql: string; maxRows: number; digest: boolean}
	| {id: number; kind: 'stream'; sql: string}
	/** One more batch of a stream may be sent. */
	| {id: number; kind: 'more'}
	/** The rest of a stream is not wanted. */
	| {id: number; kind: 'stop'};

export type Reply =
	| {id: number; kind: 'columns'; columns: string[]; readAsText: string[]}
	| {id: number; kind: 'rows'; rows: CellJson[][]}
	| {
			id: number;
			kind: 'done';
			rowCount: number;
			truncated: Table['truncated'];
			digest?: string;
			elapsedMs: number;
	  }
	| {id: number; kind: 'failed'; failure: Failure; elapsedMs: number}
	| {id: number; kind: 'schema'; schema: Schema; warnings: SchemaWarning[]};

/** Sent once, when the database is open or cannot be opened. */
export type Opening =
	| {kind: 'ready'; sqliteVersion: string}
	| {kind: 'unusable'; code: string; message: string};

/** An object of the schema that cannot be read, and SQLite's reason. */
export type SchemaWarning = {name: string; message: string};

/** How the reader starts its process: as JSON, its only argument. */
export type StartOptions = {
	file: string;
	parent: number;
	/** The file is a private copy whose unfinished transaction is to be rolled back before it is read. */
	recover: boolean;
	memoryLimit: number;
};

/** The signal with which the watchdog ends a process over its memory limit: Node does not use it by itself. */
export const MEMORY_SIGNAL = 'SIGUSR2';
