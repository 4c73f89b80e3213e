/** `--save-calibration`: what a run says of votes is kept, and told of votes from then on. */
import {mkdir} from 'node:fs/promises';
import path from 'node:path';
import {messageOf, UsageError} from '../errors.js';
import {calibrationOfRun} from '../evaluation/report/calibration-of-run.js';
import type {Run} from '../evaluation/run/run.js';
import {replaceFile} from '../new-file.js';
import {calibrationsToJson} from '../vote/calibration.js';
import {calibrationsFile, readCalibrations} from './calibrations.js';

/**
 * Measures how often votes of the run's model are right and keeps it, in the place of what was kept for this model and
 * number of samples. Gives the file's path. Throws a UsageError for a run that is not finished or has single samples,
 * and where the file cannot be used: then nothing is changed.
 *
 * @param now the day that is told with it.
 */
export async function saveCalibration(
	run: Run,
	environment: NodeJS.ProcessEnv,
	now: Date = new Date(),
): Promise<string> {
	const measured = measuredOf(run, now);
	const file = await calibrationsFile(environment);
	if (file === null) {
		throw new UsageError(
			'the calibration cannot be kept: this user has no home folder',
			'Name a folder with SQRL_TUI_HOME.',
		);
	}

	const others = (await readCalibrations(file)).filter(
		({model, k}) => model !== measured.model || k !== measured.k,
	);
	await writeWhole(file, `${JSON.stringify(calibrationsToJson([...others, measured]), null, '\t')}\n`);
	return file;
}

function measuredOf(run: Run, now: Date) {
	try {
		return calibrationOfRun(run, now.toISOString().slice(0, 10));
	} catch (error) {
		throw error instanceof UsageError
			? new UsageError(`no calibration is kept: ${error.message}`, error.advice)
			: error;
	}
}

async function writeWhole(file: string, text: string): Promise<void> {
	try {
		await mkdir(path.dirname(file), {recursive: true});
		await replaceFile(file, text, {mode: 0o600});
	} catch (error) {
		throw new UsageError(
			`the calibration cannot be kept: ${messageOf(error)}`,
			'Make room or the folder writable, or name another one with SQRL_TUI_HOME.',
		);
	}
}
