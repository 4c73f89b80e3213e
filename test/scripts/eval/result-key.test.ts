import {describe, expect, it} from 'vitest';
import {resultKeys, toDecimals, toDigits} from '../../../scripts/eval/result-key.js';
import {temporaryFolder} from '../../support/temporary-folder.js';
import {ENDLESS, makeDatabase, numbers, testReader} from '../../support/test-reader.js';

const reader = await testReader(makeDatabase(temporaryFolder()));
const keys = (sql: string) => resultKeys(reader, sql, {timeoutMs: 10_000});
const key = async (sql: string) => (await keys(sql))?.exact ?? null;
const near = async (sql: string) => (await keys(sql))?.near;

describe('a cell as it is compared', () => {
	it.each([
		[2328.600000000004, 2328.6],
		[393599.2121039109, 393599],
		[0.00012345678, 0.000123457],
		[-1.0000004, -1],
		[Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
		// REALs that count as an INTEGER.
		[1378778040, 1378778040],
		[-0, -0],
		// Cells that are no REAL.
		[1378778040n, 1378778040n],
		['2328.600000000004', '2328.600000000004'],
		[null, null],
	])('%s is %s', (cell, expected) => {
		expect(toDigits(cell)).toBe(expected);
	});

	it.each([
		[6.560031, 6.56],
		[39.4674, 39.47],
		[-1.999, -2],
		[Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
		[1378778040, 1378778040],
		[7n, 7n],
		['6.560031', '6.560031'],
	])('%s is %s with two decimals', (cell, expected) => {
		expect(toDecimals(cell)).toBe(expected);
	});
});

describe('the key of a result', () => {
	it('is the same where only the last digits of a REAL differ', async () => {
		expect(await key('SELECT 0.1 + 0.2')).toBe(await key('SELECT 0.3'));
		expect(await key('SELECT 2.34567')).not.toBe(await key('SELECT 2.34568'));
	});

	it('is the same for what is rounded and what is not, where two decimals count', async () => {
		expect(await near('SELECT round(393599.2121 / 60000.0, 2)')).toBe(
			await near('SELECT 393599.2121 / 60000.0'),
		);
		expect(await key('SELECT round(393599.2121 / 60000.0, 2)')).not.toBe(
			await key('SELECT 393599.2121 / 60000.0'),
		);
		expect(await near('SELECT 6.56')).not.toBe(await near('SELECT 6.57'));
	});

	it('never tells apart what the digest takes for the same', async () => {
		expect(await key('SELECT 1378778040.0')).toBe(await key('SELECT 1378778040'));
		expect(await key('SELECT 1 AS a UNION ALL SELECT 1 UNION ALL SELECT 2')).toBe(
			await key('SELECT 2 AS b UNION ALL SELECT 1'),
		);
	});

	it('tells numbers from their text, and columns from each other', async () => {
		expect(await key('SELECT 1')).not.toBe(await key("SELECT '1'"));
		expect(await key("SELECT 'a', 'b'")).not.toBe(await key("SELECT 'b', 'a'"));
	});

	it('is of all rows, also of those that a trajectory does not keep', async () => {
		expect(await key(numbers(12_000))).toMatch(/^12000-/);
		expect(await key(numbers(12_000))).not.toBe(await key(`${numbers(12_001)} WHERE i <> 5000`));
	});

	it('is none where the query fails or takes too long', async () => {
		expect(await key('SELECT a FROM nowhere')).toBe(null);
		expect(await key('DELETE FROM t')).toBe(null);
		expect(await key('SELECT abs(-9223372036854775807 - i) FROM (SELECT 0 AS i UNION ALL SELECT 1)')).toBe(
			null,
		);
		expect(await resultKeys(reader, ENDLESS, {timeoutMs: 100})).toBe(null);
	});

	it('is an error after an abort', async () => {
		const reason = new Error('enough');
		const signal = AbortSignal.abort(reason);
		await expect(resultKeys(reader, 'SELECT 1', {timeoutMs: 10_000, signal})).rejects.toBe(reason);
	});
});
