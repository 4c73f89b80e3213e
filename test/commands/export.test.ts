import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openArchive} from '../../source/archive/store.js';
import {exportTrajectories} from '../../source/commands/export.js';
import {ArchiveError, SqrlError, UsageError} from '../../source/errors.js';
import {placeOf, SESSION} from '../support/archived.js';
import {runCommand} from '../support/invocation.js';
import {lineOf, madeTrajectory} from '../support/made-trajectory.js';
import {runProgram} from '../support/run-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const [a, b] = [madeTrajectory('a'), madeTrajectory('b')];

/** What a chat without fields beside it does not tell. */
const UNTOLD = {sampling_not_told: ['temperature', 'top_p', 'max_tokens', 'seed']};

function fileOf(text: string): string {
	const file = path.join(temporaryFolder(), 'run.jsonl');
	writeFileSync(file, text);
	return file;
}

function run(operand: string, flags: Record<string, string> = {}, home = temporaryFolder()) {
	return runCommand(exportTrajectories, {operands: [operand], flags, environment: {SQRL_TUI_HOME: home}});
}

describe('export of files', () => {
	const file = () => fileOf(`${lineOf(a)}\n${lineOf(b)}\n`);

	it('is Markdown unless told otherwise', async () => {
		const {stdout, stderr, code} = await run(fileOf(`${lineOf(a)}\n`));
		expect(stdout).toMatch(/^# How many genres are there\?\n/);
		expect({stderr, code}).toEqual({stderr: '', code: 0});
	});

	it('gives lines back as they were', async () => {
		expect(await run(file(), {format: 'jsonl'})).toEqual({
			stdout: `${lineOf(a)}\n${lineOf(b)}\n`,
			stderr: '',
			code: 0,
		});
	});

	it('has the name of the file as the title of several', async () => {
		expect((await run(file())).stdout).toMatch(/^# run\.jsonl\n/);
		expect((await run(file(), {format: 'html'})).stdout).toContain('<title>run.jsonl</title>');
		expect(JSON.parse((await run(file(), {format: 'json'})).stdout)).toHaveLength(2);
	});

	it('makes sqrl-trajectory/1 of the logs of others', async () => {
		const {messages} = JSON.parse(lineOf(a));
		const folder = temporaryFolder();
		writeFileSync(path.join(folder, '1.json'), JSON.stringify(messages, null, 2));
		writeFileSync(path.join(folder, '2.jsonl'), `${JSON.stringify({messages, gold: 'SELECT 1'})}\n`);
		const {stdout, code} = await run(folder, {format: 'jsonl'});
		const read = stdout
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line));
		expect(code).toBe(0);
		expect(read.map(({format, messages, extra}) => ({format, messages, extra}))).toEqual([
			{format: 'sqrl-trajectory/1', messages, extra: UNTOLD},
			{format: 'sqrl-trajectory/1', messages, extra: {...UNTOLD, gold: 'SELECT 1'}},
		]);
		const facts = (await run(path.join(folder, '1.json'))).stdout.split('\n')[2];
		expect(facts).toBe('answered · 2 turns');
	});

	it('says what could not be read, and ends with 1', async () => {
		const {stdout, stderr, code} = await run(fileOf(`${lineOf(a)}\n{"a":1}\n${lineOf(b).slice(0, 100)}`), {
			format: 'jsonl',
		});
		expect(stdout).toBe(`${lineOf(a)}\n`);
		expect(stderr).toMatch(/^run\.jsonl:2: this is no trajectory: .*\nline 3, its last, is cut off .*\n$/);
		expect(code).toBe(1);
	});

	it('of nothing that can be read writes nothing', async () => {
		const output = path.join(temporaryFolder(), 'out.html');
		const {stdout, error} = await run(fileOf('{"a":1}\n'), {format: 'html', output});
		expect(error).toBeInstanceOf(SqrlError);
		expect((error as SqrlError).exitCode).toBe(1);
		expect((error as SqrlError).message).toBe('nothing of run.jsonl could be read');
		expect(stdout).toBe('');
		expect(existsSync(output)).toBe(false);
	});

	it('goes into a new file, never over another', async () => {
		const output = path.join(temporaryFolder(), 'out.jsonl');
		const source = file();
		expect(await run(source, {format: 'jsonl', output})).toEqual({
			stdout: '',
			stderr: `2 trajectories in ${output}\n`,
			code: 0,
		});
		const {error} = await run(source, {output});
		expect(error).toBeInstanceOf(UsageError);
		expect((error as UsageError).message).toBe(`${output} is there already`);
		expect(readFileSync(output, 'utf8')).toBe(`${lineOf(a)}\n${lineOf(b)}\n`);
		expect(readdirSync(path.dirname(output))).toEqual(['out.jsonl']);
	});

	it('into a folder that is not there is refused', async () => {
		const {error} = await run(file(), {output: path.join(temporaryFolder(), 'nowhere', 'x.md')});
		expect((error as UsageError).message).toContain('cannot be written');
	});

	it.each<[string, string, Record<string, string>]>([
		['there is no form "pdf"', 'x', {format: 'pdf'}],
		['there is no such file', 'nope.jsonl', {}],
		['there is no such file', './nope', {}],
		['there is no file nope, and no archive yet', 'nope', {}],
	])('refuses: %s', async (why, operand, flags) => {
		const {error} = await run(operand, flags);
		expect(error).toBeInstanceOf(UsageError);
		expect((error as UsageError).message).toContain(why);
	});

	it('can be interrupted', async () => {
		const {error} = await runCommand(exportTrajectories, {
			operands: [file()],
			signal: AbortSignal.abort(new Error('interrupted')),
		});
		expect((error as Error).message).toBe('interrupted');
	});
});

