/** A session as a person has it: the program as it is built, under a shell, on a small database and a scripted server. */
import path from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {packageRoot} from '../../source/package-root.js';
import {KEYS, type Pty, type PtyOptions, startInPty} from './pty.js';
import {
	type Script,
	type ScriptedServer,
	type ServerOptions,
	startScriptedServer,
} from './scripted-server.js';
import {temporaryFolder} from './temporary-folder.js';
import {makeDatabase} from './test-reader.js';

export type SessionOptions = PtyOptions & {
	/** Makes the database; customers of four countries unless said otherwise. */
	sql?: string;
	/** A file that is there already. */
	database?: string;
	databaseName?: string;
	args?: readonly string[];
	server?: ServerOptions;
	/** Of the scripted server unless said otherwise; null: no model is named. */
	baseUrl?: string | null;
	/** A shell command before the program. */
	before?: string;
	/** A shell command after it. */
	after?: string;
	/** The end of the line that starts the program: where its input or output goes. */
	redirection?: string;
};

export type TestSession = {pty: Pty; server: ScriptedServer; folder: string; database: string};

const CUSTOMERS = `CREATE TABLE Customer (CustomerId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT);
	INSERT INTO Customer VALUES (1, 'Ana', 'Chile'), (2, 'Bo', 'USA'), (3, 'Cy', 'USA'), (4, 'Di', NULL),
		(5, 'Ed', ''), (6, 'Flo', 'Norway');
	CREATE TABLE Invoice (InvoiceId INTEGER PRIMARY KEY, CustomerId INTEGER REFERENCES Customer(CustomerId), Total REAL);
	INSERT INTO Invoice VALUES (1, 1, 5.0), (2, 2, 2.5), (3, 3, 10.25), (4, 6, 1.0);
	CREATE VIEW Spender AS SELECT CustomerId, sum(Total) AS Spent FROM Invoice GROUP BY CustomerId;`;

/** Starts the program and waits for its first prompt, unless it is started not to have one. */
export async function startSession(script: Script, options: SessionOptions = {}): Promise<TestSession> {
	const {sql = CUSTOMERS, databaseName = 'shop.sqlite', args = [], before = ':', after = ':'} = options;
	const folder = temporaryFolder();
	const database = options.database ?? makeDatabase(folder, databaseName, sql);
	const server = await startScriptedServer(script, options.server);
	onTestFinished(server.close);
	const program = path.join(packageRoot(), 'bin', 'sqrl-tui.js');
	const line = `${before}; "$0" "$@" ${options.redirection ?? ''}; code=$?; ${after}; echo "status $code."`;
	const {baseUrl = server.baseUrl} = options;
	const named = baseUrl === null ? [] : ['--base-url', baseUrl];
	const words = [process.execPath, program, database, ...named, ...args];
	onTestFinished(() => expect(pty.bytes, 'what wipes the scrollback').not.toContain('\x1b[3J'));
	const pty = startInPty(['sh', '-c', `trap : INT QUIT; ${line}`, ...words], {cwd: folder, ...options});
	return {pty, server, folder, database};
}

/** A session at its first prompt. */
export async function openSession(script: Script, options: SessionOptions = {}): Promise<TestSession> {
	const session = await startSession(script, options);
	await session.pty.waitFor('❯ Ask ');
	return session;
}

/** Types a question or a command and sends it. */
export function send(pty: Pty, text: string): void {
	pty.type(text);
	pty.press(KEYS.enter);
}

/** Waits for a probe to judge, and until keys are no longer taken for typed ahead. */
export async function waitForReview(pty: Pty, probe = ''): Promise<void> {
	await pty.waitFor(({text}) => text().includes('Run this probe?') && unwrapped(text()).includes(probe));
	const seen = performance.now();
	await pty.waitFor(() => performance.now() - seen > 280);
}

/** Waits for the keys that act on an answer, below all that is printed of it. */
export async function waitForAnswer(pty: Pty): Promise<void> {
	await pty.waitFor(/n next/);
	await waitUntilDrawn(pty);
}

/** Waits until no more is drawn. While something runs a clock does, once a second. */
export async function waitUntilDrawn(pty: Pty): Promise<void> {
	let {length} = pty.bytes;
	let since = performance.now();
	await pty.waitFor(() => {
		if (pty.bytes.length !== length) {
			({length} = pty.bytes);
			since = performance.now();
		}

		return performance.now() - since > 90;
	});
}

/** Waits for a full-screen view that shows something. */
export async function waitForView(pty: Pty, expected: string | RegExp): Promise<void> {
	await pty.waitFor(screen => screen.isAlternate && screen.text().search(expected) !== -1);
}

/** Waits for the main screen to have exactly these lines, those scrolled away included; says which it has not. */
export async function waitForTranscript(pty: Pty, expected: readonly string[]): Promise<void> {
	const wanted = expected.join('\n');
	await pty
		.waitFor(screen => !screen.isAlternate && transcript(pty).join('\n') === wanted, 3000)
		.catch(() => {});
	expect(transcript(pty)).toEqual(expected);
}

function unwrapped(text: string): string {
	return text.replaceAll(/\s+/g, ' ');
}

/** Ends the program by its command, and waits for the shell to say how it ended. */
export async function quit(pty: Pty): Promise<void> {
	pty.press(KEYS.ctrl('c'));
	pty.press(KEYS.ctrl('c'));
	await pty.waitFor(/status 0\./);
}

/** All lines, those scrolled away first, without the empty ones at the end. */
export function transcript(pty: Pty): string[] {
	return pty.screen.scrollback().join('\n').trimEnd().split('\n');
}

/** The modes of the terminal, which `stty -g` said before and after, are as they were. */
export function expectSameModes(pty: Pty): void {
	const modes = pty.bytes.match(/[\da-f]+(?::[\da-f]+){10,}/g);
	expect(modes).toHaveLength(2);
	expect(modes![1]).toBe(modes![0]);
	expect(pty.screen.isAlternate).toBe(false);
	// The cursor is shown, and pastes are no longer bracketed.
	expect(pty.bytes.lastIndexOf('\x1b[?25h')).toBeGreaterThan(pty.bytes.lastIndexOf('\x1b[?25l'));
	expect(pty.bytes.lastIndexOf('\x1b[?2004l')).toBeGreaterThan(pty.bytes.lastIndexOf('\x1b[?2004h'));
}

/** How often a line has a text. */
export function occurrences(lines: readonly string[], text: string): number {
	return lines.filter(line => line.includes(text)).length;
}
