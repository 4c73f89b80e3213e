/** `ask`, `doctor` and the like as a person runs them: the real program, a small database, a scripted server. */
import {onTestFinished} from 'vitest';
import {type ProgramOptions, runProgram, startProgram} from './run-program.js';
import {
	type Script,
	type ScriptedServer,
	type ServerOptions,
	startScriptedServer,
} from './scripted-server.js';
import {makeDatabase} from './test-reader.js';

/** A shop with few rows, and what is odd in them. */
export function shopDatabase(folder: string, name = 'shop.sqlite'): string {
	return makeDatabase(
		folder,
		name,
		`CREATE TABLE Item (ItemId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Price REAL);
		INSERT INTO Item VALUES (1, 'apple', 0.5), (2, 'pear', 1.0), (3, 'plum', NULL);
		CREATE TABLE Sale (SaleId INTEGER PRIMARY KEY, ItemId INTEGER REFERENCES Item(ItemId));
		INSERT INTO Sale VALUES (1, 1), (2, 1), (3, 2);
		CREATE TABLE "odd, name" (a);
		CREATE VIEW Cheap AS SELECT * FROM Item WHERE Price < 1;`,
	);
}

/** A reply that answers with this query. */
export function answer(sql: string): {text: string} {
	return {text: `<think>\nEasy.\n</think>\n\nThe plan is clear.\n<answer> ${sql} </answer>`};
}

/** A reply that probes with this query. */
export function probe(sql: string): {text: string} {
	return {text: `<think>\nHm.\n</think>\n\nA look at the data first.\n<sql> ${sql} </sql>`};
}

/** A script that gives these replies turn by turn. */
export function turns(...replies: Array<{text: string}>): Script {
	return replies.map((reply, turn) => ({turn, reply}));
}

/** A server that is closed when the test is done. */
export async function testServer(script: Script, options?: ServerOptions): Promise<ScriptedServer> {
	const server = await startScriptedServer(script, options);
	onTestFinished(server.close);
	return server;
}

/** Runs the program on a server of its own, with this script; tests that run at the same time may. */
export async function runScripted(
	script: Script,
	args: readonly string[],
	{server: serverOptions, ...options}: ProgramOptions & {server?: ServerOptions} = {},
) {
	const server = await startScriptedServer(script, serverOptions);
	try {
		const env = {SQRL_BASE_URL: server.baseUrl, ...options.env};
		return {...(await runProgram(args, {...options, env})), server};
	} finally {
		await server.close();
	}
}

/** Starts the program on a server of its own; it is ended with the test, whatever happens. */
export async function startScripted(script: Script, args: readonly string[], options: ProgramOptions = {}) {
	const server = await testServer(script);
	const running = startProgram(args, {...options, env: {SQRL_BASE_URL: server.baseUrl, ...options.env}});
	onTestFinished(() => running.kill('SIGKILL', 'group'));
	return {...running, server};
}
