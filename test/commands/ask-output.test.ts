import {describe, expect, it} from 'vitest';
import {answer, runScripted, shopDatabase, startScripted, turns} from '../support/ask-program.js';
import {PROGRAM} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {numbers} from '../support/test-reader.js';

const shop = shopDatabase(temporaryFolder());
const ASK = ['ask', shop, 'List them.'];

/** Cells that are odd in one form or another. */
const ODD = `SELECT 9007199254740993 AS big, -9223372036854775808 AS least, 9007199254740991 AS safe, 9e999 AS inf,
	-9e999 AS "-inf", 1.0 AS one, 0.1 AS tenth, x'00ff' AS blob, NULL AS none, '' AS empty,
	'a,b' || char(9) || '"c"' || char(10) || '|d' AS text`;

describe.concurrent('--format', () => {
	it.each([
		[
			'tsv',
			'big\tleast\tsafe\tinf\t-inf\tone\ttenth\tblob\tnone\tempty\ttext\n' +
				'9007199254740993\t-9223372036854775808\t9007199254740991\tinf\t-inf\t1.0\t0.1\tx\'00ff\'\t\\N\t\ta,b\\t"c"\\n|d\n',
		],
		[
			'csv',
			'big,least,safe,inf,-inf,one,tenth,blob,none,empty,text\n' +
				'9007199254740993,-9223372036854775808,9007199254740991,inf,-inf,1.0,0.1,x\'00ff\',,"","a,b\t""c""\n|d"\n',
		],
	])('%s writes every kind of cell', async (format, rows) => {
		const {code, stdout} = await runScripted(turns(answer(ODD)), [...ASK, '--format', format]);
		expect({code, stdout}).toEqual({code: 0, stdout: rows});
	});

	it('is tsv where stdout is no terminal', async () => {
		const {code, stdout} = await runScripted(turns(answer('SELECT NULL AS a, 2 AS b')), ASK);
		expect({code, stdout}).toEqual({code: 0, stdout: 'a\tb\n\\N\t2\n'});
	});

	it('json writes plain data', async () => {
		const {code, stdout} = await runScripted(turns(answer(ODD)), [...ASK, '--format', 'json']);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toEqual([
			{
				big: '9007199254740993',
				least: '-9223372036854775808',
				safe: 9_007_199_254_740_991,
				inf: 'inf',
				'-inf': '-inf',
				one: 1,
				tenth: 0.1,
				blob: '00ff',
				none: null,
				empty: '',
				text: 'a,b\t"c"\n|d',
			},
		]);
	});

	it.each(['table', 'md'])('%s writes a row a line', async format => {
		const {code, stdout} = await runScripted(turns(answer(ODD)), [...ASK, '--format', format]);
		expect(code).toBe(0);
		const lines = stdout.trimEnd().split('\n');
		expect(lines).toHaveLength(3);
		expect(lines[2]).toContain('9007199254740993');
		expect(lines[2]).toContain('NULL');
	});

	it.each([
		['tsv', 'a\n'],
		['csv', 'a\n'],
		['json', '[]\n'],
		['md', '| a |\n| --- |\n'],
		['table', 'a\n─\n'],
	])('%s of no rows is 0, with the columns where there are any', async (format, text) => {
		const script = turns(answer("SELECT Name AS a FROM Item WHERE Name = 'kiwi'"));
		const {code, stdout, stderr} = await runScripted(script, [...ASK, '--format', format]);
		expect({code, stdout}).toEqual({code: 0, stdout: text});
		expect(stderr).toContain('0 rows');
	});

	it.each([
		[['--format', 'xml'], 'xml'],
		[['--json', '--sql'], '--json and --sql'],
		[['--format', 'csv', '--json'], '--format and --json'],
	])('%j is an error of usage', async (flags, words) => {
		const {code, stdout, stderr, server} = await runScripted([], [...ASK, ...flags]);
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain(words);
		expect(server.requests).toEqual([]);
	});
});

