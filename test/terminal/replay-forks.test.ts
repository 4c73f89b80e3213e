/** Forks outlive the debugger: the archive has them. */
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {testArchive} from '../support/archived.js';
import {ptyUnavailable, startInPty} from '../support/pty.js';
import {startReplay} from '../support/replay.js';
import {PROGRAM} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';

it.skipIf(ptyUnavailable !== null)(
	`a fork is there again when the file is opened the next time, and the file is as it was ${ptyUnavailable ?? ''}`,
	async () => {
		const home = temporaryFolder();
		const environment = {SQRL_TUI_HOME: home};
		const {pty, file} = await startReplay({
			size: {columns: 120, rows: 40},
			environment,
			script: [{turn: 0, reply: {text: 'So.\n<answer> SELECT 17 </answer>'}}],
		});
		const before = readFileSync(file, 'utf8');
		await pty.waitFor('turn 1/3');
		pty.type('f');
		await pty.waitFor('Fork from turn 1');
		pty.type('g');
		await pty.waitFor('The fork answered');
		pty.type('q');
		await pty.waitFor('status 0');
		expect(readFileSync(file, 'utf8')).toBe(before);

		const again = startInPty([process.execPath, PROGRAM, 'replay', file], {
			size: {columns: 120, rows: 40},
			environment,
		});
		await again.waitFor('fork at turn 1');
		again.type('q');
		expect(await again.exit).toBe(0);

		const archive = testArchive(path.join(home, 'archive.sqlite'));
		expect(archive.history({text: '', limit: 9}).map(({sql}) => sql)).toEqual(['SELECT 17']);
	},
);
