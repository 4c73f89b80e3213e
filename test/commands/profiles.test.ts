import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {chosenPlace} from '../../source/commands/chosen-place.js';
import {samplingOf} from '../../source/commands/open-model.js';
import {
	namedProfile,
	profilePlace,
	profileSettings,
	readProfiles,
	sessionProfiles,
	settingsUnderFlags,
} from '../../source/commands/profiles.js';
import {UsageError} from '../../source/errors.js';
import type {ModelPlace} from '../../source/model/model-place.js';
import {apiKey, resolveSettings, type SettingTexts} from '../../source/settings.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const FILE = '/home/config.json';
const configOf = (profiles: unknown) => ({file: FILE, values: {profiles}});

type Given = {flags?: SettingTexts; environment?: Record<string, string>; config?: Record<string, unknown>};

function settingsOf({flags = {}, environment = {}, config = {}}: Given = {}) {
	return resolveSettings({flags, environment, config, configFile: FILE});
}

function profileOf(values: Record<string, unknown>) {
	return readProfiles(configOf({big: values}))[0]!;
}

const server = (baseUrl: string, name = 'sqrl-4b'): ModelPlace => ({kind: 'server', baseUrl, name});
const DEFAULT_URL = 'http://127.0.0.1:8000/v1';

describe('readProfiles', () => {
	it.each<[string, unknown, unknown]>([
		['none', undefined, []],
		['an empty object', {}, []],
		['an empty profile', {big: {}}, [{name: 'big', values: {}}]],
		[
			'several, in their order',
			{b: {model: 'sqrl-9b', 'max-tokens': 100}, a: {'base-url': 'http://a/v1', temperature: '0.2'}},
			[
				{name: 'b', values: {model: 'sqrl-9b', 'max-tokens': 100}},
				{name: 'a', values: {'base-url': 'http://a/v1', temperature: 0.2}},
			],
		],
		['what a later version may know', {a: {later: 1, seed: 7}}, [{name: 'a', values: {}}]],
		[
			'a name that objects have',
			{constructor: {embedded: true}},
			[{name: 'constructor', values: {embedded: true}}],
		],
	])('reads %s', (_, profiles, expected) => {
		expect(readProfiles(configOf(profiles))).toEqual(expected);
	});

	it.each([
		[[], `profiles in ${FILE}: `],
		['big', `profiles in ${FILE}: `],
		[{big: 'http://a/v1'}, `profile.big in ${FILE}: `],
		[{big: null}, `profile.big in ${FILE}: `],
		[{ok: {}, big: {temperature: 3}}, `profile.big.temperature in ${FILE}: it takes a number`],
		[{big: {'top-p': {}}}, `profile.big.top-p in ${FILE}: `],
		[{big: {model: ''}}, `profile.big.model in ${FILE}: `],
		[{big: {embedded: 'maybe'}}, `profile.big.embedded in ${FILE}: `],
		[{big: {'base-url': 'nowhere'}}, `profile.big.base-url in ${FILE}: this is no address`],
		[
			{big: {'base-url': 'http://ann:secret@a/v1'}},
			`profile.big.base-url in ${FILE}: the address holds a user`,
		],
		[{big: {'base-url': 'http://a/v1?key=secret'}}, `profile.big.base-url in ${FILE}: `],
		[
			{big: {'base-url': 'http://a/v1', 'model-file': '/a.gguf', embedded: false}},
			`profile.big.base-url and profile.big.model-file in ${FILE} exclude each other`,
		],
	])('refuses %j', (profiles, words) => {
		const read = () => readProfiles(configOf(profiles));
		expect(read).toThrow(UsageError);
		expect(read).toThrow(words);
		expect(read).not.toThrow('secret');
	});
});

describe('profilePlace', () => {
	it.each<[string, Record<string, unknown>, Given, ModelPlace]>([
		['an address', {'base-url': 'http://b/v1'}, {}, server('http://b/v1')],
		['an address and a name', {'base-url': 'http://b/v1', model: 'm'}, {}, server('http://b/v1', 'm')],
		['a name', {model: 'm'}, {}, server(DEFAULT_URL, 'm')],
		['a file', {'model-file': '/b.gguf', model: 'm'}, {}, {kind: 'file', file: '/b.gguf'}],
		['the model in the box', {embedded: true}, {}, {kind: 'embedded'}],
		['nothing', {}, {}, server(DEFAULT_URL)],
		[
			'a name, of the same server',
			{model: 'm'},
			{flags: {'base-url': 'http://a/v1'}},
			server('http://a/v1', 'm'),
		],
		[
			'an address, against all flags',
			{'base-url': 'http://b/v1', model: 'm'},
			{flags: {'base-url': 'http://a/v1', model: 'n'}},
			server('http://b/v1', 'm'),
		],
		[
			'a file, against a flag',
			{'model-file': '/b.gguf'},
			{flags: {model: 'n'}},
			{kind: 'file', file: '/b.gguf'},
		],
		[
			'an address, against a file',
			{'base-url': 'http://b/v1'},
			{flags: {'model-file': '/a.gguf'}},
			server('http://b/v1'),
		],
		['only sampling', {temperature: 0}, {config: {embedded: true}}, {kind: 'embedded'}],
		[
			'embedded: false',
			{embedded: false},
			{config: {'model-file': '/a.gguf'}},
			{kind: 'file', file: '/a.gguf'},
		],
	])('is, where a profile names %s, its own', (_, values, given, expected) => {
		expect(profilePlace(profileOf(values), settingsOf(given))).toEqual(expected);
	});
});

