import {existsSync, rmSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {trajectoryFromJson} from '../../source/agent/trajectory-schema.js';
import {answer, probe, runScripted, shopDatabase, testServer, turns} from '../support/ask-program.js';
import {runProgram} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {rowsOf, testReader} from '../support/test-reader.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const COUNT = answer('SELECT count(*) AS n FROM Item');
const ASK = ['ask', shop, 'How many items?'];

describe.concurrent('exit code', () => {
	it('0: rows on stdout and nothing else, how they came about on stderr', async () => {
		const {code, stdout, stderr, server} = await runScripted(
			turns(probe("SELECT Name FROM Item WHERE Name LIKE 'p%'"), COUNT),
			ASK,
		);
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr).toContain('A look at the data first.');
		expect(stderr).toContain("probe 1/5  SELECT Name FROM Item WHERE Name LIKE 'p%'");
		expect(stderr).toContain('2 rows');
		expect(stderr).toContain('answer  SELECT count(*) AS n FROM Item');
		expect(stderr).not.toContain('Easy.');
		expect(server.requests[1]!.body.messages.at(-1)!.content).toBe(
			'<observation>\npear\nplum\n</observation>\nContinue with <sql> or <answer>.',
		);
	});

	it('1: the model gives no answer', async () => {
		const {code, stdout, stderr} = await runScripted([{reply: {text: 'I cannot tell.'}}], ASK);
		expect({code, stdout}).toEqual({code: 1, stdout: ''});
		expect(stderr).toContain('No answer');
	});

	it('1: the answer fails, in the words of SQLite', async () => {
		const {code, stdout, stderr} = await runScripted(turns(answer('SELECT nope FROM Item')), ASK);
		expect({code, stdout}).toEqual({code: 1, stdout: ''});
		expect(stderr).toContain('no such column: nope');
	});

	it('2: the command line is wrong, before anything is asked', async () => {
		const {code, stdout, stderr, server} = await runScripted(turns(COUNT), ['ask', shop]);
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain('Usage: sqrl-tui ask <database> <question|->');
		expect(server.requests).toEqual([]);
	});

	it.sequential('3: nothing answers, with the ways to a model', async () => {
		const {baseUrl, close} = await testServer([]);
		await close();
		const {code, stdout, stderr} = await runProgram(ASK, {env: {OPENAI_BASE_URL: baseUrl}});
		expect({code, stdout}).toEqual({code: 3, stdout: ''});
		expect(stderr).toContain(`nothing answers at ${baseUrl} (connection refused)`);
		expect(stderr).toContain('waiting:');
		for (const way of ['vllm serve', 'llama-server', '--base-url']) {
			expect(stderr).toContain(way);
		}
	});

	it('3: the server refuses, in its words', async () => {
		const reply = {status: 400, body: {error: {message: 'top_p must be positive'}}};
		const {code, stdout, stderr} = await runScripted([{reply}], ASK);
		expect({code, stdout}).toEqual({code: 3, stdout: ''});
		expect(stderr).toContain('top_p must be positive');
	});

	it.each([
		['is not there', path.join(folder, 'none.sqlite'), 'there is no such file'],
		['is a folder', folder, 'is a folder'],
		['is no database', path.join(import.meta.dirname, 'ask.test.ts'), 'is not a SQLite database'],
	])('4: the database %s', async (_, file, words) => {
		const {code, stdout, stderr, server} = await runScripted(turns(COUNT), ['ask', file, 'How many?']);
		expect({code, stdout}).toEqual({code: 4, stdout: ''});
		expect(stderr).toContain(words);
		expect(stderr).toContain(file);
		expect(server.requests).toEqual([]);
	});
});

