/** Asks what a run has not asked yet: each trajectory and each verdict is stored before the next is taken. */
import type {BulkReader} from '../database/bulk-reader.js';
import {METRICS, type Metric} from '../evaluation/metrics.js';
import {nondeterminismOf} from '../evaluation/nondeterminism.js';
import {type RunPlan, sampleId} from '../evaluation/run/run.js';
import type {RunFolder} from '../evaluation/run/run-folder.js';
import {openRunTally} from '../evaluation/run/run-tally.js';
import {type RunEvent, runBenchmark} from '../evaluation/run/runner.js';
import type {ChosenModel} from '../model/chosen-model.js';
import {endpoints} from '../model/endpoints.js';
import {openRunBoard} from '../ui/run-board/run-board.js';
import type {AskedRun} from './asked-run.js';
import type {Invocation} from './command.js';
import {keptGold, type ScoredDatabases} from './scored-databases.js';

export type FillOptions = {
	asked: AskedRun;
	/** Its time limit is that of the plan. */
	reader: BulkReader;
	models: readonly [ChosenModel, ...ChosenModel[]];
	databases: ScoredDatabases;
};

/**
 * Resolves when all is stored, or when a person has stopped it. Throws what ends a run: a ModelError, a DatabaseError, or
 * a fault of the folder, and says then how to go on.
 */
export async function fillRun(
	folder: RunFolder,
	options: FillOptions,
	invocation: Invocation,
): Promise<void> {
	const {asked, reader, models, databases} = options;
	const {environment, flags, notes, signal} = invocation;
	const {plan, samples, golds} = folder.run;
	const metric: Metric = METRICS[plan.rule];
	const {timeoutMs} = plan;
	const kept = flags['fresh-gold']
		? null
		: await keptGold(environment, {reader, timeoutMs, metric, versions: databases.versions});
	const model = endpoints(models);
	const tally = openRunTally(plan, performance.now());
	const before = [...samples.values()].flat();
	for (const verdict of before) {
		tally.add(verdict, null);
	}

	const board = await openRunBoard({stderr: process.stderr, stdin: process.stdin, notes, environment});
	const startedAt = performance.now();
	let underWay = 0;
	const show = (course: 'running' | 'stopping' | 'ended') => {
		const now = performance.now();
		board.update({
			title: titleOf(plan),
			figures: tally.figures(now),
			endpoints: models.some(({ref}) => ref.baseUrl !== undefined) ? model.health() : [],
			underWay,
			elapsedMs: now - startedAt,
			course,
		});
	};
	const store = async (event: RunEvent) => {
		switch (event.kind) {
			case 'begun':
				underWay++;
				break;
			case 'warned':
				for (const {name, message} of event.warnings) {
					board.line(`The model is not shown ${name} of ${event.file}, which cannot be read: ${message}`);
				}

				break;
			case 'gold':
				await folder.addGold(event.finding);
				break;
			case 'broken':
				underWay -= event.goesOn ? 0 : 1;
				break;
			case 'ended':
				underWay--;
				await folder.addTrajectory(event.trajectory);
				break;
			case 'judged':
				await folder.addVerdict(event.verdict);
				tally.add(event.verdict, performance.now());
		}
	};

	let end: {error: unknown} | null = null;
	try {
		show('running');
		for await (const event of runBenchmark({
			plan,
			done: {
				verdicts: new Set(before.map(({question, sample}) => sampleId(question, sample))),
				golds: new Set(golds.keys()),
			},
			unjudged: folder.unjudged,
			model,
			bulk: reader,
			...databases,
			kept,
			concurrency: asked.concurrency ?? suitable(models),
			clock: () => performance.timeOrigin + performance.now(),
			signal,
			inspectGold: (sql, file) =>
				nondeterminismOf(sql, query => reader.run({file, sql: query, text: metric.text, wanted: 'rows'}), {
					orderCounts: metric.orderCounts(sql),
				}),
		})) {
			await store(event);
			show('running');
		}
	} catch (error) {
		end = {error};
	}

	show('ended');
	await board.close();
	await kept?.save();
	const {
		samples: {done, of},
	} = tally.figures(performance.now());
	if (done < of) {
		const count = (value: number) => value.toLocaleString('en-US');
		notes.line(`${count(done)} of ${count(of)} samples are in ${asked.out}.`);
		notes.line('The same command goes on from there: what is stored is not asked again.');
	}

	// An abort ends the reader too, and that is no fault.
	if (end && end.error !== signal.reason) {
		throw end.error;
	}
}

/** A server fills its batches with many at once; what runs here has no room for them. */
function suitable(models: FillOptions['models']): number {
	return models[0].ref.baseUrl === undefined ? 1 : 16 * models.length;
}

function titleOf({model, dataset, rule, items}: RunPlan): string {
	return `${model.name} · ${dataset} · ${items.length.toLocaleString('en-US')} questions · rule ${rule}`;
}
