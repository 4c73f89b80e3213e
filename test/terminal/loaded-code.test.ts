/** What of the program's code a session loads: who has a server pays nothing for the engine that runs models here. */
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {ptyUnavailable} from '../support/pty.js';
import {runProgram} from '../support/run-program.js';
import {openSession, send, waitForAnswer} from '../support/session.js';
import {temporaryFolder} from '../support/temporary-folder.js';

/** The chunk of `source/model/local/local-model.ts`, the entry of the process that runs a model, and the engine itself. */
const LOCAL = /\/chunks\/local-model-[A-Z0-9]+\.js$|\/model-process\.js$|\/node-llama-cpp\//;

const ANSWER = [
	{question: 'How many customers?', reply: {text: '<answer> SELECT count(*) FROM Customer </answer>'}},
];

/** The files that a program has loaded which wrote its coverage into a folder. */
function loadedFiles(folder: string): string[] {
	const reports = readdirSync(folder).map(name => readFileSync(path.join(folder, name), 'utf8'));
	const scripts = reports.flatMap(text => (JSON.parse(text) as {result: {url: string}[]}).result);
	return scripts.map(({url}) => url).filter(url => url.startsWith('file:'));
}

describe.skipIf(ptyUnavailable !== null)(`the code that is loaded ${ptyUnavailable ?? ''}`, () => {
	it('by a session on a server is not that of a model that runs here', async () => {
		const coverage = temporaryFolder();
		const {pty} = await openSession(ANSWER, {environment: {NODE_V8_COVERAGE: coverage}});
		send(pty, 'How many customers?');
		await waitForAnswer(pty);
		pty.type('n');
		send(pty, '/quit');
		await pty.exit;
		const loaded = loadedFiles(coverage);
		expect(loaded.some(file => /\/chunks\/openai-[A-Z0-9]+\.js$/.test(file))).toBe(true);
		expect(loaded.filter(file => LOCAL.test(file))).toEqual([]);
	});

	it('by a question to a model that runs here is', async () => {
		const coverage = temporaryFolder();
		const model = path.join(temporaryFolder(), 'absent.gguf');
		const args = ['ask', '--sample', '--model-file', model, 'How many customers?'];
		expect((await runProgram(args, {env: {NODE_V8_COVERAGE: coverage}})).code).toBe(3);
		expect(loadedFiles(coverage).filter(file => LOCAL.test(file))).not.toEqual([]);
	});
});
