import {describe, expect, it} from 'vitest';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, ptyUnavailable} from '../support/pty.js';
import type {Rule} from '../support/scripted-server.js';
import {
	expectSameModes,
	occurrences,
	openSession,
	send,
	startSession,
	transcript,
	waitForAnswer,
	waitForReview,
	waitForTranscript,
	waitForView,
} from '../support/session.js';

const SCRIPT: Rule[] = [
	{turn: 0, reply: probe("SELECT DISTINCT Country FROM Customer WHERE Country <> 'x'")},
	{turn: 1, reply: answer('SELECT Name, Country FROM Customer')},
];

const COLOUR = /\x1b\[(?:[\d;]*;)?(?:3\d|4\d|9\d|10\d)[\d;]*m/g;

describe.skipIf(ptyUnavailable !== null)(`where the program runs ${ptyUnavailable ?? ''}`, () => {
	it.each([
		['NO_COLOR', {NO_COLOR: '1'}],
		['TERM=dumb', {TERM: 'dumb'}],
	])('%s has no colour', async (_, environment) => {
		const {pty} = await openSession(SCRIPT, {environment});
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.type('y');
		await waitForAnswer(pty);
		pty.type('g');
		await waitForView(pty, 'row 1 of 6');
		pty.type('q');
		await waitForAnswer(pty);
		send(pty, '/quit');
		await pty.waitFor('status 0.');
		// Bold, dim and turned round are no colours; the cursor is seen by one of them.
		expect(pty.bytes.match(COLOUR)).toBeNull();
		expect(pty.bytes).toContain('\x1b[7m');
	});

	it('CI is no reason to draw less: a person sits at the terminal', async () => {
		const {pty} = await openSession(SCRIPT, {environment: {CI: 'true', CONTINUOUS_INTEGRATION: '1'}});
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.type('y');
		await waitForAnswer(pty);
	});

	it('--screen-reader has no alternate screen', async () => {
		const {pty} = await openSession(SCRIPT, {
			args: ['--screen-reader'],
			before: 'echo "line before"; stty -g',
			after: 'stty -g',
		});
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.type('y');
		await waitForAnswer(pty);
		const shown = transcript(pty);
		pty.type('g');
		await pty.waitFor('row 1 of 6');
		// It stands below what was printed, on a line of its own.
		expect(transcript(pty).slice(0, shown.length - 1)).toEqual(shown.slice(0, -1));
		expect(pty.screen.text()).toMatch(/^SELECT Name, Country FROM Customer\n {2}Name/m);
		pty.type('q');
		await waitForTranscript(pty, shown);
		pty.type('/');
		await pty.waitFor('❯ /');
		send(pty, 'quit');
		expect(await pty.exit).toBe(0);
		expect(pty.bytes).not.toContain('\x1b[?1049h');
		expectSameModes(pty);
		expect(transcript(pty)[0]).toBe('line before');
		expect(occurrences(transcript(pty), '❯ how many?')).toBe(1);
	});

	it.each([
		['input', '< /dev/null'],
		['output', '| cat'],
	])('without a terminal for %s says what to do, with 2', async (what, redirection) => {
		const {pty} = await startSession(SCRIPT, {redirection: what === 'output' ? '> out' : redirection});
		expect(await pty.exit).toBe(0);
		expect(pty.screen.text()).toContain('a session needs a terminal for input and output');
		expect(pty.screen.text()).toMatch(/sqrl-tui ask\s\S+shop\.sqlite/);
		expect(pty.screen.text()).toContain('status 2.');
		expect(pty.bytes).not.toContain('\x1b[?');
	});

	it('a terminal of 0×0 is taken for 80×24', async () => {
		const {pty} = await openSession(SCRIPT, {size: {columns: 0, rows: 0}});
		await pty.waitFor(/enter ask · ctrl\+r search · \/help {5,}sqrl-4b · probes wait for you/);
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.type('y');
		await waitForAnswer(pty);
		pty.type('t');
		await waitForView(pty, 'turn 1/2');
		pty.type('q');
		await waitForAnswer(pty);
		expect(occurrences(transcript(pty), '❯ how many?')).toBe(1);
	});

	it('a terminal of 20×6 is enough to ask and answer', async () => {
		const {pty} = await openSession(SCRIPT, {size: {columns: 20, rows: 6}});
		send(pty, 'how many?');
		await pty.waitFor('y run');
		await waitForReview(pty);
		// The probe itself is in sight, and the first keys.
		expect(pty.screen.text()).toMatch(/Run this probe\?\ny run\n/);
		pty.type('a');
		await waitForAnswer(pty);
		pty.type('g');
		await waitForView(pty, 'Name');
		pty.press(KEYS.escape);
		await waitForAnswer(pty);
	});
});
