import {describe, expect, it} from 'vitest';
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

const OLD = Array.from({length: 40}, (_, index) => `old line ${index + 1}`);
const before = 'seq -f "old line %.0f" 40';

const SCRIPT: Rule[] = [
	{turn: 0, reply: probe('SELECT DISTINCT Country FROM Customer')},
	{turn: 1, reply: answer('SELECT * FROM Customer')},
];

/** Opens a view behind which the question goes on, which was sent just before. */
async function askBehindHelp(pty: Pty, question: string): Promise<void> {
	pty.type(`${question}\r/help\r`);
	await waitForView(pty, 'Keys and commands');
}

describe.skipIf(ptyUnavailable !== null)(`the scrollback ${ptyUnavailable ?? ''}`, () => {
	it('has what stood before, and each question once, whatever was looked at', async () => {
		const {pty} = await openSession(SCRIPT, {before});
		send(pty, '/approve auto');
		await pty.waitFor('Probes run without asking');
		for (const question of ['question one', 'question two', 'question three']) {
			send(pty, question);
			await pty.waitFor(`❯ ${question}`);
			await waitForAnswer(pty);
			const shown = transcript(pty);
			for (const [key, expected] of [
				['g', 'row 1 of 6'],
				['t', 'turn'],
				['?', 'Keys and commands'],
			] as const) {
				pty.type(key);
				await waitForView(pty, expected);
				pty.press(KEYS.down + KEYS.pageDown);
				pty.type('q');
				await waitForTranscript(pty, shown);
			}

			// A view on a view, and back.
			pty.type('t');
			await waitForView(pty, 'turn');
			pty.type('?');
			await waitForView(pty, 'Keys and commands');
			pty.type('q');
			await waitForView(pty, 'turn');
			pty.type('q');
			await waitForTranscript(pty, shown);
			pty.type('n');
			await pty.waitFor('❯ Ask shop');
		}

		const lines = transcript(pty);
		expect(lines.slice(0, 40)).toEqual(OLD);
		for (const question of ['question one', 'question two', 'question three']) {
			expect(occurrences(lines, `❯ ${question}`)).toBe(1);
		}

		expect(occurrences(lines, 'Each question is a new chat')).toBe(1);
	});

	it('is the same when a probe came up behind a view', async () => {
		const {pty} = await openSession(SCRIPT, {before});
		await waitUntilDrawn(pty);
		const shown = transcript(pty).slice(0, -3);
		await askBehindHelp(pty, 'how many?');
		pty.type('q');
		await waitForReview(pty);
		await waitUntilDrawn(pty);
		const lines = transcript(pty);
		expect(lines.slice(0, shown.length)).toEqual(shown);
		expect(lines.slice(shown.length, shown.length + 2)).toEqual(['', '❯ how many?']);
		pty.type('y');
		await waitForAnswer(pty);
		expect(occurrences(transcript(pty), '❯ how many?')).toBe(1);
		expect(transcript(pty).slice(0, 40)).toEqual(OLD);
	});

	it('is the same when the model wrote behind a view, and when it came to its end there', async () => {
		const {pty} = await openSession(
			[
				{question: 'how many?', reply: {text: `<think>\n${'Hm. '.repeat(600)}`, endless: true, delayMs: 2}},
				{turn: 0, reply: answer('SELECT * FROM Customer')},
			],
			{before},
		);
		await waitUntilDrawn(pty);
		const shown = transcript(pty).slice(0, -3);
		await askBehindHelp(pty, 'how many?');
		pty.type('q');
		await pty.waitFor('sqrl-4b writes');
		const lines = transcript(pty);
		expect(lines.slice(0, shown.length)).toEqual(shown);
		pty.press(KEYS.escape);
		await waitForAnswer(pty);
		expect(occurrences(transcript(pty), '❯ how many?')).toBe(1);
		pty.type('n');
		await pty.waitFor('❯ Ask shop');
		await askBehindHelp(pty, 'and how many now?');
		await waitUntilDrawn(pty);
		pty.type('q');
		await waitForAnswer(pty);
		const end = transcript(pty);
		expect(occurrences(end, '❯ and how many now?')).toBe(1);
		expect(end.slice(0, 40)).toEqual(OLD);
		expect(end.join('\n')).toMatch(/❯ and how many now\?\n 1 ▸ The plan is clear.[\s\S]*6 rows/);
	});

	it('is the same when an editor was used in the middle of a review', async () => {
		const {pty} = await openSession(SCRIPT, {before, environment: {EDITOR: 'true'}});
		send(pty, 'how many?');
		await waitForReview(pty);
		await waitUntilDrawn(pty);
		const shown = transcript(pty);
		pty.press(KEYS.ctrl('g'));
		await pty.waitFor('✎ SELECT DISTINCT');
		pty.press(KEYS.escape);
		await waitForTranscript(pty, shown);
	});

	it('keeps a block that is higher than the terminal whole', async () => {
		const long = Array.from({length: 50}, (_, index) => `Sentence number ${index + 1}.`);
		const {pty} = await openSession(
			[
				{
					reply: {
						text: `<think>\nHm.\n</think>\n\n${long.join('\n')}\n<answer> SELECT * FROM Customer </answer>`,
					},
				},
			],
			{before, size: {columns: 80, rows: 12}},
		);
		send(pty, 'how many?');
		await pty.waitFor(/1 turn · [\s\S]*n next/);
		const lines = transcript(pty);
		expect(lines.slice(0, 40)).toEqual(OLD);
		const from = lines.findIndex(line => line.includes(long[0]!));
		expect(
			lines.slice(from, from + 50).map(line => line.replace(/^ (?:1 ▸)?\s*/, '').replace(/ {2}\d.*/, '')),
		).toEqual(long);
		expect(occurrences(lines, '❯ how many?')).toBe(1);
	});
});
