/** `score`: files of predictions against gold queries, without a model. */
import {openBulkReader} from '../database/bulk-reader.js';
import {UsageError} from '../errors.js';
import type {Command, Invocation} from './command.js';

const TIMEOUT_S = 30;

export const scorePredictions: Command = async invocation => {
	const {flags, signal} = invocation;
	const timeoutMs = timeoutOf(flags.timeout);
	// Its process comes up while the rest of the command is loaded and files are read.
	const reader = openBulkReader({timeoutMs, signal});
	try {
		const {scoreFiles} = await import('./score-files.js');
		return await scoreFiles(invocation, {reader, timeoutMs});
	} finally {
		await reader.close();
	}
};

function timeoutOf(given: Invocation['flags'][string] | undefined): number {
	const seconds = Number(given ?? TIMEOUT_S);
	if (!(seconds > 0) || !Number.isFinite(seconds) || String(given).trim() === '') {
		throw new UsageError(`--timeout: "${String(given)}" is no number of seconds`);
	}

	return seconds * 1000;
}
