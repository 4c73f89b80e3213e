/** Whole runs: the real program, a scripted server, and figures that are worked out by hand. */
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {trajectoryFromJson} from '../../source/agent/trajectory-schema.js';
import {testServer} from '../support/ask-program.js';
import {type ProgramOptions, runProgram, startProgram} from '../support/run-program.js';
import {makeBenchmark, QUESTIONS, replyOf, SAMPLES, SEED_BASE} from '../support/scripted-benchmark.js';
import type {ScriptedRequest, ScriptedServer} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {waitFor} from '../support/wait-for.js';

const folder = temporaryFolder();
const benchmark = {
	bird: makeBenchmark(temporaryFolder(), 'bird'),
	spider: makeBenchmark(temporaryFolder(), 'spider'),
};

type Asked = {dataset?: 'bird' | 'spider'; out: string; more?: readonly string[]};

function command({dataset = 'bird', out, more = []}: Asked): string[] {
	const {questions, databases} = benchmark[dataset];
	const seeds = ['--votes', String(SAMPLES), '--seed', String(SEED_BASE)];
	return ['eval', questions, '--databases', databases, '--dataset', dataset, '--out', out, ...seeds, ...more];
}

function at(server: ScriptedServer, options: ProgramOptions = {}): ProgramOptions {
	return {...options, env: {SQRL_BASE_URL: server.baseUrl, ...options.env}};
}

const out = (name: string) => path.join(folder, name);

/** A report without what was measured. */
function reportOf(run: string) {
	const {measured, ...report} = JSON.parse(readFileSync(path.join(run, 'report.json'), 'utf8'));
	expect(measured.replies.sample.n).toBe(QUESTIONS * SAMPLES);
	return report;
}

const lines = (file: string) =>
	readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));

/** Replies to 320 samples: two of each question probe first, and ten have no answer when they are asked to finish. */
const REPLIES = 320 + 2 * 40 + 10;

/** To six decimals, as the report has them. */
const share = (value: number) => Math.round(value * 1e6) / 1e6;

