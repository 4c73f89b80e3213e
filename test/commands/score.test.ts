import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {runProgram, startProgram} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, makeDatabase} from '../support/test-reader.js';

const folder = temporaryFolder();
const databases = path.join(folder, 'databases');
mkdirSync(path.join(databases, 'shop'), {recursive: true});
const shop = makeDatabase(
	path.join(databases, 'shop'),
	'shop.sqlite',
	`CREATE TABLE Item (Name TEXT, Price REAL);
	INSERT INTO Item VALUES ('apple', 1.0), ('pear', 2.5), ('pear', 2.5);
	CREATE TABLE Broken (Name TEXT); INSERT INTO Broken VALUES (CAST(x'61ff' AS TEXT))`,
);

function file(name: string, text: string): string {
	writeFileSync(path.join(folder, name), text);
	return path.join(folder, name);
}

const lines = (queries: readonly string[]) => queries.map(sql => `${sql}\n`).join('');
const goldOf = (queries: readonly string[], name = 'gold.sql') =>
	file(name, lines(queries.map(sql => `${sql}\tshop`)));

async function scored(predictions: string[], gold: string, rule: string, ...flags: string[]) {
	const result = await runProgram([
		'score',
		...predictions,
		'--gold',
		gold,
		'--databases',
		databases,
		'--rule',
		rule,
		...flags,
	]);
	return result;
}

async function verdicts(pairs: Array<[gold: string, prediction: string]>, rule: string, ...flags: string[]) {
	const predictions = file('predictions.txt', lines(pairs.map(([, sql]) => sql)));
	const {stdout, code} = await scored(
		[predictions],
		goldOf(pairs.map(([sql]) => sql)),
		rule,
		'--json',
		...flags,
	);
	const {items, ...rest} = JSON.parse(stdout) as {items: Array<{verdict: string}>; gold_failures: unknown[]};
	return {verdicts: items.map(({verdict}) => verdict), code, ...rest};
}

const NAMES = 'SELECT Name FROM Item';

describe('verdicts', () => {
	it('differ by the rules', async () => {
		const pairs: Array<[string, string]> = [
			[NAMES, `SELECT DISTINCT Name FROM Item`],
			['SELECT Name, Price FROM Item', 'SELECT Price, Name FROM Item'],
			[`${NAMES} ORDER BY Name`, `${NAMES} ORDER BY Name DESC`],
			['SELECT Name FROM Broken', 'SELECT Name FROM Broken'],
			[NAMES, 'SELECT Name FROM Broken'],
			["SELECT 'a'", 'SELECT Name FROM Broken'],
			["SELECT 'value'", "SELECT 'value'"],
			['SELECT 1, 10', 'SELECT 1.0, 10'],
			[NAMES, `${NAMES}; SELECT 1`],
		];
		const of = async (rule: string) => (await verdicts(pairs, rule)).verdicts.join(' ');
		expect(await of('bird')).toBe('right wrong right gold-error decode decode right right refused');
		expect(await of('spider')).toBe('right right wrong right wrong right wrong wrong right');
		expect(await of('spider-keep-distinct')).toBe('wrong right wrong right wrong right wrong wrong refused');
		expect(await of('bird-soft-f1')).toBe('right right wrong gold-error decode decode right right refused');
	});

	it('tell what kept a prediction from being right', async () => {
		const before = readFileSync(shop);
		const found = await verdicts(
			[
				[NAMES, ''],
				[NAMES, 'SELECT nope'],
				[NAMES, ENDLESS],
				[NAMES, 'SELECT zeroblob(900000000), zeroblob(900000000), zeroblob(900000000)'],
				[NAMES, 'DELETE FROM Item'],
				['SELECT nope', NAMES],
				[ENDLESS, NAMES],
				[NAMES, NAMES],
			],
			'spider',
			'--timeout',
			'1.5',
		);
		expect(found).toMatchObject({
			verdicts: ['empty', 'sql-error', 'timeout', 'memory', 'refused', 'gold-error', 'gold-timeout', 'right'],
			code: 1,
			rule: 'spider',
			n: 8,
			right: 1,
			accuracy: 0.125,
			timeout_ms: 1500,
			gold_failures: [
				{index: 5, verdict: 'gold-error', reason: 'no such column: nope'},
				{index: 6, verdict: 'gold-timeout'},
			],
		});
		expect(readFileSync(shop).equals(before)).toBe(true);
	});

	it('has every file of a suite agree', async () => {
		const suite = path.join(folder, 'suite');
		mkdirSync(path.join(suite, 'shop'), {recursive: true});
		writeFileSync(path.join(suite, 'shop', 'shop.sqlite'), readFileSync(shop));
		makeDatabase(
			path.join(suite, 'shop'),
			'other.sqlite',
			"CREATE TABLE Item (Name TEXT, Price REAL); INSERT INTO Item VALUES ('fig', 2.5), ('pear', 1.0)",
		);
		const predictions = file(
			'suite.txt',
			lines(['SELECT Name FROM Item WHERE Price > 2', 'SELECT count(Name) FROM Item']),
		);
		const gold = goldOf(
			["SELECT Name FROM Item WHERE Name = 'pear'", 'SELECT count(*) FROM Item'],
			'suite.sql',
		);
		const run = (rule: string) =>
			runProgram(['score', predictions, '--gold', gold, '--databases', suite, '--rule', rule]);
		expect((await run('bird')).stdout).toMatch(/suite\.txt +2 +100/);
		const {stdout} = await run('spider');
		expect(stdout).toMatch(/suite\.txt +1 +50/);
		expect(stdout).toContain('1 database in 2 files');
	});
});

