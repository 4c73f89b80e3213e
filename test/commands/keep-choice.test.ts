import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {chosenPlace} from '../../source/commands/chosen-place.js';
import {keepChoice} from '../../source/commands/keep-choice.js';
import {loadSettings} from '../../source/config.js';
import {UsageError} from '../../source/errors.js';
import type {ModelPlace} from '../../source/model/model-place.js';
import {temporaryFolder} from '../support/temporary-folder.js';

function newHome(config?: object) {
	const environment = {SQRL_TUI_HOME: temporaryFolder()};
	const file = path.join(environment.SQRL_TUI_HOME, 'config.json');
	if (config) {
		writeFileSync(file, JSON.stringify(config));
	}

	return {environment, file, stored: () => JSON.parse(readFileSync(file, 'utf8')) as unknown};
}

const PLACES: ModelPlace[] = [
	{kind: 'server', baseUrl: 'http://a/v1', name: 'sqrl-4b'},
	{kind: 'server', baseUrl: 'http://b/v1', name: 'other'},
	{kind: 'file', file: '/models/sqrl-4b.gguf'},
	{kind: 'embedded'},
];

it.each(PLACES.flatMap(place => PLACES.map(before => [place, before] as const)))(
	'%j is used next time, after %j was',
	async (place, before) => {
		const {environment, file} = newHome({seed: 7});
		expect(await keepChoice(before, environment)).toBe(file);
		expect(await keepChoice(place, environment)).toBe(file);
		const settings = await loadSettings({}, environment);
		expect(chosenPlace(settings)).toEqual(place);
		expect(settings.values.seed).toBe(7);
	},
);

it.each<[ModelPlace, object]>([
	[{kind: 'server', baseUrl: 'http://a/v1', name: 'sqrl-4b'}, {'base-url': 'http://a/v1'}],
	[
		{kind: 'server', baseUrl: 'http://a/v1', name: 'm'},
		{'base-url': 'http://a/v1', model: 'm'},
	],
	// The name is for the time when a server is asked again.
	[
		{kind: 'file', file: 'x.gguf'},
		{'model-file': path.resolve('x.gguf'), model: 'old'},
	],
	[{kind: 'embedded'}, {embedded: true, model: 'old'}],
])('%j is kept as %j', async (place, expected) => {
	const {environment, stored} = newHome({
		'base-url': 'http://old/v1',
		model: 'old',
		'model-file': '/old.gguf',
		embedded: false,
	});
	await keepChoice(place, environment);
	expect(stored()).toEqual(expected);
});

it('an address with a user or a password is not kept', async () => {
	const {environment, file} = newHome();
	const place: ModelPlace = {kind: 'server', baseUrl: 'http://ann:secret@a/v1', name: 'sqrl-4b'};
	const error = await keepChoice(place, environment).catch((error: unknown) => error);
	expect(error).toBeInstanceOf(UsageError);
	expect((error as UsageError).message).toContain('not written to the config');
	expect((error as UsageError).message).not.toContain('secret');
	expect(existsSync(file)).toBe(false);
});
