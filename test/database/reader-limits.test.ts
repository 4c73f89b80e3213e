import {describe, expect, it} from 'vitest';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, kindOf, makeDatabase, numbers, rowsOf, testReader} from '../support/test-reader.js';

const folder = temporaryFolder();
const file = makeDatabase(folder);
const reader = await testReader(file);

/** A cold start takes about 150 ms on a quiet machine, the spare process about one. */
const FROM_SPARE_MS = 100;

const ENDLESS_QUERIES = {
	'a recursion': ENDLESS,
	'a cross join': `WITH n AS (${numbers(2000)}) SELECT count(*) FROM n AS a, n AS b, n AS c, n AS d`,
	'a recursion without repeats':
		'WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT (i + 1) % 1e9 FROM n) SELECT sum(i) FROM n',
	'rows that all count': 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT i FROM n',
};

describe('the deadline', () => {
	it.each(Object.entries(ENDLESS_QUERIES))('stops %s', async (_, sql) => {
		const start = performance.now();
		const outcome = await reader.query(sql, {timeoutMs: 300, digest: true});
		expect(kindOf(outcome)).toBe('timeout');
		expect(outcome.elapsedMs).toBeGreaterThanOrEqual(295);
		expect(performance.now() - start).toBeLessThan(2000);
		expect(await rowsOf(reader, 'SELECT 1')).toEqual([[1n]]);
	});

	it('names the limit', async () => {
		expect(await reader.query(ENDLESS, {timeoutMs: 200})).toMatchObject({
			error: {kind: 'timeout', message: expect.stringContaining('0.2 s')},
		});
	});

	it('may be none at all', async () => {
		const outcome = await reader.query('SELECT 1', {timeoutMs: Number.POSITIVE_INFINITY});
		expect(kindOf(outcome)).toEqual([[1n]]);
	});

	it('does not count waiting for a turn', async () => {
		const busy = reader.query(ENDLESS, {timeoutMs: 700});
		const queued = [1, 2, 3].map(i => reader.query(`SELECT ${i}`, {timeoutMs: 500}));
		expect(kindOf(await busy)).toBe('timeout');
		expect((await Promise.all(queued)).map(kindOf)).toEqual([[[1n]], [[2n]], [[3n]]]);
	});

	it("is each query's own", async () => {
		const outcomes = await Promise.all([
			reader.query(ENDLESS, {timeoutMs: 150}),
			reader.query(ENDLESS, {timeoutMs: 300}),
			reader.query('SELECT 3'),
		]);
		expect(outcomes.map(kindOf)).toEqual(['timeout', 'timeout', [[3n]]]);
	});

	it('leaves the next query to the spare process', async () => {
		const quickest = await fastestOf(5, async () => {
			// The spare has had its time to start while this one runs.
			expect(kindOf(await reader.query(ENDLESS, {timeoutMs: 600}))).toBe('timeout');
		});
		expect(quickest).toBeLessThan(FROM_SPARE_MS);
	});
});

describe('the memory limit', () => {
	it.each([
		'SELECT length(hex(zeroblob(4e8)))',
		"SELECT length(printf('%.*c', 5e8, 'x'))",
		"SELECT printf('%.*c', 4e8, 'x')",
		'SELECT randomblob(9e8)',
		'SELECT zeroblob(9e8)',
		'SELECT zeroblob(2e8)',
		"SELECT printf('%.*c', 5e7, char(1))",
		`SELECT group_concat(printf('%.*c', 1e6, 'x')) FROM (${numbers(1_000_000)})`,
	])('stops %s', async sql => {
		expect(kindOf(await reader.query(sql))).toBe('memory');
		expect(await rowsOf(reader, "SELECT 'next'")).toEqual([['next']]);
	});

	it('names the limit', async () => {
		expect(await reader.query("SELECT printf('%.*c', 4e8, 'x')")).toMatchObject({
			error: {message: expect.stringContaining('512 MB')},
		});
	});

	it('is measured anew for each query', async () => {
		for (let i = 0; i < 5; i++) {
			expect(kindOf(await reader.query("SELECT length(printf('%.*c', 1.2e8, 'x'))"))).toEqual([
				[120_000_000n],
			]);
		}
	});

	it('counts for the digest of a result that is too large', async () => {
		const outcome = await reader.query(numbers(1_000_000_000), {digest: true, timeoutMs: 2000});
		expect(kindOf(outcome)).toMatch(/^(?:memory|timeout)$/);
	});
});

describe('the limit of temporary files', () => {
	it('stops a sort and a recursion that outgrow it', async () => {
		const parallel = await testReader(file, {concurrency: 2});
		const outcomes = await Promise.all(
			[
				`SELECT randomblob(1e5) FROM (${numbers(30_000)}) ORDER BY 1`,
				'WITH RECURSIVE n(i, b) AS (SELECT 1, zeroblob(1e6) UNION SELECT i + 1, b FROM n) SELECT count(*) FROM n',
			].map(sql => parallel.query(sql)),
		);
		const failure = {error: {kind: 'memory', message: expect.stringMatching(/temporary files/)}};
		expect(outcomes).toMatchObject([failure, failure]);
		expect(await rowsOf(parallel, "SELECT 'next'")).toEqual([['next']]);
	});

	it('leaves room for an ordinary sort', async () => {
		const outcome = await reader.query(
			`SELECT length(max(r)) FROM (SELECT randomblob(1e4) AS r FROM (${numbers(5000)}) ORDER BY r)`,
		);
		expect(kindOf(outcome)).toEqual([[10_000n]]);
	});
});

/** The shortest time in ms in which a query is answered after something else. */
async function fastestOf(times: number, before: () => Promise<void>): Promise<number> {
	let best = Number.POSITIVE_INFINITY;
	for (let i = 0; i < times && best >= FROM_SPARE_MS; i++) {
		await before();
		const start = performance.now();
		expect(await rowsOf(reader, "SELECT 'next'")).toEqual([['next']]);
		best = Math.min(best, performance.now() - start);
	}

	return best;
}
