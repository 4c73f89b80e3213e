/** The debugger where it cannot begin: said in words, and the terminal is not touched. */
import {describe, expect, it} from 'vitest';
import {ptyUnavailable} from '../support/pty.js';
import {startReplay} from '../support/replay.js';

describe.skipIf(ptyUnavailable !== null)(`the debugger begins not ${ptyUnavailable ?? ''}`, () => {
	it.each([
		['a file that is not there', ['nowhere.jsonl'], /nowhere\.jsonl/],
		['a rule that there is not', ['--rule', 'spider'], /there is no rule "spider"/],
		['gold that is not there', ['--gold', 'gold.json'], /gold\.json/],
		['a bad address', ['--base-url', 'nonsense'], /no address of a server/],
	])('with %s', async (_, args, words) => {
		const {pty} = await startReplay({args});
		await pty.waitFor(words);
		await pty.waitFor(/status 2\./);
		expect(pty.bytes).not.toContain('\x1b[?');
	});

	it.each([
		['that is not there', 'nowhere.sqlite', /nowhere\.sqlite cannot be read: there is no such file/],
		['that is none', 'run.jsonl', /run\.jsonl is not a SQLite database/],
	])('with a database %s', async (_, database, words) => {
		const {pty} = await startReplay({args: ['--database', database]});
		await pty.waitFor(words);
		await pty.waitFor(/status 4\./);
		expect(pty.bytes).not.toContain('\x1b[?');
	});
});