describe('export of the archive', () => {
	const UUID = '4f0c9a52-1111-4222-8333-444455556666';

	function archived(): string {
		const home = temporaryFolder();
		const archive = openArchive(path.join(home, 'archive.sqlite'));
		archive.store(a, placeOf(1));
		archive.store(madeTrajectory('b', {parent: {id: 'a', turn: 1}}), placeOf(1));
		archive.store(madeTrajectory('c', {question: 'Another?'}), placeOf(2));
		const place = placeOf(3);
		archive.store(madeTrajectory(UUID), {
			...place,
			session: {...SESSION, id: 'another'},
			question: {...place.question, id: 'one-more'},
		});
		archive.close();
		return home;
	}

	it.each<[string, string, string[]]>([
		['a trajectory', 'b', ['b']],
		['a question', 'question-1', ['a', 'b']],
		['a session', SESSION.id, ['a', 'b', 'c']],
		['the beginning of a session', 'sess', ['a', 'b', 'c']],
		['the beginning of a trajectory', '4f0c', [UUID]],
		['the beginning of a trajectory in capitals', '4F0C9A52-1', [UUID]],
	])('by the id of %s', async (_, id, expected) => {
		const {stdout, code} = await run(id, {format: 'jsonl'}, archived());
		const lines = stdout.trimEnd().split('\n');
		expect(lines.map(line => JSON.parse(line).id)).toEqual(expected);
		expect(code).toBe(0);
	});

	it('has the title of what it is', async () => {
		const home = archived();
		expect((await run(SESSION.id, {}, home)).stdout).toMatch(/^# Session of 2026-01-01 · music\n/);
		expect((await run('question-1', {}, home)).stdout).toMatch(
			/^# How many genres are there\?\n\n### Sample 1\n/,
		);
	});

	it('refuses an id that is not there, and a beginning of several', async () => {
		const home = archived();
		expect((await run('nope', {}, home)).error).toMatchObject({
			message: 'there is no file nope, and nothing in the archive has this id',
			exitCode: 2,
		});
		expect((await run('question-', {}, home)).error).toMatchObject({
			message: '2 ids of the archive begin with question-',
			exitCode: 2,
		});
		expect((await run('4f0', {}, home)).error).toMatchObject({exitCode: 2});
	});

	it('a file of this name comes before an id', async () => {
		const home = archived();
		const {error} = await run(path.join(home, 'archive.sqlite'), {}, home);
		expect((error as UsageError).message).toContain('is a SQLite database, and no file of trajectories');
		expect(error).not.toBeInstanceOf(ArchiveError);
	});
});

describe('the program', () => {
	it('writes a page into a pipe, and ends', async () => {
		const {code, stdout, stderr} = await runProgram(['export', fileOf(`${lineOf(a)}\n`), '--format', 'html']);
		expect({code, stderr}).toEqual({code: 0, stderr: ''});
		expect(stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
	});

	it('has 1 as its exit code where something could not be read', async () => {
		const folder = temporaryFolder();
		mkdirSync(path.join(folder, 'logs'));
		writeFileSync(path.join(folder, 'logs', 'a.json'), '{"messages": []}');
		const {code, stdout, stderr} = await runProgram(['export', 'logs'], {cwd: folder});
		expect({code, stdout}).toEqual({code: 1, stdout: ''});
		expect(stderr).toBe(
			'a.json: this is no trajectory: messages: is empty\nin logs: 1 file\nsqrl-tui: nothing of logs could be read\n',
		);
	});
});
