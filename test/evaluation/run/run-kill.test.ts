import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {sampleId} from '../../../source/evaluation/run/run.js';
import {openRunFolder} from '../../../source/evaluation/run/run-folder.js';
import {packageRoot} from '../../../source/package-root.js';
import {LONG_PLAN} from '../../support/run-folder-program.js';
import {temporaryFolder} from '../../support/temporary-folder.js';

const program = path.join(packageRoot(), 'test/support/run-folder-program.ts');

/** Starts the program that writes a run. */
function start(folder: string, before = '') {
	const child = spawn(
		'sh',
		['-c', `${before} exec "$0" --import tsx "$@"`, process.execPath, program, folder],
		{
			cwd: packageRoot(),
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	);
	return {child, printed: text(child.stdout)};
}

async function samplesIn(folder: string): Promise<Set<string>> {
	const run = await openRunFolder(folder, LONG_PLAN);
	await run.close();
	const verdicts = [...run.run.samples.values()].flat();
	return new Set(verdicts.map(({question, sample}) => sampleId(question, sample)));
}

describe('a run', () => {
	it('that is killed again and again has all that was written, and goes on', async () => {
		const folder = path.join(temporaryFolder(), 'run');
		let written = new Set<string>();
		for (const delay of [40, 90, 160]) {
			const {child, printed} = start(folder);
			await once(child.stdout, 'data');
			await sleep(delay);
			child.kill('SIGKILL');
			const [open, ...ids] = (await printed).trim().split('\n');
			expect(open).toBe('open');
			const now = await samplesIn(folder);
			// What is printed twice was there before: it goes by it without writing.
			expect(ids.every(id => now.has(id))).toBe(true);
			expect([...written].every(id => now.has(id))).toBe(true);
			expect(now.size).toBeGreaterThanOrEqual(written.size);
			written = now;
		}

		expect(written.size).toBeGreaterThan(0);
		const lines = readFileSync(path.join(folder, 'trajectories.jsonl'), 'utf8').trimEnd().split('\n');
		const stored = lines.map(line => (JSON.parse(line) as {id: string}).id);
		expect(new Set(stored).size).toBe(stored.length);
		expect([...written].every(id => stored.includes(id))).toBe(true);
	});

	it('that may not write more says so, and goes on elsewhere', async () => {
		const folder = path.join(temporaryFolder(), 'run');
		// 512 kB, in the blocks that the shell counts in: the plan alone takes 350 kB.
		const {printed} = start(folder, 'ulimit -f 1024;');
		const lines = (await printed).trim().split('\n');
		const ids = lines.slice(1, -1);
		expect(ids.length).toBeGreaterThan(10);
		expect(lines.at(-1)).toBe(
			`1|the run in ${folder} cannot be written: the file would be larger than is allowed here (ulimit -f)|` +
				'Raise that limit. What was written stays: the same command goes on from there.',
		);
		expect(await samplesIn(folder)).toEqual(new Set(ids));
	});
});