describe.concurrent('--json', () => {
	it('prints the trajectory, which reads back', async () => {
		const {code, stdout, server} = await runScripted(turns(probe('SELECT 1.0'), COUNT), [
			...ASK,
			'--json',
			'--seed',
			'7',
			'--max-steps',
			'3',
		]);
		expect(code).toBe(0);
		const json = JSON.parse(stdout);
		expect(json).toMatchObject({
			format: 'sqrl-trajectory/1',
			id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
			question: 'How many items?',
			evidence: '',
			database: {path: shop, name: 'shop'},
			model: {name: 'sqrl-4b', base_url: server.baseUrl},
			sampling: {temperature: 0.7, top_p: 0.95, max_tokens: 8192, seed: 7},
			max_steps: 3,
			ending: 'answered',
			answer: {
				by: 'model',
				sql: 'SELECT count(*) AS n FROM Item',
				outcome: {table: {rows: [[3]], row_count: 1}},
			},
		});
		expect(json.turns).toHaveLength(2);
		expect(json.turns[0]).toMatchObject({
			verdict: {kind: 'approved', by: 'policy'},
			outcome: {table: {rows: [[{real: '1.0'}]]}},
			response: {kind: 'observation'},
			finish_reason: 'stop',
			usage: {prompt_tokens: 1000},
		});
		// The chat as the model saw it, and its last reply.
		expect(json.messages.slice(0, -1)).toEqual(server.requests[1]!.body.messages);
		expect(json.messages.at(-1)).toMatchObject({
			role: 'assistant',
			content: expect.stringContaining('<answer>'),
		});
		expect(json.prompt.system).toContain('You have at most 3 <sql> steps');
		expect(trajectoryFromJson(json)).toMatchObject({ending: 'answered'});
	});

	it('prints it also without an answer (1)', async () => {
		const {code, stdout} = await runScripted([{reply: {text: 'Hm.'}}], [...ASK, '--json']);
		expect(code).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({ending: 'no-answer', turns: [{}, {}]});
	});

	it('prints it also where the answer fails (1)', async () => {
		const {code, stdout} = await runScripted(turns(answer('SELECT nope')), [...ASK, '--json']);
		expect(code).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({
			ending: 'answered',
			answer: {sql: 'SELECT nope', outcome: {error: {kind: 'sql', message: expect.stringContaining('nope')}}},
		});
	});

	it('prints it also where the model fails (3), with what came before', async () => {
		const reply = {status: 400, body: {error: {message: 'no more'}}};
		const {code, stdout, stderr} = await runScripted(
			[{turn: 0, reply: probe('SELECT 1')}, {reply}],
			[...ASK, '--json'],
		);
		expect(code).toBe(3);
		expect(stderr).toContain('no more');
		expect(JSON.parse(stdout)).toMatchObject({
			ending: 'failed',
			turns: [{response: {kind: 'observation'}}],
			extra: {failure: {kind: 'refused', message: expect.stringContaining('no more')}},
		});
	});
});

describe.concurrent('--sql', () => {
	it('prints the query of the answer, and it only', async () => {
		const {code, stdout} = await runScripted(turns(COUNT), [...ASK, '--sql']);
		expect({code, stdout}).toEqual({code: 0, stdout: 'SELECT count(*) AS n FROM Item\n'});
	});

	it('prints it also where it fails (1)', async () => {
		const {code, stdout, stderr} = await runScripted(turns(answer('SELECT nope')), [...ASK, '--sql']);
		expect({code, stdout}).toEqual({code: 1, stdout: 'SELECT nope\n'});
		expect(stderr).toContain('no such column: nope');
	});

	it('prints nothing where there is none (1)', async () => {
		const {code, stdout} = await runScripted([{reply: {text: 'Hm.'}}], [...ASK, '--sql']);
		expect({code, stdout}).toEqual({code: 1, stdout: ''});
	});
});

