import {execFileSync, fork, spawn} from 'node:child_process';
import {once} from 'node:events';
import {copyFileSync, cpSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {FromProcess} from '../../../source/model/local/messages.js';
import {embeddedFile} from '../../../source/model/model-place.js';
import {builtFile, packageRoot} from '../../../source/package-root.js';
import {chat, embedded, written} from '../../support/local-model.js';
import {temporaryFolder} from '../../support/temporary-folder.js';
import {waitFor} from '../../support/wait-for.js';

const QUESTION = 'Which genre has the most tracks?';

/** The processes that run a model for a parent. */
function processesOf(parent: number | undefined): number[] {
	const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], {encoding: 'utf8'});
	return table
		.split('\n')
		.map(line => line.trim().split(/\s+/))
		.filter(
			([, ppid, ...args]) => Number(ppid) === parent && args.some(arg => arg.endsWith('model-process.js')),
		)
		.map(([pid]) => Number(pid));
}

/** The private folders that are there, in a folder for temporary files of this test alone. */
function ownTemporaryFolder(): () => string[] {
	const folder = temporaryFolder();
	const before = process.env.TMPDIR;
	process.env.TMPDIR = folder;
	onTestFinished(() => {
		if (before === undefined) {
			delete process.env.TMPDIR;
		} else {
			process.env.TMPDIR = before;
		}
	});
	return () => readdirSync(folder);
}

describe('the process of a model', () => {
	it('is one, and is gone with its private folder when the model is closed', async () => {
		const folders = ownTemporaryFolder();
		const model = embedded();
		const before = processesOf(process.pid);
		await Promise.all([written(model, chat(QUESTION)), written(model, chat(QUESTION))]);
		const [own, ...more] = processesOf(process.pid).filter(pid => !before.includes(pid));
		expect(own).toBeGreaterThan(0);
		expect(more).toEqual([]);
		expect(folders()).toHaveLength(1);
		await model.close();
		expect(processesOf(process.pid)).not.toContain(own);
		expect(folders()).toEqual([]);
		// Once more does nothing.
		await model.close();
	});

	it('is killed in the middle of a reply: that reply says so, and the next is whole', async () => {
		const folders = ownTemporaryFolder();
		const model = embedded();
		const before = processesOf(process.pid);
		const reading = (async () => {
			let isKilled = false;
			const sampling = {temperature: 0, topP: 1, maxTokens: 400, seed: null};
			for await (const {kind} of model.reply(chat(QUESTION), sampling)) {
				if (kind === 'text' && !isKilled) {
					isKilled = true;
					process.kill(processesOf(process.pid).find(pid => !before.includes(pid))!, 'SIGKILL');
				}
			}
		})();
		await expect(reading).rejects.toMatchObject({
			kind: 'cut',
			message: 'the process that ran sqrl-tiny.gguf has ended (SIGKILL)',
			advice: expect.stringContaining('Ask again'),
		});
		expect((await written(model, chat(QUESTION))).finishReason).toBe('stop');
		expect(folders()).toHaveLength(1);
	});

	it('ends with its parent, whatever the parent dies of, and leaves nothing behind', async () => {
		const folder = temporaryFolder();
		const parent = spawn(
			process.execPath,
			[path.join(packageRoot(), 'bin', 'sqrl-tui.js'), 'ask', '--sample', '--embedded', QUESTION],
			{stdio: 'ignore', env: {...process.env, TMPDIR: folder, SQRL_TUI_HOME: folder}},
		);
		await waitFor(() => processesOf(parent.pid).length > 0, 'the process', 30_000);
		const [own] = processesOf(parent.pid);
		await waitFor(() => readdirSync(folder).some(name => name.startsWith('sqrl-tui-')), 'its folder', 30_000);
		parent.kill('SIGKILL');
		await once(parent, 'exit');
		await waitFor(() => !isAlive(own!), 'its end');
		await waitFor(() => !readdirSync(folder).some(name => name.startsWith('sqrl-tui-')), 'its folder to go');
	});

	it('ends with a terminal that is closed, and leaves nothing behind', async () => {
		const folder = temporaryFolder();
		// A group of its own, as in a terminal: the hang-up reaches all of it.
		const parent = spawn(
			process.execPath,
			[path.join(packageRoot(), 'bin', 'sqrl-tui.js'), 'ask', '--sample', '--embedded', QUESTION],
			{stdio: 'ignore', detached: true, env: {...process.env, TMPDIR: folder, SQRL_TUI_HOME: folder}},
		);
		await waitFor(() => processesOf(parent.pid).length > 0, 'the process', 30_000);
		await waitFor(
			() =>
				readdirSync(folder).some(
					name => /^sqrl-tui-/.test(name) && readdirSync(path.join(folder, name)).length > 0,
				),
			'what it keeps of the system prompt',
			30_000,
		);
		process.kill(-parent.pid!, 'SIGHUP');
		process.kill(-parent.pid!, 'SIGHUP');
		await waitFor(() => !readdirSync(folder).some(name => name.startsWith('sqrl-tui-')), 'its folder to go');
	});

	it('without the package of the engine says how to add it', async () => {
		// As it is where sqrl-tui is installed for all users and the engine is not.
		const root = path.join(temporaryFolder(), 'node_modules', 'sqrl-tui');
		mkdirSync(root, {recursive: true});
		writeFileSync(path.join(root, 'package.json'), '{"type": "module"}');
		cpSync(path.dirname(builtFile('model-process.js')), path.join(root, 'dist'), {recursive: true});
		copyFileSync(embeddedFile(), path.join(root, 'model.gguf'));
		const child = fork(
			path.join(root, 'dist', 'model-process.js'),
			[JSON.stringify({file: path.join(root, 'model.gguf'), gpu: false, folder: null})],
			{execArgv: [], env: {PATH: process.env.PATH}},
		);
		onTestFinished(() => {
			child.kill('SIGKILL');
		});
		const failure = await new Promise<unknown>(resolve => {
			child.on('message', (message: FromProcess) => {
				if ('loading' in message && message.loading.kind === 'failed') {
					resolve(message.loading.failure);
				}
			});
		});
		expect(failure).toEqual({
			kind: 'unusable',
			message: 'what runs a model on this machine, node-llama-cpp, is not installed',
			advice: 'Add it with: npm install -g node-llama-cpp@3.21.1',
		});
	});
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
