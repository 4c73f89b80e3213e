import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {KEYS, type Pty, ptyUnavailable} from '../support/pty.js';
import type {Rule} from '../support/scripted-server.js';
import {
	expectSameModes,
	occurrences,
	openSession,
	send,
	transcript,
	waitForAnswer,
	waitForReview,
	waitForTranscript,
	waitForView,
} from '../support/session.js';

const QUESTION = 'Which country pays most?';

function reply(turn: number, thought: string, summary: string, action: string): Rule {
	return {question: QUESTION, turn, reply: {text: `<think>\n${thought}\n</think>\n\n${summary}\n${action}`}};
}

const SCRIPT = [
	reply(
		0,
		'Spellings may differ.',
		'A look at the data.',
		'<sql> SELECT DISTINCT Country FROM Customer </sql>',
	),
	reply(1, 'Names, then.', 'A look at names.', '<sql> SELECT Name FROM Customer </sql>'),
	reply(2, 'And totals.', 'A look at totals.', '<sql> SELECT max(Total) FROM Invoice </sql>'),
	reply(3, 'More of it.', 'A look at the sum.', '<sql> SELECT sum(Total) FROM Invoice </sql>'),
	reply(4, 'One more.', 'A look at the count.', '<sql> SELECT count(*) FROM Invoice </sql>'),
	reply(
		5,
		'That is all.',
		'The plan is clear.',
		'<answer> SELECT Country, Total FROM Customer JOIN Invoice USING (CustomerId) ORDER BY Total DESC </answer>',
	),
];

const told = (text: string) => ({
	role: 'user',
	content: `<observation>\n${text}\n</observation>\nContinue with <sql> or <answer>.`,
});

/** Opens a view, looks at it and leaves it: the main screen is exactly as it was. */
async function lookAt(pty: Pty, open: () => unknown, expected: string | RegExp): Promise<void> {
	const before = transcript(pty);
	await open();
	await waitForView(pty, expected);
	pty.type('q');
	await waitForTranscript(pty, before);
}

describe.skipIf(ptyUnavailable !== null)(`a session ${ptyUnavailable ?? ''}`, () => {
	it.each([
		{columns: 80, rows: 24},
		{columns: 40, rows: 15},
	])('from the first question to the end at $columns×$rows', async size => {
		const {pty, server, folder} = await openSession(SCRIPT, {
			size,
			before: 'echo "line before"; stty -g',
			after: 'stty -g',
		});
		const lastMessage = () => server.requests.at(-1)!.body.messages.at(-1);
		send(pty, QUESTION);

		// Rejected, with a note that the model reads.
		await waitForReview(pty, 'SELECT DISTINCT Country');
		pty.type('r');
		await pty.waitFor('Spellings may differ.');
		expect(pty.screen.text()).toContain('▾');
		pty.type('r');
		await pty.waitFor(screen => !screen.text().includes('Spellings may differ.'));
		pty.type('n');
		await pty.waitFor('Why not?');
		send(pty, 'only those who paid');
		await waitForReview(pty, 'SELECT Name FROM Customer');
		expect(lastMessage()).toEqual(told('Error: rejected by the user: only those who paid'));

		// Edited: the model sees the probe as it ran.
		pty.type('e');
		await pty.waitFor('✎ SELECT Name FROM Customer');
		send(pty, ' LIMIT 1');
		await waitForReview(pty, 'SELECT max(Total) FROM Invoice');
		expect(lastMessage()).toEqual(told('Ana'));
		const seen = JSON.stringify(server.requests.at(-1)!.body.messages);
		expect(seen).toContain('<sql> SELECT Name FROM Customer LIMIT 1 </sql>');
		expect(seen).not.toContain('<sql> SELECT Name FROM Customer </sql>');

		// Approved; then the rest of the question.
		pty.type('y');
		await waitForReview(pty, 'SELECT sum(Total) FROM Invoice');
		expect(lastMessage()).toEqual(told('10.25'));
		pty.type('a');
		await waitForAnswer(pty);
		expect(lastMessage()).toEqual(told('4'));
		expect(server.requests).toHaveLength(6);
		expect(occurrences(transcript(pty), `❯ ${QUESTION}`)).toBe(1);
		expect(pty.screen.text()).not.toContain('That is all.');

		// Looked at.
		await lookAt(pty, () => pty.type('g'), /row 1 of 4 · column 1 of 2/);
		await lookAt(pty, () => pty.type('t'), /turn 1\/6|Which country pays m/);
		await lookAt(pty, () => pty.type('?'), 'Keys and commands');
		for (const [command, expected] of [
			['/schema', 'Schema · 2 tables, 1 view'],
			['/tables', 'Tables for the model'],
			['/help', 'Keys and commands'],
		] as const) {
			pty.type('/');
			await pty.waitFor('❯ /');
			pty.type(command.slice(1));
			const before = transcript(pty);
			pty.press(KEYS.enter);
			await waitForView(pty, expected);
			pty.press(KEYS.escape);
			await pty.waitFor('❯ Ask shop');
			// All but what was written, which is sent.
			expect(transcript(pty).slice(0, -3)).toEqual(before.slice(0, -3));
			pty.press(KEYS.escape);
			await waitForAnswer(pty);
		}

		// Edited and run again.
		pty.type('e');
		await pty.waitFor('✎ SELECT Country, Total FROM Customer');
		send(pty, ' LIMIT 2');
		await pty.waitFor('edited answer');
		await waitForAnswer(pty);
		expect(pty.screen.text()).toContain('2 rows');

		// Written to a file, which is not written over.
		await exportAs(pty, 'csv');
		await pty.waitFor('2 rows written to');
		const file = path.join(folder, 'answer.csv');
		expect(readFileSync(file, 'utf8')).toBe('Country,Total\nUSA,10.25\nChile,5.0\n');
		await exportAs(pty, 'csv');
		await pty.waitFor(/is\s+there already/);
		expect(readFileSync(file, 'utf8')).toBe('Country,Total\nUSA,10.25\nChile,5.0\n');

		pty.type('/');
		await pty.waitFor('❯ /');
		send(pty, 'quit');
		expect(await pty.exit).toBe(0);
		expect(pty.screen.text()).toContain('status 0.');
		const lines = transcript(pty);
		expect(lines[0]).toBe('line before');
		expect(occurrences(lines, `❯ ${QUESTION}`)).toBe(1);
		expect(pty.screen.isAlternate).toBe(false);
		expectSameModes(pty);
	});
});

/** The export of that format, to the name that is offered. */
async function exportAs(pty: Pty, format: string): Promise<void> {
	pty.type('x');
	await pty.waitFor('Export all rows as');
	pty.type(/(\d) csv/.exec(pty.screen.text())![1]!);
	await pty.waitFor(`answer.${format}`);
	pty.press(KEYS.enter);
}
