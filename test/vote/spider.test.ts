import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openReader, type Reader} from '../../source/database/reader.js';
import {countVotes, type VoteResult} from '../../source/vote/vote-results.js';

const data = process.env.SQRL_TEST_DATA;

const LIMIT_MS = 300_000;

describe.skipIf(!data)(
	`a vote over prediction files${data ? '' : ' (skipped: SQRL_TEST_DATA is not set)'}`,
	() => {
		it(
			'has the winner, its size and the clusters of the reference on all 1,034 items',
			async () => {
				const folder = path.join(data!, 'spider');
				const reference = JSON.parse(readFileSync(path.join(folder, 'reference-vote.json'), 'utf8')) as {
					order: string[];
					/** Index, votes of the winner, clusters, winning file, and whether that is right. */
					items: Array<[number, number, number, string, number]>;
				};
				const databases = lines(path.join(folder, 'dev_gold.sql')).map(line => line.split('\t')[1]!);
				const predictions = reference.order.map(name => lines(path.join(folder, 'pred', `${name}.txt`)));
				expect(reference.items).toHaveLength(1034);

				const readers = new Map<string, Reader>();
				const readerOf = async (name: string) => {
					const known = readers.get(name);
					if (known) {
						return known;
					}

					const file = path.join(folder, 'database', name, `${name}.sqlite`);
					const reader = await openReader(file, {concurrency: 2});
					readers.set(name, reader);
					return reader;
				};

				const differing: unknown[] = [];
				try {
					for (const [index, size, count, file] of reference.items) {
						const reader = await readerOf(databases[index]!);
						const results = await Promise.all(predictions.map(list => resultOf(reader, list[index]!)));
						const {clusters, winner} = countVotes(results);
						const first = winner === null ? null : clusters[winner]!;
						const found = [
							index,
							first?.samples.length ?? 0,
							clusters.length,
							first && reference.order[first.samples[0]!],
						];
						if (JSON.stringify(found) !== JSON.stringify([index, size, count, file])) {
							differing.push({found, expected: [size, count, file]});
						}
					}
				} finally {
					await Promise.all([...readers.values()].map(reader => reader.close()));
				}

				expect(differing).toEqual([]);
			},
			LIMIT_MS,
		);
	},
);

function lines(file: string): string[] {
	return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
}

async function resultOf(reader: Reader, sql: string): Promise<VoteResult> {
	const outcome = await reader.query(sql, {digest: true});
	return 'table' in outcome ? {kind: 'finished', key: outcome.table.digest!} : {kind: 'failed'};
}
