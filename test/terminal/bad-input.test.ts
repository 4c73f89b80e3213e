import {renameSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, type Pty, ptyUnavailable} from '../support/pty.js';
import {
	occurrences,
	openSession,
	send,
	transcript,
	waitForAnswer,
	waitForReview,
	waitForView,
	waitUntilDrawn,
} from '../support/session.js';
import {makeDatabase, numbers} from '../support/test-reader.js';

/** Colours, the title, the clipboard, C1, a carriage return, bidirectional and zero-width characters, a wipe. */
const EVIL =
	'\x1b[31mred\x1b]0;title\x07\x1b]52;c;ZXZpbA==\x07\x9b2J\x85\rover\u202Eltr\u2066\u200Bzero\uFEFF\x1b[3J\x1bc\x7f';
const HEX = Buffer.from(EVIL).toString('hex');
const EVIL_SQL = `SELECT CAST(x'${HEX}' AS TEXT) AS cell`;

/** What the program itself may say to the terminal; everything else that acts is somebody else's. */
const OWN = /\x1b\[(?:\?(?:2004|25|1049|2026)[hl]|\d*[ABGJK]|[\d;]*m|H)|\x1b\]52;c;[\w+/=]*\x07|\r?\n|\r/g;

function expectSafe(pty: Pty): void {
	expect(
		pty.bytes.replaceAll(OWN, '').match(/[\0-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g),
	).toBeNull();
	expect(pty.bytes).not.toContain('\x1b]52;c;ZXZpbA');
	expect(pty.bytes).not.toContain('\x1b[3J');
	// A carriage return only where a line ends, or where the region is erased.
	expect(pty.bytes.replaceAll(/\r+\n|\r\x1b\[\d*[AJ]/g, '')).not.toContain('\r');
}

describe.skipIf(ptyUnavailable !== null)(`what comes from elsewhere ${ptyUnavailable ?? ''}`, () => {
	it('never acts on the terminal: cells, names, summaries, thoughts, errors, questions', async () => {
		const {pty} = await openSession(
			[
				{
					turn: 0,
					reply: {text: `<think>\n${EVIL} thinks\n</think>\n\n${EVIL} sums up\n<sql> ${EVIL_SQL} </sql>`},
				},
				{turn: 1, reply: {text: `${EVIL}\n<sql> SELECT "${EVIL}" FROM nowhere -- ${EVIL} </sql>`}},
				{turn: 2, reply: {text: `${EVIL}\n<answer> ${EVIL_SQL}, 'x' AS "${EVIL}" </answer>`}},
				{turn: 0, reply: {status: 400, body: {error: {message: `${EVIL} is refused`}}}},
			],
			{
				databaseName: 'sh\x1b]0;op\x07\u202E.sqlite',
				sql: `CREATE TABLE "t\x1b[31m\u202e" ("c\x1b]52;c;ZXZpbA==\x07" TEXT DEFAULT '\x9b2J'); INSERT INTO "t\x1b[31m\u202e" VALUES (CAST(x'${HEX}' AS TEXT));`,
			},
		);
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.type('R');
		await pty.waitFor(/red[\s\S]*thinks/);
		pty.type('y');
		await pty.waitFor(/cell\n[\s\S]*red/);
		await waitForReview(pty);
		pty.type('y');
		await waitForAnswer(pty);
		for (const key of ['g', 't']) {
			pty.type(key);
			await pty.waitFor(screen => screen.isAlternate && screen.text().includes('red'));
			for (const press of [KEYS.enter, KEYS.enter, KEYS.tab, KEYS.tab, KEYS.tab]) {
				pty.press(press);
				await waitUntilDrawn(pty);
			}

			await pty.waitFor(screen => {
				pty.type('q');
				return !screen.isAlternate;
			});
			await waitForAnswer(pty);
		}

		pty.type('/');
		await pty.waitFor('❯ /');
		send(pty, 'schema');
		await waitForView(pty, 'Schema');
		pty.press(KEYS.enter);
		await pty.waitFor(/red/);
		pty.type('qq');
		await pty.waitFor(screen => !screen.isAlternate);
		// A paste keeps its text, and none of what acts.
		pty.paste(`${EVIL.replaceAll('\x1b', '')} pasted`);
		await pty.waitFor('pasted');
		expectSafe(pty);
		// The title of the terminal is its own.
		expect(pty.bytes).not.toContain('\x1b]0;');
	});

	it('may be a cell of 5 MB', async () => {
		const {pty} = await openSession([]);
		send(pty, "/sql SELECT replace(hex(zeroblob(2500000)), '00', 'ab') || 'end' AS big, 1 AS small");
		await pty.waitFor(/1 row · /, 20_000);
		await waitForAnswer(pty);
		pty.type('g');
		await waitForView(pty, 'row 1 of 1');
		pty.press(KEYS.enter);
		await waitUntilDrawn(pty);
		pty.press(KEYS.enter);
		await pty.waitFor('abababab');
		pty.press(KEYS.end);
		await pty.waitFor('abend');
		pty.press(KEYS.home);
		await pty.waitFor(/\d %|abababab/);
		expect(pty.bytes.length).toBeLessThan(200_000);
	});

	it('may be 2,000 columns', async () => {
		const columns = Array.from({length: 2000}, (_, index) => `${index} AS c${index}`).join(', ');
		const {pty} = await openSession([], {
			sql: `CREATE TABLE t(a); CREATE VIEW wide AS SELECT ${columns.split(', ').slice(0, 2000).join(', ')};`,
		});
		send(pty, '/sql SELECT * FROM wide');
		await pty.waitFor(/1 row · /);
		await waitForAnswer(pty);
		expect(pty.screen.text()).toMatch(/more columns/);
		pty.type('g');
		await waitForView(pty, 'column 1 of 2,000 c0');
		pty.press(KEYS.right);
		await waitForView(pty, 'column 2 of 2,000 c1');
		pty.press(KEYS.enter);
		await waitForView(pty, 'c1');
	});

	it('may be 100,000 rows', async () => {
		const {pty} = await openSession([]);
		send(pty, `/sql ${numbers(100_000)}`);
		await pty.waitFor(/more than 10,000 rows · /);
		await waitForAnswer(pty);
		pty.type('g');
		await waitForView(pty, /row 1 of 1,000 \(more than 10,000 in all\) · /);
		pty.press(KEYS.end);
		await waitForView(pty, 'row 1,000 of 1,000');
		pty.type('s');
		await waitForView(pty, 'sorted');
		pty.type('q');
		await waitForAnswer(pty);
	});

	it('may be a summary of 50 lines', async () => {
		const lines = Array.from({length: 50}, (_, index) => `Line ${index + 1} of it.`).join('\n');
		const {pty} = await openSession([
			{turn: 0, reply: {text: `<think>\nHm.\n</think>\n\n${lines}\n<sql> SELECT 1 AS one </sql>`}},
			{turn: 1, reply: answer('SELECT 2 AS two')},
		]);
		send(pty, 'how many?');
		await waitForReview(pty);
		// What is asked, and the keys, are in sight; what is not is counted.
		expect(pty.screen.text()).toMatch(
			/… \d+ lines above[\s\S]*probe 1\/5 {2}SELECT 1 AS one\n {3}Run this probe\?\ny run/,
		);
		pty.type('y');
		await pty.waitFor(/1 turn|2 turns/);
		await waitForAnswer(pty);
		expect(occurrences(transcript(pty), 'Line 1 of it.')).toBe(1);
		expect(occurrences(transcript(pty), 'Line 50 of it.')).toBe(1);
	});

	it('may be a model that does not stop; keys are heard', async () => {
		const {pty, server} = await openSession([
			{
				reply: {
					text: `<think>\n${'Let me think about this once more. '.repeat(50)}\n`,
					endless: true,
					chunkSize: 8,
					delayMs: 1,
				},
			},
		]);
		send(pty, 'how many?');
		await pty.waitFor('once more');
		// A thousand pieces a second, and a key is heard at once all the same.
		await pty.waitFor(/ · [2-9] s\n/);
		const pressed = performance.now();
		pty.press(KEYS.escape);
		await pty.waitFor('Stopped. R goes on from here.');
		expect(performance.now() - pressed).toBeLessThan(1500);
		expect(await server.requests[0]!.ended).toBe('broken');
	});

	it('may be a thought that is cut off: its end is printed, the trajectory has it all', async () => {
		const text = `<think>\n${Array.from({length: 300}, (_, index) => `Thought ${index + 1}.`).join('\n')}`;
		const {pty} = await openSession([{reply: {text, finishReason: 'length', chunkSize: 200}}]);
		send(pty, 'how many?');
		await pty.waitFor('No answer: the model gave none.');
		await waitForAnswer(pty);
		const lines = transcript(pty);
		expect(lines.length).toBeLessThan(40);
		expect(lines.join('\n')).toMatch(
			/1 {3}… 296 lines before this; t has them\n {5}Thought 296\.\n[\s\S]*Thought 300\./,
		);
		expect(lines.join('\n')).toContain('this reply was cut off at the token limit');
		pty.type('t');
		await waitForView(pty, 'Thought 1.');
	});

	it('may be a server that dies in the middle: what came stays, R tries again', async () => {
		const {pty, server} = await openSession([
			{turn: 0, reply: probe('SELECT DISTINCT Country FROM Customer')},
			{
				turn: 1,
				attempt: 0,
				reply: {text: 'The countries are there, so now I would count them all.', cutAfter: 3},
			},
			{turn: 1, reply: answer('SELECT count(*) AS n FROM Customer')},
		]);
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.type('y');
		await pty.waitFor('Broken off. R tries again from here.');
		await waitForAnswer(pty);
		expect(pty.screen.text()).toMatch(/the reply broke off here:\n *The countries are there/);
		expect(pty.screen.text()).toContain('Norway');
		pty.type('R');
		await pty.waitFor(/n\n +6\n/);
		await waitForAnswer(pty);
		expect(server.requests.at(-1)!.turn).toBe(1);
	});

	it('may be a server that is not there: the ways to a model are told', async () => {
		const {pty} = await openSession([], {baseUrl: 'http://127.0.0.1:9/v1'});
		send(pty, 'how many?');
		// It is longer than the screen, and goes out in parts.
		await pty.waitFor(/sqrl-tui doctor\./);
		await waitForAnswer(pty);
		const text = transcript(pty).join(' ').replaceAll(/\s+/g, ' ');
		expect(text).toContain('127.0.0.1:9');
		expect(text).toContain('vllm serve feyninc/sqrl-4b');
		expect(text).toContain('llama-server -m sqrl-4b.gguf');
		expect(text).toContain('Broken off. R tries again from here.');
	});

	it('may be a database that is replaced while it is open', async () => {
		const {pty, database, folder, server} = await openSession([
			{reply: answer('SELECT count(*) AS n FROM Another')},
		]);
		const other = makeDatabase(
			folder,
			'other.sqlite',
			'CREATE TABLE Another(a); INSERT INTO Another VALUES (1), (2);',
		);
		renameSync(other, database);
		send(pty, 'how many?');
		await waitForAnswer(pty);
		expect(pty.screen.text()).toContain('The database has changed: its schema was read again.');
		expect(pty.screen.text()).toMatch(/n\n +2\n/);
		expect(server.requests[0]!.body.messages[0]!.content).toContain('Another');
		expect(path.basename(database)).toBe('shop.sqlite');
	});

	it('may be a paste of 10,000 lines: it is not sent', async () => {
		const {pty, server} = await openSession([{reply: answer('SELECT 1')}]);
		pty.paste(Array.from({length: 10_000}, (_, index) => `line ${index + 1}`).join('\n'));
		await pty.waitFor(/… [\d,]+ lines above[\s\S]*line 10000\s*\nenter ask/, 20_000);
		pty.type('!');
		await pty.waitFor('line 10000!');
		expect(server.requests).toEqual([]);
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor('❯ Ask shop');
	});
});
