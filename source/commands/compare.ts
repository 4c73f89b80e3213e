/** `compare`: runs side by side, and whether they differ by more than chance. */
import path from 'node:path';
import {UsageError} from '../errors.js';
import {comparisonOf, type NamedRun} from '../evaluation/report/comparison.js';
import {plain} from '../evaluation/report/report-json.js';
import {readRun} from '../evaluation/run/stored-run.js';
import {expandHome} from '../home.js';
import type {Command} from './command.js';
import {comparisonTable} from './compare-table.js';

export const compareRuns: Command = async ({operands, flags, output, signal}) => {
	const folders = operands.map(folder => path.resolve(expandHome(folder)));
	const twice = operands.find((_, at) => folders.indexOf(folders[at]!) !== at);
	if (twice !== undefined) {
		throw new UsageError(`${twice} is named twice`, 'Name each run once.');
	}

	const runs: NamedRun[] = [];
	for (const [at, folder] of folders.entries()) {
		// One after the other: the next is not read for somebody who has stopped.
		signal.throwIfAborted();
		runs.push({name: operands[at]!, run: await readRun(folder)});
	}

	const comparison = comparisonOf(runs);
	await output.write(
		flags.json ? `${JSON.stringify(plain(comparison))}\n` : comparisonTable(comparison, output.columns),
	);
	return 0;
};
