import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openReader} from '../../source/database/reader.js';
import {readGold} from '../../source/evaluation/gold.js';
import {judge} from '../../source/evaluation/judge.js';

const data = process.env.SQRL_TEST_DATA;
const title = `the rule bird over prediction files${data ? '' : ' (skipped: SQRL_TEST_DATA is not set)'}`;

type Reference = {
	verdicts: Record<string, Array<[index: number, spider: number, distinct: number, bird: number]>>;
};

/**
 * The reference was made with SQLite 3.40.1, which refuses what newer ones run: here a GROUP BY of an outer query's
 * column ("no such column: CountryId").
 */
const OTHERWISE = new Set(['gpt4_zeroshot 178']);

describe.skipIf(!data)(title, () => {
	it.each(['dail_gpt4', 'gpt4_zeroshot', 'graphix', 'spider_pred_example'])(
		'has the verdicts of the reference on %s',
		async name => {
			const folder = path.join(data!, 'spider');
			const reference = JSON.parse(
				readFileSync(path.join(folder, 'reference-verdicts.json'), 'utf8'),
			) as Reference;
			const expected = reference.verdicts[name]!.filter(([index]) => !OTHERWISE.has(`${name} ${index}`));
			const predictions = lines(path.join(folder, 'pred', `${name}.txt`));
			const databases = lines(path.join(folder, 'dev_gold.sql')).map(line => line.split('\t')[1]!);
			const gold = await readGold(path.join(folder, 'dev_gold.sql'));
			const found: Array<[index: number, right: number]> = [];
			for (const database of new Set(databases)) {
				const reader = await openReader(path.join(folder, 'database', database, `${database}.sqlite`), {
					concurrency: 2,
				});
				for (const [index] of expected.filter(([index]) => databases[index] === database)) {
					const sql = gold.of({id: `${index}-0`, question: '', database: {...reader.database}});
					const {verdict} = await judge(predictions[index]!.split('\t')[0]!, sql!, {reader, rule: 'bird'});
					found.push([index, verdict === 'right' ? 1 : 0]);
				}

				await reader.close();
			}

			expect(found.sort(([a], [b]) => a - b)).toEqual(expected.map(([index, , , bird]) => [index, bird]));
		},
		300_000,
	);
});

function lines(file: string): string[] {
	return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
}