describe('several files', () => {
	const gold = goldOf([NAMES, 'SELECT 1', 'SELECT 2', 'SELECT nope'], 'several.sql');
	const a = file('a.txt', lines([NAMES, 'SELECT 1', 'SELECT 9', 'SELECT 1']));
	const b = file(
		'b.json',
		JSON.stringify({0: 'SELECT 5\t----- bird -----\tshop', 1: 'SELECT 1', 2: 'SELECT 2'}),
	);
	const c = file('c.txt', lines([NAMES, 'SELECT 7', 'SELECT 2.0', '']));

	it('are compared, and vote', async () => {
		const {stdout, code} = await scored([a, b, c], gold, 'bird', '--vote', '--json');
		expect(code).toBe(1);
		const json = JSON.parse(stdout);
		expect(json.files.map(({file, right}: {file: string; right: number}) => [file, right])).toEqual([
			[a, 2],
			[b, 2],
			[c, 2],
		]);
		expect(json.vote).toMatchObject({
			right: 3,
			items: [
				{index: 0, verdict: 'right', winner: a, votes: 2, clusters: 2},
				{index: 1, verdict: 'right', winner: a, votes: 2, clusters: 2},
				{index: 2, verdict: 'right', winner: b, votes: 2, clusters: 2},
				{index: 3, verdict: 'gold-error', winner: a, votes: 1, clusters: 1},
			],
		});
		expect(json.pairs[0]).toEqual({first: a, second: b, only_first: 1, only_second: 1, difference: 0, p: 1});
	});

	it('stand side by side for a person', async () => {
		const {stdout} = await scored([a, b], gold, 'bird', '--check-gold');
		expect(stdout).toMatch(
			/^rule bird · n 4 · 1 database · SQLite 3\.\d+\.\d+ · at most 30 s a query · 1 gold query fails/,
		);
		expect(stdout).toMatch(/\n {2,}right +accuracy +95 % +wrong +gold-error\n/);
		expect(stdout).toMatch(/\na\.txt +2 +50\.00 % +15\.0–85\.0 +1 +1\n/);
		expect(stdout).toContain('The gold queries themselves get 3 of 4, 75.00 %, by bird');
		expect(stdout).toContain(
			'1 gold query fails; nothing is right there:\n  3  gold-error: no such column: nope\n',
		);
	});

	it('differ by points for a person', async () => {
		const {stdout} = await scored([a, b, c], gold, 'bird', '--vote');
		expect(stdout).toMatch(/only first +only second +points +p \(McNemar\)/);
		expect(stdout).toMatch(/\na\.txt +b\.json +1 +1 +0\.0 /);
		// Two of four and three of four.
		expect(stdout).toMatch(/\na\.txt +vote +0 +1 +\+25\.0 /);
	});
});

