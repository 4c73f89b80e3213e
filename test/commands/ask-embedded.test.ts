/** `ask` of the model that comes with the program, as a person runs it. */
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {EMBEDDED_LABEL, embeddedFile} from '../../source/model/model-place.js';
import {packageRoot} from '../../source/package-root.js';
import {shopDatabase} from '../support/ask-program.js';
import {runProgram, startProgram} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const QUESTION = 'Which genre has the most tracks?';
const GREEDY = ['--temperature', '0'];
/** A person waits no longer than this after Ctrl-C. */
const PROMPT_MS = 1500;

describe('ask --embedded', () => {
	it('answers a question on the sample, without a server', async () => {
		const {code, stdout, stderr} = await runProgram(['ask', '--sample', '--embedded', QUESTION, ...GREEDY]);
		expect(code).toBe(0);
		expect(stdout).toContain('Rock');
		expect(stderr).toMatch(/^loading sqrl-tiny\.gguf, 29\.9 MB$/m);
		expect(stderr).toContain(EMBEDDED_LABEL);
		expect(stderr).not.toContain('Warning');
	});

	it('--json names the model by its file, and its tokens', async () => {
		const {code, stdout} = await runProgram(['ask', '--sample', '--embedded', QUESTION, ...GREEDY, '--json']);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			model: {name: 'sqrl-tiny', file: embeddedFile()},
			ending: 'answered',
			turns: expect.arrayContaining([
				expect.objectContaining({
					finish_reason: 'stop',
					usage: {prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number)},
				}),
			]),
		});
	});

	it('is chosen by the environment and by the config, and beaten by a flag', async () => {
		const args = ['ask', '--sample', QUESTION, ...GREEDY];
		const byVariable = await runProgram(args, {env: {SQRL_EMBEDDED: '1'}});
		expect(byVariable).toMatchObject({code: 0, stderr: expect.stringContaining(EMBEDDED_LABEL)});
		const home = temporaryFolder();
		await runProgram(['config', 'embedded', 'true'], {home});
		const byConfig = await runProgram(args, {home});
		expect(byConfig).toMatchObject({code: 0, stderr: expect.stringContaining(EMBEDDED_LABEL)});
		const other = await runProgram([...args, '--base-url', 'http://127.0.0.1:1/v1'], {home});
		expect(other.code).toBe(3);
		expect(other.stderr).not.toContain('loading');
	});

	it('warns of a database with another schema', async () => {
		const {stderr} = await runProgram(['ask', shop, '--embedded', 'How many items are there?', ...GREEDY]);
		expect(stderr.match(/^Warning: sqrl-tiny knows one schema/gm)).toHaveLength(1);
	});

	it('that is interrupted while it loads ends with 130, promptly', async () => {
		const running = startProgram(['ask', '--sample', '--embedded', QUESTION, '--json']);
		await running.said('loading');
		const sentAt = performance.now();
		running.kill('SIGINT', 'group');
		const {code, stdout} = await running.exited;
		expect(performance.now() - sentAt).toBeLessThan(PROMPT_MS);
		expect(code).toBe(130);
		expect(JSON.parse(stdout)).toMatchObject({ending: 'aborted', turns: []});
	});
});

describe('ask --model-file', () => {
	it('takes a path from the working directory', async () => {
		const cwd = temporaryFolder();
		mkdirSync(path.join(cwd, 'models'));
		symlinkSync(embeddedFile(), path.join(cwd, 'models', 'mine.gguf'));
		const args = ['ask', '--sample', QUESTION, ...GREEDY, '--json', '--model-file', 'models/mine.gguf'];
		const {code, stdout, stderr} = await runProgram(args, {cwd});
		expect(code).toBe(0);
		expect(JSON.parse(stdout).model).toEqual({name: 'mine', file: path.join(cwd, 'models', 'mine.gguf')});
		expect(stderr).not.toContain(EMBEDDED_LABEL);
	});

	it.each([
		['is not there', 'none.gguf'],
		['is no GGUF', 'no.gguf'],
		['is a folder', '.'],
	])('that %s ends with 3, named, with what to do', async (_, name) => {
		const cwd = temporaryFolder();
		writeFileSync(path.join(cwd, 'no.gguf'), 'this is no model\n'.repeat(1000));
		const args = ['ask', '--sample', QUESTION, '--model-file', name];
		const {code, stdout, stderr} = await runProgram(args, {cwd});
		expect({code, stdout}).toEqual({code: 3, stdout: ''});
		expect(stderr).toContain(path.join(cwd, name));
		expect(stderr).toMatch(/^sqrl-tui: .+\n.+$/m);
		expect(stderr).not.toContain('should not have happened');
	});
});

it('npm start answers one question where there is no terminal', async () => {
	const script = path.join(packageRoot(), 'scripts', 'start.js');
	const {code, stdout, stderr} = await runProgram([script], {command: process.execPath});
	expect(code).toBe(0);
	expect(stdout).toContain('Rock');
	expect(stderr).toContain(EMBEDDED_LABEL);
});
