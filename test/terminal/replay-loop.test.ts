/** What the model card's minimal loop leaves, when its messages are dumped, is a trajectory like any other. */
import {execFile} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import {expect, it, onTestFinished} from 'vitest';
import {packageRoot} from '../../source/package-root.js';
import {answer, probe} from '../support/ask-program.js';
import {KEYS, ptyUnavailable, startInPty} from '../support/pty.js';
import {PROGRAM} from '../support/run-program.js';
import {startScriptedServer} from '../support/scripted-server.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase, write} from '../support/test-reader.js';

const QUESTION = 'How many customers?';

it.skipIf(ptyUnavailable !== null)(
	`the log of the card's loop is stepped through and run again ${ptyUnavailable ?? ''}`,
	async () => {
		const folder = temporaryFolder();
		const database = makeDatabase(
			folder,
			'shop.sqlite',
			"CREATE TABLE Customer (Name TEXT, Country TEXT); INSERT INTO Customer VALUES ('Ana', 'Chile'), ('Bo', 'USA')",
		);
		const dump = path.join(folder, 'schema.txt');
		writeFileSync(dump, 'CREATE TABLE Customer (\n  Name TEXT,\n  Country TEXT\n);');
		const server = await startScriptedServer([
			{turn: 0, reply: {...probe('SELECT Name, Country FROM Customer'), whole: true}},
			{turn: 1, reply: {...answer('SELECT count(*) AS n FROM Customer'), whole: true}},
		]);
		onTestFinished(server.close);
		const log = path.join(folder, 'loop.json');
		const loop = path.join(packageRoot(), 'bench', 'minimal-loop.js');
		await promisify(execFile)(process.execPath, [loop, server.baseUrl, database, dump, QUESTION, log]);
		expect(server.requests).toHaveLength(2);

		const pty = startInPty([process.execPath, PROGRAM, 'replay', log, '--database', database], {
			size: {columns: 120, rows: 40},
			cwd: folder,
		});
		await pty.waitFor('turn 1/2');
		expect(pty.screen.text()).toContain(QUESTION);
		pty.type('R');
		await pty.waitFor('as recorded');
		write(database, "UPDATE Customer SET Country = 'Peru' WHERE Name = 'Ana'");
		pty.type('R');
		await pty.waitFor('drifted');
		pty.press(KEYS.shiftTab + KEYS.shiftTab);
		await pty.waitFor('[observation]');
		await pty.waitFor('Peru');
		pty.type('l');
		await pty.waitFor('turn 2/2');
		pty.type('q');
		expect(await pty.exit).toBe(0);
		expect(server.requests).toHaveLength(2);
	},
);
