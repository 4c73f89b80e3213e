import {execFileSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {answer, runScripted, shopDatabase, turns} from '../support/ask-program.js';
import {PROGRAM, runProgram} from '../support/run-program.js';
import type {Script} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase} from '../support/test-reader.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);

/** A new title, a cleared screen, blinking, a colour in C1, a bell, a deletion, text turned round, a carriage return. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u001b[5m\u009b31m\b\u007f\u202eevil\rover';
const ACTS = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

const CELL = `'a' || char(27) || '[2J' || char(155) || '31m' || char(7) || char(8238) || 'z'`;
const hostileDatabase = makeDatabase(
	folder,
	'hostile.sqlite',
	`CREATE TABLE "t\u001b[2J" (a TEXT, "b\u001b]0;x\u0007" TEXT);
	INSERT INTO "t\u001b[2J" VALUES (${CELL}, 'plain');
	CREATE VIEW "v\u001b[2J" AS SELECT a FROM missing;`,
);

const HOSTILE_ANSWER: Script = [
	{
		reply: {
			text: `Summary ${HOSTILE}\n<answer> SELECT a, "b\u001b]0;x\u0007" AS "c\u001b[2J" FROM "t\u001b[2J" -- ${HOSTILE}\n </answer>`,
		},
	},
];

/** What a person sees of these is safe to draw, wherever it goes. */
const CASES: Array<[string, Script, string]> = [
	['a summary, SQL, cells and names', HOSTILE_ANSWER, 'plain'],
	[
		'an error of SQLite',
		[{reply: {text: `Hm\n<answer> SELECT "x${HOSTILE}".y </answer>`}}],
		'no such column',
	],
	['an error of the server', [{reply: {status: 400, body: {error: {message: `no ${HOSTILE}`}}}}], 'refuses'],
	[
		'a reason to wait',
		[
			{attempt: 0, reply: {status: 429, headers: {'retry-after': '0'}, body: {error: {message: HOSTILE}}}},
			{reply: {text: '<answer> SELECT 1 </answer>'}},
		],
		'waiting',
	],
	['a reply without an action', [{reply: {text: HOSTILE}}], 'No answer'],
];

describe.concurrent('what could act on a terminal', () => {
	it.each(CASES)('in %s is a sign on stderr', async (_, script, words) => {
		const {stderr, stdout} = await runScripted(script, ['ask', hostileDatabase, `Q ${HOSTILE}?`]);
		expect(stderr + stdout).toContain(words);
		expect(stderr).not.toMatch(ACTS);
		expect(stderr).not.toContain('should not have happened');
	});

	it.each(['--json', '--format=json'])('is no raw control in %s', async flag => {
		const {code, stdout} = await runScripted(HOSTILE_ANSWER, ['ask', hostileDatabase, 'Q?', flag]);
		expect(code).toBe(0);
		expect(stdout).not.toMatch(/[\0-\u0009\u000b-\u001f]/);
		expect(JSON.stringify(JSON.parse(stdout))).toContain('\\u001b[2J');
	});

	it('stays as it is in data for a program', async () => {
		const {stdout} = await runScripted(HOSTILE_ANSWER, ['ask', hostileDatabase, 'Q?', '--format', 'tsv']);
		expect(stdout).toContain('a\u001b[2J\u009b31m\u0007\u202ez\tplain\n');
	});

	it('is a sign where the command line, a setting or a file repeats it', async () => {
		for (const args of [
			['ask', shop, 'Q?', `--${HOSTILE}`],
			['ask', shop, 'Q?', '--format', HOSTILE],
			['ask', shop, 'Q?', '--temperature', HOSTILE],
			['ask', shop, 'Q?', '--tables', HOSTILE],
			['ask', shop, 'Q?', HOSTILE],
			['ask', `${folder}/${HOSTILE}`, 'Q?'],
			['config', HOSTILE],
		]) {
			const {code, stdout, stderr} = await runProgram(args);
			expect([2, 4]).toContain(code);
			expect(stdout).toBe('');
			expect(stderr).not.toMatch(ACTS);
		}
	});

	describe.skipIf(!hasTerminal())('on a terminal (needs `script` of util-linux)', () => {
		/** Everything that the program writes to a terminal of its own, without the colours and the status line. */
		async function seen(script: Script, args: readonly string[], env: Record<string, string> = {}) {
			const words = [process.execPath, PROGRAM, ...args].map(word => `'${word.replaceAll("'", `'\\''`)}'`);
			const {stdout, code} = await runScripted(script, ['-qec', words.join(' '), '/dev/null'], {
				command: 'script',
				env: {SHELL: '/bin/sh', ...env},
			});
			const text = stdout
				.replaceAll('\r\n', '\n')
				.replaceAll(/\r\u001b\[K/g, '')
				.replaceAll(/\u001b\[(?:2|22|3\d)m/g, '');
			return {stdout, text, code};
		}

		it.each(CASES)('is a sign in %s', async (_, script, words) => {
			const {text} = await seen(script, ['ask', hostileDatabase, `Q ${HOSTILE}?`]);
			expect(text).toContain(words);
			expect(text).not.toMatch(ACTS);
		});

		it.each(['tsv', 'csv', 'json', 'md', 'table'])('is a sign in %s too', async format => {
			const {text, code} = await seen(HOSTILE_ANSWER, ['ask', hostileDatabase, 'Q?', '--format', format]);
			expect(code).toBe(0);
			expect(text).toContain('plain');
			expect(text).not.toMatch(ACTS);
		});

		it.each(['--json', '--sql'])('is a sign in %s too', async flag => {
			const {text, code} = await seen(HOSTILE_ANSWER, ['ask', hostileDatabase, 'Q?', flag]);
			expect(code).toBe(0);
			expect(text).not.toMatch(ACTS);
		});

		it('there are colours, and a table; none under NO_COLOR', async () => {
			const script = turns(answer('SELECT Name FROM Item'));
			const coloured = await seen(script, ['ask', shop, 'Q?']);
			expect(coloured.stdout).toMatch(/\u001b\[3\dm/);
			expect(coloured.text).toContain('─');
			const plain = await seen(script, ['ask', shop, 'Q?'], {NO_COLOR: '1'});
			expect(plain.stdout).not.toMatch(/\u001b\[[\d;]*m/);
		});
	});
});

function hasTerminal(): boolean {
	try {
		return execFileSync('script', ['--version'], {encoding: 'utf8'}).includes('util-linux');
	} catch {
		return false;
	}
}