describe('what cannot be scored', () => {
	const gold = goldOf([NAMES, NAMES], 'ok.sql');
	const ok = file('ok.txt', lines([NAMES, NAMES]));
	const few = file('few.txt', lines([NAMES]));
	const away = file('away.sql', `${NAMES}\taway\n`);
	const up = file('up.json', JSON.stringify([{SQL: NAMES, db_id: '../shop'}]));
	const none = path.join(folder, 'none.txt');
	it.each<[words: string, code: number, args: string[]]>([
		['few.txt: there are 1 predictions for 2 gold queries', 2, [few, '--gold', gold, '--rule', 'bird']],
		['the predictions cannot be read: there is no such file', 2, [none, '--gold', gold, '--rule', 'bird']],
		['the gold queries cannot be read: there is no such file', 2, [ok, '--gold', none, '--rule', 'bird']],
		['no rule is named', 2, [ok, '--gold', gold]],
		['there is no rule "ex"', 2, [ok, '--gold', gold, '--rule', 'ex']],
		['a file of gold queries is missing: --gold', 2, [ok, '--rule', 'bird']],
		['no predictions are named', 2, ['--gold', gold, '--rule', 'bird']],
		['a vote takes at least two files', 2, [ok, '--gold', gold, '--rule', 'bird', '--vote']],
		['"soon" is no number of seconds', 2, [ok, '--gold', gold, '--rule', 'bird', '--timeout', 'soon']],
		['names the database "../shop"', 2, [few, '--gold', up, '--rule', 'bird']],
		['a database is not in', 4, [few, '--gold', away, '--rule', 'bird']],
	])('%s', async (words, expected, args) => {
		const {stdout, stderr, code} = await runProgram(['score', ...args, '--databases', databases]);
		expect(stderr).toContain(words);
		expect([stdout, code]).toEqual(['', expected]);
	});

	it('is a broken or a locked database', async () => {
		const broken = path.join(folder, 'broken');
		mkdirSync(broken);
		writeFileSync(path.join(broken, 'shop.sqlite'), 'text');
		const {stderr, code} = await runProgram([
			'score',
			ok,
			'--gold',
			gold,
			'--databases',
			broken,
			'--rule',
			'bird',
		]);
		expect(stderr).toContain('is not a SQLite database');
		expect(code).toBe(4);
	});

	it('leaves no process behind when it is interrupted', async () => {
		const endless = file('endless.txt', lines([ENDLESS, ENDLESS]));
		const running = startProgram([
			'score',
			endless,
			'--gold',
			gold,
			'--databases',
			databases,
			'--rule',
			'bird',
		]);
		setTimeout(() => running.kill('SIGINT', 'group'), 1500);
		const {code, stderr, elapsedMs} = await running.exited;
		expect([code, stderr]).toEqual([130, 'Interrupted.\n']);
		expect(elapsedMs).toBeLessThan(20_000);
	});
});

describe('gold queries with more than one right result', () => {
	// Two pears tie, and show different names only with the order of their rows.
	const gold = goldOf(
		['SELECT Price FROM Item ORDER BY Name LIMIT 1', 'SELECT rowid FROM Item ORDER BY Price DESC LIMIT 1'],
		'ties.sql',
	);

	it('is looked for where a line of the gold is blank, too', async () => {
		const gold = file('blank.sql', 'SELECT 1\tshop\n\nSELECT 2\tshop\n');
		const {stdout, code} = await scored([], gold, 'bird', '--check-gold', '--json');
		expect(code).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({
			n: 3,
			gold_failures: [{index: 1, reason: 'the gold query is empty'}],
			nondeterministic_gold: [],
		});
	});

	it('are named where the gold is checked', async () => {
		const {stdout, code} = await scored([], gold, 'bird', '--check-gold');
		expect(stdout).toContain(
			'1 gold query has more than one right result, and predictions are compared with one of them:\n  1  has a LIMIT that cuts through a tie of its ORDER BY\n',
		);
		expect(code).toBe(0);
		const {stdout: json} = await scored([], gold, 'bird', '--check-gold', '--json');
		expect(JSON.parse(json).nondeterministic_gold).toEqual([
			{index: 1, reason: 'has a LIMIT that cuts through a tie of its ORDER BY'},
		]);
		const {stdout: unchecked} = await scored([gold], gold, 'bird', '--json');
		expect(JSON.parse(unchecked)).not.toHaveProperty('nondeterministic_gold');
	});

	it('are also those whose rows tie, by a rule to which their order counts', async () => {
		const ordered = goldOf(['SELECT rowid FROM Item ORDER BY Price'], 'ordered.sql');
		const told = async (rule: string) => (await scored([], ordered, rule, '--check-gold')).stdout;
		expect(await told('bird')).toContain('Of no gold query another result was found that would be as right.');
		expect(await told('spider')).toContain('0  has ties in its ORDER BY, and the order of rows counts');
	});
});

describe('R-VES', () => {
	it('rewards what is right for its time, and says that it depends on the machine', async () => {
		const slow = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) SELECT max(i) FROM n`;
		const gold = goldOf([slow, 'SELECT 10000', NAMES, NAMES], 'slow.sql');
		const predictions = file('times.txt', lines(['SELECT 10000', slow, NAMES, 'SELECT 1']));
		const {stdout, code} = await scored([predictions], gold, 'bird-r-ves', '--json');
		const found = JSON.parse(stdout);
		expect(code).toBe(0);
		// √1.25, √0.25, 1 for what is written like the gold, and 0.
		expect(found.items).toEqual([
			{index: 0, verdict: 'right', score: 1.118},
			{index: 1, verdict: 'right', score: 0.5},
			{index: 2, verdict: 'right', score: 1},
			{index: 3, verdict: 'wrong', score: 0},
		]);
		expect(found).toMatchObject({rule: 'bird-r-ves', right: 3, accuracy: 0.75, mean: 0.6545});
		expect(found.depends_on_machine).toMatch(/^\d+ × /);
		const {stdout: table} = await scored([predictions], gold, 'bird-r-ves');
		expect(table).toContain('The mean is R-VES. It depends on the machine (');
	});
});
