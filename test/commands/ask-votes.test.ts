import {describe, expect, it} from 'vitest';
import {trajectoryFromJson} from '../../source/agent/trajectory-schema.js';
import {answer, probe, runScripted, shopDatabase, startScripted} from '../support/ask-program.js';
import type {ScriptedReply, ScriptedRequest} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, readerProcesses} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const BASE = 40;
const ask = (votes: string, ...flags: string[]) => [
	'ask',
	shop,
	'How many items?',
	'--votes',
	votes,
	'--seed',
	String(BASE),
	...flags,
];

const THREE = answer('SELECT count(*) AS n FROM Item');
const ONE = answer('SELECT 1 AS n');
const TWO = answer('SELECT 2 AS n');
const STALL: ScriptedReply = {text: 'Let me see', stallAfter: 1, chunkSize: 6};

/** A reply for each sample, by its seed. */
function samples(...replies: ScriptedReply[]) {
	return ({seed}: ScriptedRequest) => replies[seed! - BASE]!;
}

/** Replies that differ, as those of a server that draws do. */
function drawn(sample: number, reply: {text: string}): ScriptedReply {
	return {text: reply.text.replace('Easy.', `Easy, as ${sample} says.`)};
}

const FIVE_TWO_ONE = samples(
	...[THREE, TWO, THREE, THREE, ONE, TWO, THREE, THREE].map((reply, at) => drawn(at, reply)),
);

describe.concurrent('a vote of eight, 5 to 2 to 1', () => {
	it('prints the rows of the winner, a line a sample and how it was chosen', async () => {
		const {code, stdout, stderr, server} = await runScripted(FIVE_TWO_ONE, ask('8', '--no-early-stop'));
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr).toContain('vote of 8 · seeds from 40');
		for (const sample of [1, 2, 3, 4, 5, 6, 7, 8]) {
			expect(stderr).toMatch(new RegExp(`^ ${sample}  1 row  \\[1 turn, \\d+\\.\\d s\\]  SELECT `, 'm'));
		}

		expect(stderr).toContain(
			'   5 ×  1 row  SELECT count(*) AS n FROM Item\n   2 ×  1 row  SELECT 2 AS n\n   1 ×',
		);
		expect(stderr).toContain('Chosen by 5 of 8, 3 ahead of the next answer: majority.\n');
		expect(stderr).not.toContain('card');
		expect(server.requests.map(({seed}) => seed).sort()).toEqual([40, 41, 42, 43, 44, 45, 46, 47]);
	});

	it('as JSON is the winner, the count and every sample', async () => {
		const {code, stdout} = await runScripted(FIVE_TWO_ONE, ask('8', '--no-early-stop', '--json'));
		const json = JSON.parse(stdout);
		expect(code).toBe(0);
		expect(json).toMatchObject({
			format: 'sqrl-trajectory/1',
			ending: 'answered',
			answer: {by: 'vote', sql: 'SELECT count(*) AS n FROM Item'},
			sampling: {seed: 40},
		});
		expect(json.vote).toEqual({
			k: 8,
			finished: 8,
			failed: 0,
			cancelled: 0,
			clusters: [
				{size: 5, sql: 'SELECT count(*) AS n FROM Item', row_count: 1, samples: [0, 2, 3, 6, 7]},
				{size: 2, sql: 'SELECT 2 AS n', row_count: 1, samples: [1, 5]},
				{size: 1, sql: 'SELECT 1 AS n', row_count: 1, samples: [4]},
			],
			winner: 0,
			agreement: 0.625,
			margin: 3,
			confidence: 'majority',
			stopped_early: false,
			probe_cache_hits: 5,
		});
		expect(json.samples).toHaveLength(8);
		expect(json.samples[0].id).toBe(json.id);
		expect(json.samples[0].answer.by).toBe('model');
		expect(new Set(json.samples.map(({id}: {id: string}) => id)).size).toBe(8);
		// Each is a trajectory by itself, the whole too.
		expect(json.samples.map((sample: unknown) => trajectoryFromJson(sample).sampling.seed)).toEqual([
			40, 41, 42, 43, 44, 45, 46, 47,
		]);
		expect(trajectoryFromJson(json).answer).toMatchObject({by: 'vote'});
	});

	it('gives the query with --sql', async () => {
		const {code, stdout} = await runScripted(FIVE_TWO_ONE, ask('8', '--sql'));
		expect({code, stdout}).toEqual({code: 0, stdout: 'SELECT count(*) AS n FROM Item\n'});
	});
});

