import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {answer, runScripted, shopDatabase, turns} from '../support/ask-program.js';
import type {ScriptedServer} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase} from '../support/test-reader.js';

const folder = temporaryFolder();
const shop = shopDatabase(folder);
const SCRIPT = turns(answer('SELECT 1 AS n'));

function prompt(server: ScriptedServer, request = 0): {system: string; user: string} {
	const [system, user] = server.requests[request]!.body.messages;
	return {system: system!.content, user: user!.content};
}

describe.concurrent('the question', () => {
	it('comes from stdin with -, less the white space around it', async () => {
		const {code, server} = await runScripted(SCRIPT, ['ask', shop, '-'], {
			stdin: '\n Wie viele\nÄpfel? 🍏\n\n',
		});
		expect(code).toBe(0);
		expect(prompt(server).user).toBe(
			'Question: Wie viele\nÄpfel? 🍏\n\nReason about it, then give <sql> to investigate or <answer> to finish.',
		);
	});

	it.each([
		['empty', '', undefined],
		['blank', ' \n\t ', undefined],
		['empty on stdin', '-', ''],
		['blank on stdin', '-', '\n\n'],
	])('that is %s is an error of usage', async (_, operand, stdin) => {
		const {code, stdout, stderr, server} = await runScripted(SCRIPT, ['ask', shop, operand], {
			stdin: stdin ?? '',
		});
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain('the question is empty');
		expect(server.requests).toEqual([]);
	});

	it.each([
		['NUL', Buffer.from('How many\0items?')],
		['bytes that are no UTF-8', Buffer.from([0x48, 0x6f, 0x77, 0xff, 0xfe, 0x80])],
	])('that holds %s is no text', async (_, stdin) => {
		const {code, stdout, stderr, server} = await runScripted(SCRIPT, ['ask', shop, '-'], {stdin});
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain('UTF-8');
		expect(server.requests).toEqual([]);
	});

	it('may begin with a dash after --, and is not read as a template', async () => {
		const {code, server} = await runScripted(SCRIPT, ['ask', shop, '--', '-5 {schema} $& {max_steps}?']);
		expect(code).toBe(0);
		expect(prompt(server).user).toContain('Question: -5 {schema} $& {max_steps}?\n');
	});

	it('of 100,000 characters that the server refuses is named as the largest part', async () => {
		const words =
			"This model's maximum context length is 32768 tokens. However, you requested 34502 tokens (26310 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.";
		const {code, stdout, stderr, server} = await runScripted(
			[{reply: {status: 400, body: {object: 'error', message: words, code: 400}}}],
			['ask', shop, '-'],
			{stdin: 'why? '.repeat(20_000)},
		);
		expect({code, stdout}).toEqual({code: 3, stdout: ''});
		expect(server.requests).toHaveLength(1);
		expect(stderr).toContain('maximum context length is 32768 tokens');
		expect(stderr).toMatch(/Shorten the question: it is the largest part/);
		expect(stderr).not.toContain('--tables');
		expect(stderr.length).toBeLessThan(2000);
	});

	it('that cannot fit the context the server tells is not sent at all; --json has it', async () => {
		const {code, stdout, stderr, server} = await runScripted(SCRIPT, ['ask', shop, '-', '--json'], {
			stdin: 'why? '.repeat(40_000),
		});
		expect(code).toBe(3);
		expect(server.requests).toEqual([]);
		expect(stderr).toContain('32,768');
		expect(stderr).toContain('Shorten the question');
		expect(JSON.parse(stdout)).toMatchObject({
			ending: 'failed',
			turns: [],
			extra: {failure: {kind: 'context'}},
		});
	});
});

describe.concurrent('the evidence', () => {
	const file = path.join(folder, 'hint.txt');
	writeFileSync(file, '\ncheap: Price < 1\n"Wert" {schema}\n');

	it('is (none provided) where none is given', async () => {
		const {server} = await runScripted(SCRIPT, ['ask', shop, 'How many?']);
		expect(prompt(server).system).toContain('<evidence>\n(none provided)\n</evidence>');
	});

	it('comes from --evidence', async () => {
		const {code, server} = await runScripted(SCRIPT, ['ask', shop, 'Q?', '--evidence', 'dear: Price > 1']);
		expect(code).toBe(0);
		expect(prompt(server).system).toContain('<evidence>\ndear: Price > 1\n</evidence>');
	});

	it('comes from --evidence-file', async () => {
		const {code, server} = await runScripted(SCRIPT, ['ask', shop, 'Q?', '--evidence-file', file]);
		expect(code).toBe(0);
		expect(prompt(server).system).toContain('<evidence>\ncheap: Price < 1\n"Wert" {schema}\n</evidence>');
	});

	it.each([
		['both at once', ['--evidence', 'x', '--evidence-file', file], 'exclude each other'],
		['a file that is not there', ['--evidence-file', path.join(folder, 'none')], 'none'],
		['a folder', ['--evidence-file', folder], 'cannot be read'],
		['a file that is no text', ['--evidence-file', shop], 'UTF-8'],
	])('as %s is an error of usage', async (_, flags, words) => {
		const {code, stdout, stderr, server} = await runScripted(SCRIPT, ['ask', shop, 'Q?', ...flags]);
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain(words);
		expect(server.requests).toEqual([]);
	});
});

