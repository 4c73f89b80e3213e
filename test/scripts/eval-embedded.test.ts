/** The evaluation, run with the real model on the sample: that it has all its figures, not which. */
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {evaluate} from '../../scripts/eval-embedded.js';
import {builtFile, packageRoot} from '../../source/package-root.js';
import {runProgram} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase} from '../support/test-reader.js';

const NOBODY = () => {};
const never = () => new AbortController().signal;

/** A busy machine writes a few tokens a second. */
const LONG_MS = 600_000;

describe('the evaluation of the embedded model', () => {
	it('says what it needs without a database, and ends with 2', async () => {
		const script = path.join(packageRoot(), 'scripts', 'eval-embedded.ts');
		const {code, stdout, stderr} = await runProgram(['--import', 'tsx', script], {
			command: process.execPath,
			cwd: packageRoot(),
		});
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toMatch(/^eval:embedded: there is no database .*\nnpm run eval:embedded -- --database /);
	});

	it('refuses another schema', async () => {
		const database = makeDatabase(temporaryFolder(), 'shop.sqlite');
		const options = {database, sets: ['test'], limit: 1} as const;
		await expect(evaluate(options, NOBODY, never())).rejects.toMatchObject({
			name: 'DatabaseError',
			message: expect.stringMatching(/shop\.sqlite is not Chinook/),
		});
	});

	it('refuses a file that is none', async () => {
		const options = {database: '/nowhere/at-all.sqlite', sets: ['test'], limit: 1} as const;
		await expect(evaluate(options, NOBODY, never())).rejects.toMatchObject({name: 'DatabaseError'});
	});

	it('ends with the reason of an abort', async () => {
		const controller = new AbortController();
		const reason = new Error('enough');
		const options = {database: builtFile('sample.sqlite'), sets: ['test'], limit: 2} as const;
		setTimeout(() => controller.abort(reason), 500);
		await expect(evaluate(options, NOBODY, controller.signal)).rejects.toBe(reason);
	});

	it(
		'gives every figure of a set',
		async () => {
			const said: string[] = [];
			const options = {database: builtFile('sample.sqlite'), sets: ['test'], limit: 2} as const;
			const tables = await evaluate(options, line => said.push(line), never());
			expect(tables).toMatch(/^Tried out with --limit 2: these are no figures\.\n\n\| questions \|/);
			expect(tables).toMatch(
				/^\| `questions\.json`, set `test`, 2 \| [012] = \d+\.\d % \| \d+\.\d % \| [012] = \d+\.\d % \|(?: \d+\.\d % \|){2}(?: \d\.\d\d \|){2}$/m,
			);
			expect(tables.match(/^\| tokens a second, .* \| \d+ \|$/gm)).toHaveLength(2);
			expect(tables.match(/^\| first token, .* \| \d+\.\d\d s \|$/gm)).toHaveLength(2);
			expect(tables.match(/^\| memory .* \| [1-9]\d+ MB \|$/gm)).toHaveLength(2);
			expect(tables).toMatch(/^Measured on \d+ cores \(.+\), with node-llama-cpp \d+\.\d+\.\d+\.$/m);
			expect(tables).not.toMatch(/NaN|undefined|Infinity/);
			expect(said.map(line => line.replace(/: .*/, ''))).toEqual([
				'test 1/2 greedy',
				'test 2/2 greedy',
				'test 1/2 at 0.7',
				'test 2/2 at 0.7',
				'speed and memory',
			]);
		},
		LONG_MS,
	);
});