describe.concurrent('a vote', () => {
	it('stops where nothing can change, and says what that saved', async () => {
		const {code, stdout, stderr} = await runScripted(samples(...Array(6).fill(THREE), ONE, STALL), ask('8'));
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr).toContain('Stopped early, 1 of 8 samples saved');
		expect(stderr).toContain('Chosen by 6 of 8 (1 cancelled), 5 ahead of the next answer: majority.');
	});

	it('has what the card says of eight that agree', async () => {
		const replies = Array.from({length: 8}, (_, at) => drawn(at, THREE));
		const {stderr} = await runScripted(samples(...replies), ask('8'));
		expect(stderr).toContain('Chosen by 8 of 8: unanimous.\n');
		expect(stderr).toContain('an answer of 8 of 8 is right about 87 % of the time');
		expect(stderr).not.toContain('ignore seeds');
		const other = await runScripted(samples(...replies), ask('8', '--model', 'another'));
		expect(other.stderr).not.toContain('87 %');
	});

	it('has what the card says of eight that are tied', async () => {
		const {stderr} = await runScripted(samples(ONE, TWO, ONE, TWO, ONE, TWO, ONE, TWO), ask('8'));
		expect(stderr).toContain('Chosen by 4 of 8, tied with the next answer: narrow.');
		expect(stderr).toContain('19–43 %');
	});

	it('says where a server seems to ignore seeds', async () => {
		const {code, stderr} = await runScripted([{reply: THREE}], ask('4'));
		expect(code).toBe(0);
		expect(stderr).toContain('Warning: the server seems to ignore seeds');
	});

	it('draws a base for its seeds, and records it', async () => {
		const args = ['ask', shop, 'How many items?', '--votes', '2', '--json'];
		const {stdout, stderr} = await runScripted([{reply: THREE}], args);
		const [first, second] = JSON.parse(stdout).samples.map(
			({sampling}: {sampling: {seed: number}}) => sampling.seed,
		);
		expect(second).toBe(first + 1);
		expect(stderr).toContain(`seeds from ${first}`);
	});

	it('of one has no confidence', async () => {
		const {code, stdout, stderr} = await runScripted([{reply: THREE}], ask('1', '--json'));
		expect(code).toBe(0);
		expect(JSON.parse(stdout).vote).toMatchObject({k: 1, winner: 0, confidence: null});
		expect(stderr).toContain('A vote of one sample');
	});

	it('auto asks four, and more where they differ', async () => {
		const same = await runScripted([{reply: THREE}], ask('auto', '--json'));
		expect(JSON.parse(same.stdout).vote).toMatchObject({k: 4, confidence: 'unanimous'});
		const differing = await runScripted(samples(THREE, ONE, ...Array(6).fill(THREE)), ask('auto', '--json'));
		expect(JSON.parse(differing.stdout).vote).toMatchObject({k: 8, finished: 8, confidence: 'majority'});
	});

	it('runs the same probe once', async () => {
		const {stdout} = await runScripted(
			({turn}) => (turn === 0 ? probe('SELECT Name FROM Item') : THREE),
			ask('4', '--json'),
		);
		expect(JSON.parse(stdout).vote).toMatchObject({k: 4, probe_cache_hits: 6});
	});
});

