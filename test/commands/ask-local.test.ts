/** `ask` of a model that runs here, with one that is made up; `ask-embedded` has the real one. */
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, it, vi} from 'vitest';
import {ask} from '../../source/commands/ask.js';
import {ModelError, PromptTooLong} from '../../source/errors.js';
import {localModel} from '../../source/model/local/local-model.js';
import type {LoadedModel} from '../../source/model/model.js';
import {EMBEDDED_LABEL, embeddedFile} from '../../source/model/model-place.js';
import {resolveSettings, type SettingTexts} from '../../source/settings.js';
import type {DoubleReply} from '../support/agent-doubles.js';
import {answer, probe, shopDatabase} from '../support/ask-program.js';
import {runCommand} from '../support/invocation.js';
import {LOADED, type LocalDouble, localDouble} from '../support/local-double.js';
import {temporaryFolder} from '../support/temporary-folder.js';

vi.mock('../../source/model/local/local-model.js', () => ({localModel: vi.fn()}));
vi.mock('../../source/model/openai.js', () => {
	throw new Error('the client of a server is loaded');
});

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const REPLIES = [probe('SELECT 1'), answer('SELECT count(*) AS n FROM Genre')];

const started: LocalDouble[] = [];
let script: (turn: number) => DoubleReply;
let loads: LoadedModel | Error;
let onStart: () => void;

beforeEach(() => {
	started.length = 0;
	script = turn => REPLIES[turn]!;
	loads = LOADED;
	onStart = () => {};
	vi.mocked(localModel).mockImplementation(({file, name}) => {
		const double = localDouble({name, file}, turn => script(turn), loads);
		started.push(double);
		onStart();
		return double;
	});
});

async function run(
	flags: SettingTexts,
	{database, json = false, signal}: {database?: string; json?: boolean; signal?: AbortSignal} = {},
) {
	return runCommand(ask, {
		operands: [...(database ? [database] : []), 'How many genres?'],
		flags: {...(database ? {} : {sample: true}), ...(json && {json: true})},
		settings: resolveSettings({flags, environment: {}, config: {}, configFile: ''}),
		...(signal && {signal}),
	});
}

const EMBEDDED: SettingTexts = {embedded: 'true'};

describe('--embedded', () => {
	it('asks the model in the box, says so, and ends it', async () => {
		const {code, stdout, stderr} = await run(EMBEDDED);
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n25\n'});
		expect(vi.mocked(localModel)).toHaveBeenLastCalledWith({
			file: embeddedFile(),
			name: 'sqrl-tiny',
			gpu: false,
		});
		expect(started).toMatchObject([{closed: true}]);
		expect(stderr).toContain('sqrl-tiny, which comes with sqrl-tui\n');
		expect(stderr).toMatch(/^loading sqrl-tiny\.gguf, 29\.9 MB$/m);
		expect(stderr.split(EMBEDDED_LABEL)).toHaveLength(2);
		expect(stderr).not.toContain('Warning');
	});

	it('is in the trajectory with its file', async () => {
		const {stdout} = await run(EMBEDDED, {json: true});
		expect(JSON.parse(stdout).model).toEqual({name: 'sqrl-tiny', file: embeddedFile()});
	});

	it('warns once of a database with another schema', async () => {
		script = () => answer('SELECT count(*) AS n FROM Item');
		const {code, stdout, stderr} = await run(EMBEDDED, {database: shop});
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr.match(/^Warning: sqrl-tiny knows one schema, Chinook's/gm)).toHaveLength(1);
	});

	it('that is interrupted while it loads ends with 130, and the model with it', async () => {
		const controller = new AbortController();
		onStart = () => controller.abort(new Error('interrupted'));
		const {code, stdout} = await run(EMBEDDED, {json: true, signal: controller.signal});
		expect(code).toBe(130);
		expect(JSON.parse(stdout)).toMatchObject({ending: 'aborted', turns: []});
		expect(started).toMatchObject([{closed: true, chats: []}]);
	});

	it('that is interrupted while it writes ends with 130, and the model with it', async () => {
		const controller = new AbortController();
		script = () => {
			controller.abort(new Error('interrupted'));
			return {text: 'never seen'};
		};
		const {code, stdout} = await run(EMBEDDED, {json: true, signal: controller.signal});
		expect(code).toBe(130);
		expect(JSON.parse(stdout)).toMatchObject({ending: 'aborted', turns: []});
		expect(started).toMatchObject([{closed: true}]);
	});
});

describe('--model-file', () => {
	it('asks a model of that name, without a label', async () => {
		const file = path.join(folder, 'My Model.GGUF');
		writeFileSync(file, Buffer.alloc(2_500_000));
		const {code, stderr} = await run({'model-file': file});
		expect(code).toBe(0);
		expect(vi.mocked(localModel)).toHaveBeenLastCalledWith({file, name: 'My Model', gpu: true});
		expect(started).toMatchObject([{closed: true}]);
		expect(stderr).toContain(`My Model from ${file}\nloading My Model.GGUF, 2.5 MB\n`);
		expect(stderr).not.toContain(EMBEDDED_LABEL);
	});

	it('that is not there is the model to say', async () => {
		const failure = new ModelError('unusable', 'there is no such file', 'Check the path.');
		loads = failure;
		const {error, stdout, stderr} = await run({'model-file': path.join(folder, 'none.gguf')}, {json: true});
		expect(error).toBe(failure);
		expect(JSON.parse(stdout)).toMatchObject({ending: 'failed', extra: {failure: {kind: 'unusable'}}});
		expect(stderr).toContain('loading none.gguf\n');
		expect(started).toMatchObject([{closed: true}]);
	});
});

it('a chat that is too long is told with its length and the largest tables', async () => {
	const failure = new PromptTooLong(5000, 4096);
	script = () => ({text: '', error: failure});
	const {error, stdout} = await run(EMBEDDED, {json: true});
	expect(error).toMatchObject({kind: 'context', exitCode: 3, message: failure.message});
	expect(error).toMatchObject({advice: expect.stringMatching(/--tables.* Customer \(about \d+\)/)});
	expect(JSON.parse(stdout)).toMatchObject({ending: 'failed', extra: {failure: {kind: 'context'}}});
	expect(started).toMatchObject([{closed: true}]);
});

it('two ways at once are turned down before anything is opened', async () => {
	const {error} = await run({...EMBEDDED, 'model-file': 'x.gguf'}, {database: path.join(folder, 'none')});
	expect(error).toMatchObject({
		exitCode: 2,
		message: '--embedded and --model-file exclude each other',
	});
	expect(started).toEqual([]);
});
