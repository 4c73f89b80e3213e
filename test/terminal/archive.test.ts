import {statSync} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {describe, expect, it, onTestFinished} from 'vitest';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, type Pty, ptyUnavailable, startPty} from '../support/pty.js';
import {type Script, startScriptedServer} from '../support/scripted-server.js';
import {
	occurrences,
	quit,
	send,
	transcript,
	waitForAnswer,
	waitForReview,
	waitForTranscript,
	waitForView,
} from '../support/session.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase} from '../support/test-reader.js';

const SCRIPT = [
	{turn: 0, reply: probe('SELECT DISTINCT Country FROM Customer')},
	{turn: 1, reply: answer('SELECT count(*) AS n FROM Customer')},
];

/** One home, one database and one server for all the programs of a test. */
async function household(script: Script = SCRIPT) {
	const folder = temporaryFolder();
	const database = makeDatabase(
		folder,
		'shop.sqlite',
		"CREATE TABLE Customer (Name TEXT, Country TEXT); INSERT INTO Customer VALUES ('Ana', 'Chile'), ('Bo', 'USA')",
	);
	const server = await startScriptedServer(script);
	onTestFinished(server.close);
	const environment = {SQRL_TUI_HOME: folder};
	const program = (...args: string[]) =>
		startPty([...args, '--base-url', server.baseUrl], {
			environment,
			cwd: folder,
			size: {columns: 100, rows: 30},
		});
	return {folder, database, server, program, archive: path.join(folder, 'archive.sqlite')};
}

async function endedBy(pty: Pty): Promise<void> {
	pty.press(KEYS.ctrl('c') + KEYS.ctrl('c'));
	await pty.exit;
}

