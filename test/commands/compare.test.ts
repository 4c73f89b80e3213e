import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {compareRuns} from '../../source/commands/compare.js';
import {UsageError} from '../../source/errors.js';
import type {Run} from '../../source/evaluation/run/run.js';
import {openRunFolder} from '../../source/evaluation/run/run-folder.js';
import {runCommand} from '../support/invocation.js';
import {madeRun} from '../support/made-run.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const folder = temporaryFolder();

async function written(name: string, {plan, golds, samples}: Run): Promise<string> {
	const target = path.join(folder, name);
	const run = await openRunFolder(target, plan);
	for (const gold of golds.values()) {
		await run.addGold(gold);
	}

	for (const sample of [...samples.values()].flat()) {
		await run.addVerdict(sample);
	}

	await run.close();
	return target;
}

const small = await written('small', madeRun(['AAAb', 'Abb!', 'bAAb', 'bbbb']));
const large = await written('large', madeRun(['bAbA', 'AAAA', 'AAbA', '!!!!']));
const other = await written('other', madeRun(['AAAb'], {rule: 'bird'}));

describe('compare', () => {
	it('puts runs side by side', async () => {
		const {code, stdout} = await runCommand(compareRuns, {operands: [small, large]});
		expect(code).toBe(0);
		expect(stdout).toContain('spider · rule spider · 4 questions that all have');
		expect(stdout).toMatch(/A {2}small +sqrl-4b +37\.5 %/);
	});

	it('gives all figures as JSON', async () => {
		const {stdout} = await runCommand(compareRuns, {operands: [small, large], flags: {json: true}});
		expect(JSON.parse(stdout)).toMatchObject({
			format: 'sqrl-comparison/1',
			shared: 4,
			runs: [{pass_one: {share: 0.375}}, {pass_one: {share: 0.5625}}],
			pairs: [{vote: {m: 4, only_first: [0], only_second: [1, 2]}}],
			escalation: {undecided: 2, right_after: 2},
		});
	});

	it.each([
		['of another rule', [small, other], 'rule spider against bird'],
		['named twice', [small, `${small}/`], 'named twice'],
		['that is none', [folder], 'run.json'],
		['that is not there', [path.join(folder, 'nothing')], 'is not there'],
	])('refuses a run %s', async (_, operands, words) => {
		const {error, stdout} = await runCommand(compareRuns, {operands});
		expect(error).toBeInstanceOf(UsageError);
		expect((error as UsageError).message).toContain(words);
		expect(stdout).toBe('');
	});
});
