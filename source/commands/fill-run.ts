/** Does what is left of a run: each trajectory and each verdict is stored before the next is taken. */
import type {BulkReader} from '../database/bulk-reader.js';
import {METRICS, type Metric} from '../evaluation/metrics.js';
import {nondeterminismOf} from '../evaluation/nondeterminism.js';
import {lastingModel} from '../evaluation/run/lasting-model.js';
import {type RunPlan, sampleId} from '../evaluation/run/run.js';
import type {RunFolder} from '../evaluation/run/run-folder.js';
import {openRunTally} from '../evaluation/run/run-tally.js';
import {type RunEvent, runBenchmark} from '../evaluation/run/runner.js';
import type {Endpoints} from '../model/endpoints.js';
import type {Model} from '../model/model.js';
import {openRunBoard, type RunBoardState} from '../ui/run-board/run-board.js';
import type {Invocation} from './command.js';
import {keptGold, type ScoredDatabases} from './scored-databases.js';

export type FillOptions = {
	/** Its time limit is that of the plan. */
	reader: BulkReader;
	databases: ScoredDatabases;
	/**
	 * Whom to ask, how many requests at once, and how long without a sign of them; null: nobody is asked, and what is
	 * stored is judged.
	 */
	asking: {model: Endpoints; concurrency: number; patienceMs: number} | null;
};

/** How many samples are stored, and what has ended it before all are: null where nothing has, or a person. */
export type Filled = {done: number; of: number; error: unknown};

export async function fillRun(
	folder: RunFolder,
	{reader, databases, asking}: FillOptions,
	{environment, flags, notes, signal}: Invocation,
): Promise<Filled> {
	const {plan, samples, golds} = folder.run;
	const metric: Metric = METRICS[plan.rule];
	const kept = flags['fresh-gold']
		? null
		: await keptGold(environment, {
				reader,
				timeoutMs: plan.timeoutMs,
				metric,
				versions: databases.versions,
			});
	const startedAt = performance.now();
	const tally = openRunTally(plan, startedAt);
	for (const verdict of [...samples.values()].flat()) {
		tally.add(verdict, null);
	}

	const board = await openRunBoard({stderr: process.stderr, stdin: process.stdin, notes, environment});
	let underWay = 0;
	const show = (course: RunBoardState['course']) => {
		const now = performance.now();
		board.update({
			title: titleOf(plan),
			figures: tally.figures(now),
			// What runs here has no address, and nothing to be told of a server.
			endpoints: asking && plan.model.file === undefined ? asking.model.health() : [],
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

	let error: unknown = null;
	try {
		show('running');
		for await (const event of runBenchmark({
			plan,
			done: {verdicts: doneOf(folder, asking !== null), golds: new Set(golds.keys())},
			unjudged: folder.unjudged,
			model: asking ? lastingModel(asking.model, asking) : NOBODY,
			bulk: reader,
			...databases,
			kept,
			concurrency: asking?.concurrency ?? 1,
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
	} catch (thrown) {
		error = thrown;
	}

	show('ended');
	await board.close();
	await kept?.save();
	// An abort ends the reader, too, and that is no fault.
	return {...tally.figures(performance.now()).samples, error: error === signal.reason ? null : error};
}

/** Ids of the samples that nothing is to be done for: of those that are not stored, too, where nobody is asked. */
function doneOf({run: {plan, samples}, unjudged}: RunFolder, isAsking: boolean): ReadonlySet<string> {
	if (isAsking) {
		return new Set([...samples.values()].flat().map(({question, sample}) => sampleId(question, sample)));
	}

	const left = new Set(unjudged.map(({id}) => id));
	const all = plan.items.flatMap(({index}) =>
		Array.from({length: plan.votes}, (_, sample) => sampleId(index, sample)),
	);
	return new Set(all.filter(id => !left.has(id)));
}

/** Where nobody is asked. */
const NOBODY: Model = {
	ref: {name: 'nobody'},
	contextLength: async () => null,
	async *reply() {
		yield* [];
		throw new Error('nobody is to be asked');
	},
};

function titleOf({model, dataset, rule, items}: RunPlan): string {
	return `${model.name} · ${dataset} · ${items.length.toLocaleString('en-US')} questions · rule ${rule}`;
}
