/** What `score` does once its reader comes up. */
import {availableParallelism, cpus} from 'node:os';
import path from 'node:path';
import {type BulkReader, openBulkReader} from '../database/bulk-reader.js';
import {UsageError} from '../errors.js';
import {isTimed, METRIC_NAMES, METRICS, type Metric, type MetricName} from '../evaluation/metrics.js';
import {nondeterministicGold} from '../evaluation/nondeterministic-gold.js';
import {parsePredictions} from '../evaluation/prediction-forms.js';
import {roundsLimit, type TimingOptions, withRewards} from '../evaluation/r-ves.js';
import {type Predictions, type Scores, score} from '../evaluation/score.js';
import {type Scored, scoresToJson} from '../evaluation/score-summary.js';
import {scoredItems} from '../evaluation/scored-items.js';
import {expandHome} from '../home.js';
import type {Invocation} from './command.js';
import {neededFlag} from './needed-flag.js';
import {readWholeFile} from './read-text.js';
import {keptGold, openDatabases} from './scored-databases.js';

/** A gold query fails: the figures have a ceiling. */
const GOLD_FAILS = 1;

/** The reader is the caller's to close; it may be closed already. */
export async function scoreFiles(
	invocation: Invocation,
	{reader, timeoutMs}: {reader: BulkReader; timeoutMs: number},
): Promise<number> {
	const {operands, flags, environment, output, notes} = invocation;
	const rule = ruleNamed(flags.rule);
	const folder = path.resolve(
		expandHome(neededFlag(flags, 'databases', {what: 'the folder of the databases', command: 'score'})),
	);
	const goldFile = neededFlag(flags, 'gold', {what: 'a file of gold queries', command: 'score'});
	const [isChecked, hasVote] = [flags['check-gold'] === true, flags.vote === true];
	if (operands.length === 0 && !isChecked) {
		throw new UsageError(
			'no predictions are named',
			'Name their files, or score the gold queries themselves with --check-gold.',
		);
	}

	if (hasVote && operands.length < 2) {
		throw new UsageError('a vote takes at least two files of predictions');
	}

	const items = scoredItems(await readWholeFile(goldFile, 'the gold queries'));
	const predictions = await Promise.all(operands.map(file => predictionsOf(file, items.length)));
	const metric: Metric = METRICS[rule];
	const {files, versions} = await openDatabases(reader, folder, items, metric);
	const kept = flags['fresh-gold']
		? null
		: await keptGold(environment, {reader, versions, timeoutMs, metric});
	const columns = isChecked ? [...predictions, {name: '', queries: items.map(({sql}) => sql)}] : predictions;
	const scoring = score({
		items,
		predictions: columns,
		voters: hasVote ? predictions.length : 0,
		files,
		metric,
		reader,
		kept,
		onItem: done => done % 50 === 0 && notes.status(`${done} of ${items.length} scored`),
	});
	// What measures the table's columns is loaded while queries run.
	const [given, {scoreTable}] = await Promise.all([scoring, import('./score-table.js')]);
	const nondeterministic = isChecked ? await nondeterministicGold(items, {files, metric, reader}) : null;
	await reader.checkVersions();
	// Its processes end while the rest is done.
	const closed = reader.close();
	await kept?.save();
	const scores = isTimed(rule)
		? await timedScores(given, {items, predictions: columns, files, closed, timeoutMs}, invocation)
		: given;
	notes.status('');
	const scored: Scored = {
		rule,
		isGraded: metric.isGraded,
		n: items.length,
		databases: files.size,
		databaseFiles: [...files.values()].flat().length,
		sqlite: reader.sqliteVersion,
		timeoutMs,
		kept: kept?.found ?? 0,
		scores: {...scores, columns: scores.columns.slice(0, predictions.length)},
		check: isChecked ? scores.columns.at(-1)!.items : null,
		nondeterministic,
		machine: isTimed(rule) ? machineWords() : null,
	};
	await output.write(flags.json ? `${JSON.stringify(scoresToJson(scored))}\n` : scoreTable(scored));
	await closed;
	return scores.goldFailures.length > 0 ? GOLD_FAILS : 0;
}

/** Measures times when nothing else runs here any more. */
async function timedScores(
	scores: Scores,
	{closed, timeoutMs, ...options}: Omit<TimingOptions, 'reader'> & {closed: Promise<void>; timeoutMs: number},
	{notes, signal}: Invocation,
): Promise<Scores> {
	await closed;
	const timer = openBulkReader({timeoutMs: roundsLimit(timeoutMs), processes: 1, signal});
	try {
		await Promise.all([...options.files.values()].flat().map(file => timer.add(file)));
		const rewarded = await withRewards(scores, {
			...options,
			reader: timer,
			onTimed: (done, all) => notes.status(`${done} of ${all} timed`),
		});
		await timer.checkVersions();
		return rewarded;
	} finally {
		await timer.close();
	}
}

function machineWords(): string {
	const [first] = cpus();
	return `${availableParallelism()} × ${first?.model.trim() || 'unknown processor'}, ${process.platform} ${process.arch}`;
}

async function predictionsOf(file: string, count: number): Promise<Predictions> {
	const text = await readWholeFile(file, 'the predictions');
	try {
		return {name: file, queries: parsePredictions(text, count)};
	} catch (error) {
		throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`, error.advice) : error;
	}
}

function ruleNamed(given: Invocation['flags'][string] | undefined): MetricName {
	const advice = METRIC_NAMES.map(name => `${name}: ${METRICS[name].help}`).join('\n');
	if (given === undefined) {
		throw new UsageError('no rule is named, and they differ by points: --rule <name>', advice);
	}

	const rule = METRIC_NAMES.find(name => name === given);
	if (!rule) {
		throw new UsageError(`there is no rule "${String(given)}"`, advice);
	}

	return rule;
}
