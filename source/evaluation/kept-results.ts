/**
 * Results of gold queries, kept between runs: they are the same for every file of predictions, and some take minutes.
 * What is kept holds for a version of a database, a version of SQLite and a text of a query. It is a saving only: what
 * cannot be read or written is as if it were not there.
 */
import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import type {BulkFailure} from '../database/bulk-messages.js';
import type {BulkOutcome, BulkQuery} from '../database/bulk-reader.js';
import {type CellJson, cellFromJson, cellToJson} from '../database/cell.js';

export type KeptResults = {
	/** The result of a query that was kept; null: it is to run. */
	find(query: BulkQuery): BulkOutcome | null;
	/** Whether a query's outcome is worth keeping is decided here. */
	keep(query: BulkQuery, outcome: BulkOutcome): void;
	/** Writes what is new. */
	save(): Promise<void>;
	/** Queries that did not run for it. */
	readonly found: number;
};

export type KeptOptions = {
	folder: string;
	/** The version of SQLite; what is kept is read while a promise of it is waited for. */
	sqlite: string | Promise<string>;
	timeoutMs: number;
	/** The version of each database's file. */
	versions: ReadonlyMap<string, string>;
	/** Of the queries that will be asked for. */
	reading: Pick<BulkQuery, 'text' | 'wanted'>;
};

type Entry = {elapsed_ms: number} & (
	| {row_count: number; set_key?: string; rows?: CellJson[][]}
	/** `limit_ms`: what a timeout exceeded. */
	| {error: BulkFailure; limit_ms?: number}
);

/** A larger result is not kept. */
const MOST_CELLS = 5000;
/** Files of databases in the folder; those that were written longest ago go. */
const MOST_FILES = 1000;
/** Part of every file's name: another form is another name. */
const FORM = 'sqrl-gold/2';

/** Of what depends on more than the database nothing is kept. */
const FLEETING =
	/\b(?:now|random|randomblob|current_\w+)\b|\b(?:date|time|datetime|julianday|unixepoch|strftime)\s*\(/i;

export async function openKeptResults(options: KeptOptions): Promise<KeptResults> {
	const {folder, timeoutMs} = options;
	const [sqlite, shelves] = await Promise.all([options.sqlite, readShelves(options)]);
	for (const shelf of shelves.values()) {
		if (shelf.sqlite !== sqlite) {
			Object.assign(shelf, {sqlite, entries: {}});
		}
	}

	const shelfOf = ({file, text, wanted}: BulkQuery) =>
		text === options.reading.text && wanted === options.reading.wanted ? shelves.get(file) : undefined;
	let found = 0;
	return {
		find(query) {
			const entries = shelfOf(query)?.entries;
			const key = hash([query.sql]);
			const outcome = entries && Object.hasOwn(entries, key) ? outcomeOf(entries[key]!, timeoutMs) : null;
			found += outcome ? 1 : 0;
			return outcome;
		},
		keep(query, outcome) {
			const shelf = shelfOf(query);
			const key = hash([query.sql]);
			const entry = FLEETING.test(query.sql) ? null : entryOf(outcome, timeoutMs);
			if (shelf && entry && !Object.hasOwn(shelf.entries, key)) {
				shelf.entries[key] = entry;
				shelf.isNew = true;
			}
		},
		async save() {
			const changed = [...shelves.values()].filter(({isNew}) => isNew);
			if (changed.length > 0) {
				await saveAll(folder, changed).catch(() => {});
			}
		},
		get found() {
			return found;
		},
	};
}

function hash(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** What is kept of a database's file, by the SQLite that it came from. */
type Shelf = {name: string; sqlite: string; entries: Record<string, Entry>; isNew: boolean};

async function readShelves({folder, versions, reading}: KeptOptions): Promise<Map<string, Shelf>> {
	const shelves = [...versions].map(async ([file, version]): Promise<[string, Shelf]> => {
		const name = `${hash([FORM, file, version, reading.text, reading.wanted])}.json`;
		return [file, {name, isNew: false, ...(await readShelf(path.join(folder, name)))}];
	});
	return new Map(await Promise.all(shelves));
}

async function readShelf(file: string): Promise<Pick<Shelf, 'sqlite' | 'entries'>> {
	try {
		const {sqlite, entries} = JSON.parse(await readFile(file, 'utf8')) as Partial<Shelf>;
		if (typeof sqlite === 'string' && typeof entries === 'object') {
			return {sqlite, entries: {...entries}};
		}
	} catch {}

	return {sqlite: '', entries: {}};
}

/** Null where it is none, or would not hold under this time limit. */
function outcomeOf(entry: Entry | null, timeoutMs: number): BulkOutcome | null {
	if (typeof entry?.elapsed_ms !== 'number') {
		return null;
	}

	const elapsedMs = entry.elapsed_ms;

	if ('error' in entry) {
		const {error, limit_ms} = entry;
		const holds = limit_ms === undefined ? elapsedMs <= timeoutMs : timeoutMs <= limit_ms;
		return holds ? {elapsedMs, error} : null;
	}

	const {row_count: rowCount, set_key: setKey, rows} = entry;
	if (elapsedMs > timeoutMs || typeof rowCount !== 'number') {
		return null;
	}

	try {
		return setKey !== undefined
			? {elapsedMs, rowCount, rows: null, setKey}
			: {elapsedMs, rowCount, rows: rows!.map(row => row.map(cellFromJson))};
	} catch {
		return null;
	}
}

function entryOf(outcome: BulkOutcome, timeoutMs: number): Entry | null {
	const elapsed_ms = Math.round(outcome.elapsedMs * 10) / 10;
	if ('error' in outcome) {
		const {error} = outcome;
		switch (error.kind) {
			case 'timeout':
				return {elapsed_ms, error, limit_ms: timeoutMs};
			case 'sql':
			case 'refused':
			case 'decode':
				return {elapsed_ms, error};
			default:
				return null;
		}
	}

	const {rowCount, rows, setKey} = outcome;
	if (setKey !== undefined) {
		return {elapsed_ms, row_count: rowCount, set_key: setKey};
	}

	return rows === null || rows.length * (rows[0]?.length ?? 0) > MOST_CELLS
		? null
		: {elapsed_ms, row_count: rowCount, rows: rows.map(row => row.map(cellToJson))};
}

async function saveAll(folder: string, shelves: readonly Shelf[]): Promise<void> {
	// Rows of databases stand in them: they are for nobody else.
	await mkdir(folder, {recursive: true, mode: 0o700});
	await Promise.all(
		shelves.map(async ({name, sqlite, entries}) => {
			const draft = path.join(folder, `${name}.${process.pid}`);
			await writeFile(draft, JSON.stringify({sqlite, entries}), {mode: 0o600});
			await rename(draft, path.join(folder, name));
		}),
	);
	const names = await readdir(folder);
	if (names.length > MOST_FILES) {
		const written = await Promise.all(
			names.map(async name => ({name, at: (await stat(path.join(folder, name))).mtimeMs})),
		);
		const oldest = written.sort((a, b) => a.at - b.at).slice(0, names.length - MOST_FILES);
		await Promise.all(oldest.map(({name}) => rm(path.join(folder, name), {force: true})));
	}
}
