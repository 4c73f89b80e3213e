/** `eval --merge`: parts of one benchmark put together to a run. */
import {UsageError} from '../errors.js';
import {mergeRuns} from '../evaluation/run/merge-runs.js';
import {absolute, needed} from './asked-run.js';
import type {Command} from './command.js';
import {reportRun} from './report-run.js';

/** The flags that say how a run is asked: nothing is asked here. */
const OF_ASKING = [
	'databases',
	'dataset',
	'votes',
	'concurrency',
	'base-url',
	'rule',
	'no-evidence',
	'limit',
	'shard',
];

export const mergeParts: Command = async invocation => {
	const {operands, flags, notes} = invocation;
	const needless = OF_ASKING.filter(name => flags[name] !== undefined);
	if (needless.length > 0) {
		throw new UsageError(
			`--merge asks nothing, so ${needless.map(name => `--${name}`).join(', ')} would do nothing`,
			'Leave it away: what was asked stands in the runs.',
		);
	}

	const out = absolute(needed(flags, 'out', 'the folder of the new run'));
	for (const note of await mergeRuns(operands.map(absolute), out)) {
		notes.line(note);
	}

	return reportRun(out, invocation);
};
