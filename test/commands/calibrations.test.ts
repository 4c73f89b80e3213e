import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {usableCalibrations} from '../../source/commands/calibrations.js';
import {saveCalibration} from '../../source/commands/save-calibration.js';
import {UsageError} from '../../source/errors.js';
import type {Run} from '../../source/evaluation/run/run.js';
import {answer, runScripted, shopDatabase} from '../support/ask-program.js';
import {madeRun} from '../support/made-run.js';
import type {ScriptedRequest} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const DAY = new Date('2026-01-31T12:00:00Z');

// Votes of four: A by 4 (right), A by 3 (right), b by 2 against 1 (wrong), a tie that b has the first of (wrong).
const RUN = madeRun(['AAAA', 'AAAb', 'Abb!', 'bAAb']);

function home(): {folder: string; file: string; environment: NodeJS.ProcessEnv} {
	const folder = temporaryFolder();
	return {folder, file: path.join(folder, 'calibrations.json'), environment: {SQRL_TUI_HOME: folder}};
}

async function read(environment: NodeJS.ProcessEnv) {
	const warnings: string[] = [];
	return {calibrations: await usableCalibrations(environment, text => warnings.push(text)), warnings};
}

describe('what is kept of a run', () => {
	it('is what its votes came to', async () => {
		const {file, environment, folder} = home();
		expect(await saveCalibration(RUN, environment, DAY)).toBe(file);
		expect(readdirSync(folder)).toEqual(['calibrations.json']);
		expect(await read(environment)).toEqual({
			warnings: [],
			calibrations: [
				{
					model: 'sqrl-4b',
					dataset: 'spider',
					rule: 'spider',
					k: 4,
					n: 4,
					agreeing: [
						{size: 4, n: 1, right: 1},
						{size: 3, n: 1, right: 1},
						{size: 2, n: 2, right: 0},
					],
					confidence: [
						{word: 'unanimous', n: 1, right: 1},
						{word: 'majority', n: 1, right: 1},
						{word: 'narrow', n: 2, right: 0},
					],
					date: '2026-01-31',
				},
			],
		});
	});

	it('takes the place of what was kept for the model and the number of samples, and of nothing else', async () => {
		const {environment} = home();
		await saveCalibration(RUN, environment, DAY);
		await saveCalibration(madeRun(['AA']), environment, DAY);
		await saveCalibration(madeRun(['AAAA'], {model: {name: 'other'}}), environment, DAY);
		await saveCalibration(madeRun(['AAAA', 'AAAA']), environment, DAY);
		const {calibrations} = await read(environment);
		expect(calibrations.map(({model, k, n}) => [model, k, n])).toEqual([
			['sqrl-4b', 2, 1],
			['other', 4, 1],
			['sqrl-4b', 4, 2],
		]);
	});

	it.each<[string, Run]>([
		['single samples', madeRun(['A', 'b'])],
		['missing samples', {...RUN, samples: new Map([...RUN.samples].slice(1))}],
	])('is nothing of a run with %s', async (_, run) => {
		const {environment, folder} = home();
		await expect(saveCalibration(run, environment, DAY)).rejects.toThrow(UsageError);
		expect(readdirSync(folder)).toEqual([]);
	});
});

describe('a file that is damaged', () => {
	it('is warned of, and is no calibration', async () => {
		const {file, environment} = home();
		writeFileSync(file, '{"format":');
		const {calibrations, warnings} = await read(environment);
		expect(calibrations).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining('calibrations.json cannot be used')]);
	});

	it('is not written over', async () => {
		const {file, environment} = home();
		writeFileSync(file, '{"format": "sqrl-calibrations/2", "calibrations": []}');
		await expect(saveCalibration(RUN, environment, DAY)).rejects.toThrow('cannot be used');
		expect(readFileSync(file, 'utf8')).toContain('sqrl-calibrations/2');
	});

	it('may be a folder', async () => {
		const {file, environment} = home();
		mkdirSync(file);
		expect((await read(environment)).warnings).toHaveLength(1);
	});
});

describe('ask --votes', () => {
	const shop = shopDatabase(temporaryFolder());
	const script = ({seed}: ScriptedRequest) => ({
		text: answer('SELECT count(*) FROM Item').text.replace('Easy', `Easy, as ${seed} says`),
	});
	const votes = (folder: string) =>
		runScripted(script, ['ask', shop, 'How many items?', '--votes', '4'], {home: folder});

	it('says what was measured', async () => {
		const {environment, folder} = home();
		await saveCalibration(RUN, environment, DAY);
		const {stderr, code} = await votes(folder);
		expect(code).toBe(0);
		expect(stderr).toContain('Measured on spider: 1 of 1 vote with 4 of 4 was right.\n');
	});

	it('warns once of a damaged file', async () => {
		const {folder, file} = home();
		writeFileSync(file, '[]');
		const {stderr, code} = await votes(folder);
		expect(code).toBe(0);
		expect(stderr.match(/calibrations\.json cannot be used/g)).toHaveLength(1);
	});
});
