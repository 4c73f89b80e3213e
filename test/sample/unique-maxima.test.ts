import Database from 'better-sqlite3';
import {describe, expect, it} from 'vitest';
import {sampleBytes} from '../../source/sample/sample-bytes.js';
import {NATURAL_QUESTIONS} from './natural-questions.js';

/** Any seeds will do: that there are no ties must not hang on the one that the program uses. */
const SEEDS = Array.from({length: 16}, (_, index) => 1 + index * 977);

describe('the answers to natural questions', () => {
	it.each(SEEDS)('are never tied with seed %i', seed => {
		const db = new Database(sampleBytes(seed));
		const tied = NATURAL_QUESTIONS.filter(({query}) => {
			const [first, second] = db.prepare(`${query} ORDER BY 2 DESC LIMIT 2`).raw().all() as [
				unknown,
				number,
			][];
			return first?.[1] === second?.[1];
		});
		db.close();
		expect(tied.map(({question}) => question)).toEqual([]);
	});
});
