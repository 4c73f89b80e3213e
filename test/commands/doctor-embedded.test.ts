/** `doctor` with the model that comes with the program, as a person runs it. */
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {embeddedFile} from '../../source/model/model-place.js';
import {runProgram, startProgram} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const LOADED = String.raw`29\.9 MB, context 4,096 tokens, [\d.]+ MB of memory`;
it('loads the embedded model', async () => {
	const {code, stdout} = await runProgram(['doctor', '--embedded']);
	expect(stdout).toMatch(new RegExp(`^✓ embedded {4}in use: sqrl-tiny: ${LOADED}$`, 'm'));
	expect(stdout).toMatch(/^· model file {2}none is named/m);
	expect(stdout).not.toContain('knows one schema');
	expect(code).toBe(0);
});

it('loads the file that is named, and the embedded model beside it', async () => {
	const {code, stdout} = await runProgram(['doctor'], {env: {SQRL_MODEL_FILE: embeddedFile()}});
	expect(code).toBe(0);
	expect(stdout).toMatch(
		new RegExp(`^✓ model file {2}in use: .* \\(from SQRL_MODEL_FILE\\): ${LOADED}$`, 'm'),
	);
	expect(stdout).toMatch(new RegExp(`^✓ embedded {4}sqrl-tiny: ${LOADED}$`, 'm'));
});

it('finds a file that is no model (1)', async () => {
	const file = path.join(temporaryFolder(), 'no.gguf');
	writeFileSync(file, 'this is no model');
	const {code, stdout} = await runProgram(['doctor', '--model-file', file]);
	expect(code).toBe(1);
	expect(stdout).toMatch(/^✗ model file {2}in use: .+\n {14}.+$/m);
	expect(stdout).toMatch(/\n1 fault\.\n$/);
});

it('that is interrupted while a model loads ends with 130', async () => {
	const running = startProgram(['doctor', '--embedded']);
	const looked = new Promise(resolve => {
		running.child.stdout!.on('data', () => running.stdout().includes('model file') && resolve(null));
	});
	await Promise.race([looked, running.exited]);
	running.kill('SIGINT', 'group');
	const {code, stdout} = await running.exited;
	expect(code).toBe(130);
	expect(stdout).not.toContain('✗');
});
