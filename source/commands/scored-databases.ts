/** The databases of a dataset, and what gold queries gave on them before: for `score` and `eval`. */
import type {BulkReader} from '../database/bulk-reader.js';
import {type KeptResults, openKeptResults} from '../evaluation/kept-results.js';
import type {Metric} from '../evaluation/metrics.js';
import {databaseFiles, type ScoredItem} from '../evaluation/scored-items.js';
import {cacheFolder} from './cache-folder.js';

export type ScoredDatabases = {
	/** The files of each database, by its name. */
	files: ReadonlyMap<string, readonly string[]>;
	/** The version of each file. */
	versions: ReadonlyMap<string, string>;
};

/** Adds the databases of some items to a reader. Throws a DatabaseError where one is missing or cannot be read. */
export async function openDatabases(
	reader: BulkReader,
	folder: string,
	items: readonly Pick<ScoredItem, 'database'>[],
	metric: Metric,
): Promise<ScoredDatabases> {
	const files = await databaseFiles(folder, items, metric);
	const all = [...files.values()].flat();
	const versions = await Promise.all(all.map(file => reader.add(file)));
	return {files, versions: new Map(all.map((file, at) => [file, versions[at]!]))};
}

/** What runs before have kept; null for a user without a home. */
export async function keptGold(
	environment: NodeJS.ProcessEnv,
	{
		reader,
		timeoutMs,
		metric,
		versions,
	}: {reader: BulkReader; timeoutMs: number; metric: Metric} & Pick<ScoredDatabases, 'versions'>,
): Promise<KeptResults | null> {
	const folder = await cacheFolder(environment, 'gold');
	return folder === null
		? null
		: openKeptResults({folder, sqlite: reader.started(), timeoutMs, versions, reading: metric});
}
