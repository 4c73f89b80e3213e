import {describe, expect, it} from 'vitest';
import {answer} from '../support/ask-program.js';
import {KEYS, ptyUnavailable} from '../support/pty.js';
import {quit, send, startSession, transcript, waitForAnswer} from '../support/session.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const SCRIPT = [{reply: answer('SELECT count(*) AS n FROM Customer')}];

describe.skipIf(ptyUnavailable !== null)(`the first use ${ptyUnavailable ?? ''}`, () => {
	it.each([
		{columns: 80, rows: 24},
		{columns: 40, rows: 15},
	])('asks for a model, loses no question and keeps the choice, at $columns×$rows', async size => {
		const environment = {SQRL_TUI_HOME: temporaryFolder()};
		const {pty, server, database} = await startSession(SCRIPT, {size, environment, baseUrl: null});
		const told = (words: RegExp, where = pty) =>
			where.waitFor(screen => words.test(screen.text().replaceAll(/\s+/g, ' ')));
		await pty.waitFor('Which model answers the questions?');
		await told(/no model is chosen yet/);

		// It can be left, and comes again with a question.
		pty.press(KEYS.escape);
		await pty.waitFor('❯ Ask shop');
		send(pty, 'How many?');
		await pty.waitFor('Which model answers the questions?');
		pty.type('1');
		await pty.waitFor('✎ http://');
		pty.press(KEYS.ctrl('u'));
		send(pty, '127.0.0.1:1');
		await told(/this is no address of a server\. Write it whole/);
		expect(pty.screen.text()).toContain('✎ 127.0.0.1:1');
		pty.press(KEYS.escape);
		await pty.waitFor('2 A GGUF file');
		pty.type('2');
		await pty.waitFor('Path of a GGUF file:');
		send(pty, '~/nowhere.gguf');
		await told(/there is no file ~\/nowhere\.gguf/);
		pty.press(KEYS.escape);
		await pty.waitFor('2 A GGUF file');
		pty.type('1');
		await pty.waitFor('✎ http://');
		pty.press(KEYS.ctrl('u'));
		send(pty, server.baseUrl);
		await told(/Kept in \S.*config\.json; sqrl-tui config changes it\./);

		await pty.waitFor('❯ How many?');
		pty.press(KEYS.enter);
		await waitForAnswer(pty);
		expect(server.requests).toHaveLength(1);
		expect(transcript(pty).join('\n')).toContain('1 row');
		await quit(pty);

		const next = await startSession(SCRIPT, {size, environment, baseUrl: null, database});
		await told(/asked of sqrl-4b .*❯ Ask shop/, next.pty);
	});
});