describe('profileSettings', () => {
	it('has what the profile says over the settings, flags too', () => {
		const settings = settingsOf({flags: {temperature: '1', 'max-steps': '3'}, config: {'top-p': 0.5}});
		const own = profileSettings(profileOf({temperature: 0.2, 'max-tokens': 100}), settings);
		expect(samplingOf(own)).toEqual({temperature: 0.2, topP: 0.5, maxTokens: 100, seed: null});
		expect(own.values['max-steps']).toBe(3);
		expect(own.sources.temperature).toEqual({kind: 'profile', name: 'profile big'});
		expect(own.sources['top-p']).toEqual({kind: 'config', name: FILE});
	});

	it('gives no OPENAI_API_KEY to an address of its own', () => {
		const environment = {OPENAI_BASE_URL: 'http://a/v1', OPENAI_API_KEY: 'secret'};
		const keyOf = (values: Record<string, unknown>) => {
			const settings = profileSettings(profileOf(values), settingsOf({environment}));
			return apiKey(settings.values['base-url'], settings, environment);
		};
		expect(keyOf({'base-url': 'http://b/v1'})).toBeUndefined();
		expect(keyOf({model: 'm'})).toBe('secret');
	});
});

describe('settingsUnderFlags', () => {
	it.each<[string, Record<string, unknown>, Given, ModelPlace]>([
		[
			'the environment and the config',
			{'base-url': 'http://b/v1', model: 'm'},
			{environment: {SQRL_MODEL_FILE: '/a.gguf'}, config: {embedded: true}},
			server('http://b/v1', 'm'),
		],
		['no flag for the way', {'base-url': 'http://b/v1'}, {flags: {embedded: 'true'}}, {kind: 'embedded'}],
		[
			'no flag for the name',
			{'base-url': 'http://b/v1', model: 'm'},
			{flags: {model: 'n'}},
			server('http://b/v1', 'n'),
		],
	])('lets the profile beat %s', (_, values, given, expected) => {
		expect(chosenPlace(settingsUnderFlags(profileOf(values), settingsOf(given)))).toEqual(expected);
	});

	it('draws as the profile says, unless a flag does', () => {
		const settings = settingsOf({flags: {temperature: '1'}, environment: {SQRL_TOP_P: '0.5'}});
		const own = settingsUnderFlags(profileOf({temperature: 0.2, 'top-p': 0.9}), settings);
		expect(samplingOf(own)).toMatchObject({temperature: 1, topP: 0.9});
	});
});

describe('sessionProfiles', () => {
	it('gives each its place and how it draws', () => {
		const config = configOf({big: {model: 'sqrl-9b', temperature: 0.2}, tiny: {embedded: true}});
		expect(sessionProfiles(settingsOf({flags: {seed: '7'}}), config)).toEqual([
			{
				name: 'big',
				place: server(DEFAULT_URL, 'sqrl-9b'),
				sampling: {temperature: 0.2, topP: 0.95, maxTokens: 8192, seed: 7},
			},
			{
				name: 'tiny',
				place: {kind: 'embedded'},
				sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: 7},
			},
		]);
	});
});

describe('namedProfile', () => {
	const home = (values: object) => {
		const environment = {SQRL_TUI_HOME: temporaryFolder()};
		writeFileSync(path.join(environment.SQRL_TUI_HOME, 'config.json'), JSON.stringify(values));
		return environment;
	};

	it('finds one', async () => {
		const environment = home({profiles: {big: {model: 'm'}}});
		expect(await namedProfile('escalate', 'big', environment)).toEqual({name: 'big', values: {model: 'm'}});
	});

	it.each([
		[{profiles: {big: {}, small: {}}}, 'There is: big, small'],
		[{}, 'There is none yet. Make one: sqrl-tui config profile.<name>.base-url <url>'],
	])('says what there is, in %j', async (values, advice) => {
		await expect(namedProfile('escalate', 'bog', home(values))).rejects.toMatchObject({
			message: '--escalate: there is no profile "bog"',
			advice,
		});
	});
});
