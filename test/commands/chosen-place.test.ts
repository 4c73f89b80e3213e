import {describe, expect, it} from 'vitest';
import {chosenPlace, serverPlace} from '../../source/commands/chosen-place.js';
import {UsageError} from '../../source/errors.js';
import type {ModelPlace} from '../../source/model/model-place.js';
import {resolveSettings, type SettingTexts} from '../../source/settings.js';

type Given = {
	flags?: SettingTexts;
	environment?: Record<string, string>;
	config?: Record<string, unknown>;
};

function resolve({flags = {}, environment = {}, config = {}}: Given) {
	return resolveSettings({flags, environment, config, configFile: '/home/config.json'});
}

const EMBEDDED: ModelPlace = {kind: 'embedded'};
const FILE: ModelPlace = {kind: 'file', file: '/a.gguf'};
const DEFAULT_URL = 'http://127.0.0.1:8000/v1';

const at = (baseUrl: string, name = 'sqrl-4b'): ModelPlace => ({kind: 'server', baseUrl, name});

describe('chosenPlace', () => {
	it.each<[string, Given, ModelPlace | null]>([
		['nothing', {}, null],
		['what is no way', {flags: {seed: '1'}, config: {'max-steps': 3}}, null],
		['an empty variable', {environment: {OPENAI_BASE_URL: '', SQRL_EMBEDDED: ''}}, null],
		['embedded: false', {config: {embedded: false}, environment: {SQRL_EMBEDDED: '0'}}, null],

		['--base-url', {flags: {'base-url': 'http://a/v1'}}, at('http://a/v1')],
		['--model', {flags: {model: 'm'}}, at(DEFAULT_URL, 'm')],
		['--model-file', {flags: {'model-file': '/a.gguf'}}, FILE],
		['--embedded', {flags: {embedded: 'true'}}, EMBEDDED],
		['SQRL_BASE_URL', {environment: {SQRL_BASE_URL: 'http://a/v1'}}, at('http://a/v1')],
		['OPENAI_BASE_URL', {environment: {OPENAI_BASE_URL: 'http://a/v1'}}, at('http://a/v1')],
		['SQRL_MODEL', {environment: {SQRL_MODEL: 'm'}}, at(DEFAULT_URL, 'm')],
		['SQRL_MODEL_FILE', {environment: {SQRL_MODEL_FILE: '/a.gguf'}}, FILE],
		['SQRL_EMBEDDED', {environment: {SQRL_EMBEDDED: '1'}}, EMBEDDED],
		['base-url in the config', {config: {'base-url': 'http://a/v1'}}, at('http://a/v1')],
		['model in the config', {config: {model: 'm'}}, at(DEFAULT_URL, 'm')],
		['model-file in the config', {config: {'model-file': '/a.gguf'}}, FILE],
		['embedded in the config', {config: {embedded: true}}, EMBEDDED],

		[
			'a flag and a variable',
			{flags: {embedded: 'true'}, environment: {SQRL_MODEL_FILE: '/a.gguf'}},
			EMBEDDED,
		],
		['a flag and the config', {flags: {'model-file': '/a.gguf'}, config: {'base-url': 'http://a/v1'}}, FILE],
		[
			'a variable and the config',
			{environment: {SQRL_EMBEDDED: '1'}, config: {'base-url': 'http://a/v1'}},
			EMBEDDED,
		],
		[
			'--model and another way before',
			{flags: {model: 'm'}, environment: {SQRL_EMBEDDED: '1'}},
			at(DEFAULT_URL, 'm'),
		],
		[
			'--model and an address before',
			{flags: {model: 'm'}, config: {'base-url': 'http://a/v1'}},
			at('http://a/v1', 'm'),
		],
		['an address with its name', {config: {'base-url': 'http://a/v1', model: 'm'}}, at('http://a/v1', 'm')],
		[
			'a variable that takes a choice back',
			{environment: {SQRL_EMBEDDED: '0'}, config: {embedded: true}},
			null,
		],
		['a name that is kept beside a way', {config: {embedded: true, model: 'm'}}, EMBEDDED],
		[
			'a name in the environment beside a way',
			{environment: {SQRL_MODEL: 'm', SQRL_MODEL_FILE: '/a.gguf'}},
			FILE,
		],
		[
			'a contradiction that something beats',
			{flags: {embedded: 'true'}, config: {'base-url': 'http://a/v1', 'model-file': '/a.gguf'}},
			EMBEDDED,
		],
	])('%s', (_, given, place) => {
		expect(chosenPlace(resolve(given))).toEqual(place);
	});

	it.each<[Given, string]>([
		[{flags: {embedded: 'true', 'model-file': '/a'}}, '--embedded and --model-file exclude each other'],
		[{flags: {embedded: 'true', 'base-url': 'http://a/v1'}}, '--embedded and --base-url exclude each other'],
		[
			{flags: {'model-file': '/a', 'base-url': 'http://a/v1', model: 'm'}},
			'--model-file and --base-url exclude each other',
		],
		[{flags: {embedded: 'true', model: 'm'}}, '--embedded and --model exclude each other'],
		[
			{environment: {SQRL_EMBEDDED: 'true', OPENAI_BASE_URL: 'http://a/v1'}, config: {model: 'm'}},
			'SQRL_EMBEDDED and OPENAI_BASE_URL exclude each other',
		],
		[
			{config: {'base-url': 'http://a/v1', 'model-file': '/a', model: 'm'}},
			'model-file and base-url in /home/config.json exclude each other',
		],
	])('takes no contradiction: %j', (given, message) => {
		const attempt = () => chosenPlace(resolve(given));
		expect(attempt).toThrow(UsageError);
		expect(attempt).toThrow(message);
	});

	it('tells how the config is mended', () => {
		const settings = resolve({config: {'base-url': 'http://a/v1', embedded: true}});
		expect(() => chosenPlace(settings)).toThrow(
			expect.objectContaining({advice: 'Remove one: sqrl-tui config --unset embedded'}),
		);
	});
});

it('serverPlace is the default server unless another is named', () => {
	expect(serverPlace(resolve({}))).toEqual(at(DEFAULT_URL));
	expect(serverPlace(resolve({config: {'base-url': 'http://a/v1', model: 'm'}}))).toEqual(
		at('http://a/v1', 'm'),
	);
});
