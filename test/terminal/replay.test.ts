import {execFileSync} from 'node:child_process';
import {appendFileSync, readFileSync, rmSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../../source/package-root.js';
import {KEYS, type Pty, ptyUnavailable, startInPty} from '../support/pty.js';
import {BY_COUNTRY, NAMES, recordRun, startReplay} from '../support/replay.js';
import {expectSameModes, send, transcript} from '../support/session.js';
import {readerProcesses, write} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const ANSWER = BY_COUNTRY.queries[2]!;

/** Ends the program with a key, and waits for the shell to say how it ended. */
async function leave(pty: Pty): Promise<void> {
	pty.type('q');
	await pty.waitFor(/status 0\./);
}

describe.skipIf(ptyUnavailable !== null)(`the debugger ${ptyUnavailable ?? ''}`, () => {
	it.each([
		{columns: 120, rows: 40},
		{columns: 80, rows: 24},
		{columns: 40, rows: 15},
	])('steps through a file at $columns×$rows, and gives the terminal back', async size => {
		const {pty} = await startReplay({
			size,
			before: 'echo "line before"; stty -g',
			after: 'stty -g',
		});
		await pty.waitFor('turn 1/3');
		expect(pty.screen.isAlternate).toBe(true);
		pty.type('l');
		await pty.waitFor('turn 2/3');
		await pty.waitFor('Summary 2.');
		pty.type('$');
		await pty.waitFor('turn 3/3');
		pty.type('l');
		pty.type('r');
		await pty.waitFor('Thought 3.');
		pty.type('L');
		await pty.waitFor('turn 1/1');
		pty.type('H');
		await pty.waitFor('turn 1/3');
		pty.press(KEYS.tab);
		await pty.waitFor('[reply]');
		pty.type('?');
		await pty.waitFor('Keys and commands');
		pty.type('q');
		await pty.waitFor('turn 1/3');
		await leave(pty);
		const lines = transcript(pty);
		const [modes] = pty.bytes.match(/[\da-f]+(?::[\da-f]+){10,}/)!;
		expect(lines.join('')).toBe(`line before${modes}${modes}status 0.`);
		expectSameModes(pty);
	});

	it('runs recorded queries again, and shows where the database has drifted', async () => {
		const {pty} = await startReplay({
			size: {columns: 120, rows: 40},
			change: database => write(database, "INSERT INTO Customer VALUES (5, 'Gus', 'Peru')"),
		});
		await pty.waitFor('turn 1/3');
		pty.type('R');
		await pty.waitFor(/drifted.*3 rows/);
		await pty.waitFor('shop has changed since this was recorded');
		expect(pty.screen.text()).toMatch(/Peru.*new/);

		// To the next error, and from there to the answer.
		pty.type('s2');
		await pty.waitFor('turn 2/3');
		await pty.waitFor('turn 2 fails.');
		expect(pty.screen.text()).toContain('as recorded · failed');
		pty.type('s4');
		await pty.waitFor('turn 3/3');
		await pty.waitFor(/3 answer +drifted/);
		await leave(pty);
	});

	it('says where the database is gone', async () => {
		const {pty} = await startReplay({
			size: {columns: 200, rows: 40},
			change: database => rmSync(database),
		});
		await pty.waitFor('turn 1/3');
		pty.type('R');
		await pty.waitFor(({text}) => text().replaceAll(/\s+/g, ' ').includes('shop.sqlite, is not there'));
		await leave(pty);
	});

	it('forks with another probe, goes on live, and compares with the parent', async () => {
		const {pty, server} = await startReplay({
			size: {columns: 120, rows: 40},
			script: [{turn: 1, reply: {text: `Two, then.\n<answer> ${ANSWER} LIMIT 1 </answer>`}}],
		});
		await pty.waitFor('turn 1/3');
		pty.type('f');
		await pty.waitFor('Fork from turn 1');
		pty.type('l');
		await pty.waitFor('the query: it runs in place');
		pty.type('j');
		pty.press(KEYS.enter);
		await pty.waitFor('✎ SELECT DISTINCT Country');
		send(pty, ' LIMIT 2');
		await pty.waitFor('(changed)');
		pty.type('g');
		await pty.waitFor('fork at turn 1');
		await pty.waitFor('The fork answered');
		await pty.waitFor('turn 2/2');
		const {messages} = server.requests[0]!.body;
		expect(messages.at(-1)!.content).toBe(
			'<observation>\nChile\nNorway\n</observation>\nContinue with <sql> or <answer>.',
		);
		expect(server.requests).toHaveLength(1);
		pty.type('c');
		await pty.waitFor(/parent.*fork/);
		pty.press(KEYS.tab);
		await pty.waitFor('[messages]');
		pty.type('q');
		await pty.waitFor('turn 2/2');
		pty.type('H');
		await pty.waitFor('turn 1/3');
		await leave(pty);
	});

	it('says in words that no model is reached', async () => {
		const {pty} = await startReplay({args: ['--base-url', 'http://127.0.0.1:9/v1']});
		await pty.waitFor('turn 1/3');
		pty.type('f');
		await pty.waitFor('Fork from turn 1');
		pty.type('g');
		await pty.waitFor('broken off (unreachable)');
		await leave(pty);
	});

	it('judges by gold that is typed, and by a file', async () => {
		const {pty} = await startReplay({size: {columns: 120, rows: 40}});
		await pty.waitFor('turn 1/3');
		pty.type('g');
		await pty.waitFor('The query that gives the right rows');
		send(pty, "SELECT Country, count(*) FROM Customer WHERE Country <> 'Chile' GROUP BY 1");
		await pty.waitFor('wrong by bird');
		await pty.waitFor('[judgement]');
		expect(pty.screen.text()).toContain('Chile');
		pty.type('g3');
		await pty.waitFor('The query that gives the right rows');
		send(pty, ANSWER);
		await pty.waitFor('right by bird');
		await leave(pty);
	});

	it('finds, narrows and sorts', async () => {
		const {pty} = await startReplay({more: ['{"no": "trajectory"}', 'not even JSON']});
		await pty.waitFor('1/4');
		pty.type('/');
		await pty.waitFor('enter keep');
		pty.type('lives');
		await pty.waitFor('1 found');
		pty.press(KEYS.enter);
		await pty.waitFor(/1\/1 of 4.*Who lives/);
		pty.press(KEYS.escape);
		await pty.waitFor('2/4');
		pty.type('e');
		await pty.waitFor('Show only');
		pty.type('8');
		await pty.waitFor('1/2 of 4');
		await pty.waitFor('This is no trajectory.');
		expect(pty.screen.text()).toMatch(/run\.jsonl:3/);
		pty.press(KEYS.escape);
		await pty.waitFor('3/4');
		pty.type('o3');
		await pty.waitFor('errors first');
		pty.type('{');
		await pty.waitFor('1/4');
		await pty.waitFor('This is no trajectory.');
		pty.type('t');
		await pty.waitFor('4 trajectories');
		pty.type('q');
		await pty.waitFor('turn');
		await leave(pty);
	});

	it('compares two files, question by question', async () => {
		const {pty} = await startReplay({
			size: {columns: 120, rows: 40},
			others: [BY_COUNTRY, {...NAMES, queries: ['SELECT Name FROM Customer']}],
		});
		await pty.waitFor('1/4');
		pty.type('C');
		await pty.waitFor(/run\.jsonl.*other\.jsonl/);
		await pty.waitFor('Who lives in the USA?');
		pty.press(KEYS.enter);
		await pty.waitFor('[turns]');
		pty.type('q');
		await pty.waitFor('Who lives in the USA?');
		pty.type('q');
		await pty.waitFor('turn 1/3');
		await leave(pty);
	});

	it('exports the trajectory to a file', async () => {
		const {pty, folder} = await startReplay();
		await pty.waitFor('turn 1/3');
		pty.type('x1');
		await pty.waitFor('✎ trajectory.md');
		pty.press(KEYS.enter);
		await pty.waitFor('Written to');
		expect(readFileSync(path.join(folder, 'trajectory.md'), 'utf8')).toContain(BY_COUNTRY.question);
		await leave(pty);
	});

	it('reads the file again, and stays where it was', async () => {
		const {pty, file} = await startReplay();
		await pty.waitFor('turn 1/3');
		pty.type('L');
		await pty.waitFor('2/2');
		await pty.waitFor('turn 1/1');
		const [first] = readFileSync(file, 'utf8').split('\n');
		appendFileSync(file, `${first!.replace('"run-0"', '"run-9"')}\n`);
		pty.press(KEYS.ctrl('r'));
		await pty.waitFor('2/3');
		await pty.waitFor('Who lives');
		await leave(pty);
	});

	it('stops what runs with Ctrl-C, and quits with two', async () => {
		const slow =
			'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 300000000) SELECT count(*) FROM c';
		const {pty} = await startReplay({before: 'stty -g', after: 'stty -g'});
		await pty.waitFor('turn 1/3');
		pty.type('g');
		await pty.waitFor('The query that gives the right rows');
		send(pty, slow);
		await pty.waitFor('judging');
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor(/Stopped|once more quits/);
		await pty.waitFor(screen => !screen.text().includes('judging'));
		pty.press(KEYS.ctrl('c'));
		pty.press(KEYS.ctrl('c'));
		await pty.waitFor(/status 0\./);
		expectSameModes(pty);
	});

	it('is drawn anew in a terminal of another size', async () => {
		const {pty} = await startReplay({size: {columns: 120, rows: 40}});
		await pty.waitFor('turn 1/3');
		for (const size of [
			{columns: 40, rows: 15},
			{columns: 20, rows: 6},
			{columns: 200, rows: 50},
			{columns: 80, rows: 24},
		]) {
			pty.resize(size);
			await pty.waitFor(/turn|1\/3/);
		}

		pty.type('l');
		await pty.waitFor('turn 2/3');
		await leave(pty);
		expect(transcript(pty)).toHaveLength(1);
	});

	it('gives the terminal back when it is told to end, and ends what reads the database', async () => {
		const {pty, folder} = await startReplay({before: 'stty -g', after: 'stty -g'});
		await pty.waitFor('turn 1/3');
		pty.type('R');
		await pty.waitFor('as recorded');
		const [reader] = readerProcesses(folder);
		const parent = execFileSync('ps', ['-o', 'ppid=', '-p', String(reader)], {encoding: 'utf8'});
		process.kill(Number(parent), 'SIGTERM');
		await pty.waitFor(/status 130\./);
		expectSameModes(pty);
		await waitFor(() => readerProcesses(folder).length === 0);
	});

	it('gives the terminal to the shell with Ctrl-Z; fg shows it again', async () => {
		const {file, folder} = await recordRun();
		const pty = startInPty(['bash', '--norc', '--noprofile', '-i'], {
			environment: {PS1: 'prompt> '},
			cwd: folder,
		});
		await pty.waitFor('prompt>');
		const program = path.join(packageRoot(), 'bin', 'sqrl-tui.js');
		pty.type(`'${process.execPath}' '${program}' replay '${file}'\r`);
		await pty.waitFor('turn 1/3');
		pty.press(KEYS.ctrl('z'));
		await pty.waitFor('Stopped');
		expect(pty.screen.isAlternate).toBe(false);
		pty.type('fg\r');
		await pty.waitFor(screen => screen.isAlternate && screen.text().includes('turn 1/3'));
		pty.type('q');
		await pty.waitFor(/prompt>$/);
	});

	it('shows text with escape codes as signs', async () => {
		const {pty} = await startReplay({
			recordings: [{question: 'Which \u001b[31mred\u0007 one?', queries: ["SELECT char(27) || '[2J' AS x"]}],
		});
		await pty.waitFor('Which ␛[31mred␇ one?');
		pty.press(KEYS.enter);
		await pty.waitFor('␛[2J');
		expect(pty.bytes).not.toContain('\x1b[31mred');
		pty.type('q');
		await pty.waitFor('turn 1/1');
		await leave(pty);
	});
});
