import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {KEYS, type Pty, type PtyOptions, ptyUnavailable, startInPty} from '../../support/pty.js';

const program = fileURLToPath(new URL('fixtures/program.ts', import.meta.url));
const command = [process.execPath, '--import', 'tsx', program];
const inShell = command.map(word => `'${word}'`).join(' ');

const TAKEN = '\x1b[?2004h';
const GIVEN_BACK = '\x1b[0m\x1b[?2004l\x1b[?25h';
const GIVEN_BACK_FROM_FULL_SCREEN = '\x1b[0m\x1b[?1049l\x1b[?2004l\x1b[?25h';

function start(options: PtyOptions = {}): Pty {
	return startInPty(command, options);
}

/** The program under a shell that tells the terminal's modes before and after, and how it ended. */
function startBetween(options: PtyOptions = {}): Pty {
	const script = `stty -g; ${inShell}; echo "status $?."; stty -g`;
	return startInPty(['sh', '-c', script], options);
}

/** Of the program under the shell. */
function pidOf(pty: Pty): number {
	return Number(/pid (\d+)\./.exec(pty.bytes)![1]);
}

function count(text: string, part: string): number {
	return text.split(part).length - 1;
}

describe.skipIf(ptyUnavailable !== null)(`the terminal ${ptyUnavailable ?? ''}`, () => {
	it('is taken: keys are heard at once and not echoed, a paste is one input', async () => {
		const pty = start();
		await pty.waitFor('ready 80x24 80x24');
		expect(pty.bytes.startsWith(TAKEN)).toBe(true);
		pty.type('a');
		await pty.waitFor('key a');
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor('key ctrl+c');
		pty.paste('one\ntwo');
		await pty.waitFor('paste "one\\ntwo"');
		pty.press(KEYS.escape);
		await pty.waitFor('key escape');
	});

	const endings: Array<[string, (pty: Pty) => void, number, string]> = [
		['the program restores it and has nothing more to do', pty => pty.type('q'), 0, ''],
		['it is restored twice', pty => pty.type('d'), 0, ''],
		['the program exits', pty => pty.type('x'), 7, ''],
		['SIGTERM comes', pty => process.kill(pidOf(pty), 'SIGTERM'), 130, ''],
		['SIGHUP comes', pty => process.kill(pidOf(pty), 'SIGHUP'), 130, ''],
		['SIGINT comes', pty => process.kill(pidOf(pty), 'SIGINT'), 130, ''],
		['an error is thrown', pty => pty.type('t'), 1, 'this should not have happened: thrown on purpose'],
		['a promise is rejected', pty => pty.type('p'), 1, 'this should not have happened: rejected on purpose'],
	];

	describe.each(endings)('is given back when %s', (_, end, status, words) => {
		it.each([
			['main screen', GIVEN_BACK],
			['full screen', GIVEN_BACK_FROM_FULL_SCREEN],
		])('on the %s', async (screen, bytes) => {
			const pty = startBetween();
			await pty.waitFor('ready');
			if (screen === 'full screen') {
				pty.type('f');
				await pty.waitFor('full screen');
				expect(pty.screen.isAlternate).toBe(true);
			}

			end(pty);
			expect(await pty.exit).toBe(0);
			expect(count(pty.bytes, GIVEN_BACK)).toBe(bytes === GIVEN_BACK ? 1 : 0);
			expect(count(pty.bytes, bytes)).toBe(1);
			expect(count(pty.bytes, '\x1b[?1049l')).toBe(bytes === GIVEN_BACK ? 0 : 1);
			// What draws could draw its last before, and the error is told after.
			const [before, after] = pty.bytes.split(bytes);
			expect(before).toContain('last words');
			expect(before).not.toContain('this should not');
			expect(after).toContain(words);
			expect(after).not.toMatch(/^\s+at /m);
			expect(after).toContain(`status ${status}.`);
			expect(pty.screen.isAlternate).toBe(false);
			const modes = pty.screen.lines().filter(line => /^[\da-f:]{30,}$/.test(line));
			expect(modes).toHaveLength(2);
			expect(modes[1]).toBe(modes[0]);
		});
	});

	it.each([
		['with a signal', command],
		// Only the first program of a terminal is sent the signal; this one must see that nothing can be read.
		['without one', ['sh', '-c', `trap '' HUP; ${inShell}; exit $?`]],
	])('that is gone %s ends the program', async (_, command) => {
		const pty = startInPty(command, {isFirst: true});
		await pty.waitFor('ready');
		pty.hangUp();
		expect(await pty.exit).toBe(130);
		expect(() => process.kill(pidOf(pty), 0)).toThrow('ESRCH');
	});

	it('shows the main screen again as it was', async () => {
		const pty = start();
		await pty.waitFor('ready');
		pty.type('f');
		await pty.waitFor('full screen');
		expect(pty.screen.text()).not.toContain('ready');
		pty.type('l');
		await pty.waitFor('main screen');
		expect(pty.screen.text()).toContain('ready');
		expect(pty.screen.text()).not.toContain('full screen');
	});

	it('tells its size when it changes', async () => {
		const pty = start();
		await pty.waitFor('ready 80x24');
		pty.resize({columns: 100, rows: 30});
		await pty.waitFor('size 100x30');
		pty.resize({columns: 40, rows: 10});
		await pty.waitFor('size 40x10');
	});

	it('that has no size is 80×24', async () => {
		const pty = start({size: {columns: 0, rows: 0}});
		await pty.waitFor('ready 80x24 80x24');
		pty.resize({columns: 100, rows: 30});
		await pty.waitFor('size 100x30');
	});
});

