import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {answer, probe, shopDatabase, startScripted, turns} from '../support/ask-program.js';
import type {Running} from '../support/run-program.js';
import type {Script, ScriptedServer} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {ENDLESS, numbers, readerProcesses} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const STALL: Script = [{reply: {text: 'Let me see', stallAfter: 1, chunkSize: 6}}];
/** A person waits no longer than this after Ctrl-C. */
const PROMPT_MS = 1500;

/** A home with a config: what reads it must not get in the way of a signal. */
const home = temporaryFolder();
writeFileSync(path.join(home, 'config.json'), '{"temperature": 0.5}');

async function start(script: Script, ...flags: string[]) {
	return startScripted(script, ['ask', shop, 'How many?', ...flags], {home});
}

/** Sends the signal, and tells how the program ended; nothing of it may be left. */
async function interrupt(running: Running, signal: NodeJS.Signals = 'SIGINT', group?: 'group') {
	const sentAt = performance.now();
	running.kill(signal, group);
	const result = await running.exited;
	const tookMs = performance.now() - sentAt;
	await waitFor(() => readerProcesses(folder).length === 0, 'the end of the reader');
	return {...result, tookMs};
}

async function asked(server: ScriptedServer) {
	await waitFor(() => server.requests.length > 0, 'the request');
	return server.requests[0]!;
}

describe.each<[string, NodeJS.Signals, 'group' | undefined]>([
	['SIGINT', 'SIGINT', undefined],
	['Ctrl-C, which all processes get', 'SIGINT', 'group'],
	['SIGTERM', 'SIGTERM', undefined],
	['SIGHUP', 'SIGHUP', undefined],
])('%s', (_, signal, group) => {
	it('during a reply ends with 130, leaves the server and prints the trajectory', async () => {
		const running = await start(STALL, '--json');
		const request = await asked(running.server);
		const {code, stdout, stderr, tookMs} = await interrupt(running, signal, group);
		expect(code).toBe(130);
		expect(tookMs).toBeLessThan(PROMPT_MS);
		expect(stderr).toContain('Interrupted.');
		expect(stderr).not.toContain('should not have happened');
		expect(JSON.parse(stdout)).toMatchObject({ending: 'aborted', turns: []});
		await expect(request.ended).resolves.toBe('broken');
	});

	it('during a query ends with 130, and the query with it', async () => {
		const running = await start(turns(probe(ENDLESS)), '--json');
		await running.said('probe 1/5');
		const {code, stdout, tookMs} = await interrupt(running, signal, group);
		expect(code).toBe(130);
		expect(tookMs).toBeLessThan(PROMPT_MS);
		const json = JSON.parse(stdout);
		expect(json).toMatchObject({ending: 'aborted', turns: [{action: {kind: 'sql'}}]});
		expect(json.turns[0]).not.toHaveProperty('outcome');
	});
});

it('SIGINT without --json prints no rows', async () => {
	const running = await start(turns(answer(ENDLESS)));
	await running.said('answer');
	const {code, stdout} = await interrupt(running);
	expect({code, stdout}).toEqual({code: 130, stdout: ''});
});

it('SIGINT during the wait for a retry ends it', async () => {
	const running = await start([
		{reply: {status: 429, headers: {'retry-after': '30'}, body: {error: {message: 'busy'}}}},
	]);
	await running.said('waiting:');
	const {code, tookMs} = await interrupt(running);
	expect(code).toBe(130);
	expect(tookMs).toBeLessThan(PROMPT_MS);
});

it('SIGINT while the question is awaited from stdin ends it', async () => {
	const running = await startScripted([], ['ask', shop, '-'], {stdinOpen: true});
	// More than a pipe holds: when all of it is taken, the program reads.
	await new Promise(resolve => {
		running.child.stdin!.write('How many? '.repeat(100_000), resolve);
	});
	const {code, tookMs} = await interrupt(running);
	expect(code).toBe(130);
	expect(tookMs).toBeLessThan(PROMPT_MS);
});

it('SIGINT between the rows of a long answer ends with 130', async () => {
	const running = await start(turns(answer(numbers(2_000_000_000))));
	await waitFor(() => running.stdout().length > 100_000, 'the first rows', 10_000);
	const {code, stderr, tookMs} = await interrupt(running);
	expect(code).toBe(130);
	expect(tookMs).toBeLessThan(PROMPT_MS);
	expect(stderr).not.toContain('should not have happened');
});

it('a second SIGINT ends what the first cannot: rows that nobody takes', async () => {
	const running = await start(turns(answer(numbers(2_000_000_000))));
	running.child.stdout!.pause();
	await running.said('more than 10,000 rows');
	running.kill('SIGINT');
	const {code, tookMs} = await interrupt(running).finally(() => running.child.stdout!.resume());
	expect(code).toBe(130);
	expect(tookMs).toBeLessThan(PROMPT_MS);
});

it('two SIGINTs at once end with 130', async () => {
	const running = await start(STALL);
	await asked(running.server);
	running.kill('SIGINT');
	const {code} = await interrupt(running);
	expect(code).toBe(130);
});
