import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openReader, type Reader} from '../../source/database/reader.js';
import {countVotes, type VoteResult} from '../../source/vote/vote-results.js';

const data = process.env.SQRL_TEST_DATA;
const title = `a vote over prediction files${data ? '' : ' (skipped: SQRL_TEST_DATA is not set)'}`;

/** Index, votes of the winner, clusters, winning file. */
type Item = [index: number, size: number, clusters: number, file: string | null];

/**
 * The reference was made with SQLite 3.40.1, which refuses what newer ones run: here a GROUP BY of an outer query's
 * column ("no such column: CountryId").
 */
const FAILS_IN_REFERENCE = {index: 178, file: 'gpt4_zeroshot'};

describe.skipIf(!data)(title, () => {
	it('has the winner, its size and the clusters of the reference on all 1,034 items', async () => {
		const folder = path.join(data!, 'spider');
		const reference = JSON.parse(readFileSync(path.join(folder, 'reference-vote.json'), 'utf8')) as {
			order: string[];
			items: Array<[...Item, right: number]>;
		};
		const predictions = reference.order.map(file => ({
			file,
			queries: lines(path.join(folder, 'pred', `${file}.txt`)),
		}));
		const indicesOf = new Map<string, number[]>();
		for (const [index, line] of lines(path.join(folder, 'dev_gold.sql')).entries()) {
			const name = line.split('\t')[1]!;
			indicesOf.set(name, [...(indicesOf.get(name) ?? []), index]);
		}

		const found: Item[] = [];
		for (const [name, indices] of indicesOf) {
			const database = path.join(folder, 'database', name, `${name}.sqlite`);
			const reader = await openReader(database, {concurrency: 2});
			for (const index of indices) {
				const results = await Promise.all(
					predictions.map(({file, queries}) =>
						index === FAILS_IN_REFERENCE.index && file === FAILS_IN_REFERENCE.file
							? ({kind: 'failed'} as const)
							: resultOf(reader, queries[index]!),
					),
				);
				const {clusters, winner} = countVotes(results);
				const first = winner === null ? [] : clusters[winner]!.samples;
				found.push([index, first.length, clusters.length, reference.order[first[0] ?? -1] ?? null]);
			}

			await reader.close();
		}

		expect(found).toHaveLength(1034);
		expect(found.sort(([a], [b]) => a - b)).toEqual(reference.items.map(item => item.slice(0, 4)));
	}, 300_000);
});

function lines(file: string): string[] {
	return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
}

async function resultOf(reader: Reader, sql: string): Promise<VoteResult> {
	const outcome = await reader.query(sql, {digest: true});
	return 'table' in outcome ? {kind: 'finished', key: outcome.table.digest!} : {kind: 'failed'};
}
