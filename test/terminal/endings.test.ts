import {execFileSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../../source/package-root.js';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, type Pty, ptyUnavailable, startInPty} from '../support/pty.js';
import {
	expectSameModes,
	occurrences,
	openSession,
	send,
	transcript,
	waitForAnswer,
	waitForReview,
	waitForView,
} from '../support/session.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase, readerProcesses} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const SCRIPT = [
	{turn: 0, reply: probe('SELECT DISTINCT Country FROM Customer')},
	{turn: 1, reply: answer('SELECT 1')},
];

const ENDLESS = {text: 'Hm. ', endless: true, delayMs: 5};

const AROUND = {before: 'echo "line before"; stty -g', after: 'stty -g'};

/** Of the program, under its shell. */
function programOf(folder: string): number {
	const [reader] = readerProcesses(folder);
	return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(reader)], {encoding: 'utf8'}));
}

describe.skipIf(ptyUnavailable !== null)(`the end ${ptyUnavailable ?? ''}`, () => {
	it.each([
		['/quit', (pty: Pty) => send(pty, '/quit')],
		['Ctrl-D where nothing is written', (pty: Pty) => pty.press(KEYS.ctrl('d'))],
		['Ctrl-C twice', (pty: Pty) => pty.press(KEYS.ctrl('c') + KEYS.ctrl('c'))],
	])('by %s is 0, and the terminal is as it was', async (_, end) => {
		const {pty, folder} = await openSession(SCRIPT, AROUND);
		end(pty);
		expect(await pty.exit).toBe(0);
		expect(pty.screen.text()).toContain('status 0.');
		expectSameModes(pty);
		expect(transcript(pty)[0]).toBe('line before');
		expect(readerProcesses(folder)).toEqual([]);
	});

	it('by Ctrl-C once is not yet; what runs is stopped', async () => {
		const {pty} = await openSession(SCRIPT, AROUND);
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor('Stopped. R goes on from here.');
		await pty.waitFor('Ctrl-C once more quits.');
		pty.press(KEYS.ctrl('c'));
		expect(await pty.exit).toBe(0);
		expectSameModes(pty);
		expect(occurrences(transcript(pty), '❯ how many?')).toBe(1);
	});

	it.each([
		['SIGTERM', 'writing'],
		['SIGTERM', 'judging a probe'],
		['SIGTERM', 'the model writes'],
		['SIGTERM', 'looking at a view'],
		['SIGHUP', 'judging a probe'],
		['SIGINT', 'looking at a view'],
	] as const)('by %s is 130, and the terminal is as it was: while %s', async (signal, doing) => {
		const script = doing === 'the model writes' ? [{reply: ENDLESS}] : SCRIPT;
		const {pty, folder} = await openSession(script, AROUND);
		if (doing === 'looking at a view') {
			send(pty, '/schema');
			await waitForView(pty, 'Schema');
		} else if (doing !== 'writing') {
			send(pty, 'how many?');
			await pty.waitFor(doing === 'judging a probe' ? 'Run this probe?' : 'sqrl-4b writes');
		}

		process.kill(programOf(folder), signal);
		expect(await pty.exit).toBe(0);
		expect(pty.screen.text()).toContain('status 130.');
		expectSameModes(pty);
		expect(transcript(pty)[0]).toBe('line before');
		expect(transcript(pty).join('\n')).not.toContain('Schema ·');
		await waitFor(() => readerProcesses(folder).length === 0);
	});

	it('for a screen reader ends its line too', async () => {
		const {pty, folder} = await openSession(SCRIPT, {...AROUND, args: ['--screen-reader']});
		process.kill(programOf(folder), 'SIGTERM');
		await pty.waitFor(/^status 130\./m);
		expectSameModes(pty);
	});

	it.each([
		['with a signal', ':'],
		// Whatever is not sent the signal must see that nothing can be read or written any more.
		['without one', "trap '' HUP"],
	])('of the terminal %s ends the program and what reads the database', async (_, before) => {
		const {pty, folder} = await openSession([{reply: ENDLESS}], {isFirst: true, before});
		send(pty, 'how many?');
		await pty.waitFor('sqrl-4b writes');
		const program = programOf(folder);
		pty.hangUp();
		await waitFor(() => !isRunning(program));
		await waitFor(() => readerProcesses(folder).length === 0);
	});

	it('of what reads the database is told, and the session goes on', async () => {
		const {pty, folder} = await openSession(SCRIPT, AROUND);
		const [reader] = readerProcesses(folder);
		process.kill(reader!, 'SIGKILL');
		await waitFor(() => !isRunning(reader!));
		send(pty, '/sql SELECT 1 AS one');
		await waitForAnswer(pty);
		pty.type('n');
		await pty.waitFor('❯ Ask shop');
		send(pty, '/sql SELECT 2 AS two');
		await pty.waitFor(/two\n/);
		send(pty, '/quit');
	});

	it('of the database is told, and the session goes on', async () => {
		const {pty, database} = await openSession(SCRIPT, AROUND);
		rmSync(database);
		send(pty, 'how many?');
		await pty.waitFor(/shop\.sqlite cannot be read: there is no such file/);
		await pty.waitFor('❯ Ask shop');
		pty.press(KEYS.ctrl('c') + KEYS.ctrl('c'));
		expect(await pty.exit).toBe(0);
	});
});

describe.skipIf(ptyUnavailable !== null)(`Ctrl-Z ${ptyUnavailable ?? ''}`, () => {
	async function underShell() {
		const folder = temporaryFolder();
		const database = makeDatabase(folder, 'shop.sqlite', 'CREATE TABLE t(a); INSERT INTO t VALUES (1)');
		const pty = startInPty(['bash', '--norc', '--noprofile', '-i'], {
			environment: {PS1: 'prompt> '},
			cwd: folder,
		});
		await pty.waitFor('prompt>');
		const program = path.join(packageRoot(), 'bin', 'sqrl-tui.js');
		pty.type(`'${process.execPath}' '${program}' '${database}' --base-url http://127.0.0.1:1/v1\r`);
		await pty.waitFor('❯ Ask shop');
		return pty;
	}

	it('gives the terminal to the shell; fg goes on where it was', async () => {
		const pty = await underShell();
		pty.type('half a quest');
		await pty.waitFor('❯ half a quest');
		pty.press(KEYS.ctrl('z'));
		await pty.waitFor('Stopped');
		pty.type('echo the sh""ell\r');
		await pty.waitFor('the shell');
		pty.type('fg\r');
		await pty.waitFor(/the shell[\s\S]*❯ half a quest\s*\nenter ask/);
		pty.type('ion');
		await pty.waitFor('❯ half a question');
		pty.press(KEYS.ctrl('c') + KEYS.ctrl('c'));
		await pty.waitFor(/prompt>$/);
	});

	it('in a view shows the main screen; fg shows the view', async () => {
		const pty = await underShell();
		send(pty, '/schema');
		await waitForView(pty, 'Schema');
		pty.press(KEYS.ctrl('z'));
		await pty.waitFor('Stopped');
		expect(pty.screen.isAlternate).toBe(false);
		pty.type('fg\r');
		await waitForView(pty, 'Schema');
		pty.type('q');
		await pty.waitFor('❯ Ask shop');
	});
});

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