describe.skipIf(ptyUnavailable !== null)(`Ctrl-Z ${ptyUnavailable ?? ''}`, () => {
	async function startUnderShell(line: string): Promise<Pty> {
		const pty = startInPty(['bash', '--norc', '--noprofile', '-i'], {
			environment: {PS1: 'prompt> '},
		});
		await pty.waitFor('prompt>');
		pty.type(`${line}\r`);
		await pty.waitFor('ready 80x24');
		return pty;
	}

	it.each([
		['the program', inShell],
		['also what started it', `sh -c "${inShell}; echo done"`],
	])('stops %s; fg goes on', async (_, line) => {
		const pty = await startUnderShell(line);
		const before = pty.bytes.length;
		pty.press(KEYS.ctrl('z'));
		await pty.waitFor('Stopped');
		expect(pty.bytes.slice(before)).toContain(GIVEN_BACK);
		pty.type('echo the sh""ell has it\r');
		await pty.waitFor('the shell has it');
		const stopped = pty.bytes.length;
		// Nobody tells a stopped program that the size is another.
		pty.resize({columns: 90, rows: 20});
		pty.type('fg\r');
		await pty.waitFor('resumed');
		await pty.waitFor('size 90x20');
		await pty.waitFor('goes on');
		expect(pty.bytes.slice(stopped)).toContain(TAKEN);
		pty.type('a');
		await pty.waitFor('key a');
		pty.type('q');
		await pty.waitFor(/prompt>$/);
	});

	it('comes back by itself where no shell could continue it', async () => {
		const pty = start();
		await pty.waitFor('ready');
		pty.press(KEYS.ctrl('z'));
		await pty.waitFor('goes on');
		expect(pty.screen.text()).toContain('resumed');
		pty.type('a');
		await pty.waitFor('key a');
	});

	it('goes back to the full screen', async () => {
		const pty = await startUnderShell(inShell);
		pty.type('f');
		await pty.waitFor('full screen');
		pty.press(KEYS.ctrl('z'));
		await pty.waitFor('Stopped');
		expect(pty.screen.isAlternate).toBe(false);
		pty.type('fg\r');
		await pty.waitFor('resumed');
		expect(pty.screen.isAlternate).toBe(true);
	});
});

describe.skipIf(ptyUnavailable !== null)(`another program ${ptyUnavailable ?? ''}`, () => {
	it('has the terminal until it ends, Ctrl-C included', async () => {
		const pty = start();
		await pty.waitFor('ready');
		pty.type('i');
		await pty.waitFor('your line?');
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor('interrupted');
		pty.type('some words\r');
		await pty.waitFor('it was <some words>');
		await pty.waitFor('external ended with 0');
		pty.type('a');
		await pty.waitFor('key a');
		expect(pty.screen.text()).not.toContain('key s');
		// Ctrl-C is a key again, and the signal ends the program again.
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor('key ctrl+c');
		pty.signal('SIGINT');
		expect(await pty.exit).toBe(130);
	});

	it('edits a draft', async () => {
		const editor = path.join(path.dirname(program), 'editor.sh');
		const pty = start({environment: {EDITOR: `sh '${editor}' --wait`}});
		await pty.waitFor('ready');
		pty.type('e');
		await pty.waitFor('The draft is: SELECT 1');
		pty.type('SELECT 2\r');
		await pty.waitFor('{"text":"SELECT 2"}');
		pty.type('a');
		await pty.waitFor('key a');
	});
});