describe.concurrent.each([
	// More than a trajectory keeps, and more than is counted.
	[1001, '1,001 rows'],
	[10_500, 'more than 10,000 rows'],
])('%i rows', (last, said) => {
	const script = turns(answer(numbers(last, 'i, i * i AS square')));

	function read(format: string, stdout: string): Array<[number, number]> {
		const lines = stdout.trimEnd().split('\n');
		switch (format) {
			case 'json':
				return (JSON.parse(stdout) as Array<{i: number; square: number}>).map(({i, square}) => [i, square]);
			case 'tsv':
			case 'csv':
				expect(lines[0]).toBe(format === 'tsv' ? 'i\tsquare' : 'i,square');
				return lines
					.slice(1)
					.map(line => line.split(format === 'tsv' ? '\t' : ',').map(Number) as [number, number]);
			default:
				expect(lines[0]).toMatch(/^\W*i\W+square\W*$/);
				return lines.slice(2).map(line => line.match(/\d+/g)!.map(Number) as [number, number]);
		}
	}

	it.each(['tsv', 'csv', 'json', 'md', 'table'])('are all there as %s', async format => {
		const {code, stdout, stderr} = await runScripted(script, [...ASK, '--format', format]);
		expect(code).toBe(0);
		expect(stderr).toContain(said);
		const rows = read(format, stdout);
		expect(rows).toHaveLength(last);
		expect(rows.every(([i, square], at) => i === at + 1 && square === i * i)).toBe(true);
	});

	it('are in the trajectory as far as it keeps them', async () => {
		const {code, stdout} = await runScripted(script, [...ASK, '--json']);
		expect(code).toBe(0);
		const {table} = JSON.parse(stdout).answer.outcome;
		expect(table.rows).toHaveLength(1000);
		expect(table).toMatchObject({
			row_count: Math.min(last, 10_000),
			truncated: last > 10_000 ? 'uncounted' : 'kept',
		});
	});
});

describe.concurrent('a reader of stdout that leaves', () => {
	/** Runs in a shell; the exit code of the program comes after its own words on stderr. */
	async function pipedTo(consumer: string, sql: string, ...flags: string[]) {
		const command = `{ "$0" "$@"; echo "code $?" >&2; } | ${consumer}`;
		const args = ['-c', command, process.execPath, PROGRAM, ...ASK, ...flags];
		return runScripted(turns(answer(sql)), args, {command: '/bin/sh'});
	}

	it.each([
		['tsv', 'i\n'],
		['csv', 'i\n'],
		['json', '[\n'],
		['md', '| i |\n'],
	])('after a line of %s ends the query, with no complaint', async (format, line) => {
		const {stdout, stderr, elapsedMs} = await pipedTo('head -1', numbers(2_000_000_000), '--format', format);
		expect(stdout).toBe(line);
		expect(stderr.trimEnd().split('\n').at(-1)).toBe('code 0');
		expect(stderr).not.toMatch(/EPIPE|Error|sqrl-tui:/);
		expect(elapsedMs).toBeLessThan(5000);
	});

	it('before anything is written is no error either', async () => {
		const {stdout, stderr} = await pipedTo('true', 'SELECT 1', '--json');
		expect(stdout).toBe('');
		expect(stderr.trimEnd().split('\n').at(-1)).toBe('code 0');
		expect(stderr).not.toMatch(/EPIPE|Error|sqrl-tui:/);
	});

	it('and of stderr too changes nothing on stdout', async () => {
		const command = '{ "$0" "$@" 2>&3 3>&-; echo "code $?"; } 3>&1 >&2 | true';
		const args = ['-c', command, process.execPath, PROGRAM, ...ASK];
		const {stderr} = await runScripted(turns(answer('SELECT 1 AS n')), args, {command: '/bin/sh'});
		expect(stderr).toBe('n\n1\ncode 0\n');
	});
});

it('rows that come slower than the query limit allows are said not to be all (1)', async () => {
	// The first 10,000 rows come at once, what follows them never.
	const sql =
		'SELECT i FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n) WHERE i < 10050 OR i < 0';
	const {code, stdout, stderr} = await runScripted(turns(answer(sql)), [...ASK, '--query-timeout', '1']);
	expect(code).toBe(1);
	expect(stdout.startsWith('i\n1\n2\n')).toBe(true);
	expect(stderr).toMatch(/the rows above are not all: .*--query-timeout/s);
});

it('stops where stdout is not read, until it is', async () => {
	const running = await startScripted(turns(answer(numbers(200_000))), ASK);
	running.child.stdout!.pause();
	await running.said('more than 10,000 rows');
	running.child.stdout!.resume();
	const {code, stdout} = await running.exited;
	expect(code).toBe(0);
	expect(stdout.trimEnd().split('\n')).toHaveLength(200_001);
});
