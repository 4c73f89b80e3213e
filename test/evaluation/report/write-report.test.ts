import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {UsageError} from '../../../source/errors.js';
import {writeReport} from '../../../source/evaluation/report/write-report.js';
import {madeRun} from '../../support/made-run.js';
import {temporaryFolder} from '../../support/temporary-folder.js';

const RUN = madeRun(['AAAb', 'Abb!', 'bAAb']);

it('writes three files in the place of older ones, and leaves nothing else', async () => {
	const folder = temporaryFolder();
	writeFileSync(path.join(folder, 'report.json'), 'older');
	const paths = await writeReport(folder, RUN);
	expect(paths.map(file => path.basename(file))).toEqual(['report.json', 'report.md', 'report.html']);
	expect(readdirSync(folder).sort()).toEqual(['report.html', 'report.json', 'report.md']);
	expect(JSON.parse(readFileSync(paths[0]!, 'utf8'))).toMatchObject({format: 'sqrl-report/1'});
});

it('says what keeps it from being written', async () => {
	const folder = temporaryFolder();
	mkdirSync(path.join(folder, 'report.json'));
	await expect(writeReport(folder, RUN)).rejects.toThrow(UsageError);
	expect(readdirSync(folder)).toEqual(['report.json']);
});
