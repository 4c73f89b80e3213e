/** `ask`, whole and from its start, against the card's minimal loop on a scripted server without delays. */
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {openReader} from '../source/database/reader.js';
import {builtFile, packageRoot} from '../source/package-root.js';
import {dumpSchema} from '../source/protocol/schema.js';
import {startScriptedServer} from '../test/support/scripted-server.js';
import {alternate, median, printLine} from './measure.js';

const run = promisify(execFile);
const QUESTION = 'Which genre has the most tracks?';
const PROBE = 'I look at the genres first.\n<sql> SELECT Name FROM Genre LIMIT 10 </sql>';
const ANSWER = `The tracks are counted per genre.
<answer> SELECT g.Name FROM Genre g JOIN Track t ON t.GenreId = g.GenreId GROUP BY g.GenreId ORDER BY COUNT(*) DESC LIMIT 1 </answer>`;

export async function benchAsk(): Promise<void> {
	const sample = builtFile('sample.sqlite');
	const folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-bench-'));
	// Whole replies where they are asked for, as a server without delays sends them; streams else.
	const server = await startScriptedServer(({turn, body}) => ({
		text: turn < 2 ? PROBE : ANSWER,
		whole: body.stream !== true,
	}));
	try {
		const dump = path.join(folder, 'schema.txt');
		const reader = await openReader(sample);
		writeFileSync(dump, dumpSchema((await reader.schema()).schema));
		await reader.close();
		const root = packageRoot();
		const environment = {...process.env, SQRL_TUI_HOME: folder};
		const times = await alternate(10, {
			ask: () =>
				run(process.execPath, ['bin/sqrl-tui.js', 'ask', '--base-url', server.baseUrl, sample, QUESTION], {
					cwd: root,
					env: environment,
				}),
			minimalLoop: () =>
				run(process.execPath, ['bench/minimal-loop.js', server.baseUrl, sample, dump, QUESTION], {cwd: root}),
		});
		printLine({
			what: 'ask, two probes and the answer',
			ms: median(times.ask),
			baseline: "the card's minimal loop",
			baselineMs: median(times.minimalLoop),
			aim: '(aim: at most 1.6 ×)',
		});
	} finally {
		await server.close();
		rmSync(folder, {recursive: true});
	}
}