describe.concurrent('--tables', () => {
	async function shown(...flags: string[]): Promise<string[]> {
		const {code, server} = await runScripted(SCRIPT, ['ask', shop, 'Q?', ...flags]);
		expect(code).toBe(0);
		return [...prompt(server).system.matchAll(/^CREATE (?:TABLE|VIEW) (`.*?`|\w+)/gm)].map(
			match => match[1]!,
		);
	}

	it('left out shows all', async () => {
		expect(await shown()).toEqual(['Item', 'Sale', '`odd, name`', 'Cheap']);
	});

	it.each([
		['one', ['--tables', 'Sale'], ['Sale']],
		[
			'several, in any order and case, with spaces',
			['--tables', 'cheap, SALE,Item'],
			['Item', 'Sale', 'Cheap'],
		],
		['a name with a comma in it', ['--tables', 'odd, name'], ['`odd, name`']],
		['the flag given twice', ['--tables', 'ODD, name', '--tables', 'Item,Item'], ['Item', '`odd, name`']],
	])('shows %s', async (_, flags, names) => {
		expect(await shown(...flags)).toEqual(names);
	});

	it.each([
		['unknown', ['--tables', 'Item,Nope'], 'Nope'],
		['none', ['--tables', ''], '--tables'],
	])('that is %s is an error of usage, with the names there are', async (_, flags, words) => {
		const {code, stdout, stderr, server} = await runScripted(SCRIPT, ['ask', shop, 'Q?', ...flags]);
		expect({code, stdout}).toEqual({code: 2, stdout: ''});
		expect(stderr).toContain(words);
		expect(stderr).toContain('Item, Sale, odd, name, Cheap');
		expect(server.requests).toEqual([]);
	});

	it('tells names apart that SQLite tells apart', async () => {
		const file = makeDatabase(
			folder,
			'accents.sqlite',
			'CREATE TABLE "É" (upper); CREATE TABLE "é" (lower);',
		);
		const {server} = await runScripted(SCRIPT, ['ask', file, 'Q?', '--tables', 'É']);
		expect(prompt(server).system).toContain('upper');
		expect(prompt(server).system).not.toContain('lower');
	});
});

describe.concurrent('a schema beyond the context', () => {
	const wide = (name: string, columns: number) =>
		`CREATE TABLE ${name} (${Array.from({length: columns}, (_, at) => `a_column_with_a_long_name_${at} TEXT`).join(', ')});`;
	const big = makeDatabase(
		folder,
		'big.sqlite',
		`${wide('Middle', 400)} ${wide('Largest', 1500)} CREATE TABLE Small (a); ${wide('"Second one"', 900)}`,
	);

	function expectAdvice(stderr: string) {
		expect(stderr).toContain('--tables');
		expect(stderr).toMatch(/Largest \(about [\d,]+\), `Second one` \(about [\d,]+\), Middle/);
		expect(stderr).not.toContain('Shorten');
	}

	it('by what the server tells names the largest tables, and is not sent', async () => {
		const {code, stdout, stderr, server} = await runScripted(SCRIPT, ['ask', big, 'Q?'], {
			server: {models: [{id: 'sqrl-4b', max_model_len: 16_384}]},
		});
		expect({code, stdout}).toEqual({code: 3, stdout: ''});
		expect(server.requests).toEqual([]);
		expect(stderr).toContain('16,384');
		expectAdvice(stderr);
	});

	it.each([
		['vLLM', "This model's maximum context length is 16384 tokens. However, you requested 43210 tokens"],
		['llama.cpp', 'the request exceeds the available context size (16384 tokens), try increasing it'],
	])('by the refusal of %s names them too', async (_, message) => {
		const {code, stdout, stderr} = await runScripted(
			[{reply: {status: 400, body: {error: {message, type: 'exceed_context_size_error', code: 400}}}}],
			['ask', big, 'Q?'],
			{server: {models: [{id: 'sqrl-4b'}]}},
		);
		expect({code, stdout}).toEqual({code: 3, stdout: ''});
		expect(stderr).toContain(message);
		expectAdvice(stderr);
	});

	it('fits with fewer tables', async () => {
		const {code} = await runScripted(SCRIPT, ['ask', big, 'Q?', '--tables', 'small'], {
			server: {models: [{id: 'sqrl-4b', max_model_len: 16_384}]},
		});
		expect(code).toBe(0);
	});

	it('refused for the length of the reply says so', async () => {
		const message =
			"'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 1311 input tokens (8192 > 4096 - 1311). None";
		const {code, stderr} = await runScripted(
			[{reply: {status: 400, body: {error: {message}}}}],
			['ask', shop, 'Q?'],
		);
		expect(code).toBe(3);
		expect(stderr).toContain('--max-tokens');
	});
});
