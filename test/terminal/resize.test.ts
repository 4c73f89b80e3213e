import {describe, expect, it} from 'vitest';
import type {Size} from '../../source/ui/input.js';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, type Pty, ptyUnavailable} from '../support/pty.js';
import type {Rule} from '../support/scripted-server.js';
import {
	occurrences,
	openSession,
	send,
	transcript,
	waitForAnswer,
	waitForReview,
	waitForTranscript,
	waitForView,
	waitUntilDrawn,
} from '../support/session.js';

const SQL =
	'SELECT CustomerId, Name, Country FROM Customer WHERE Country IS NOT NULL ORDER BY Name DESC LIMIT 5';
const SCRIPT: Rule[] = [
	{turn: 0, reply: probe(SQL)},
	{turn: 1, reply: answer(SQL)},
];

const SIZES = [
	{columns: 40, rows: 15},
	{columns: 120, rows: 40},
	{columns: 80, rows: 24},
];

/** What is drawn has no room on this one: what a terminal cuts of it stays in its scrollback. */
const TINY = [
	{columns: 20, rows: 6},
	{columns: 80, rows: 24},
];

/** Goes through sizes; at each what is expected is seen. */
async function through(sizes: readonly Size[], pty: Pty, expected: RegExp): Promise<void> {
	for (const size of sizes) {
		const {length} = pty.bytes;
		pty.resize(size);
		await pty.waitFor(screen => pty.bytes.length > length && expected.test(screen.text()));
		await waitUntilDrawn(pty);
	}
}

const old = Array.from({length: 30}, (_, index) => `old line ${index + 1}`);
const before = 'seq -f "old line %.0f" 30';

describe.skipIf(ptyUnavailable !== null)(`a terminal of another size ${ptyUnavailable ?? ''}`, () => {
	it('while writing', async () => {
		const {pty} = await openSession(SCRIPT, {before});
		pty.type('half a question');
		await pty.waitFor('half a question');
		await waitUntilDrawn(pty);
		const shown = transcript(pty);
		await through(SIZES, pty, /❯ half a question\nenter ask/);
		expect(transcript(pty)).toEqual(shown);
		await through(TINY, pty, /❯ half/);
		expect(transcript(pty).slice(0, shown.length - 3)).toEqual(shown.slice(0, -3));
		expect(transcript(pty).slice(-3)).toEqual(shown.slice(-3));
	});

	it('while the model writes', async () => {
		const {pty} = await openSession([{reply: {text: 'Let me think of it. ', endless: true, delayMs: 5}}], {
			before,
		});
		send(pty, 'how many?');
		await pty.waitFor('Let me think');
		for (const size of [...SIZES, ...TINY]) {
			pty.resize(size);
			await pty.waitFor(screen => /think/.test(screen.text()));
		}

		pty.press(KEYS.escape);
		await waitForAnswer(pty);
		const lines = transcript(pty);
		expect(lines.slice(0, 30)).toEqual(old);
		const question = lines.lastIndexOf('❯ how many?');
		expect(lines.slice(question - 1, question + 2)).toEqual([
			'',
			'❯ how many?',
			' 1   the reply broke off here:',
		]);
		expect(lines.slice(question + 2, -3).join(' ')).toContain('Let me think of it.');
		expect(lines.slice(-3)).toEqual([
			'   Stopped. R goes on from here.',
			expect.stringMatching(/^ {3}0 turns · /),
			expect.stringMatching(/^n next/),
		]);
	});

	it('while a probe waits', async () => {
		const {pty, server} = await openSession(SCRIPT, {before});
		send(pty, 'how many?');
		await waitForReview(pty);
		await waitUntilDrawn(pty);
		const shown = transcript(pty);
		await through(SIZES, pty, /Run this probe\?\ny run/);
		expect(transcript(pty)).toEqual(shown);
		await through(TINY, pty, /Run this probe\?\ny run/);
		expect(server.requests).toHaveLength(1);
		pty.type('y');
		await waitForAnswer(pty);
		expect(occurrences(transcript(pty), '5 rows')).toBe(2);
		expect(transcript(pty).slice(0, 30)).toEqual(old);
	});

	it('while looking at a view', async () => {
		const {pty} = await openSession(SCRIPT, {before});
		send(pty, `/sql ${SQL}`);
		await waitForAnswer(pty);
		const shown = transcript(pty);
		pty.type('g');
		await waitForView(pty, 'row 1 of 5');
		await through([...SIZES, ...TINY], pty, /▸/);
		await waitForView(pty, 'row 1 of 5');
		pty.type('q');
		await waitForTranscript(pty, shown);
	});
});
