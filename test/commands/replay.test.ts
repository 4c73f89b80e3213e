/** What the debugger says before it draws anything. */
import {describe, expect, it} from 'vitest';
import {recordRun} from '../support/replay.js';
import {runProgram} from '../support/run-program.js';

describe('replay', () => {
	it('needs a terminal, and names what does without one', async () => {
		const {file} = await recordRun();
		const {code, stdout, stderr} = await runProgram(['replay', file]);
		expect(code).toBe(2);
		expect(stdout).toBe('');
		expect(stderr).toContain('the debugger needs a terminal');
		expect(stderr).toContain(`sqrl-tui export ${file} --format md`);
	});

	it('of an id says where the archive is shown', async () => {
		const {code, stderr} = await runProgram(['replay', '4f0c9a52']);
		expect(code).toBe(2);
		expect(stderr).toContain('there is no file 4f0c9a52\n');
		expect(stderr).toContain('sqrl-tui export 4f0c9a52. Or open it with /history');
	});

	it('wants a file', async () => {
		const {code, stderr} = await runProgram(['replay']);
		expect(code).toBe(2);
		expect(stderr).toContain('sqrl-tui replay <file…>');
	});
});
