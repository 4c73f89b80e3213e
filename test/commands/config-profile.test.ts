import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {config} from '../../source/commands/config.js';
import {readProfileKey} from '../../source/commands/config-profile.js';
import {UsageError} from '../../source/errors.js';
import {runCommand} from '../support/invocation.js';
import {temporaryFolder} from '../support/temporary-folder.js';

/** Runs `config` in a home of its own; its config holds these values. */
function newHome(values?: object) {
	const environment = {SQRL_TUI_HOME: temporaryFolder()};
	const file = path.join(environment.SQRL_TUI_HOME, 'config.json');
	if (values) {
		writeFileSync(file, JSON.stringify(values));
	}

	const run = (...argv: string[]) =>
		runCommand(config, {
			operands: argv.filter(text => text !== '--unset'),
			flags: argv.includes('--unset') ? {unset: true} : {},
			environment,
		});
	return {run, file, stored: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)};
}

describe('readProfileKey', () => {
	it.each([
		['profile.big.model', 'big', 'model'],
		['profile.qwen2.5-7b.base-url', 'qwen2.5-7b', 'base-url'],
		['profile.model.model', 'model', 'model'],
	])('reads %s', (key, profile, setting) => {
		expect(readProfileKey(key)).toEqual({profile, setting});
	});

	it.each([
		'profile',
		'profile.',
		'profile.big',
		'profile..model',
		'profile.a b.model',
		'profile.__proto__.model',
	])('refuses %s', key => {
		expect(() => readProfileKey(key)).toThrow(UsageError);
	});
});

describe('config of a profile', () => {
	it('sets, prints and unsets a value; a profile without any is gone', async () => {
		const {run, file, stored} = newHome({seed: 7});
		const set = await run('profile.big.temperature', '0.2');
		expect(set).toEqual({
			code: 0,
			stdout: '',
			stderr: `profile.big.temperature = 0.2 is set in ${file}\n`,
		});
		await run('profile.big.model', 'sqrl-9b');
		expect(stored()).toEqual({seed: 7, profiles: {big: {temperature: 0.2, model: 'sqrl-9b'}}});
		expect((await run('profile.big.model')).stdout).toBe('sqrl-9b\n');
		expect((await run('profile.big.top-p')).stdout).toBe('none\n');
		expect((await run('profile.other.model')).stdout).toBe('none\n');
		await run('--unset', 'profile.big.temperature');
		expect(stored()).toEqual({seed: 7, profiles: {big: {model: 'sqrl-9b'}}});
		await run('--unset', 'profile.big.model');
		expect(stored()).toEqual({seed: 7});
	});

	it('takes one way in place of another, in this profile only', async () => {
		const {run, stored} = newHome({
			embedded: true,
			profiles: {big: {'model-file': '/a.gguf'}, b: {embedded: true}},
		});
		const {stderr} = await run('profile.big.base-url', 'http://a/v1');
		expect(stderr).toContain('profile.big.model-file is no longer set there: it named another model.');
		expect(stored()).toEqual({
			embedded: true,
			profiles: {big: {'base-url': 'http://a/v1'}, b: {embedded: true}},
		});
	});

	it('lists all, and what is wrong among them', async () => {
		const profiles = {big: {model: 'sqrl-9b', temperature: 3, 'api-key': 'secret'}, b: {embedded: true}};
		const {run, file} = newHome({profiles});
		const {code, stdout} = await run();
		expect(code).toBe(2);
		expect(stdout.split('\n').slice(-5)).toEqual([
			`profile.big.model = sqrl-9b  (${file})`,
			`profile.big.temperature: wrong: profile.big.temperature in ${file}: it takes a number from 0 to 2, not "3"`,
			`profile.big.api-key: unknown, in ${file}`,
			`profile.b.embedded = true  (${file})`,
			'',
		]);
	});

	it('lists what is no profile at all', async () => {
		const {run, file} = newHome({profiles: 7});
		const {code, stdout} = await run();
		expect(code).toBe(2);
		expect(stdout).toContain(`profiles: wrong: profiles in ${file}: it takes an object of profiles\n`);
	});

	it.each([
		[['profile.big.seed', '7'], 'there is no setting "seed" of a profile'],
		[['profile.big.api-key', 'secret'], 'there is no setting "api-key" of a profile'],
		[['profile.big.temperature', '3'], 'profile.big.temperature: it takes a number'],
		[['profile.big.base-url', 'http://ann:secret@a/v1'], 'which are not written to the config'],
		[['profile.big.base-url', 'nowhere'], 'profile.big.base-url: '],
		[['profile.big', 'x'], '"profile.big" is no setting of a profile'],
		[['--unset', 'profile.big.model', 'x'], '--unset takes no value'],
	])('refuses %j, and stores nothing', async (argv, words) => {
		const {run, stored} = newHome();
		const {error} = await run(...argv);
		expect(error).toBeInstanceOf(UsageError);
		expect((error as UsageError).message).toContain(words);
		expect((error as UsageError).message).not.toContain('secret');
		expect(stored()).toBeNull();
	});

	it('does not write over what is no profile', async () => {
		const {run, stored} = newHome({profiles: ['mine']});
		expect((await run('profile.big.model', 'm')).error).toBeInstanceOf(UsageError);
		expect(stored()).toEqual({profiles: ['mine']});
	});
});
