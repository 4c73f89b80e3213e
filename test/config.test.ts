import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {loadSettings, configFile as locate, storeSettings} from '../source/config.js';
import {UsageError} from '../source/errors.js';
import {temporaryFolder} from './support/temporary-folder.js';

const configFile = ({SQRL_TUI_HOME}: {SQRL_TUI_HOME: string}) => path.join(SQRL_TUI_HOME, 'config.json');

function home(content?: string) {
	const environment = {SQRL_TUI_HOME: temporaryFolder()};
	if (content !== undefined) {
		writeFileSync(configFile(environment), content);
	}

	return environment;
}

describe('the config', () => {
	it('is in SQRL_TUI_HOME', async () => {
		expect(await locate({SQRL_TUI_HOME: '/somewhere'})).toBe('/somewhere/config.json');
	});

	it.each([{}, {SQRL_TUI_HOME: ''}])('is in a folder of its own elsewhere: %j', async environment => {
		const file = (await locate(environment)) ?? '';
		expect(path.isAbsolute(file)).toBe(true);
		expect(file).toMatch(/sqrl-tui.*config\.json$/);
	});

	it('is not made by reading it', async () => {
		const environment = home();
		const {sources} = await loadSettings({}, environment);
		expect(sources.model.kind).toBe('default');
		expect(existsSync(configFile(environment))).toBe(false);
	});

	it('keeps what is stored, for its owner only', async () => {
		const environment = home();
		await storeSettings({temperature: 0.2}, environment);
		await storeSettings({model: 'another'}, environment);
		expect(JSON.parse(readFileSync(configFile(environment), 'utf8'))).toEqual({
			temperature: 0.2,
			model: 'another',
		});
		expect(statSync(configFile(environment)).mode & 0o777).toBe(0o600);
		const {values, sources} = await loadSettings({}, environment);
		expect(values).toMatchObject({temperature: 0.2, model: 'another', 'max-steps': 5});
		expect(sources.temperature).toEqual({kind: 'config', name: configFile(environment)});
	});

	it('is made with its folder', async () => {
		const environment = {SQRL_TUI_HOME: path.join(temporaryFolder(), 'not', 'there')};
		await storeSettings({seed: 7}, environment);
		expect((await loadSettings({}, environment)).values.seed).toBe(7);
	});

	it('takes several settings at once', async () => {
		const environment = home('{"base-url": "http://a/v1", "seed": 7}');
		await storeSettings({'base-url': null, embedded: true, 'model-file': null}, environment);
		expect(JSON.parse(readFileSync(configFile(environment), 'utf8'))).toEqual({seed: 7, embedded: true});
		expect((await loadSettings({}, environment)).values.embedded).toBe(true);
	});

	it.each(['http://ann@host/v1', 'http://ann:secret@host/v1', 'http://:secret@host/v1'])(
		'does not take the address %s, and stays as it is',
		async url => {
			const environment = home('{"seed": 7}');
			const attempt = storeSettings({'base-url': url, seed: 8}, environment);
			await expect(attempt).rejects.toThrow(/^the address holds a user or a password/);
			expect(readFileSync(configFile(environment), 'utf8')).toBe('{"seed": 7}');
		},
	);

	it('gives a setting up when it is unset, and keeps the others', async () => {
		const environment = home('{"seed": 7, "model": "another"}');
		await storeSettings({seed: null}, environment);
		expect(JSON.parse(readFileSync(configFile(environment), 'utf8'))).toEqual({model: 'another'});
		const {values, sources} = await loadSettings({}, environment);
		expect(values.seed).toBeNull();
		expect(sources.seed.kind).toBe('default');
	});

	it('takes the unsetting of what is not set', async () => {
		const environment = home();
		await storeSettings({seed: null}, environment);
		expect((await loadSettings({}, environment)).values.seed).toBeNull();
	});

	it('is beaten by the environment and by flags', async () => {
		const environment = {
			...home('{"seed": 1, "max-steps": 2, "model": "config"}'),
			SQRL_SEED: '3',
			SQRL_MODEL: 'variable',
		};
		const {values} = await loadSettings({model: 'flag'}, environment);
		expect(values).toMatchObject({seed: 3, 'max-steps': 2, model: 'flag'});
	});

	it('may hold what this version does not know', async () => {
		const environment = home('{"later": true, "seed": 7}');
		expect((await loadSettings({}, environment)).values.seed).toBe(7);
		await storeSettings({seed: 8}, environment);
		expect(JSON.parse(readFileSync(configFile(environment), 'utf8'))).toEqual({later: true, seed: 8});
	});

	it.each(['{"seed": ', 'seed = 7', ''])(
		'that is no JSON (%j) is named, and not overwritten',
		async content => {
			const environment = home(content);
			for (const attempt of [
				() => loadSettings({}, environment),
				() => storeSettings({seed: 7}, environment),
			]) {
				const error = await attempt().catch((error: unknown) => error);
				expect(error).toBeInstanceOf(UsageError);
				expect((error as UsageError).message).toContain(configFile(environment));
			}

			expect(readFileSync(configFile(environment), 'utf8')).toBe(content);
		},
	);

	it('with a value that is wrong is named', async () => {
		const environment = home('{"seed": "x"}');
		await expect(loadSettings({}, environment)).rejects.toThrow(`seed in ${configFile(environment)}: `);
	});

	it('that cannot be written is named', async () => {
		const file = path.join(temporaryFolder(), 'a file');
		writeFileSync(file, '');
		const attempt = storeSettings({seed: 7}, {SQRL_TUI_HOME: file});
		await expect(attempt).rejects.toThrow(UsageError);
		await expect(attempt).rejects.toThrow(file);
	});
});
