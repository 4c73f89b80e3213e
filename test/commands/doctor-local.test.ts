/** What `doctor` says of models that run here, with ones that are made up; `doctor-embedded` has the real one. */
import {describe, expect, it, vi} from 'vitest';
import {doctor} from '../../source/commands/doctor.js';
import {examineLocal} from '../../source/commands/doctor-local.js';
import {type Finding, reportOf, type TrialPrompt} from '../../source/commands/finding.js';
import {ModelError, PromptTooLong} from '../../source/errors.js';
import {localModel} from '../../source/model/local/local-model.js';
import {embeddedFile, type ModelPlace} from '../../source/model/model-place.js';
import {resolveSettings, type SettingTexts} from '../../source/settings.js';
import {answer, shopDatabase, testServer, turns} from '../support/ask-program.js';
import {runCommand} from '../support/invocation.js';
import {LOADED, type LocalDouble, localDouble} from '../support/local-double.js';
import {temporaryFolder} from '../support/temporary-folder.js';

vi.mock('../../source/model/local/local-model.js', () => ({localModel: vi.fn()}));

const TINY = {name: 'sqrl-tiny', file: embeddedFile()};
const OTHER = {name: 'other', file: '/other.gguf'};
const PROMPT: TrialPrompt = {
	system: 'system',
	user: 'user',
	tokens: 1311,
	advice: 'fewer tables',
	isChinook: true,
};
const WORDS = 'it: 29.9 MB, context 4,096 tokens, 96 MB of memory';
const NO_ENGINE = new ModelError('unusable', 'the engine is not installed', 'npm install it');

describe('examineLocal', () => {
	const examine = (model: LocalDouble, prompt: TrialPrompt | null = PROMPT) =>
		examineLocal(model, {topic: 'topic', name: 'it', prompt}, new AbortController().signal);
	const ok: Finding = {topic: 'topic', state: 'ok', words: WORDS};

	it.each<[string, LocalDouble, TrialPrompt | null, Array<Partial<Finding>>]>([
		['a model', localDouble(OTHER), PROMPT, [ok]],
		['a model without a database', localDouble(OTHER), null, [ok]],
		['a model on a schema like any', localDouble(OTHER), {...PROMPT, isChinook: false}, [ok]],
		['the embedded model on its schema', localDouble(TINY), PROMPT, [ok]],
		[
			'the embedded model on another schema',
			localDouble(TINY),
			{...PROMPT, isChinook: false},
			[ok, {state: 'note', words: expect.stringContaining('one schema')}],
		],
		[
			'a prompt beyond the context',
			localDouble(OTHER),
			{...PROMPT, tokens: 4097},
			[{state: 'fault', words: `${WORDS}, less than the prompt has`, advice: 'fewer tables'}],
		],
		[
			'a model that cannot be loaded',
			localDouble(OTHER, undefined, NO_ENGINE),
			PROMPT,
			[{state: 'fault', words: NO_ENGINE.message, advice: NO_ENGINE.advice}],
		],
	])('%s', async (_, model, prompt, findings) => {
		expect(await examine(model, prompt)).toMatchObject(findings);
		expect(model.prepared).toEqual([prompt === null ? '' : 'system']);
	});

	it('says what to shorten of a prompt that the model counted', async () => {
		const model = localDouble(OTHER, undefined, new PromptTooLong(5000, 4096));
		expect(await examine(model)).toMatchObject([{state: 'fault', advice: 'fewer tables'}]);
	});

	it('throws the reason of an abort', async () => {
		const signal = AbortSignal.abort(new Error('interrupted'));
		const subject = {topic: 'topic', name: 'it', prompt: PROMPT};
		await expect(examineLocal(localDouble(OTHER), subject, signal)).rejects.toThrow('interrupted');
	});
});

describe('reportOf', () => {
	const FAULT: Finding = {topic: 'server', state: 'fault', words: 'down'};
	const OK: Finding = {topic: 'server', state: 'ok', words: 'up'};

	it.each<[ModelPlace['kind'], ModelPlace | null, Finding[]]>([
		['embedded', {kind: 'embedded'}, [{...OK, words: 'in use: up'}, FAULT]],
		['file', {kind: 'embedded'}, [OK, {...FAULT, state: 'note'}]],
		['server', null, [OK, FAULT]],
		['embedded', null, [OK, {...FAULT, state: 'note'}]],
	])('of the %s where %j is chosen', async (kind, chosen, expected) => {
		const told: Finding[] = [];
		const report = reportOf(kind, chosen, async finding => {
			told.push(finding);
		});
		await report(OK);
		await report(FAULT);
		expect(told).toEqual(expected);
	});
});

describe('doctor', () => {
	const shop = shopDatabase(temporaryFolder());

	/** Runs `doctor` with a server that is down, unless its address is given. */
	async function run(flags: SettingTexts, {fails, baseUrl}: {fails?: Error; baseUrl?: string} = {}) {
		const {baseUrl: down, close} = await testServer([]);
		await close();
		const started: LocalDouble[] = [];
		vi.mocked(localModel).mockImplementation(({file, name}) => {
			const double = localDouble({name, file}, undefined, fails ?? LOADED);
			started.push(double);
			return double;
		});
		const settings = resolveSettings({flags, environment: {}, config: {}, configFile: ''});
		settings.values['base-url'] = baseUrl ?? down;
		const {code, stdout} = await runCommand(doctor, {operands: [shop], settings});
		expect(started.every(({closed}) => closed)).toBe(true);
		return {code, stdout, started: started.map(({ref}) => ref.name)};
	}

	it('lists all three, and finds no fault in one that is not in use', async () => {
		const {code, stdout, started} = await run({embedded: 'true'});
		expect(code).toBe(0);
		expect(started).toEqual(['sqrl-tiny']);
		expect(stdout).toMatch(/^· server {6}nothing answers at /m);
		expect(stdout).toMatch(/^· model file {2}none is named: --model-file/m);
		expect(stdout).toMatch(/^✓ embedded {4}in use: sqrl-tiny: 29\.9 MB, context 4,096 tokens, /m);
		expect(stdout).toMatch(/^· embedded {4}sqrl-tiny knows one schema/m);
	});

	it('names the three ways where none is chosen and nothing answers', async () => {
		const {code, stdout} = await run({});
		expect(code).toBe(1);
		expect(stdout).toMatch(/^✗ server {6}nothing answers at .*\n.*--base-url.*--model-file.*--embedded/m);
		expect(stdout).toMatch(/^✓ embedded {4}sqrl-tiny: /m);
	});

	it('finds what the file in use fails with, once', async () => {
		const {code, stdout, started} = await run({'model-file': '/models/a.gguf'}, {fails: NO_ENGINE});
		expect(code).toBe(1);
		expect(started).toEqual(['a', 'sqrl-tiny']);
		expect(stdout).toMatch(/^✗ model file {2}in use: the engine is not installed\n +npm install it$/m);
		expect(stdout).toMatch(/^· embedded {4}the engine is not installed\n +npm install it$/m);
		expect(stdout).toMatch(/\n1 fault\.\n$/);
	});

	it('says where a file comes from, also beside a server', async () => {
		const {baseUrl} = await testServer(turns(answer('SELECT 1')));
		const {code, stdout} = await run({'model-file': '/models/a.gguf'}, {baseUrl});
		expect(code).toBe(0);
		expect(stdout).toContain('✓ model file  in use: /models/a.gguf (from --model-file): 29.9 MB');
		expect(stdout).toMatch(/^✓ server {6}http/m);
	});
});
