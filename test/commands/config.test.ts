import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {config} from '../../source/commands/config.js';
import {UsageError} from '../../source/errors.js';
import {runCommand} from '../support/invocation.js';
import {temporaryFolder} from '../support/temporary-folder.js';

/** Runs `config` in a home of its own; what it reads of the environment is only what is given. */
function newHome(variables: Record<string, string> = {}) {
	const environment = {SQRL_TUI_HOME: temporaryFolder(), ...variables};
	const run = async (...argv: string[]) => {
		const {error, ...ended} = await runCommand(config, {
			operands: argv.filter(text => text !== '--unset'),
			flags: argv.includes('--unset') ? {unset: true} : {},
			environment,
		});
		if (error) {
			throw error;
		}

		return ended;
	};
	const file = path.join(environment.SQRL_TUI_HOME, 'config.json');
	return {run, file, stored: () => (existsSync(file) ? readFileSync(file, 'utf8') : '')};
}

describe('config', () => {
	it('prints every setting with where it comes from', async () => {
		const {run, file} = newHome({SQRL_SEED: '3'});
		await run('temperature', '0.2');
		const {code, stdout} = await run();
		expect(code).toBe(0);
		expect(stdout.split('\n')).toEqual([
			'base-url = http://127.0.0.1:8000/v1  (default)',
			'model = sqrl-4b  (default)',
			'model-file = none  (default)',
			'embedded = false  (default)',
			`temperature = 0.2  (${file})`,
			'top-p = 0.95  (default)',
			'max-tokens = 8192  (default)',
			'seed = 3  (SQRL_SEED)',
			'max-steps = 5  (default)',
			'query-timeout = 30  (default)',
			'idle-timeout = 120  (default)',
			'no-archive = false  (default)',
			'',
		]);
	});

	it('prints one value, sets it, and unsets it', async () => {
		const {run, stored} = newHome();
		expect(await run('max-steps')).toEqual({code: 0, stdout: '5\n', stderr: ''});
		expect((await run('max-steps', '3')).stdout).toBe('');
		expect(JSON.parse(stored())).toEqual({'max-steps': 3});
		expect((await run('max-steps')).stdout).toBe('3\n');
		await run('--unset', 'max-steps');
		expect(JSON.parse(stored())).toEqual({});
		expect((await run('max-steps')).stdout).toBe('5\n');
		expect((await run('seed')).stdout).toBe('none\n');
	});

	it.each([
		['model-file', 'sqrl-4b.gguf', {'model-file': path.resolve('sqrl-4b.gguf')}],
		['embedded', '1', {embedded: true}],
		['base-url', 'http://b/v1', {'base-url': 'http://b/v1'}],
	])('%s takes the place of the other ways to a model, which is said', async (name, value, expected) => {
		const {run, file, stored} = newHome();
		const all = {'base-url': 'http://a/v1', 'model-file': '/a.gguf', embedded: true, model: 'm'};
		writeFileSync(file, JSON.stringify(all));
		const {code, stderr} = await run(name, value);
		expect(code).toBe(0);
		expect(JSON.parse(stored())).toEqual({...expected, model: 'm'});
		for (const other of ['base-url', 'model-file', 'embedded'].filter(other => other !== name)) {
			expect(stderr).toContain(`${other} is no longer set there`);
		}

		expect(stderr).not.toContain(`${name} is no longer set there`);
	});

	it.each([
		['embedded', 'false'],
		['model', 'x'],
		['--unset', 'base-url'],
	])('%s %s leaves the ways to a model that are there', async (...argv) => {
		const {run, file, stored} = newHome();
		writeFileSync(file, '{"model-file": "/a.gguf"}');
		expect((await run(...argv)).stderr).not.toContain('no longer set there');
		expect(JSON.parse(stored())).toMatchObject({'model-file': '/a.gguf'});
	});

	it('says nothing of ways that were not there', async () => {
		const {run} = newHome();
		expect((await run('embedded', 'true')).stderr).not.toContain('no longer set');
	});

	it('says where the environment beats what was set', async () => {
		const {run} = newHome({SQRL_SEED: '3'});
		expect((await run('seed', '4')).stderr).toContain('SQRL_SEED is set too, and beats the config.');
	});

	it.each([
		[['sed', '7'], 'there is no setting "sed"'],
		[['__proto__', '7'], 'there is no setting "__proto__"'],
		[['seed', 'x'], 'seed: '],
		[['embedded', 'maybe'], 'embedded: '],
		[['model-file', ''], 'model-file: '],
		[['base-url', 'nowhere'], 'base-url: '],
		[['--unset'], '--unset needs'],
		[['--unset', 'seed', '7'], '--unset takes no value'],
		// Keys never enter the config.
		[['api-key', 'secret'], 'there is no setting "api-key"'],
		[['SQRL_API_KEY', 'secret'], 'there is no setting "SQRL_API_KEY"'],
		[['base-url', 'http://somebody:secret@host/v1'], 'which are not written to the config'],
		[['base-url', 'http://:secret@host/v1'], 'which are not written to the config'],
		[['base-url', 'http://host/v1?api_key=secret'], 'base-url: '],
	])('refuses %j, and stores nothing', async (argv, words) => {
		const {run, stored} = newHome();
		const error = await run(...argv).catch((error: unknown) => error);
		expect(error).toBeInstanceOf(UsageError);
		expect((error as UsageError).message).toContain(words);
		expect((error as UsageError).message).not.toContain('secret');
		expect(stored()).toBe('');
	});

	it('writes no key that is in the environment', async () => {
		const {run, stored} = newHome({
			SQRL_API_KEY: 'secret-1',
			OPENAI_API_KEY: 'secret-2',
			OPENAI_BASE_URL: 'http://somebody:secret-3@host/v1',
		});
		await run('seed', '7');
		await run('base-url', 'http://127.0.0.1:9000/v1');
		expect(stored()).not.toContain('secret');
	});

	it.each([
		['http://somebody:secret@host/v1', 'http://…@host/v1'],
		['http://secret@host/v1', 'http://…@host/v1'],
		['https://host/v1', 'https://host/v1'],
		['https://host/a@b', 'https://host/a@b'],
		['http://somebody:a@secret@host/v1', 'http://…@host/v1'],
	])('shows the address %s as %s', async (url, shown) => {
		const {run} = newHome({SQRL_BASE_URL: url});
		expect((await run('base-url')).stdout).toBe(`${shown}\n`);
		expect((await run()).stdout).toContain(`base-url = ${shown}  (SQRL_BASE_URL)`);
	});
});
