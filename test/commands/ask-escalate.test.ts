import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {trajectoryFromJson} from '../../source/agent/trajectory-schema.js';
import {answer, shopDatabase} from '../support/ask-program.js';
import {startProgram} from '../support/run-program.js';
import {type Script, type ScriptedReply, startScriptedServer} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {waitFor} from '../support/wait-for.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const BASE = 40;
const THREE = answer('SELECT count(*) AS n FROM Item');
const ONE = answer('SELECT 1 AS n');
const TWO = answer('SELECT 2 AS n');
const BROKEN = answer('SELECT nope');
const STALL: ScriptedReply = {text: 'Let me see', stallAfter: 1, chunkSize: 6};

/** The same question to ONE and TWO in turn: a tie. */
const TIE: Script = ({seed}) => (seed! % 2 === 0 ? ONE : TWO);
const AGREED: Script = [{reply: THREE}];

/** The program on a server, and a profile `big` for the model of another. */
async function startWithTwo(first: Script, second: Script, args: readonly string[], profile: object = {}) {
	const [small, big] = await Promise.all([startScriptedServer(first), startScriptedServer(second)]);
	const home = temporaryFolder();
	const profiles = {big: {'base-url': big.baseUrl, model: 'sqrl-9b', ...profile}, other: {temperature: 0}};
	writeFileSync(path.join(home, 'config.json'), JSON.stringify({profiles}));
	const running = startProgram(['ask', shop, 'How many items?', '--seed', String(BASE), ...args], {
		home,
		env: {SQRL_BASE_URL: small.baseUrl},
	});
	const ended = running.exited.finally(() => Promise.all([small.close(), big.close()]));
	return {...running, small, big, ended};
}

async function runWithTwo(...given: Parameters<typeof startWithTwo>) {
	const {ended, small, big} = await startWithTwo(...given);
	return {...(await ended), small, big};
}

const escalate = (votes: string, ...flags: string[]) => ['--votes', votes, '--escalate', 'big', ...flags];

describe.concurrent('a vote that does not decide', () => {
	it('is put to the model of the profile, whose answer is marked as its own', async () => {
		const {code, stdout, stderr, small, big} = await runWithTwo(TIE, AGREED, escalate('4'));
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr).toMatch(
			/tied with the next answer: narrow\.\n[\s\S]*^Narrow: escalated to big \(sqrl-9b\)\.\nvote of 4 [\s\S]*^Chosen by 4 of 4: unanimous\.\n[\s\S]*^The answer is that of big \(sqrl-9b\)\.\n/m,
		);
		expect(small.requests.map(({body}) => body.model)).toEqual(Array(4).fill('sqrl-4b'));
		expect(big.requests.map(({body}) => body.model)).toEqual(Array(4).fill('sqrl-9b'));
		expect(big.requests.map(({seed}) => seed).sort()).toEqual([40, 41, 42, 43]);
	});

	it('as JSON is the other answer, with the first vote beside it', async () => {
		const {stdout, small, big} = await runWithTwo(TIE, AGREED, escalate('4', '--json'), {temperature: 0.2});
		const json = JSON.parse(stdout);
		expect(json).toMatchObject({
			model: {name: 'sqrl-9b', base_url: big.baseUrl},
			sampling: {temperature: 0.2, top_p: 0.95, seed: BASE},
			answer: {by: 'vote', sql: 'SELECT count(*) AS n FROM Item'},
			vote: {k: 4, confidence: 'unanimous'},
			escalated: {
				profile: 'big',
				model: {name: 'sqrl-9b', base_url: big.baseUrl},
				taken: true,
				vote: {k: 4, confidence: 'narrow', winner: 0, margin: 0},
			},
		});
		expect(json.samples).toHaveLength(4);
		expect(json.escalated.samples).toHaveLength(4);
		expect(json.escalated.samples[0]).toMatchObject({
			model: {name: 'sqrl-4b', base_url: small.baseUrl},
			sampling: {temperature: 0.7},
		});
		expect(trajectoryFromJson(json).model.name).toBe('sqrl-9b');
	});

	it('with auto has as many samples as it came to', async () => {
		const {code, big} = await runWithTwo(TIE, AGREED, escalate('auto'));
		expect(code).toBe(0);
		expect(big.requests).toHaveLength(16);
	});

	it('without a winner is put to it too', async () => {
		const {code, stdout, stderr, big} = await runWithTwo([{reply: BROKEN}], AGREED, escalate('1'));
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr).toContain('No winner: escalated to big (sqrl-9b).\n');
		expect(big.requests).toHaveLength(8);
	});

	it('is, where the first model cannot be asked, no failure of the program', async () => {
		const reply = {status: 400, body: {error: {message: 'not today'}}};
		const {code, stdout} = await runWithTwo([{reply}], AGREED, escalate('2'));
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
	});
});