describe.skipIf(ptyUnavailable !== null)(`the archive ${ptyUnavailable ?? ''}`, () => {
	it('has a session that was killed at a review, and --continue goes on there', async () => {
		const {database, server, program, archive} = await household();
		const killed = program(database);
		await killed.waitFor('❯ Ask ');
		send(killed, 'How many customers?');
		await waitForReview(killed, 'SELECT DISTINCT Country');
		killed.signal('SIGKILL');
		await killed.exit;

		for (const file of [archive, `${archive}-wal`, `${archive}-shm`]) {
			expect(statSync(file).mode & 0o777, file).toBe(0o600);
		}

		const pty = program('--continue');
		await waitForReview(pty, 'SELECT DISTINCT Country');
		// The reply that was there is not asked for again.
		expect(server.requests).toHaveLength(1);
		expect(pty.screen.text()).toContain('The session of');
		pty.type('y');
		await waitForAnswer(pty);
		expect(server.requests).toHaveLength(2);
		expect(server.requests[1]!.body.messages.at(-1)!.content).toContain('Chile\nUSA');
		await endedBy(pty);

		// What has ended is told, and asked no more.
		const again = program(database, '--continue');
		await waitForAnswer(again);
		expect(occurrences(transcript(again), '❯ How many customers?')).toBe(1);
		expect(again.screen.text()).toContain('1 question');
		again.type('n');
		await again.waitFor('❯ Ask ');
		again.press(KEYS.up);
		await again.waitFor(({text}) => occurrences(text().split('\n'), '❯ How many customers?') === 2);
		expect(server.requests).toHaveLength(2);
		await endedBy(again);
		expect(new Database(archive, {readonly: true}).pragma('integrity_check', {simple: true})).toBe('ok');
	});

	it('is searched, opened and asked again in /history, and the scrollback stays', async () => {
		const {database, server, program} = await household([
			{question: 'How many customers?', reply: answer('SELECT count(*) AS n FROM Customer')},
			{question: 'Who is it?', reply: answer('SELECT Name FROM Customer')},
		]);
		const first = program(database);
		await first.waitFor('❯ Ask ');
		send(first, 'How many customers?');
		await waitForAnswer(first);
		await endedBy(first);

		const pty = program(database);
		await pty.waitFor('❯ Ask ');
		send(pty, 'Who is it?');
		await waitForAnswer(pty);
		pty.type('/');
		await pty.waitFor('❯ /');
		send(pty, 'history');
		await waitForView(pty, 'History · 2 questions');
		expect(pty.screen.text()).toMatch(/❯ [-\d]+ [\d:]+ +shop +2 rows +Who is it\?/);
		pty.type('/');
		pty.type('how');
		await waitForView(pty, 'History · 1 question');
		pty.press(KEYS.enter);
		pty.press(KEYS.enter);
		await waitForView(pty, /turn 1\/1/);
		pty.type('q');
		await waitForView(pty, 'History');
		pty.type('a');
		await pty.waitFor(screen => !screen.isAlternate && server.requests.length === 3);
		await waitForAnswer(pty);
		expect(occurrences(transcript(pty), '❯ Who is it?')).toBe(1);
		expect(occurrences(transcript(pty), '❯ How many customers?')).toBe(1);
		await endedBy(pty);
	});

	it('offers its sessions to --resume', async () => {
		const {database, program} = await household([{reply: answer('SELECT 7 AS n')}]);
		for (const question of ['One?', 'Two?']) {
			const pty = program(database);
			await pty.waitFor('❯ Ask ');
			send(pty, question);
			await waitForAnswer(pty);
			await endedBy(pty);
		}

		const pty = program('--resume');
		await waitForView(pty, 'choose the one to go on with');
		expect(pty.screen.text()).toMatch(/❯ .*Two\?[\s\S]*One\?/);
		pty.type('j');
		pty.press(KEYS.enter);
		await waitForAnswer(pty);
		expect(transcript(pty).join('\n')).toContain('❯ One?');
		await endedBy(pty);

		const left = program('--resume');
		await waitForView(left, 'choose the one to go on with');
		left.press(KEYS.ctrl('c'));
		expect(await left.exit).toBe(0);
		expect(left.screen.isAlternate).toBe(false);
	});

	it('is neither made nor read with --no-archive, and forgets for good', async () => {
		const {database, program, archive} = await household([{reply: answer('SELECT 7 AS n')}]);
		const pty = program(database, '--no-archive');
		await pty.waitFor('❯ Ask ');
		send(pty, 'How many customers?');
		await waitForAnswer(pty);
		pty.type('/');
		await pty.waitFor('❯ /');
		send(pty, 'history');
		await waitForView(pty, 'nothing of this session is kept');
		await endedBy(pty);
		await quit(pty).catch(() => {});
		expect(() => statSync(archive)).toThrow('ENOENT');

		const kept = program(database);
		await kept.waitFor('❯ Ask ');
		send(kept, 'How many customers?');
		await waitForAnswer(kept);
		kept.type('/');
		await kept.waitFor('❯ /');
		send(kept, 'forget session');
		await kept.waitFor('Forget all questions of this session?');
		kept.type('2');
		await kept.waitFor(/Forgotten, .*: 1 question\./);
		await endedBy(kept);
		const left = program('--continue');
		await left.waitFor('there is no session to go on with');
		expect(await left.exit).toBe(2);
	});

	it('that is damaged is set aside and named, and one that is newer is not touched', async () => {
		const {database, program, archive} = await household([{reply: answer('SELECT 7 AS n')}]);
		const {writeFileSync, readFileSync} = await import('node:fs');
		writeFileSync(archive, 'no database at all, '.repeat(300));
		const pty = program(database);
		await pty.waitFor('was damaged');
		send(pty, 'How many customers?');
		await waitForAnswer(pty);
		await waitForTranscript(pty, transcript(pty));
		await endedBy(pty);

		const db = new Database(archive);
		db.pragma('user_version = 99');
		db.close();
		const before = readFileSync(archive);
		const newer = program(database);
		await newer.waitFor(/of a newer sqrl-tui/);
		send(newer, 'How many customers?');
		await waitForAnswer(newer);
		await endedBy(newer);
		expect(readFileSync(archive).equals(before)).toBe(true);
	});
});
