import {describe, expect, it} from 'vitest';
import {piece} from '../support/ask-model.js';
import {answer, runScripted, shopDatabase, testServer, turns} from '../support/ask-program.js';
import {runProgram} from '../support/run-program.js';
import type {Script} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const shop = shopDatabase(temporaryFolder());
const KEY = 'sk-very-secret-0123456789';
const env = {SQRL_API_KEY: KEY, SQRL_DEBUG: '1'};
const SCRIPT = turns(answer('SELECT 1 AS n'));

it('a key goes to the server, and nowhere else', async () => {
	const {code, stdout, stderr, server} = await runScripted(SCRIPT, ['ask', shop, 'Q?', '--json'], {env});
	expect(code).toBe(0);
	expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
	expect(stdout + stderr).not.toContain(KEY);
});

it.concurrent.each<[string, Script]>([
	['refuses it and repeats it', [{reply: {status: 401, body: {error: {message: `bad key ${KEY}`}}}}]],
	['fails and repeats it', [{reply: {status: 400, body: {error: {message: `Bearer ${KEY}`}}}}]],
	[
		'breaks off and repeats it',
		[{reply: {raw: [piece({content: 'x'}), `data: {"error": {"message": "${KEY}"}}\n\n`]}}],
	],
	['sends what cannot be read', [{reply: {raw: [`data: {"${KEY}\n\n`]}}]],
	[
		'sends on to an address with it',
		[{reply: {status: 302, headers: {location: `http://x/?k=${KEY}`}, body: {}}}],
	],
])('a key is not told where a server %s', async (_, script) => {
	const {code, stdout, stderr} = await runScripted(script, ['ask', shop, 'Q?', '--json'], {env});
	expect(code).toBe(3);
	expect(JSON.parse(stdout).ending).toBe('failed');
	expect(stdout + stderr).not.toContain(KEY);
});

it.concurrent.each(['line\nbreak-secret-0123', 'spaced secret-0123', 'schlüssel-€-secret-0123'])(
	'a key that cannot be sent (%j) is not told',
	async key => {
		const {code, stdout, stderr, server} = await runScripted(SCRIPT, ['ask', shop, 'Q?'], {
			env: {SQRL_API_KEY: key, SQRL_DEBUG: '1'},
		});
		expect(code).toBe(2);
		expect(stdout + stderr).not.toContain('secret-0123');
		expect(server.requests).toEqual([]);
	},
);

it('a key is not told by doctor and config', async () => {
	for (const args of [['doctor', shop], ['config'], ['config', 'base-url'], ['config', 'model', 'x']]) {
		const {stdout, stderr} = await runScripted(SCRIPT, args, {env});
		expect(stdout + stderr).not.toContain(KEY);
	}
});

it('OPENAI_API_KEY goes only where OPENAI_BASE_URL points', async () => {
	const openai = {OPENAI_API_KEY: KEY, OPENAI_ORG_ID: 'org-1', OPENAI_CUSTOM_HEADERS: `x-leak: ${KEY}`};
	const server = await testServer(SCRIPT);
	const run = (env: Record<string, string>, ...flags: string[]) =>
		runProgram(['ask', shop, 'Q?', ...flags], {env: {...openai, ...env}});
	await run({OPENAI_BASE_URL: server.baseUrl});
	await run({SQRL_BASE_URL: server.baseUrl});
	await run({}, '--base-url', server.baseUrl);
	await run({OPENAI_BASE_URL: server.baseUrl}, '--base-url', server.baseUrl);
	await run({OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', SQRL_BASE_URL: server.baseUrl});
	expect(server.requests.map(({headers}) => headers.authorization)).toEqual([
		`Bearer ${KEY}`,
		undefined,
		undefined,
		undefined,
		undefined,
	]);
	for (const {headers} of server.requests) {
		const {authorization: _, ...others} = headers;
		expect(JSON.stringify(others)).not.toMatch(/org-1|leak|secret/);
	}
});

describe.each(['hunter22', 'hunt%er22', 'hun@ter22'])('a password in an address (%s)', password => {
	const tail = password.slice(-4);

	it('is sent, and not told', async () => {
		const server = await testServer(SCRIPT);
		const url = server.baseUrl.replace('://', `://ann:${password}@`);
		const {code, stdout, stderr} = await runProgram(['ask', shop, 'Q?', '--json', '--base-url', url]);
		expect(code).toBe(0);
		expect(stdout + stderr).not.toContain(tail);
		const sent = server.requests[0]!.headers.authorization!.split(' ')[1]!;
		expect(Buffer.from(sent, 'base64').toString()).toBe(`ann:${password}`);
	});

	it.concurrent.each([
		['is refused', ['ask', shop, 'Q?', '--base-url', `http://ann:${password}@127.0.0.1:1/v1?x=1`], 2],
		['has no host', ['ask', shop, 'Q?', '--base-url', `http://ann:${password}@no host/v1`], 2],
		['is to be kept', ['config', 'base-url', `http://ann:${password}@127.0.0.1:1/v1`], 2],
		['is to be kept, of another kind', ['config', 'base-url', `ftp://ann:${password}@127.0.0.1:1/v1`], 2],
	])('is not told where the address %s', async (_, args, expected) => {
		const {code, stdout, stderr} = await runProgram(args, {env: {SQRL_DEBUG: '1'}});
		expect({code, stdout}).toEqual({code: expected, stdout: ''});
		expect(stderr).not.toBe('');
		expect(stderr).not.toContain(tail);
	});

	it('is not told where the address comes from the environment', async () => {
		const env = {SQRL_BASE_URL: `http://ann:${password}@127.0.0.1:8000/v1`};
		for (const args of [['config'], ['config', 'base-url']]) {
			const {code, stdout} = await runProgram(args, {env});
			expect(code).toBe(0);
			expect(stdout).toContain('@127.0.0.1:8000/v1');
			expect(stdout).not.toContain(tail);
		}
	});
});

it('a password in an address where nothing answers is not told', async () => {
	const server = await testServer([]);
	await server.close();
	const url = server.baseUrl.replace('://', '://ann:hunter22@');
	for (const args of [
		['ask', shop, 'Q?', '--json'],
		['doctor', shop],
	]) {
		const {stdout, stderr} = await runProgram(args, {env: {SQRL_BASE_URL: url}});
		expect(stdout + stderr).toContain('connection refused');
		expect(stdout + stderr).not.toContain('hunter22');
	}
});