describe.concurrent('a model', () => {
	it.sequential('that calls for DROP TABLE is told no, and nothing changes', async () => {
		const {code, stdout, stderr, server} = await runScripted(
			turns(probe('DROP TABLE Item'), probe('SELECT 1; DELETE FROM Item'), answer('DROP TABLE Sale')),
			ASK,
		);
		expect({code, stdout}).toEqual({code: 1, stdout: ''});
		const observations = server.requests.slice(1).map(({body}) => body.messages.at(-1)!.content);
		expect(observations).toHaveLength(2);
		for (const observation of observations) {
			expect(observation).toMatch(
				/^<observation>\nError: .+\n<\/observation>\nContinue with <sql> or <answer>\.$/,
			);
		}

		expect(stderr).toContain('failed:');
		const reader = await testReader(shop);
		expect(await rowsOf(reader, 'SELECT (SELECT count(*) FROM Item), (SELECT count(*) FROM Sale)')).toEqual([
			[3n, 3n],
		]);
	});

	it('that never ends is ended at the token limit, told to finish, and gives no answer', async () => {
		const {code, stdout, server, elapsedMs} = await runScripted(
			[{reply: {text: 'and then ', endless: true}}],
			[...ASK, '--max-tokens', '20', '--json'],
		);
		expect(code).toBe(1);
		const json = JSON.parse(stdout);
		expect(json.ending).toBe('no-answer');
		expect(json.turns.map((turn: {finish_reason: string}) => turn.finish_reason)).toEqual([
			'length',
			'length',
		]);
		expect(server.requests[1]!.body.messages.at(-1)!.content).toBe(
			'You must finish now. Give your <answer>.',
		);
		expect(elapsedMs).toBeLessThan(5000);
	});

	it('that thinks for 10,000 tokens answers all the same, and its thought is not spilled', async () => {
		const thought = 'wait, is it <answer> SELECT 0 </answer>? '.repeat(1000);
		const {code, stdout, stderr} = await runScripted(
			[{reply: {text: `<think>\n${thought}</think>\n\n${COUNT.text.split('</think>')[1]}`, chunkSize: 400}}],
			ASK,
		);
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr.length).toBeLessThan(1000);
	});

	it('that sends its thought apart is warned of, once', async () => {
		const {code, stdout, stderr} = await runScripted(
			[
				{turn: 0, reply: {...probe('SELECT 1'), reasoning: 'apart '.repeat(20)}},
				{reply: {...COUNT, reasoning: 'x'}},
			],
			ASK,
		);
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr.match(/reasoning-parser/g)).toHaveLength(1);
	});

	it('that misquotes text is answered as by SQLite, and the person is told', async () => {
		const {code, stdout, stderr} = await runScripted(
			turns(answer('SELECT ItemId FROM Item WHERE Name = "pear"')),
			ASK,
		);
		expect({code, stdout}).toEqual({code: 0, stdout: 'ItemId\n2\n'});
		expect(stderr).toContain('"pear" read as text');
	});

	it('whose server was busy is waited for, and that is said', async () => {
		const busy = {status: 429, headers: {'retry-after': '0.1'}, body: {error: {message: 'one at a time'}}};
		const {code, stdout, stderr} = await runScripted([{attempt: 0, reply: busy}, {reply: COUNT}], ASK);
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr).toMatch(/waiting: .*one at a time.*0\.1 s/);
	});
});

describe.concurrent('a database', () => {
	it.sequential('that vanishes between two probes is told to the model and in the outcome', async () => {
		const gone = shopDatabase(temporaryFolder(), 'gone.sqlite');
		const {code, stdout, stderr, server} = await runScripted(
			({turn}) => {
				if (turn === 1) {
					rmSync(gone);
				}

				return [probe('SELECT 1'), probe('SELECT 2'), answer('SELECT 3')][turn]!;
			},
			['ask', gone, 'How many?', '--json'],
		);
		// An answer that fails, by the contract; the query could not even be tried.
		expect(code).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({
			turns: [{outcome: {table: {rows: [[1]]}}}, {outcome: {error: {kind: 'database'}}}, {}],
			answer: {outcome: {error: {kind: 'database', message: expect.stringContaining('no such file')}}},
		});
		expect(server.requests[2]!.body.messages.at(-1)!.content).toContain('Error: ');
		expect(stderr).toContain('no such file');
		expect(stderr).not.toContain('should not have happened');
		expect(existsSync(gone)).toBe(false);
	});

	it.sequential('is not changed, and nothing is left beside it', async () => {
		const alone = temporaryFolder();
		const file = shopDatabase(alone);
		const before = await testReader(file).then(reader => reader.version());
		const {code} = await runScripted(turns(probe('SELECT * FROM Item'), COUNT), ['ask', file, 'How many?']);
		expect(code).toBe(0);
		expect(await testReader(file).then(reader => reader.version())).toBe(before);
		expect(['-wal', '-shm', '-journal'].filter(suffix => existsSync(file + suffix))).toEqual([]);
	});

	it.sequential('named like a command is written with its folder', async () => {
		const cwd = temporaryFolder();
		shopDatabase(cwd, 'ask');
		const {code, stdout} = await runScripted(turns(COUNT), ['ask', './ask', 'How many?'], {cwd});
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
	});
});
