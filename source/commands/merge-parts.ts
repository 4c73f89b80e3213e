/** `eval --merge`: parts of one benchmark put together to a run, or a run judged anew by another rule. */
import {openBulkReader} from '../database/bulk-reader.js';
import {UsageError} from '../errors.js';
import {METRICS} from '../evaluation/metrics.js';
import {mergeRuns} from '../evaluation/run/merge-runs.js';
import {openRunFolder} from '../evaluation/run/run-folder.js';
import {readRunFile} from '../evaluation/run/stored-run.js';
import {absolute, ruleOfRuns} from './asked-run.js';
import type {Command, Invocation} from './command.js';
import {fillRun} from './fill-run.js';
import {neededFlag} from './needed-flag.js';
import {reportRun} from './report-run.js';
import {openDatabases} from './scored-databases.js';
import {count} from './text-grid.js';

const INTERRUPTED = 130;

/** The flags that say how a run is asked: nothing is asked here. */
const OF_ASKING = [
	'dataset',
	'votes',
	'concurrency',
	'patience',
	'base-url',
	'no-evidence',
	'limit',
	'shard',
];
/** Those that say how it is judged. */
const OF_JUDGING = ['databases', 'fresh-gold'];

export const mergeParts: Command = async invocation => {
	const {operands, flags, notes, signal} = invocation;
	const isJudged = flags.rule !== undefined;
	refuse(flags, OF_ASKING, '--merge asks nothing', 'what was asked stands in the runs');
	if (!isJudged) {
		refuse(
			flags,
			OF_JUDGING,
			'--merge alone judges nothing',
			'the verdicts stand in the runs; --rule judges anew',
		);
	}

	const out = absolute(neededFlag(flags, 'out', {what: 'the folder of the new run', command: 'eval'}));
	const parts = operands.map(absolute);
	if (isJudged) {
		await judged(parts, out, invocation);
	} else {
		for (const note of await mergeRuns(parts, out)) {
			notes.line(note);
		}
	}

	return signal.aborted ? INTERRUPTED : reportRun(out, invocation);
};

function refuse(flags: Invocation['flags'], names: readonly string[], what: string, where: string): void {
	const needless = names.filter(name => flags[name] !== undefined);
	if (needless.length > 0) {
		throw new UsageError(
			`${what}, so ${needless.map(name => `--${name}`).join(', ')} would do nothing`,
			`Leave it away: ${where}.`,
		);
	}
}

/** The trajectories of some runs in a new one, judged by the rule that is named: no model is asked. */
async function judged(parts: readonly string[], out: string, invocation: Invocation): Promise<void> {
	const {flags, notes, signal} = invocation;
	const rule = ruleOfRuns(String(flags.rule));
	const {plan: first} = await readRunFile(parts[0]!);
	const reader = openBulkReader({timeoutMs: first.timeoutMs, signal});
	try {
		const sqlite = await reader.started();
		const databases = flags.databases === undefined ? {} : {databases: absolute(String(flags.databases))};
		for (const note of await mergeRuns(parts, out, {rule, sqlite, ...databases})) {
			notes.line(note);
		}

		const {plan} = await readRunFile(out);
		const opened = await openDatabases(reader, plan.databases, plan.items, METRICS[rule]);
		const folder = await openRunFolder(out, plan, {addresses: [], versions: opened.versions});
		try {
			const {done, error} = await fillRun(folder, {reader, databases: opened, asking: null}, invocation);
			if (error || signal.aborted) {
				notes.line(`${out} is judged in part (${count(done)}). Remove it, and give the command again.`);
			}

			if (error) {
				throw error;
			}
		} finally {
			await folder.close();
		}
	} finally {
		await reader.close();
	}
}
