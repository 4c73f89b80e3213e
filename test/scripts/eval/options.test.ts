import {describe, expect, it} from 'vitest';
import {readOptions} from '../../../scripts/eval/options.js';
import {UsageError} from '../../../source/errors.js';

describe('the arguments of the evaluation', () => {
	it('are a database, and all of both sets unless said otherwise', () => {
		expect(readOptions(['--database', 'a.sqlite'])).toEqual({
			database: 'a.sqlite',
			sets: ['dev', 'test'],
			limit: null,
		});
		expect(readOptions(['--limit', '3', '--set=test', '--database=a.sqlite'])).toEqual({
			database: 'a.sqlite',
			sets: ['test'],
			limit: 3,
		});
	});

	it.each([
		[[], /^there is no database/],
		[['--database', ''], /^there is no database/],
		[['--database'], /--database/],
		[['a.sqlite'], /a\.sqlite/],
		[['--databse', 'a.sqlite'], /--databse/],
		[['--database', 'a', '--limit', '0'], /^--limit: .* not "0"$/],
		[['--database', 'a', '--limit', '1.5'], /^--limit: .* not "1\.5"$/],
		[['--database', 'a', '--limit', 'few'], /^--limit: .* not "few"$/],
		[['--database', 'a', '--set', 'train'], /^--set: it takes dev or test, not "train"$/],
	])('%j is refused in words', (argv, message) => {
		expect(() => readOptions(argv)).toThrow(UsageError);
		expect(() => readOptions(argv)).toThrow(message);
	});
});
