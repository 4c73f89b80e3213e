/** `eval`: every question of a dataset asked several times, judged, voted on and reported. */
import {openBulkReader} from '../database/bulk-reader.js';
import {METRICS} from '../evaluation/metrics.js';
import {openRunFolder} from '../evaluation/run/run-folder.js';
import {askedRun} from './asked-run.js';
import type {Command} from './command.js';
import {fillRun} from './fill-run.js';
import {mergeParts} from './merge-parts.js';
import {reportRun} from './report-run.js';
import {runModels} from './run-models.js';
import {runPlan} from './run-plan.js';
import {openDatabases} from './scored-databases.js';

const INTERRUPTED = 130;

export const evaluate: Command = async invocation => {
	const {flags, settings, notes, signal} = invocation;
	if (flags.merge) {
		return mergeParts(invocation);
	}

	const asked = askedRun(invocation);
	const models = runModels(invocation);
	// Its processes load their driver while files are read.
	const reader = openBulkReader({timeoutMs: settings.values['query-timeout'] * 1000, signal});
	try {
		const plan = await runPlan(asked, {reader, model: models[0].ref}, invocation);
		const databases = await openDatabases(reader, asked.databases, plan.items, METRICS[plan.rule]);
		const addresses = models.flatMap(({ref}) => ref.baseUrl ?? []);
		const folder = await openRunFolder(asked.out, plan, {addresses, versions: databases.versions});
		try {
			for (const note of folder.notes) {
				notes.line(note);
			}

			await fillRun(folder, {asked, reader, models, databases}, invocation);
		} finally {
			await folder.close();
		}
	} finally {
		await Promise.all([reader.close(), ...models.map(model => model.close())]);
	}

	return signal.aborted ? INTERRUPTED : reportRun(asked.out, invocation);
};
