/** Gold queries that have more than one right result, among all of a dataset. */
import type {BulkReader} from '../database/bulk-reader.js';
import type {Metric} from './metrics.js';
import {nondeterminismOf} from './nondeterminism.js';
import type {ScoredItem} from './scored-items.js';

export type NondeterministicGold = {index: number; reason: string};

/** Queries that are looked at beside each other: results that are held at once are few, and no process waits. */
const AT_ONCE = 16;

/** As each runs by the rule, in the first file of its database. Throws what the reader throws. */
export async function nondeterministicGold(
	items: readonly ScoredItem[],
	{
		files,
		metric,
		reader,
	}: {
		files: ReadonlyMap<string, readonly string[]>;
		metric: Metric;
		reader: Pick<BulkReader, 'run'>;
	},
): Promise<NondeterministicGold[]> {
	const known = new Map<string, Promise<string | null>>();
	const found: NondeterministicGold[] = [];
	// An empty query has no result, and may have no database.
	const left = [...items.entries()].filter(([, {sql}]) => sql !== '').values();
	const look = async () => {
		for (const [index, {sql: given, database}] of left) {
			const [file] = files.get(database)!;
			const sql = metric.gold(given);
			const key = `${file}\0${sql}`;
			const reason =
				known.get(key) ??
				nondeterminismOf(sql, sql => reader.run({file: file!, sql, text: metric.text, wanted: 'rows'}), {
					orderCounts: metric.orderCounts(sql),
				});
			known.set(key, reason);
			const words = await reason;
			if (words !== null) {
				found.push({index, reason: words});
			}
		}
	};

	await Promise.all(Array.from({length: AT_ONCE}, look));
	return found.sort((a, b) => a.index - b.index);
}
