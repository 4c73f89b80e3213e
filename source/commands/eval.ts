/** `eval`: every question of a dataset asked several times, judged, voted on and reported. */
import {openBulkReader} from '../database/bulk-reader.js';
import {METRICS} from '../evaluation/metrics.js';
import {openRunFolder} from '../evaluation/run/run-folder.js';
import {endpoints} from '../model/endpoints.js';
import {type AskedRun, askedRun} from './asked-run.js';
import type {Command, Invocation} from './command.js';
import {type Filled, fillRun} from './fill-run.js';
import {mergeParts} from './merge-parts.js';
import {reportRun, reportSoFar} from './report-run.js';
import {type RunModels, runModels} from './run-models.js';
import {runPlan} from './run-plan.js';
import {openDatabases} from './scored-databases.js';
import {count} from './text-grid.js';

const INTERRUPTED = 130;

export const evaluate: Command = async invocation => {
	if (invocation.flags.merge) {
		return mergeParts(invocation);
	}

	const asked = askedRun(invocation);
	const models = runModels(invocation);
	try {
		const {done, of, error} = await askedAndJudged(asked, models, invocation);
		if (done < of) {
			invocation.notes.line(`${count(done)} of ${count(of)} samples are in ${asked.out}.`);
			if (done > 0) {
				await reportSoFar(asked.out, invocation);
			}

			invocation.notes.line('The same command goes on from there: what is stored is not asked again.');
		}

		if (error) {
			throw error;
		}

		if (done < of && !invocation.signal.aborted) {
			throw new Error(`the run has ended with ${of - done} samples missing`);
		}
	} finally {
		await Promise.all(models.map(model => model.close()));
	}

	return invocation.signal.aborted ? INTERRUPTED : reportRun(asked.out, invocation);
};

async function askedAndJudged(asked: AskedRun, models: RunModels, invocation: Invocation): Promise<Filled> {
	const {settings, notes, signal} = invocation;
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

			const asking = {
				model: endpoints(models),
				concurrency: asked.concurrency ?? suitable(models),
				patienceMs: asked.patienceMs,
			};
			return await fillRun(folder, {reader, databases, asking}, invocation);
		} finally {
			await folder.close();
		}
	} finally {
		await reader.close();
	}
}

/** A server fills its batches with many at once; what runs here has no room for them. */
function suitable(models: RunModels): number {
	return models[0].ref.baseUrl === undefined ? 1 : 16 * models.length;
}
