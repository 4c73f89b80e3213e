/**
 * How often votes of models were right, kept beside the config in `calibrations.json`. A run measures it
 * (`eval --save-calibration`), and votes say it from then on.
 */
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {configFile} from '../config.js';
import {codeOf, messageOf, sentences, UsageError} from '../errors.js';
import {type Calibration, calibrationsFromJson} from '../vote/calibration.js';

/** All that are kept. Where the file cannot be used there are none, and `warn` is told why. */
export async function usableCalibrations(
	environment: NodeJS.ProcessEnv,
	warn: (text: string) => void,
): Promise<Calibration[]> {
	const file = await calibrationsFile(environment);
	try {
		return file === null ? [] : await readCalibrations(file);
	} catch (error) {
		if (!(error instanceof UsageError)) {
			throw error;
		}

		warn(`Warning: ${sentences(error)} Until then votes do not say what was measured.`);
		return [];
	}
}

/** Null for a user without a home. */
export async function calibrationsFile(environment: NodeJS.ProcessEnv): Promise<string | null> {
	const config = await configFile(environment);
	return config === null ? null : path.join(path.dirname(config), 'calibrations.json');
}

/** Without a file there are none. Throws a UsageError where it cannot be used. */
export async function readCalibrations(file: string): Promise<Calibration[]> {
	try {
		return calibrationsFromJson(JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, '')));
	} catch (error) {
		if (codeOf(error) === 'ENOENT') {
			return [];
		}

		throw new UsageError(
			`${file} cannot be used: ${messageOf(error)}`,
			'Mend or remove that file; eval --save-calibration makes it anew.',
		);
	}
}