describe('a run of 40 questions with 8 samples', () => {
	it.each(['bird', 'spider'] as const)(
		'has the figures that it must have, in the form of %s',
		async dataset => {
			const server = await testServer(replyOf);
			const run = out(`whole-${dataset}`);
			const {code, stdout, stderr} = await runProgram(command({dataset, out: run}), at(server));
			// A gold query fails.
			expect({code, stderr}).toMatchObject({code: 1, stderr: expect.stringContaining('report.html')});
			expect(server.requests.length).toBe(REPLIES);
			expect(stdout).toContain('50.0');

			const report = reportOf(run);
			// 80 + 50 + 30 + 0 of 320 samples. Of 28 pairs of a question like 10–19 three have no right sample; of one like
			// 20–29 three are R R, six R with e or n, and six R before A. Of 70 fours five have R A A B; and 3 + 7 + 20 + 9.
			// All eight: 30 of 40 questions, since the tie of 20–29 goes to its first sample.
			const points = report.curve.points.map(
				(point: {m: number; vote: {share: number}; pass: {share: number}}) => [
					point.m,
					point.vote.share,
					point.pass.share,
				],
			);
			expect(points).toEqual([
				[1, 0.5, 0.5],
				[2, share((10 + (250 + 150) / 28) / 40), share((10 + 10 * (1 - 3 / 28) + 10 * (1 - 10 / 28)) / 40)],
				[4, share((10 + (650 + 390) / 70) / 40), share((20 + 10 * (1 - 5 / 70)) / 40)],
				[8, 0.75, 0.75],
			]);
			expect(report.accuracy).toMatchObject({n: 40, pass_one: {share: 0.5}, vote: {share: 0.75}});
			expect(report.accuracy.without_failing_gold).toMatchObject({
				n: 39,
				pass_one: {share: share(160 / 312)},
				vote: {share: share(30 / 39)},
			});
			expect(report.gold_failures).toEqual([
				{index: 39, database: 'zoo', verdict: 'gold-error', reason: 'no such table: Gone'},
			]);

			// Question 39 says nothing of votes.
			const counts = (groups: Array<{n: number; right: number}>, name: string) =>
				groups.map(group => [group[name as 'n'], group.right, group.n]);
			expect(counts(report.agreement.agreeing, 'size')).toEqual([
				[8, 10, 10],
				[5, 10, 10],
				[4, 0, 9],
				[3, 10, 10],
			]);
			expect(counts(report.agreement.confidence, 'word')).toEqual([
				['unanimous', 10, 10],
				['majority', 10, 10],
				['narrow', 10, 19],
			]);
			expect(report.escalation).toEqual({
				undecided: 19,
				right: 10,
				reachable: 10,
				accuracy: 0.75,
				if: [0.25, 0.5, 0.75, 1].map(of => ({share: of, accuracy: share((30 - 10 + of * 19) / 40)})),
			});

			expect(report.breakdown.database).toMatchObject([
				{name: 'zoo', n: 20, pass_one: 0.1875, vote: {right: 10}},
				{name: 'shop', n: 20, pass_one: 0.8125, vote: {right: 20}},
			]);
			// By the file: each fourth question is challenging. Spider's file has no parsed queries here.
			const difficulties = [
				{name: 'simple', n: 30, pass_one: share(117 / 240), vote: {right: 22}},
				{name: 'challenging', n: 10, pass_one: share(43 / 80), vote: {right: 8}},
			];
			expect(report.breakdown.difficulty).toMatchObject(dataset === 'bird' ? difficulties : []);

			const kinds = report.failures.kinds.map(({kind, samples}: {kind: string; samples: number}) => [
				kind,
				samples,
			]);
			// 3 and 3 of ten questions each, 8 of nine.
			expect(Object.fromEntries(kinds)).toEqual({
				wrong: 30 + 30 + 72,
				'empty: no answer': 10,
				'sql-error': 10,
				'gold-error': 8,
			});
			expect(report.effort.turns).toEqual([
				{turns: 1, samples: 230},
				{turns: 2, samples: 90},
			]);
			expect(report.effort.sample.probes.total).toBe(80);
		},
	);

	it('gives the same report though it was killed three times, and asks nothing twice but what was under way', async () => {
		const whole = await testServer(replyOf);
		const [straight, broken] = [out('straight'), out('broken')];
		const more = ['--concurrency', '4'];
		await runProgram(command({out: straight, more}), at(whole));

		const server = await testServer(replyOf);
		for (const replies of [60, 200, 300]) {
			const running = startProgram(command({out: broken, more}), at(server));
			await waitFor(() => server.requests.length >= replies, `${replies} replies`, 30_000);
			running.kill('SIGKILL');
			expect((await running.exited).signal).toBe('SIGKILL');
		}

		const {code} = await runProgram(command({out: broken, more}), at(server));
		expect(code).toBe(1);
		expect(reportOf(broken)).toEqual(reportOf(straight));
		const sections = (run: string) => {
			const text = readFileSync(path.join(run, 'report.md'), 'utf8').split(/^(?=## )/m);
			return text.filter(section => !/^## .*measured/i.test(section));
		};
		expect(sections(broken)).toEqual(sections(straight));
		expect(sections(broken).length).toBeGreaterThan(3);

		// A kill may cost what was under way: twice as many samples as requests, and eight; of a sample two replies.
		expect(server.requests.length).toBeLessThanOrEqual(REPLIES + 3 * (2 * 4 + 8) * 2);
		const ids = lines(path.join(broken, 'trajectories.jsonl')).map(({id}) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(new Set(ids)).toEqual(new Set(lines(path.join(straight, 'trajectories.jsonl')).map(({id}) => id)));
		expect(ids).toHaveLength(QUESTIONS * SAMPLES);
	});

	it('keeps trajectories that can be read, each with its seed, evidence and prompt', async () => {
		const server = await testServer(replyOf);
		const run = out('kept');
		await runProgram(command({out: run, more: ['--limit', '2']}), at(server));
		const trajectories = lines(path.join(run, 'trajectories.jsonl')).map(trajectoryFromJson);
		expect(trajectories.map(({id}) => id).sort()).toEqual(
			[0, 1].flatMap(question => Array.from({length: 8}, (_, sample) => `${question}-${sample}`)),
		);
		const one = trajectories.find(({id}) => id === '0-2')!;
		expect(one).toMatchObject({
			question: 'How many items have a number below 2?',
			evidence: 'below means <, in question 0',
			sampling: {seed: SEED_BASE + 2, temperature: 0.7, topP: 0.95},
			ending: 'answered',
			database: {name: 'shop'},
		});
		expect(one.prompt.system).toContain('below means <, in question 0');
		expect(one.turns.map(({action}) => action.kind)).toEqual(['sql', 'answer']);
		expect(one.answer?.outcome).toMatchObject({table: {rows: [[1n]], rowCount: 1}});

		const untold = out('untold');
		await runProgram(command({out: untold, more: ['--limit', '1', '--no-evidence']}), at(server));
		for (const {prompt} of lines(path.join(untold, 'trajectories.jsonl'))) {
			expect(prompt.system).toContain('(none provided)');
		}
	});

	it('is put together from its parts', async () => {
		const server = await testServer(replyOf);
		const parts = [1, 2, 3].map(part => out(`part-${part}`));
		for (const [at_, part] of parts.entries()) {
			const {code} = await runProgram(command({out: part, more: ['--shard', `${at_ + 1}/3`]}), at(server));
			expect(code).toBe(at_ === 0 ? 1 : 0);
		}

		const [whole, merged] = [out('unsplit'), out('merged')];
		await runProgram(command({out: whole}), at(server));
		const asked = server.requests.length;
		const {code, stderr} = await runProgram(['eval', '--merge', ...parts, '--out', merged], at(server));
		expect({code, stderr}).toMatchObject({code: 1});
		expect(server.requests.length).toBe(asked);
		expect(reportOf(merged)).toEqual(reportOf(whole));

		// Questions 1, 4, …, 37 are in neither of these two.
		const partly = out('partly');
		const some = await runProgram(
			['eval', '--merge', parts[0]!, parts[2]!, '--out', partly, '--save-calibration'],
			at(server),
		);
		expect(some.code).toBe(2);
		expect(some.stderr).toContain('no calibration is kept: parts of the run are missing');
		const {run} = JSON.parse(readFileSync(path.join(partly, 'report.json'), 'utf8'));
		expect([run.questions, run.questions_missing]).toEqual([27, 13]);
		expect(readFileSync(path.join(partly, 'report.md'), 'utf8')).toContain('13 of 40 questions');
	});

	it('is judged anew by another rule, without a model', async () => {
		const server = await testServer(replyOf);
		const [by, anew] = [out('by-bird'), out('by-spider')];
		await runProgram(command({out: by, more: ['--limit', '30']}), at(server));
		const asked = server.requests.length;
		const {code, stderr} = await runProgram(
			['eval', '--merge', by, '--rule', 'spider', '--out', anew],
			at(server),
		);
		expect({code, stderr}).toMatchObject({code: 0, stderr: expect.stringContaining('report.html')});
		expect(server.requests.length).toBe(asked);
		const ofRule = (run: string) => JSON.parse(readFileSync(path.join(run, 'report.json'), 'utf8'));
		expect([ofRule(by).run.rule, ofRule(anew).run.rule]).toEqual(['bird', 'spider']);
		// 80 + 50 + 30 of 240: the two rules agree on counts.
		expect(ofRule(anew).accuracy.pass_one.share).toBe(share(160 / 240));
		expect(ofRule(anew).curve.points).toEqual(ofRule(by).curve.points);
		expect(readFileSync(path.join(anew, 'trajectories.jsonl'), 'utf8')).toBe(
			readFileSync(path.join(by, 'trajectories.jsonl'), 'utf8'),
		);

		const refused = await runProgram(
			['eval', '--merge', by, '--votes', '4', '--out', out('never')],
			at(server),
		);
		expect(refused).toMatchObject({code: 2, stderr: expect.stringContaining('--votes would do nothing')});
	});

	it('goes on where its server has died, with two servers that share the rest', async () => {
		let alive = true;
		const dying = await testServer((request: ScriptedRequest) => {
			alive &&= dying.requests.length < 160;
			return alive ? replyOf(request) : {status: 503, body: {error: {message: 'going down'}}};
		});
		const run = out('dying');
		const first = await runProgram(command({out: run, more: ['--patience', '0']}), at(dying));
		expect(first.code).toBe(3);
		expect(first.stderr).toMatch(/the same command/i);
		const before = lines(path.join(run, 'verdicts.jsonl')).length;
		expect(before).toBeGreaterThan(80);

		const servers = [await testServer(replyOf), await testServer(replyOf)];
		const addresses = servers.flatMap(({baseUrl}) => ['--base-url', baseUrl]);
		const second = await runProgram(command({out: run, more: addresses}));
		expect(second.code).toBe(1);
		expect(reportOf(run).accuracy).toMatchObject({n: 40, pass_one: {share: 0.5}, vote: {share: 0.75}});
		const [one, other] = servers.map(({requests}) => requests.length) as [number, number];
		expect(Math.abs(one - other)).toBeLessThan(0.2 * (one + other));
		expect(one + other).toBeLessThanOrEqual(REPLIES - 80);
	});

	it('ends at Ctrl-C with what it has, and says how it goes on', async () => {
		const server = await testServer(request => ({...replyOf(request), firstDelayMs: 20}));
		const run = out('stopped');
		const running = startProgram(command({out: run}), at(server));
		await waitFor(() => server.requests.length > 60, 'some replies');
		const verdicts = path.join(run, 'verdicts.jsonl');
		await waitFor(
			() => existsSync(verdicts) && readFileSync(verdicts, 'utf8').includes('"sample"'),
			'a sample that is stored',
		);
		running.kill('SIGINT', 'group');
		const {code, stderr} = await running.exited;
		expect(code).toBe(130);
		expect(stderr).toMatch(/of 320 samples/);
		const sofar = JSON.parse(readFileSync(path.join(run, 'report.json'), 'utf8'));
		expect(sofar.run.missing).toBeGreaterThan(0);
		expect(stderr).toMatch(/the same command/i);
		const {code: then} = await runProgram(command({out: run}), at(server));
		expect(then).toBe(1);
		expect(reportOf(run).accuracy.pass_one.share).toBe(0.5);
	});
});