describe.concurrent('a vote without --escalate', () => {
	const OFFER = '--escalate puts such a vote to another model: big, other.\n';

	it.each([
		['does not decide', TIE, {}, true],
		['decides', AGREED, {}, false],
		['does not decide, and whose profiles are wrong,', TIE, {temperature: 3}, false],
	])('that %s offers the profiles that are there: %#', async (_, first, profile, isOffered) => {
		const {code, stderr, big} = await runWithTwo(first, AGREED, ['--votes', '2'], profile);
		expect(code).toBe(0);
		expect(stderr.includes(OFFER)).toBe(isOffered);
		expect(big.requests).toEqual([]);
	});
});

describe.concurrent('a vote that decides', () => {
	it('is not put to another model', async () => {
		const {code, stdout, stderr, big} = await runWithTwo(AGREED, TIE, escalate('4', '--json'));
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).not.toHaveProperty('escalated');
		expect(stderr).not.toContain('big');
		expect(big.requests).toEqual([]);
	});
});

describe.concurrent('another model without an answer', () => {
	it('leaves that of the first vote', async () => {
		const {code, stdout, stderr} = await runWithTwo(TIE, [{reply: BROKEN}], escalate('4', '--json'));
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			model: {name: 'sqrl-4b'},
			answer: {by: 'vote', sql: 'SELECT 1 AS n'},
			vote: {k: 4, confidence: 'narrow'},
			escalated: {profile: 'big', taken: false, vote: {k: 4, failed: 4, winner: null}},
		});
		expect(stderr).toContain('No answer from big (sqrl-9b): that of the first vote stands.\n');
	});

	it('may be one that cannot be asked, which is said', async () => {
		const reply = {status: 401, body: {error: {message: 'who are you'}}};
		const {code, stdout, stderr} = await runWithTwo(TIE, [{reply}], escalate('2'));
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n1\n'});
		expect(stderr).toMatch(/^big: .*who are you/m);
	});

	it('is no answer (1) where the first vote has none', async () => {
		const broken = [{reply: BROKEN}];
		const {code, stdout, stderr} = await runWithTwo(broken, broken, escalate('2', '--json'));
		expect(code).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({vote: {winner: null}, escalated: {taken: false}});
		expect(stderr).toContain('No answer from big (sqrl-9b) either.');
	});
});

describe.concurrent('Ctrl-C', () => {
	it('in the vote of the other model ends with 130, and keeps both votes', async () => {
		const running = await startWithTwo(TIE, [{reply: STALL}], escalate('2', '--json'));
		await waitFor(() => running.big.requests.length === 2, 'the other vote');
		running.kill('SIGINT');
		const {code, stdout} = await running.ended;
		expect(code).toBe(130);
		expect(JSON.parse(stdout)).toMatchObject({
			answer: {by: 'vote', sql: 'SELECT 1 AS n'},
			escalated: {taken: false, vote: {k: 2, cancelled: 2}},
		});
	});
});

describe.concurrent('usage', () => {
	it.each([
		[['--escalate', 'big'], '--escalate is for votes'],
		[['--votes', '4', '--escalate', 'bog'], '--escalate: there is no profile "bog"\nThere is: big, other\n'],
		[['--profile', 'bog'], '--profile: there is no profile "bog"\nThere is: big, other\n'],
	])('%j is a mistake (2)', async (args, words) => {
		const {code, stdout, stderr, small} = await runWithTwo(AGREED, AGREED, args);
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain(words);
		expect(small.requests).toEqual([]);
	});

	it('a profile that is wrong is one, too', async () => {
		const {code, stderr} = await runWithTwo(AGREED, AGREED, escalate('4'), {temperature: 3});
		expect(code).toBe(2);
		expect(stderr).toMatch(/profile\.big\.temperature in .*config\.json: it takes a number/);
	});
});

describe.concurrent('--profile', () => {
	it('asks its model, as it says', async () => {
		const {code, small, big} = await runWithTwo(TIE, AGREED, ['--profile', 'big'], {temperature: 0.2});
		expect(code).toBe(0);
		expect(small.requests).toEqual([]);
		expect(big.requests.map(({body}) => [body.model, body.temperature])).toEqual([['sqrl-9b', 0.2]]);
	});

	it('is beaten by flags', async () => {
		const {big} = await runWithTwo(TIE, AGREED, ['--profile', 'big', '--model', 'm', '--temperature', '1']);
		expect(big.requests.map(({body}) => [body.model, body.temperature])).toEqual([['m', 1]]);
	});
});
