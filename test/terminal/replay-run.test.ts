/** The debugger on the folders of runs, in a terminal. */
import {appendFileSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {RunPlan} from '../../source/evaluation/run/run.js';
import {packageRoot} from '../../source/package-root.js';
import {type MadeQuestion, madeRun} from '../support/made-run-folder.js';
import {KEYS, type Pty, ptyUnavailable, startInPty} from '../support/pty.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase} from '../support/test-reader.js';

const QUESTIONS: MadeQuestion[] = [
	{gold: 'SELECT 1', samples: [{answer: 'SELECT 1'}, {answer: 'SELECT 2', verdict: 'wrong', score: 0}]},
	{
		gold: 'SELECT 3',
		samples: [
			{answer: 'SELECT nope', verdict: 'sql-error', score: 0, reason: 'no such column: nope'},
			{answer: null},
		],
	},
];

/** Question 0: 1-0 is right, and 0-0 no more. */
const LATER: MadeQuestion[] = [
	{
		gold: 'SELECT 1',
		samples: [
			{answer: 'SELECT 5', verdict: 'wrong', score: 0},
			{answer: 'SELECT 2', verdict: 'wrong', score: 0},
		],
	},
	{gold: 'SELECT 3', samples: [{answer: 'SELECT 3'}, {answer: null}]},
];

/** Folders of runs in one folder, which the program is started in. */
function folders(change: Partial<RunPlan>, runs: Record<string, MadeQuestion[]>): string {
	const folder = temporaryFolder();
	for (const [name, questions] of Object.entries(runs)) {
		renameSync(madeRun(questions, {change}), path.join(folder, name));
	}

	return folder;
}

function replay(cwd: string, ...args: string[]): Pty {
	const database = makeDatabase(temporaryFolder(), 'any.sqlite', 'CREATE TABLE Item (Name TEXT)');
	const program = path.join(packageRoot(), 'bin', 'sqrl-tui.js');
	return startInPty([process.execPath, program, 'replay', ...args, '--database', database], {
		size: {columns: 120, rows: 40},
		cwd,
	});
}

describe.skipIf(ptyUnavailable !== null)(`the debugger on runs ${ptyUnavailable ?? ''}`, () => {
	it('has the verdicts that were recorded, and shows the rows behind one', async () => {
		const pty = replay(folders({rule: 'spider'}, {bench: QUESTIONS}), 'bench');
		await pty.waitFor('right by spider');
		expect(pty.screen.text()).toMatch(/0-1 · Question 0\? +wrong/);
		expect(pty.screen.text()).toMatch(/1-0 · Question 1\? +SQL error/);
		expect(pty.screen.text()).toMatch(/1-1 · Question 1\? +empty/);
		pty.type('L');
		await pty.waitFor('wrong by spider');
		pty.type('g');
		await pty.waitFor('The verdict is that of the run, by spider');
		pty.type('1');
		await pty.waitFor(/1 +– +- missing/);
		expect(pty.screen.text()).toContain('wrong · by the rule spider, as the run has recorded');
		expect(pty.screen.text()).toContain('wrong by spider · ');
		pty.type('q');
	});

	it('judges again by the rule of the run, from its trajectories alone', async () => {
		const folder = folders({rule: 'bird'}, {bench: QUESTIONS});
		const pty = replay(folder, path.join('bench', 'trajectories.jsonl'));
		await pty.waitFor('right by bird');
		pty.type('g');
		await pty.waitFor('Judge by the rule bird');
		pty.type('1');
		await pty.waitFor('right by bird, judged now');
		pty.type('q');
	});

	it('compares two runs at once', async () => {
		const pty = replay(folders({rule: 'spider'}, {old: QUESTIONS, new: LATER}), 'old', 'new');
		await pty.waitFor('right by spider');
		await pty.waitFor('1/8');
		pty.type('C');
		await pty.waitFor('1 right → wrong · 1 wrong → right · 2 both wrong');
		expect(pty.screen.text()).toContain('From old to new');
		expect(pty.screen.text()).toMatch(/right → wrong +0-0 · Question 0\?/);
		expect(pty.screen.text()).toMatch(/wrong → right +1-0 · Question 1\?.*SQL error → right/);
		pty.type('q');
		await pty.waitFor('turn 1/1');
		pty.type('q');
	});

	it('reads what a run that goes on has written meanwhile', async () => {
		const folder = folders({rule: 'spider'}, {bench: QUESTIONS});
		const file = path.join(folder, 'bench', 'verdicts.jsonl');
		const lines = readFileSync(file, 'utf8').split('\n');
		writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n${lines[2]!.slice(0, 50)}`);
		const pty = replay(folder, 'bench');
		await pty.waitFor('right by spider');
		expect(pty.screen.text()).toMatch(/0-1 · Question 0\? +1 turn/);
		appendFileSync(file, `${lines[2]!.slice(50)}\nnot JSON\n`);
		pty.press(KEYS.ctrl('r'));
		await pty.waitFor(/0-1 · Question 0\? +wrong/);
		await pty.waitFor(/not all verdicts could be read: bench\/verdicts\.jsonl, line 4, is damaged/);
		pty.type('q');
	});
});
