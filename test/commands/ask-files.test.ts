import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readlinkSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {answer, runScripted, shopDatabase, startScripted} from '../support/ask-program.js';
import {runProgram} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase, numbers} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const FINE = [{reply: answer('SELECT count(*) FROM Item')}];

describe('evidence from a pipe', () => {
	it("is read, as from a shell's <(…)", async () => {
		const {server, code} = await runScripted(
			FINE,
			[
				'-c',
				`"$0" "$1" ask "$2" 'How many?' --evidence-file <(echo 'an item is a row')`,
				process.execPath,
				'PROGRAM',
				shop,
			].map(text => (text === 'PROGRAM' ? path.resolve('bin/sqrl-tui.js') : text)),
			{command: 'bash'},
		);
		expect(code).toBe(0);
		expect(server.requests[0]!.body.messages[0]!.content).toContain('an item is a row');
	});

	it.skipIf(process.platform !== 'linux')('that nobody writes to is waited for until Ctrl-C', async () => {
		const pipe = path.join(temporaryFolder(), 'pipe');
		execFileSync('mkfifo', [pipe]);
		const running = await startScripted(FINE, ['ask', shop, 'How many?', '--evidence-file', pipe]);
		const files = `/proc/${running.child.pid}/fd`;
		const open = () =>
			readdirSync(files).map(name => readlinkSync(path.join(files, name), {encoding: 'utf8'}));
		await waitFor(() => open().includes(pipe), 'the opening of the pipe');
		running.kill('SIGINT');
		expect(await running.exited).toMatchObject({code: 130, stderr: expect.stringContaining('Interrupted.')});
	});
});

describe('output that cannot be written', () => {
	it.skipIf(!existsSync('/dev/full')).each([
		['ask', ['ask', shop, 'How many?']],
		['doctor', ['doctor', shop]],
		['config', ['config']],
		['--help', ['--help']],
	])('%s says so (1)', async (_, args) => {
		const {code, stderr} = await runScripted(
			FINE,
			['-c', '"$@" > /dev/full', 'sh', process.execPath, path.resolve('bin/sqrl-tui.js'), ...args],
			{command: 'sh'},
		);
		expect(code).toBe(1);
		expect(stderr).toContain('the output cannot be written');
		expect(stderr).not.toContain('should not have happened');
	});
});

it('prints a trajectory that is longer than the longest string', async () => {
	const file = makeDatabase(
		temporaryFolder(),
		'big.sqlite',
		`CREATE TABLE big(a, b); INSERT INTO big SELECT hex(zeroblob(2500000)), zeroblob(5000000) FROM (${numbers(20)});`,
	);
	onTestFinished(() => rmSync(file));
	const counted = `"$0" "$1" ask "$2" 'Big?' --json | tail -c 40 | tr -d '\\n'`;
	const probes = [{text: '<sql> SELECT a, b FROM big </sql>'}, {text: '<sql> SELECT b, a FROM big </sql>'}];
	const {stdout, stderr} = await runScripted(
		[...probes, answer('SELECT * FROM big')].map((reply, turn) => ({turn, reply})),
		['-c', counted, process.execPath, path.resolve('bin/sqrl-tui.js'), file],
		{command: 'bash'},
	);
	expect(stderr).not.toContain('should not have happened');
	expect(stdout).toMatch(/"elapsed_ms":[\d.]+\}\}\}$/);
}, 120_000);

it('works for a user without a home', async () => {
	const env = {HOME: '', SQRL_TUI_HOME: ''};
	expect(await runProgram(['--help'], {env})).toMatchObject({code: 0});
	expect(await runScripted(FINE, ['ask', shop, 'How many?'], {env})).toMatchObject({code: 0});
});

it('reads a config with a byte order mark, and names what is no setting in it', async () => {
	const home = temporaryFolder();
	writeFileSync(path.join(home, 'config.json'), '\ufeff{"seed": "abc", "model": "m", "tempratur": 1}');
	const {code, stdout} = await runProgram(['config'], {home});
	expect(code).toBe(2);
	expect(stdout).toContain('model = m  (');
	expect(stdout).toMatch(/^seed: wrong: .*whole number/m);
	expect(stdout).toMatch(/^tempratur: unknown/m);
});
