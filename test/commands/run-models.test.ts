import {describe, expect, it} from 'vitest';
import {runModels} from '../../source/commands/run-models.js';
import {UsageError} from '../../source/errors.js';
import {resolveSettings, type SettingTexts} from '../../source/settings.js';

const addresses = (named?: string[], flags: SettingTexts = {}) => {
	const settings = resolveSettings({flags, environment: {}, config: {}, configFile: '/home/config.json'});
	const models = runModels({flags: named ? {'base-url': named} : {}, settings, environment: {}});
	return models.map(({ref}) => ref.baseUrl);
};

describe('whom a run asks', () => {
	it('is each server once, however its address is written', () => {
		expect(addresses(['http://A:8000/v1', 'http://b/v1/', 'http://a:8000/v1/', 'http://b:80/v1'])).toEqual([
			'http://a:8000/v1',
			'http://b/v1',
		]);
	});

	it('is the server of the settings where none is named', () => {
		expect(addresses()).toEqual(['http://127.0.0.1:8000/v1']);
		expect(addresses(undefined, {'base-url': 'http://c/v1'})).toEqual(['http://c/v1']);
	});

	it('is no server beside another way to a model, and no address that is none', () => {
		expect(() => addresses(['http://a/v1'], {embedded: 'true'})).toThrow(UsageError);
		expect(() => addresses(['http://a/v1', 'b'])).toThrow(UsageError);
	});
});
