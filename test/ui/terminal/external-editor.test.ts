import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {editExternally, splitCommand} from '../../../source/ui/terminal/external-editor.js';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sqrl-editor-'));
	mkdirSync(path.join(folder, 'temporary'));
	vi.stubEnv('TMPDIR', path.join(folder, 'temporary'));
});

afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(folder, {recursive: true});
});

/** An editor in JavaScript, which is given the file as `file`. */
function editor(script: string): string {
	const program = path.join(folder, 'an editor.mjs');
	const imports =
		"import {chmodSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'; import path from 'node:path';";
	writeFileSync(program, `${imports}\nconst file = process.argv.at(-1);\n${script}`);
	return `'${process.execPath}' "${program}" --wait`;
}

function edit(text: string, environment: NodeJS.ProcessEnv) {
	const terminal = {
		runExternal(command: string, args: readonly string[]) {
			const {status, signal, error} = spawnSync(command, [...args]);
			return {status, signal, error: error ?? null};
		},
	};
	const result = editExternally(text, {extension: '.sql', terminal, environment});
	expect(readdirSync(path.join(folder, 'temporary'))).toEqual([]);
	return result;
}

describe('an editor', () => {
	it('is given the text in a file that nobody else can read', () => {
		const seen = path.join(folder, 'seen.json');
		const script = `
			const modes = [file, path.dirname(file)].map(name => (statSync(name).mode & 0o777).toString(8));
			writeFileSync(${JSON.stringify(seen)}, JSON.stringify({
				modes, text: readFileSync(file, 'utf8'), file, options: process.argv.slice(2, -1),
			}));`;
		expect(edit('SELECT 1', {EDITOR: editor(script)})).toEqual({text: 'SELECT 1'});
		expect(JSON.parse(readFileSync(seen, 'utf8'))).toEqual({
			modes: ['600', '700'],
			text: 'SELECT 1\n',
			file: expect.stringMatching(/draft\.sql$/),
			options: ['--wait'],
		});
	});

	it.each([
		['with a line break at its end', 'SELECT 2\n', 'SELECT 2'],
		['without one', 'SELECT 2', 'SELECT 2'],
		['with two', 'SELECT 2\n\n', 'SELECT 2\n'],
		['with those of Windows', 'SELECT\r\n2\r\n', 'SELECT\n2'],
		['empty', '', ''],
	])('writes a text %s', (_, written, text) => {
		expect(edit('x', {EDITOR: editor(`writeFileSync(file, ${JSON.stringify(written)});`)})).toEqual({text});
	});

	it.each(['', 'a', 'a\n', '\n', 'a\n\n', 'é 漢'])('changes nothing in %j when it writes nothing', text => {
		expect(edit(text, {EDITOR: editor('')})).toEqual({text});
	});

	it('is $VISUAL before $EDITOR; empty ones are none', () => {
		const writes = editor("writeFileSync(file, 'visual');");
		expect(edit('x', {VISUAL: writes, EDITOR: 'false'})).toEqual({text: 'visual'});
		expect(edit('x', {VISUAL: ' ', EDITOR: writes})).toEqual({text: 'visual'});
	});
});

describe('the draft is kept', () => {
	it('when the editor fails', () => {
		const fails = editor("writeFileSync(file, 'half'); process.exit(3);");
		expect(edit('x', {EDITOR: fails})).toEqual({
			error: `${process.execPath} ($EDITOR) ended with 3; the draft is as it was`,
		});
	});

	it('when it is ended', () => {
		const ended = editor("process.kill(process.pid, 'SIGKILL');");
		expect(edit('x', {VISUAL: ended})).toEqual({
			error: `${process.execPath} ($VISUAL) was ended by SIGKILL; the draft is as it was`,
		});
	});

	it('when it is not there', () => {
		expect(edit('x', {EDITOR: 'no-such-editor --wait'})).toEqual({
			error: 'no-such-editor ($EDITOR) cannot be started: it is not there; the draft is as it was',
		});
		vi.stubEnv('PATH', folder);
		expect(edit('x', {})).toEqual({
			error: 'vi cannot be started: it is not there; $EDITOR can name another editor; the draft is as it was',
		});
	});

	it('when the file is gone, or none can be made', () => {
		expect(edit('x', {EDITOR: editor('rmSync(file);')})).toEqual({
			error: expect.stringMatching(/^the draft cannot be edited in a file: ENOENT/),
		});
		vi.stubEnv('TMPDIR', path.join(folder, 'no such folder'));
		expect(existsSync(path.join(folder, 'no such folder'))).toBe(false);
		expect(edit('x', {EDITOR: editor('')})).toEqual({
			error: expect.stringMatching(/^the draft cannot be edited in a file: ENOENT/),
		});
	});
});

it.each([
	['code --wait', ['code', '--wait']],
	['  vi  ', ['vi']],
	['"/opt/My Editor/bin" -n', ['/opt/My Editor/bin', '-n']],
	["sh -c 'a b'", ['sh', '-c', 'a b']],
	['a\\ b c', ['a b', 'c']],
	['"a\\"b" \'c\\d\'', ['a"b', 'c\\d']],
	['a"b"c \'\'', ['abc', '']],
	['"never closed', ['never closed']],
	['', []],
])('splits %s', (command, words) => {
	expect(splitCommand(command)).toEqual(words);
});
