import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openReader} from '../../source/database/reader.js';

const data = process.env.SQRL_TEST_DATA;

describe.skipIf(!data)(`Spider's dev set${data ? '' : ' (skipped: SQRL_TEST_DATA is not set)'}`, () => {
	it('runs all 1,034 gold queries, 213 of them with double-quoted text', async () => {
		const folder = path.join(data!, 'spider');
		const queries = new Map<string, string[]>();
		for (const line of readFileSync(path.join(folder, 'dev_gold.sql'), 'utf8').split('\n').filter(Boolean)) {
			const [sql = '', name = ''] = line.split('\t');
			queries.set(name, [...(queries.get(name) ?? []), sql]);
		}

		const failures: string[] = [];
		let run = 0;
		let withText = 0;
		for (const [name, list] of queries) {
			const reader = await openReader(path.join(folder, 'database', name, `${name}.sqlite`));
			for (const sql of list) {
				const outcome = await reader.query(sql);
				run++;
				withText += outcome.readAsText ? 1 : 0;
				if ('error' in outcome) {
					failures.push(`${name}: ${sql}: ${outcome.error.message}`);
				}
			}

			await reader.close();
		}

		expect(failures).toEqual([]);
		expect({run, withText}).toEqual({run: 1034, withText: 213});
	});
});
