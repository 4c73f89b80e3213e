import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {exportTrajectories} from '../../source/commands/export.js';
import {SqrlError, UsageError} from '../../source/errors.js';
import {runCommand} from '../support/invocation.js';
import {type MadeSample, madeRun} from '../support/made-run-folder.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const right: MadeSample = {answer: 'SELECT 1'};
const wrong: MadeSample = {answer: 'SELECT 2', verdict: 'wrong', score: 0};

const run = (operands: string[], flags: Record<string, string | true> = {}) =>
	runCommand(exportTrajectories, {operands, flags});

const linesOf = (text: string) =>
	text
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line) as {id: string});

describe('export of a run for training', () => {
	it('writes a JSON object a line, and says what is left out', async () => {
		const folder = madeRun([
			{samples: [right, wrong], finding: {nondeterministic: 'calls random()'}},
			{samples: [wrong, right]},
			{samples: [right, right], finding: {verdict: 'gold-error'}},
		]);
		const sft = await run(['sft', folder]);
		expect(linesOf(sft.stdout).map(({id}) => id)).toEqual(['0-0', '1-1']);
		expect(sft.stderr).toBe(
			`2 trajectories
left out: 2 samples not right
left out: 2 samples of gold queries that fail
with them: 1 trajectory whose gold query has more than one right result (--skip-nondeterministic leaves them out)
`,
		);
		const rl = await run(['rl', folder], {group: '2'});
		expect(linesOf(rl.stdout).map(({id}) => id)).toEqual(['0-0', '1-0']);
		expect(rl.stderr).toContain('2 groups of 2\n');
		const pairs = await run(['pairs', folder], {'skip-nondeterministic': true});
		expect(linesOf(pairs.stdout).map(({id}) => id)).toEqual(['1-1/1-0']);
		expect(pairs.stderr).toContain('left out: 2 samples of gold queries with more than one right result\n');
		expect([sft.code, rl.code, pairs.code]).toEqual([0, 0, 0]);
	});

	it('writes a new file, and none over another', async () => {
		const folder = madeRun([{samples: [right]}]);
		const file = path.join(temporaryFolder(), 'sft.jsonl');
		const first = await run(['sft', folder], {output: file});
		expect(first).toMatchObject({code: 0, stdout: '', stderr: `1 trajectory in ${file}\n`});
		const text = readFileSync(file, 'utf8');
		expect(linesOf(text)).toHaveLength(1);
		const second = await run(['sft', folder], {output: file});
		expect(second.error).toEqual(
			new UsageError(`${file} is there already`, 'Name another file, or remove that one.'),
		);
		expect(readFileSync(file, 'utf8')).toBe(text);
	});

	it('says that nothing is left, and makes no file', async () => {
		const folder = madeRun([{samples: [wrong, {answer: null}]}]);
		const file = path.join(temporaryFolder(), 'sft.jsonl');
		for (const [form, missing] of [
			['sft', 'no right trajectory to learn from'],
			['rl', 'no group of 8 with right and wrong samples'],
			['pairs', 'no right trajectory beside a wrong one'],
		] as const) {
			const {error, stdout} = await run([form, folder], {output: file});
			expect(error).toBeInstanceOf(SqrlError);
			expect((error as SqrlError).message).toBe(`${folder} has ${missing}`);
			expect((error as SqrlError).exitCode).toBe(1);
			expect((error as SqrlError).advice).toContain('left out: ');
			expect({stdout, isThere: existsSync(file)}).toEqual({stdout: '', isThere: false});
		}
	});

	it('counts a verdict whose trajectory is not there', async () => {
		const folder = madeRun([{samples: [right, {answer: 'SELECT 1, 1'}]}]);
		const file = path.join(folder, 'trajectories.jsonl');
		// A kill has torn the second line.
		writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
		const {stdout, stderr} = await run(['sft', folder]);
		expect(linesOf(stdout).map(({id}) => id)).toEqual(['0-0']);
		expect(stderr).toContain('left out: 1 sample with a verdict but without a trajectory\n');
	});
});

describe('what cannot be exported', () => {
	it('is what is no run', async () => {
		const empty = temporaryFolder();
		expect((await run(['sft', empty])).error).toMatchObject({
			exitCode: 2,
			message: `${empty} has no run.json`,
		});
		const none = path.join(empty, 'none');
		expect((await run(['rl', none])).error).toMatchObject({exitCode: 2, message: `${none} is not there`});
		const folder = madeRun([{samples: [right]}]);
		const file = path.join(folder, 'trajectories.jsonl');
		writeFileSync(file, '{"format":"sqrl-trajectory/1","id":"0-0"}\n');
		expect((await run(['sft', folder])).error).toMatchObject({
			exitCode: 2,
			message: expect.stringContaining(`${file}, line 1, is damaged`),
		});
	});

	it.each([
		[['dpo', 'run'], {}, 'there is no form "dpo" to learn from'],
		[['sft'], {}, 'a run is missing'],
		[['sft', 'run'], {format: 'md'}, '--format is not for sft'],
		[['sft', 'run'], {group: '8'}, '--group is for rl alone'],
		[['rl', 'run'], {thinking: true}, '--thinking is for sft and pairs alone'],
		[['run.jsonl'], {'per-question': '1'}, '--per-question is for sft and pairs alone'],
		[['pairs', 'run'], {thinking: true}, '--thinking needs --one-reply where pairs are exported'],
		[['rl', 'run'], {group: '1'}, '--group: "1" is no whole number from 2 on'],
		[['sft', 'run'], {'per-question': '0'}, '--per-question: "0" is no whole number from 1 on'],
		[['sft', 'run'], {'per-database': '1e3'}, '--per-database: "1e3" is no whole number from 1 on'],
	] as const)('is %j with %j', async (operands, flags, message) => {
		const {error} = await run([...operands], flags);
		expect(error).toBeInstanceOf(UsageError);
		expect((error as UsageError).message).toBe(message);
	});
});
