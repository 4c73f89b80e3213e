import {homedir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {UsageError} from '../source/errors.js';
import {
	apiKey,
	isSettingName,
	parseSetting,
	resolveSettings,
	SETTING_NAMES,
	SETTINGS,
	type SettingName,
	type SettingTexts,
} from '../source/settings.js';

const CONFIG_FILE = '/home/somebody/config.json';

function resolve(given: {
	flags?: SettingTexts;
	environment?: Record<string, string | undefined>;
	config?: Record<string, unknown>;
}) {
	return resolveSettings({flags: {}, environment: {}, config: {}, configFile: CONFIG_FILE, ...given});
}

describe('the defaults', () => {
	it('are those that the model was trained with, and a server on this machine', () => {
		expect(resolve({}).values).toEqual({
			'base-url': 'http://127.0.0.1:8000/v1',
			model: 'sqrl-4b',
			'model-file': null,
			embedded: false,
			temperature: 0.7,
			'top-p': 0.95,
			'max-tokens': 8192,
			seed: null,
			'max-steps': 5,
			'query-timeout': 30,
			'idle-timeout': 120,
			'no-archive': false,
		});
	});

	it('are told as such', () => {
		expect(new Set(Object.values(resolve({}).sources).map(({kind}) => kind))).toEqual(new Set(['default']));
	});
});

describe('where a value comes from', () => {
	const flags = {temperature: '0.1'};
	const environment = {SQRL_TEMPERATURE: '0.2'};
	const config = {temperature: 0.3};

	it.each([
		['a flag beats all', {flags, environment, config}, 0.1, {kind: 'flag', name: '--temperature'}],
		['a flag beats the config', {flags, config}, 0.1, {kind: 'flag', name: '--temperature'}],
		[
			'the environment beats the config',
			{environment, config},
			0.2,
			{kind: 'environment', name: 'SQRL_TEMPERATURE'},
		],
		['the config beats the default', {config}, 0.3, {kind: 'config', name: CONFIG_FILE}],
		[
			'an empty variable is none',
			{environment: {SQRL_TEMPERATURE: ''}, config},
			0.3,
			{kind: 'config', name: CONFIG_FILE},
		],
		[
			'a flag of 0 counts',
			{flags: {temperature: '0'}, environment},
			0,
			{kind: 'flag', name: '--temperature'},
		],
		['a config of 0 counts', {config: {temperature: 0}}, 0, {kind: 'config', name: CONFIG_FILE}],
	])('%s', (_, given, value, source) => {
		const {values, sources} = resolve(given);
		expect(values.temperature).toBe(value);
		expect(sources.temperature).toEqual(source);
	});

	it.each([
		[{SQRL_BASE_URL: 'http://a/v1', OPENAI_BASE_URL: 'http://b/v1'}, 'http://a/v1', 'SQRL_BASE_URL'],
		[{OPENAI_BASE_URL: 'http://b/v1'}, 'http://b/v1', 'OPENAI_BASE_URL'],
		[{SQRL_BASE_URL: '', OPENAI_BASE_URL: 'http://b/v1'}, 'http://b/v1', 'OPENAI_BASE_URL'],
	])('the address from %j is %s', (environment, url, name) => {
		const {values, sources} = resolve({environment, config: {'base-url': 'http://c/v1'}});
		expect(values['base-url']).toBe(url);
		expect(sources['base-url']).toEqual({kind: 'environment', name});
	});

	it('every setting has a variable of its own', () => {
		const names = SETTING_NAMES.flatMap(name => SETTINGS[name].environment);
		expect(new Set(names).size).toBe(names.length);
		expect(names.every(name => /^(?:SQRL|OPENAI)_[A-Z_]+$/.test(name))).toBe(true);
	});
});

describe('a value', () => {
	it.each<[SettingName, string, unknown]>([
		['temperature', '0', 0],
		['temperature', '2', 2],
		['temperature', ' 0.5 ', 0.5],
		['top-p', '1', 1],
		['top-p', '0.01', 0.01],
		['max-tokens', '1', 1],
		['seed', '0', 0],
		['seed', '9007199254740991', 9007199254740991],
		['max-steps', '0', 0],
		['query-timeout', '0.5', 0.5],
		['base-url', 'https://example.org/v1', 'https://example.org/v1'],
		['model', 'a/b:c', 'a/b:c'],
		['model-file', '/models/sqrl-4b.gguf', '/models/sqrl-4b.gguf'],
		['model-file', 'sqrl-4b.gguf', path.resolve('sqrl-4b.gguf')],
		['model-file', '../b/./c.gguf', path.resolve('../b/c.gguf')],
		['model-file', '~/c.gguf', path.join(homedir(), 'c.gguf')],
		['embedded', 'true', true],
		['embedded', '1', true],
		['embedded', 'False', false],
		['embedded', '0', false],
	])('%s takes %j', (name, text, value) => {
		expect(parseSetting(name, text, '--flag')).toBe(value);
	});

	it.each<[SettingName, string]>([
		['temperature', ''],
		['temperature', 'warm'],
		['temperature', '-0.1'],
		['temperature', '2.1'],
		['temperature', 'NaN'],
		['temperature', 'Infinity'],
		['temperature', '0,5'],
		['top-p', '0'],
		['top-p', '1.01'],
		['max-tokens', '0'],
		['max-tokens', '1.5'],
		['seed', '-1'],
		['seed', '9007199254740992'],
		['max-steps', '-1'],
		['max-steps', '2.5'],
		['query-timeout', '0'],
		['idle-timeout', '0'],
		['model', ''],
		['model', '  '],
		['model-file', ''],
		['embedded', ''],
		['embedded', 'yes'],
		['embedded', '2'],
		['base-url', ''],
		['base-url', 'localhost:8000'],
		['base-url', 'ftp://example.org'],
		['base-url', 'http://'],
	])('%s does not take %j, and says where it was written', (name, text) => {
		const attempt = () => parseSetting(name, text, 'SOME_PLACE');
		expect(attempt).toThrow(UsageError);
		expect(attempt).toThrow(/^SOME_PLACE: /);
	});

	it.each([
		[{flags: {seed: 'x'}}, '--seed'],
		[{environment: {SQRL_SEED: 'x'}}, 'SQRL_SEED'],
		[{config: {seed: 'x'}}, `seed in ${CONFIG_FILE}`],
		[{config: {seed: null}}, `seed in ${CONFIG_FILE}`],
		[{config: {seed: {}}}, `seed in ${CONFIG_FILE}`],
	])('of %j is refused with its place', (given, place) => {
		expect(() => resolve(given)).toThrow(`${place}: it takes a whole number from 0 to 9007199254740991`);
	});

	it('is not repeated where it may be a password', () => {
		expect(() => parseSetting('base-url', 'ftp://somebody:secret@host', '--base-url')).toThrow(
			expect.objectContaining({message: expect.not.stringContaining('secret')}),
		);
	});
});

describe('the key of the server', () => {
	const openai = {OPENAI_API_KEY: 'openai-key'};
	const both = {...openai, OPENAI_BASE_URL: 'http://b/v1'};

	it.each<
		[string, {environment: Record<string, string>; flags?: SettingTexts; config?: object}, string | undefined]
	>([
		['none is set', {environment: {}}, undefined],
		['SQRL_API_KEY is', {environment: {SQRL_API_KEY: 'key'}}, 'key'],
		['both keys are', {environment: {...both, SQRL_API_KEY: 'key'}}, 'key'],
		['OPENAI_API_KEY comes with its address', {environment: both}, 'openai-key'],
		['OPENAI_API_KEY comes alone', {environment: openai}, undefined],
		['a flag names another server', {environment: both, flags: {'base-url': 'http://a/v1'}}, undefined],
		['SQRL_BASE_URL names another server', {environment: {...both, SQRL_BASE_URL: 'http://a/v1'}}, undefined],
		['the config names a server', {environment: openai, config: {'base-url': 'http://b/v1'}}, undefined],
		['the address is empty', {environment: {...openai, OPENAI_BASE_URL: ''}}, undefined],
		['SQRL_API_KEY is empty', {environment: {...both, SQRL_API_KEY: ''}}, 'openai-key'],
		['it is empty', {environment: {...both, OPENAI_API_KEY: ''}}, undefined],
	])('where %s', (_, {environment, flags = {}, config = {}}, key) => {
		const settings = resolve({environment, flags, config: {...config}});
		expect(apiKey(settings.values['base-url'], settings, environment)).toBe(key);
	});

	it.each([
		['OPENAI_API_KEY to another address', both, 'http://other/v1', undefined],
		['OPENAI_API_KEY to its own, written otherwise', both, 'http://B/v1/', 'openai-key'],
		['SQRL_API_KEY to the address that is typed', {...both, SQRL_API_KEY: 'key'}, 'http://other/v1', 'key'],
	])('%s in a session', (_, environment, baseUrl, key) => {
		expect(apiKey(baseUrl, resolve({environment}), environment)).toBe(key);
	});
});

describe('isSettingName', () => {
	it.each([
		['temperature', true],
		['base-url', true],
		['Temperature', false],
		['api-key', false],
		['toString', false],
		['__proto__', false],
	])('%s: %s', (name, is) => {
		expect(isSettingName(name)).toBe(is);
	});
});
