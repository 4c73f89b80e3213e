import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {runScripted, shopDatabase, startScripted, testServer} from '../support/ask-program.js';
import type {Script, ServerOptions} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const FINE: Script = [{reply: {text: '<think>\nThe first table is Item.'}}];

type Line = {sign: string; topic: string; words: string};

/** Runs `doctor` and reads its report: a line with a sign and a topic each, advice indented below. */
async function doctor(
	script: Script,
	{args = [shop], ...options}: {args?: string[]; server?: ServerOptions; env?: Record<string, string>} = {},
) {
	const {code, stdout, stderr, server} = await runScripted(script, ['doctor', ...args], options);
	const lines: Line[] = stdout.split('\n').flatMap(line => {
		const [, sign, topic, words] = /^([✓·✗]) (.{11}) (.*)$/.exec(line) ?? [];
		return sign ? [{sign, topic: topic!.trim(), words: words!}] : [];
	});
	return {
		code,
		stdout,
		stderr,
		server,
		lines,
		faults: lines.filter(({sign}) => sign === '✗').map(({topic}) => topic),
	};
}

function lineOf(lines: Line[], topic: string): Line {
	return lines.find(line => line.topic === topic)!;
}

describe.concurrent('doctor', () => {
	it('says that all is well (0)', async () => {
		const {code, stdout, stderr, lines, faults, server} = await doctor(FINE);
		expect({code, faults, stderr}).toEqual({code: 0, faults: [], stderr: ''});
		expect(stdout.trimEnd().split('\n').at(-1)).toBe('All is well.');
		expect(lines.map(({topic}) => topic)).toEqual([
			'database',
			'server',
			'model',
			'context',
			'think block',
			'model file',
			'embedded',
			// The shop's schema is none that it knows.
			'embedded',
			'terminal',
		]);
		expect(lineOf(lines, 'database').words).toContain('3 tables, 1 views');
		expect(lineOf(lines, 'server').words).toContain(server.baseUrl);
		expect(lineOf(lines, 'server').words).toContain('SQRL_BASE_URL');
		expect(lineOf(lines, 'model').words).toContain('sqrl-4b');
		expect(lineOf(lines, 'context').words).toContain('32,768');
		// The trial is a prompt like any other, and short.
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]!.body.max_tokens).toBeLessThan(200);
		expect(server.requests[0]!.body.messages[0]!.content).toContain('CREATE TABLE Item');
	});

	it('looks at the sample where no database is named', async () => {
		const {code, lines} = await doctor(FINE, {args: []});
		expect(code).toBe(0);
		expect(lineOf(lines, 'database').words).toContain('sample');
	});

	it('breaks the trial off at its first word', async () => {
		const {code, server} = await doctor([{reply: {text: 'on and ', endless: true}}]);
		expect(code).toBe(0);
		await expect(server.requests[0]!.ended).resolves.toBe('broken');
	});

	it.sequential('finds a server that is down (1), and still looks at the rest', async () => {
		const {baseUrl, close} = await testServer([]);
		await close();
		const {code, stdout, faults, lines} = await doctor(FINE, {env: {SQRL_BASE_URL: baseUrl}});
		expect({code, faults}).toEqual({code: 1, faults: ['server']});
		expect(lineOf(lines, 'server').words).toBe(`in use: nothing answers at ${baseUrl} (connection refused)`);
		expect(lineOf(lines, 'database').sign).toBe('✓');
		expect(lineOf(lines, 'terminal')).toBeDefined();
		expect(stdout).toContain('--base-url');
		expect(stdout.trimEnd().split('\n').at(-1)).toBe('1 fault.');
	});

	it('finds a key that is not accepted (1)', async () => {
		const {code, stdout, faults} = await doctor(FINE, {
			server: {modelsReply: {status: 401, body: {error: {message: 'who are you'}}}},
		});
		expect({code, faults}).toEqual({code: 1, faults: ['server']});
		expect(stdout).toContain('who are you');
		expect(stdout).toContain('SQRL_API_KEY');
	});

	it('finds an address that is no model (1)', async () => {
		const {code, faults, stdout} = await doctor(FINE, {server: {modelsReply: {status: 200, body: '<html>'}}});
		expect({code, faults}).toEqual({code: 1, faults: ['server']});
		expect(stdout).toContain('web page');
	});

	it('finds a model that is missing (1), and names those there are', async () => {
		const {code, stdout, faults, server} = await doctor(FINE, {
			server: {models: [{id: 'qwen'}, {id: 'gemma'}]},
		});
		expect({code, faults}).toEqual({code: 1, faults: ['model']});
		expect(stdout).toContain('"sqrl-4b"');
		expect(stdout).toContain('--model: qwen, gemma');
		expect(server.requests).toEqual([]);
	});

	it('finds a context that the prompt does not fit (1), and names the largest tables', async () => {
		const {code, stdout, faults, lines} = await doctor(FINE, {
			server: {models: [{id: 'sqrl-4b', max_model_len: 500}]},
		});
		expect(code).toBe(1);
		expect(faults).toContain('context');
		expect(lineOf(lines, 'context').words).toContain('500');
		expect(stdout).toContain('--tables');
	});

	it('finds a context that has no room for the longest reply (1)', async () => {
		const {code, lines, stdout} = await doctor(FINE, {
			server: {models: [{id: 'sqrl-4b', max_model_len: 8192}]},
		});
		expect(code).toBe(1);
		expect(lineOf(lines, 'context')).toMatchObject({sign: '✗', words: expect.stringContaining('8,192')});
		expect(stdout).toContain('--max-model-len 32768');
		expect(stdout).toContain('--max-tokens');
	});

	it('notes that a server does not tell its context', async () => {
		const {code, lines} = await doctor(FINE, {server: {models: [{id: 'sqrl-4b'}]}});
		expect(code).toBe(0);
		expect(lineOf(lines, 'context').sign).toBe('·');
	});

	it('finds a reasoning parser (1)', async () => {
		const {code, stdout, faults} = await doctor([{reply: {reasoning: 'Let me see', text: 'Item.'}}]);
		expect({code, faults}).toEqual({code: 1, faults: ['think block']});
		expect(stdout).toContain('12 points');
		expect(stdout).toContain('without --reasoning-parser');
	});

	it('finds a model that writes nothing, and one that fails (1)', async () => {
		const silent = await doctor([{reply: {text: ''}}]);
		expect(silent).toMatchObject({code: 1, faults: ['think block']});
		const failing = await doctor([{reply: {status: 400, body: {error: {message: 'no template'}}}}]);
		expect(failing).toMatchObject({code: 1, faults: ['think block']});
		expect(failing.stdout).toContain('no template');
	});

	it('finds a database that is broken (1), and still looks at the server', async () => {
		const broken = path.join(folder, 'broken.sqlite');
		writeFileSync(broken, `SQLite format 3\0${'broken '.repeat(2000)}`);
		const {code, stdout, faults, lines} = await doctor(FINE, {args: [broken]});
		expect({code, faults}).toEqual({code: 1, faults: ['database']});
		expect(stdout).toContain(broken);
		expect(lineOf(lines, 'server').sign).toBe('✓');
	});

	it('finds a database that is not there (1)', async () => {
		const {code, faults, stdout} = await doctor(FINE, {args: [path.join(folder, 'none.sqlite')]});
		expect({code, faults}).toEqual({code: 1, faults: ['database']});
		expect(stdout).toContain('there is no such file');
	});

	it('notes what the model is not shown', async () => {
		const odd = makeDatabase(
			folder,
			'odd.sqlite',
			'CREATE TABLE t (a); CREATE VIEW gone AS SELECT b FROM missing;',
		);
		const {code, lines} = await doctor(FINE, {args: [odd]});
		expect(code).toBe(0);
		expect(lines.filter(({sign, words}) => sign === '·' && words.includes('gone'))).toHaveLength(1);
	});

	it('counts several faults', async () => {
		const {code, stdout} = await doctor(FINE, {args: [folder], server: {models: []}});
		expect(code).toBe(1);
		expect(stdout.trimEnd().split('\n').at(-1)).toBe('2 faults.');
	});

	it.sequential('that is interrupted ends with 130', async () => {
		const running = await startScripted([{reply: {silent: true}}], ['doctor', shop]);
		await waitFor(() => running.server.requests.length > 0, 'the trial');
		running.kill('SIGINT');
		const {code, stdout} = await running.exited;
		expect(code).toBe(130);
		expect(stdout).not.toContain('✗');
	});
});
