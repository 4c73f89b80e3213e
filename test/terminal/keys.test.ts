import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, ptyUnavailable} from '../support/pty.js';
import type {Rule} from '../support/scripted-server.js';
import {
	occurrences,
	openSession,
	send,
	transcript,
	waitForAnswer,
	waitForReview,
} from '../support/session.js';
import {waitFor} from '../support/wait-for.js';

const ANSWER: Rule[] = [{reply: answer('SELECT count(*) AS n FROM Customer')}];
const PROBE: Rule[] = [
	{turn: 0, reply: probe('SELECT DISTINCT Country FROM Customer')},
	{turn: 1, reply: answer('SELECT count(*) AS n FROM Customer')},
];

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe.skipIf(ptyUnavailable !== null)(`keys and commands ${ptyUnavailable ?? ''}`, () => {
	it('run a query of the person, copy it and its rows, plan it', async () => {
		const {pty, server} = await openSession([]);
		const sql = "SELECT Country, '' AS empty, NULL AS none FROM Customer LIMIT 2";
		send(pty, `/sql ${sql}`);
		await pty.waitFor('your query');
		await waitForAnswer(pty);
		expect(pty.screen.text()).toMatch(
			/Country +empty +none\n +Chile +'' +NULL\n +USA +'' +NULL\n +2 rows · /,
		);
		pty.type('c');
		await pty.waitFor('clipboard: the query');
		expect(pty.bytes).toContain(`\x1b]52;c;${base64(sql)}\x07`);
		pty.type('C');
		await pty.waitFor('clipboard: the rows');
		expect(pty.bytes).toContain(
			`\x1b]52;c;${base64('Country\tempty\tnone\nChile\t\t\\N\nUSA\t\t\\N\n')}\x07`,
		);
		pty.type('p');
		await pty.waitFor('SCAN Customer');
		pty.type('t');
		await pty.waitFor('it has no trajectory');
		expect(server.requests).toEqual([]);
	});

	it('wrap what is copied for tmux', async () => {
		const {pty} = await openSession([], {
			environment: {TMUX: '/tmp/tmux-0/default,1,0', TERM: 'tmux-256color'},
		});
		send(pty, '/sql SELECT 1');
		await waitForAnswer(pty);
		pty.type('c');
		await pty.waitFor('clipboard: the query');
		expect(pty.bytes).toContain(`\x1bPtmux;\x1b\x1b]52;c;${base64('SELECT 1')}\x07\x1b\\`);
	});

	it('put evidence in force until it is changed', async () => {
		const {pty, server, folder} = await openSession(ANSWER);
		const evidence = () =>
			/<evidence>\n([\s\S]*?)\n<\/evidence>/.exec(server.requests.at(-1)!.body.messages[0]!.content)?.[1];
		const ask = async (question: string) => {
			const count = server.requests.length;
			send(pty, question);
			await waitFor(() => server.requests.length > count);
			await waitForAnswer(pty);
			pty.type('n');
			await pty.waitFor(/❯ (?:Ask shop)?\s/);
		};

		await ask('none yet?');
		expect(evidence()).toBe('(none provided)');
		send(pty, '/evidence big means more than 5');
		await pty.waitFor('evidence: big means more than 5');
		await ask('first?');
		await ask('second?');
		expect(evidence()).toBe('big means more than 5');
		writeFileSync(path.join(folder, 'hints.md'), 'paid = Total > 0\nrich = Total > 9\n');
		send(pty, '/evidence file hints.md');
		await pty.waitFor('rich = Total > 9');
		await ask('third?');
		expect(evidence()).toBe('paid = Total > 0\nrich = Total > 9');
		send(pty, '/evidence none');
		await pty.waitFor('No evidence is in force');
		await ask('fourth?');
		expect(evidence()).toBe('(none provided)');
		send(pty, '/evidence file nowhere.md');
		await pty.waitFor(/nowhere\.md/);
	});

	it('let probes run by themselves, and no longer', async () => {
		const {pty} = await openSession(PROBE);
		send(pty, '/approve auto');
		await pty.waitFor('Probes run without asking');
		await pty.waitFor('probes run by themselves');
		send(pty, 'how many?');
		await waitForAnswer(pty);
		pty.type('n');
		await pty.waitFor('❯ Ask shop');
		send(pty, '/approve manual');
		await pty.waitFor('Each probe waits for you');
		send(pty, 'how many now?');
		await waitForReview(pty);
	});

	it('choose another model of the server', async () => {
		const {pty, server} = await openSession(ANSWER, {server: {models: [{id: 'sqrl-4b'}, {id: 'sqrl-9b'}]}});
		send(pty, '/model');
		await pty.waitFor(/1 sqrl-4b +now\n +2 sqrl-9b/);
		pty.type('2');
		await pty.waitFor('From here on sqrl-9b is asked');
		send(pty, 'how many?');
		await waitForAnswer(pty);
		expect(server.requests.map(({body}) => body.model)).toEqual(['sqrl-9b']);
	});

	it('bring back what was asked, and find it', async () => {
		const {pty} = await openSession(ANSWER);
		for (const question of ['first question', 'second question']) {
			send(pty, question);
			await pty.waitFor(`❯ ${question}`);
			await waitForAnswer(pty);
			pty.type('n');
			await pty.waitFor('❯ Ask shop');
		}

		pty.type('a draft');
		await pty.waitFor('❯ a draft');
		pty.press(KEYS.up);
		await pty.waitFor(/❯ second question\s*\nenter ask/);
		pty.press(KEYS.up);
		await pty.waitFor(/❯ first question\s*\nenter ask/);
		pty.press(KEYS.down);
		pty.press(KEYS.down);
		await pty.waitFor(/❯ a draft\s*\nenter ask/);
		pty.press(KEYS.ctrl('r'));
		await pty.waitFor(/ {2}second question\n\?\nenter take · ↑ older · esc back/);
		pty.type('first');
		await pty.waitFor(/ {2}first question\n\? first/);
		pty.press(KEYS.enter);
		await pty.waitFor(/❯ first question\s*\nenter ask/);
	});

	it('complete commands, tables and columns', async () => {
		const {pty} = await openSession([]);
		pty.type('/ev');
		await pty.waitFor('❯ /ev');
		pty.press(KEYS.tab);
		await pty.waitFor('❯ /evidence');
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor('❯ Ask shop');
		pty.type('how many Cust');
		pty.press(KEYS.tab);
		await pty.waitFor('❯ how many Customer');
		await pty.waitFor(/Customer {2}CustomerId/);
		pty.press(KEYS.tab);
		pty.press(KEYS.tab);
		await pty.waitFor('❯ how many CustomerId');
	});

	it('write several lines', async () => {
		const {pty, server} = await openSession(ANSWER);
		pty.type('one\\');
		pty.press(KEYS.enter);
		await pty.waitFor(/❯ one\n\s*\nenter ask/);
		pty.type('two');
		pty.press(KEYS.altEnter);
		pty.type('three');
		await pty.waitFor(/❯ one\n {2}two\n {2}three/);
		pty.press(KEYS.enter);
		await waitForAnswer(pty);
		expect(server.requests.map(({question}) => question)).toEqual(['one\ntwo\nthree']);
	});

	it('tell the model to answer now', async () => {
		const {pty, server} = await openSession(PROBE);
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.type('f');
		await waitForAnswer(pty);
		expect(server.requests[1]!.body.messages.at(-1)).toEqual({
			role: 'user',
			content: 'You must finish now. Give your <answer>.',
		});
		expect(pty.screen.text()).toContain('not run: the model is told to answer now');
	});

	it('stop the model, and go on from there', async () => {
		const {pty, server} = await openSession([
			{turn: 0, reply: probe('SELECT DISTINCT Country FROM Customer')},
			{turn: 1, attempt: 0, reply: {text: 'Let me think about this ', endless: true, delayMs: 5}},
			{turn: 1, reply: answer('SELECT count(*) AS n FROM Customer')},
		]);
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.type('y');
		await pty.waitFor(/2 … sqrl-4b writes[\s\S]*Let me think/);
		pty.press(KEYS.escape);
		await pty.waitFor('Stopped. R goes on from here.');
		await waitForAnswer(pty);
		expect(await server.requests[1]!.ended).toBe('broken');
		pty.type('R');
		await pty.waitFor(/answer {2}SELECT count/);
		await waitForAnswer(pty);
		// The probe is not asked for again.
		expect(server.requests).toHaveLength(3);
		expect(server.requests[2]!.body.messages).toEqual(server.requests[1]!.body.messages);
	});

	it('stop a query of the person with Ctrl-C', async () => {
		const {pty} = await openSession([]);
		send(pty, '/sql WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n');
		await pty.waitFor('runs');
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor(/your query[\s\S]*cancel/);
		await waitForAnswer(pty);
	});

	it('answer again, and ask on where there is no answer', async () => {
		const {pty, server} = await openSession([
			{turn: 0, attempt: 0, reply: answer('SELECT 1 AS first')},
			{turn: 0, attempt: 1, reply: answer('SELECT 2 AS second')},
			{turn: 0, reply: {text: '<think>\nHm.\n</think>\n\nNo idea.'}},
			{turn: 1, reply: {text: '<think>\nHm.\n</think>\n\nStill none.'}},
			{turn: 2, reply: answer('SELECT 3 AS third')},
		]);
		send(pty, 'how many?');
		await pty.waitFor(/first\n/);
		await waitForAnswer(pty);
		pty.type('G');
		await pty.waitFor(/second\n/);
		await waitForAnswer(pty);
		expect(server.requests[1]!.body.messages).toEqual(server.requests[0]!.body.messages);
		pty.type('G');
		await pty.waitFor('No answer: the model gave none.');
		await waitForAnswer(pty);
		pty.type('N');
		await pty.waitFor(/third\n/);
		await waitForAnswer(pty);
		expect(server.requests.at(-1)!.body.messages.at(-1)).toEqual({
			role: 'user',
			content: 'Continue with <sql> or <answer>.',
		});
	});

	it('edit a probe in $EDITOR; the screen is as it was', async () => {
		const {pty, folder, server} = await openSession(PROBE, {
			environment: {EDITOR: 'sh -c \'echo SELECT 42 > "$1"; echo in the editor\' editor'},
		});
		send(pty, 'how many?');
		await waitForReview(pty);
		pty.press(KEYS.ctrl('g'));
		await pty.waitFor('✎ SELECT 42');
		expect(folder).toBeTruthy();
		pty.press(KEYS.enter);
		await waitForAnswer(pty);
		expect(server.requests[1]!.body.messages.at(-1)!.content).toContain('<observation>\n42\n</observation>');
		expect(occurrences(transcript(pty), '❯ how many?')).toBe(1);
	});

	it('typed before a probe can have been seen judge nothing', async () => {
		const {pty, server} = await openSession([
			{turn: 0, reply: {...probe('SELECT DISTINCT Country FROM Customer'), chunkSize: 1, delayMs: 1}},
			{turn: 1, reply: answer('SELECT 1')},
		]);
		send(pty, 'how many?');
		// As fast as a person's keyboard repeats, until a little after the probe is seen.
		await pty.waitFor(screen => {
			pty.type('y');
			return screen.text().includes('Run this probe?');
		});
		await waitForReview(pty);
		expect(server.requests).toHaveLength(1);
		pty.type('y');
		await waitForAnswer(pty);
	});

	it('sent twice at once ask the second question, and say what became of the first', async () => {
		const {pty} = await openSession(ANSWER);
		pty.type('first?\rsecond?\r');
		await waitForAnswer(pty);
		const lines = transcript(pty).join('\n');
		expect(lines).toMatch(/Stopped, for something else was begun: first\?|❯ first\?/);
		expect(lines).toMatch(/❯ second\?\n[\s\S]*1 row · /);
	});
});
