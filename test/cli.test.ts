/** The program as a whole: what it prints of itself, and how it takes a command line that is wrong. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {shopDatabase} from './support/ask-program.js';
import {runProgram} from './support/run-program.js';
import {temporaryFolder} from './support/temporary-folder.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);

describe.concurrent('help and version', () => {
	it('--help tells the commands, the settings and the exit codes', async () => {
		const {code, stdout, stderr} = await runProgram(['--help']);
		expect({code, stderr}).toEqual({code: 0, stderr: ''});
		for (const words of [
			'sqrl-tui <database>',
			'sqrl-tui ask',
			'doctor',
			'config',
			'--base-url',
			'SQRL_BASE_URL',
		]) {
			expect(stdout).toContain(words);
		}

		expect(stdout).toMatch(/0 done.*1 no answer.*2 usage.*3 model.*4 database\s.*130 interrupted/s);
		expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
		expect((await runProgram(['-h'])).stdout).toBe(stdout);
	});

	it.each([
		['ask', ['--format', '--json', '--sql', '--evidence-file', '--tables', '--seed']],
		['export', ['export [sft|rl|pairs] <file|folder|id>', '--format', '--output']],
		['doctor', ['doctor [database]', '--base-url']],
		['config', ['--unset']],
	])('%s -h tells its flags, without looking at anything else', async (command, words) => {
		const {code, stdout, stderr} = await runProgram([command, '-h'], {env: {SQRL_TEMPERATURE: 'hot'}});
		expect({code, stderr}).toEqual({code: 0, stderr: ''});
		for (const word of words) {
			expect(stdout).toContain(word);
		}

		expect((await runProgram([command, 'a', 'b', 'c', 'd', '--help'])).stdout).toBe(stdout);
	});

	it('--version tells the version of the package', async () => {
		const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
		const {version} = JSON.parse(manifest) as {version: string};
		const {code, stdout, stderr} = await runProgram(['--version']);
		expect({code, stdout, stderr}).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
	});
});

describe.concurrent('a command line that is wrong ends with 2 and says why', () => {
	it.each<[string, string[], string]>([
		['an unknown flag', ['ask', shop, 'Q?', '--frob'], '--frob'],
		['an unknown flag before a command', ['--frob', 'ask'], '--frob'],
		['a flag of another command', ['doctor', '--format', 'csv'], '--format'],
		['a value for a switch', ['ask', shop, 'Q?', '--json=x'], '--json'],
		['a flag without its value', ['ask', shop, 'Q?', '--seed'], '--seed'],
		['nothing at all', [], 'no database is named'],
		['ask without anything', ['ask'], 'Usage: sqrl-tui ask <database> <question|->'],
		['ask without a question', ['ask', shop], 'Usage:'],
		['a question without quotes', ['ask', shop, 'How', 'many?'], '"many?"'],
		['a database besides --sample', ['ask', '--sample', shop, 'Q?'], '--sample stands for the database'],
		['two databases', ['doctor', shop, shop], 'Usage: sqrl-tui doctor [database]'],
		['too much for config', ['config', 'model', 'a', 'b'], 'Usage: sqrl-tui config'],
	])('%s', async (_, args, words) => {
		const {code, stdout, stderr} = await runProgram(args);
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toMatch(/^sqrl-tui: /);
		expect(stderr).toContain(words);
		expect(stderr).not.toMatch(/\n\s+at /);
	});

	it.each([
		['--base-url', '127.0.0.1:8000'],
		['--base-url', 'ftp://127.0.0.1/v1'],
		['--base-url', 'http://127.0.0.1/v1?key=1'],
		['--model', ' '],
		['--temperature', '2.1'],
		['--temperature', 'hot'],
		['--top-p', '0'],
		['--max-tokens', '1.5'],
		['--seed', '-1'],
		['--max-steps', '-1'],
		['--query-timeout', '0'],
		['--idle-timeout', '301'],
	])('%s %s', async (flag, value) => {
		const {code, stdout, stderr} = await runProgram(['ask', shop, 'Q?', `${flag}=${value}`]);
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain(flag);
	});

	it('a variable', async () => {
		const {code, stderr} = await runProgram(['ask', shop, 'Q?'], {env: {SQRL_MAX_STEPS: 'five'}});
		expect(code).toBe(2);
		expect(stderr).toContain('SQRL_MAX_STEPS');
		expect(stderr).toContain('"five"');
	});
});

describe('config', () => {
	it('keeps a setting for the commands that come after', async () => {
		const home = temporaryFolder();
		expect(await runProgram(['config', 'model', 'other'], {home})).toMatchObject({code: 0, stdout: ''});
		const all = await runProgram(['config'], {home, env: {SQRL_TEMPERATURE: '0'}});
		expect(all.code).toBe(0);
		expect(all.stdout).toContain(`model = other  (${path.join(home, 'config.json')})\n`);
		expect(all.stdout).toContain('temperature = 0  (SQRL_TEMPERATURE)\n');
		expect(all.stdout).toContain('top-p = 0.95  (default)\n');
		expect((await runProgram(['config', 'model'], {home})).stdout).toBe('other\n');
		expect((await runProgram(['config', 'model'], {home, env: {SQRL_MODEL: 'third'}})).stdout).toBe(
			'third\n',
		);
		expect((await runProgram(['config', '--unset', 'model'], {home})).code).toBe(0);
		expect((await runProgram(['config', 'model'], {home})).stdout).toBe('sqrl-4b\n');
	});

	it.each([
		['an unknown setting', ['colour', 'red']],
		['a bad value', ['temperature', 'hot']],
		['--unset of nothing', ['--unset']],
	])('turns down %s and keeps nothing (2)', async (_, args) => {
		const home = temporaryFolder();
		const {code, stdout, stderr} = await runProgram(['config', ...args], {home});
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain(args[0]);
		expect(existsSync(path.join(home, 'config.json'))).toBe(false);
	});

	it.each(['{"model": ', '[', '\0\u0001'])(
		'a file that cannot be read (%j) is named, and left as it is (2)',
		async text => {
			const home = temporaryFolder();
			const file = path.join(home, 'config.json');
			writeFileSync(file, text);
			for (const args of [['config'], ['config', 'model', 'x'], ['ask', shop, 'Q?']]) {
				const {code, stdout, stderr} = await runProgram(args, {home});
				expect({code, stdout}).toEqual({code: 2, stdout: ''});
				expect(stderr).toContain(file);
			}

			expect(readFileSync(file, 'utf8')).toBe(text);
		},
	);

	it('a value in the file that is bad names the file (2)', async () => {
		const home = temporaryFolder();
		writeFileSync(path.join(home, 'config.json'), '{"temperature": "hot"}');
		const {code, stderr} = await runProgram(['ask', shop, 'Q?'], {home});
		expect(code).toBe(2);
		expect(stderr).toContain('temperature');
		expect(stderr).toContain(path.join(home, 'config.json'));
	});

	it.each([
		['by another value', ['config', 'temperature', '0.5'], '0.5\n'],
		['by forgetting it', ['config', '--unset', 'temperature'], '0.7\n'],
	])('a value in the file that is bad can be mended %s', async (_, args, then) => {
		const home = temporaryFolder();
		writeFileSync(path.join(home, 'config.json'), '{"temperature": {"no": "number"}}');
		expect(await runProgram(args, {home})).toMatchObject({code: 0});
		expect((await runProgram(['config', 'temperature'], {home})).stdout).toBe(then);
	});
});
