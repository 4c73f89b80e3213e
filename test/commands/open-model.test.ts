import path from 'node:path';
import {beforeEach, describe, expect, it, vi} from 'vitest';
import {modelAt} from '../../source/commands/open-model.js';
import {UsageError} from '../../source/errors.js';
import {localModel} from '../../source/model/local/local-model.js';
import {embeddedFile, type ModelPlace} from '../../source/model/model-place.js';
import {serverModel} from '../../source/model/openai.js';
import {resolveSettings} from '../../source/settings.js';
import {modelDouble} from '../support/agent-doubles.js';
import {CHAT, SAMPLING} from '../support/ask-model.js';
import {localDouble} from '../support/local-double.js';

vi.mock('../../source/model/local/local-model.js', () => ({localModel: vi.fn()}));
vi.mock('../../source/model/openai.js', () => ({serverModel: vi.fn()}));

beforeEach(() => {
	vi.mocked(localModel).mockReset();
	vi.mocked(serverModel).mockReset();
});

function open(place: ModelPlace, environment: Record<string, string> = {}) {
	const settings = resolveSettings({
		flags: {'idle-timeout': '7'},
		environment,
		config: {},
		configFile: '',
	});
	return modelAt(place, settings, environment);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
	const given: T[] = [];
	for await (const item of items) {
		given.push(item);
	}

	return given;
}

const server = (baseUrl: string): ModelPlace => ({kind: 'server', baseUrl, name: 'm'});

describe('a model, before it is asked', () => {
	it.each<[ModelPlace, object]>([
		[server('http://ann:secret@a/v1/'), {name: 'm', baseUrl: 'http://a/v1'}],
		[{kind: 'embedded'}, {name: 'sqrl-tiny', file: embeddedFile()}],
		[
			{kind: 'file', file: '/models/sqrl-4b.Q8.gguf'},
			{name: 'sqrl-4b.Q8', file: '/models/sqrl-4b.Q8.gguf'},
		],
		[
			{kind: 'file', file: '/models/other'},
			{name: 'other', file: '/models/other'},
		],
		[
			{kind: 'file', file: 'a.gguf'},
			{name: 'a', file: path.resolve('a.gguf')},
		],
	])('at %j has its reference, and nothing is started or ended', async (place, ref) => {
		const model = open(place);
		expect(model.ref).toEqual(ref);
		expect(model.prepare === undefined).toBe(place.kind === 'server');
		expect(model.models === undefined).toBe(place.kind !== 'server');
		await model.close();
		expect(localModel).not.toHaveBeenCalled();
		expect(serverModel).not.toHaveBeenCalled();
	});

	it.each([
		[server('nowhere'), {}],
		[server('http://a/v1?x=1'), {}],
		[server('http://a/v1'), {SQRL_API_KEY: 'not a key'}],
	])('at %j with %j is wrong', (place, environment) => {
		expect(() => open(place, environment)).toThrow(UsageError);
	});
});

it('a model that runs here is started once, whatever it is asked, and ended', async () => {
	const double = localDouble({name: 'a', file: '/a.gguf'}, () => ({text: 'yes'}));
	vi.mocked(localModel).mockReturnValue(double);
	const model = open({kind: 'file', file: '/a.gguf'});
	const steps = await all(model.prepare!('system'));
	const chunks = await all(model.reply(CHAT, SAMPLING));
	expect(steps.map(({kind}) => kind)).toEqual(['loading', 'loaded', 'reading']);
	expect(chunks.at(-1)).toMatchObject({kind: 'end'});
	expect(double.prepared).toEqual(['system']);
	expect(localModel).toHaveBeenCalledTimes(1);
	await model.close();
	expect(double.closed).toBe(true);
	expect(serverModel).not.toHaveBeenCalled();
});

it('a model that could not be made is closed without a word more', async () => {
	vi.mocked(localModel).mockImplementation(() => {
		throw new Error('no engine');
	});
	const model = open({kind: 'embedded'});
	await expect(all(model.prepare!('system'))).rejects.toThrow('no engine');
	await expect(model.close()).resolves.toBeUndefined();
});

it("a server's model is made once, with the key for its address", async () => {
	const served = {id: 'm', contextLength: 4096};
	vi.mocked(serverModel).mockReturnValue({
		...modelDouble(() => ({text: 'yes'})),
		models: async () => [served],
	});
	const environment = {OPENAI_BASE_URL: 'http://a/v1', OPENAI_API_KEY: 'key'};
	const model = open(server('http://a/v1'), environment);
	expect(await model.models!()).toEqual([served]);
	expect((await all(model.reply(CHAT, SAMPLING))).at(-1)).toMatchObject({kind: 'end'});
	await open(server('http://b/v1'), environment).models!();
	const made = vi.mocked(serverModel).mock.calls.map(([options]) => options);
	expect(made).toEqual([
		{baseUrl: 'http://a/v1', name: 'm', apiKey: 'key', idleTimeoutMs: 7000},
		{baseUrl: 'http://b/v1', name: 'm', apiKey: undefined, idleTimeoutMs: 7000},
	]);
	expect(localModel).not.toHaveBeenCalled();
});