describe.concurrent('what goes wrong in a sample', () => {
	it('costs that sample only, with its reason', async () => {
		const replies = [
			THREE,
			{text: 'I th', chunkSize: 2, cutAfter: 1},
			{text: 'I cannot tell.'},
			answer('SELECT nope FROM Item'),
			answer(ENDLESS),
		];
		const {code, stdout, stderr} = await runScripted(samples(...replies), ask('5', '--query-timeout', '0.5'));
		expect({code, stdout}).toEqual({code: 0, stdout: 'n\n3\n'});
		expect(stderr).toMatch(/^ 2 {2}failed {2}.*ended its reply in the middle/m);
		expect(stderr).toMatch(/^ 3 {2}failed {2}.*no answer/m);
		expect(stderr).toMatch(/^ 4 {2}failed {2}.*no such column: nope/m);
		expect(stderr).toMatch(/^ 5 {2}failed {2}.*longer than 0\.5 s/m);
		expect(stderr).toContain('Chosen by 1 of 5 (4 failed): narrow.');
	});

	it('may leave no winner (1)', async () => {
		const {code, stdout, stderr} = await runScripted([{reply: answer('SELECT nope')}], ask('3', '--json'));
		expect(code).toBe(1);
		expect(stderr).toContain('No winner: none of 3 samples has rows to vote with (3 failed).');
		expect(JSON.parse(stdout)).toMatchObject({
			sampling: {seed: BASE},
			answer: {by: 'model', outcome: {error: {kind: 'sql'}}},
			vote: {winner: null, clusters: [], confidence: 'none', agreement: 0, margin: 0},
		});
	});

	it('may be the model in all of them (3)', async () => {
		const reply = {status: 400, body: {error: {message: 'not today'}}};
		const {code, stdout, stderr} = await runScripted([{reply}], ask('3', '--json'));
		expect(code).toBe(3);
		expect(stderr).toContain('not today');
		expect(JSON.parse(stdout).vote).toMatchObject({failed: 3, winner: null});
	});
});

describe.concurrent('a server with few places', () => {
	it.each([1, 7])('of %s serves all samples in the end', async places => {
		let writing = 0;
		const script = ({ended}: ScriptedRequest): ScriptedReply => {
			if (writing === places) {
				return {status: 429, headers: {'retry-after': '0'}, body: {error: {message: 'one at a time'}}};
			}

			writing++;
			void ended.then(() => writing--);
			return {...THREE, delayMs: 2};
		};
		const {code, stdout} = await runScripted(script, ask('8', '--json'));
		expect(code).toBe(0);
		expect(JSON.parse(stdout).vote).toMatchObject({finished: 8, failed: 0});
	});
});

describe.concurrent('usage', () => {
	it.each(['0', '65', '1000', '1.5', '-3', 'many', ''])('there is no vote of "%s" (2)', async votes => {
		const {code, stdout, stderr, server} = await runScripted(
			[],
			['ask', shop, 'How many?', `--votes=${votes}`],
		);
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain(
			`--votes: it takes a whole number of samples from 1 to 64, or auto, not "${votes}"`,
		);
		expect(server.requests).toEqual([]);
	});

	it('--no-early-stop without a vote is a mistake (2)', async () => {
		const {code, stderr} = await runScripted([], ['ask', shop, 'How many?', '--no-early-stop']);
		expect(code).toBe(2);
		expect(stderr).toContain('--no-early-stop is for votes');
	});
});

describe('Ctrl-C', () => {
	it('while samples are written ends with 130, and prints what finished', async () => {
		const running = await startScripted(samples(THREE, ONE, STALL, STALL), ask('4', '--json'));
		await waitFor(
			() => /^ 1 {2}1 row/m.test(running.stderr()) && /^ 2 {2}1 row/m.test(running.stderr()),
			'two',
		);
		running.kill('SIGINT');
		const {code, stdout} = await running.exited;
		expect(code).toBe(130);
		expect(JSON.parse(stdout)).toMatchObject({
			answer: {by: 'vote', sql: 'SELECT count(*) AS n FROM Item'},
			vote: {k: 4, finished: 2, cancelled: 2, stopped_early: false, confidence: 'narrow'},
			samples: [{}, {}, {ending: 'aborted'}, {ending: 'aborted'}],
		});
	});

	it('while queries run ends them, and prints no rows', async () => {
		const running = await startScripted(samples(THREE, answer(ENDLESS), answer(`${ENDLESS} `)), ask('3'));
		await running.said(' 1  1 row');
		running.kill('SIGINT', 'group');
		const {code, stdout, stderr} = await running.exited;
		expect({code, stdout}).toEqual({code: 130, stdout: ''});
		expect(stderr).toContain('cancelled');
		await waitFor(() => readerProcesses(folder).length === 0, 'the end of the readers');
	});
});
