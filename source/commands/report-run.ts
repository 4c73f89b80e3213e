/** The end of `eval`: the run as it stands in its folder is reported, and its figures are printed. */
import path from 'node:path';
import {SqrlError, sentences} from '../errors.js';
import {type Report, reportOf} from '../evaluation/report/report.js';
import {
	bounds,
	headFacts,
	percent,
	saturationWords,
	titleOf,
	unfinishedWords,
} from '../evaluation/report/report-words.js';
import {writeReport} from '../evaluation/report/write-report.js';
import {readRun} from '../evaluation/run/stored-run.js';
import {visible} from '../visible.js';
import type {Invocation} from './command.js';
import {saveCalibration} from './save-calibration.js';
import {fittingGrid, wrappedProse} from './text-grid.js';

/** A gold query fails: the figures have a ceiling. */
const GOLD_FAILS = 1;

/** Gives the exit code. */
export async function reportRun(
	folder: string,
	{flags, environment, output, notes}: Pick<Invocation, 'flags' | 'environment' | 'output' | 'notes'>,
): Promise<number> {
	const run = await readRun(folder);
	const report = reportOf(run);
	// Before anything is printed: whoever reads that may leave.
	const files = await writeReport(folder, run, report);
	notes.line(`The report is in ${folder}: ${files.map(file => path.basename(file)).join(', ')}`);
	await output.write(summary(report, output.columns));
	if (flags['save-calibration']) {
		const file = await saveCalibration(run, environment);
		notes.line(`Votes of ${run.plan.model.name} say from now on what was measured here: ${file}`);
	}

	return report.goldFailures.length > 0 ? GOLD_FAILS : 0;
}

/** Of a run that was stopped. What else has gone wrong is said already, so a report that cannot be written is only told of. */
export async function reportSoFar(folder: string, {notes}: Pick<Invocation, 'notes'>): Promise<void> {
	try {
		const run = await readRun(folder);
		const files = await writeReport(folder, run);
		notes.line(`The report so far is in ${folder}: ${files.map(file => path.basename(file)).join(', ')}`);
	} catch (error) {
		if (!(error instanceof SqrlError)) {
			throw error;
		}

		notes.line(sentences(error));
	}
}

function summary(report: Report, columns: number | undefined): string {
	const {curve, run} = report;
	const unfinished = unfinishedWords(report);
	const rows = curve.points.map(({m, vote, pass}) => [
		m === 1 ? 'pass@1' : `vote@${m}`,
		percent(vote.share),
		bounds(vote.interval),
		m === 1 ? '' : percent(pass.share),
	]);
	const wrapped = (text: string) => wrappedProse(visible(text), columns);
	return [
		wrapped(titleOf(report)),
		wrapped(headFacts(report).join(' · ')),
		...(unfinished === null ? [] : ['', wrapped(unfinished)]),
		'',
		...fittingGrid([['', 'right', '95 %', run.samples === 1 ? '' : 'any right'], ...rows], 1, columns),
		'',
		...(curve.saturation ? [wrapped(saturationWords(curve)), ''] : []),
	].join('\n');
}
