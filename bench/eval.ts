/**
 * A benchmark run against a server that replies at once, its folder written as it goes: how much of the concurrency that
 * is asked is under way, and whether memory grows with the number of questions. The server is a process of its own.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {type BulkReader, openBulkReader} from '../source/database/bulk-reader.js';
import type {RunPlan} from '../source/evaluation/run/run.js';
import {openRunFolder} from '../source/evaluation/run/run-folder.js';
import {runBenchmark} from '../source/evaluation/run/runner.js';
import type {Model} from '../source/model/model.js';
import {serverModel} from '../source/model/openai.js';
import {builtFile, packageRoot} from '../source/package-root.js';

const CONCURRENCY = 16;
const [FEW, MANY] = [100, 10_000];
/** Questions to a server that takes so long over a reply, in milliseconds: a fast one for a model. */
const [SLOW, SLOW_MS] = [400, 100];
/** Questions before what is measured: by then what runs often is compiled, which takes memory once. */
const WARM_UP = 2000;
/** Memory is looked at so often in a run: each look collects garbage first. */
const LOOKS = 20;

const COUNT = 'SELECT count(*) FROM Track';
const script = (firstDelayMs: number) => [
	{
		turn: 0,
		reply: {text: 'I look at the genres.\n<sql> SELECT Name FROM Genre LIMIT 10 </sql>', firstDelayMs},
	},
	{turn: 1, reply: {text: `They are counted.\n<answer> ${COUNT} </answer>`, firstDelayMs}},
];

type Measured = {
	/**
	 * Shares of the concurrency, from the first sample until no new one was left to begin, by time: samples that are under
	 * way and not stored, at most all; and requests that the model has.
	 */
	underWay: number;
	asked: number;
	/** The most that the heap has grown by, garbage aside. */
	held: number;
	ms: number;
};

export async function benchEval(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const gc = runInNewContext('gc') as () => void;
	const folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-bench-'));
	const servers = [0, SLOW_MS].map(delay => {
		const file = path.join(folder, `script-${delay}.json`);
		writeFileSync(file, JSON.stringify(script(delay)));
		return spawn(process.execPath, [
			...['--import', 'tsx', path.join(packageRoot(), 'test', 'support', 'serve.ts')],
			file,
		]);
	});
	const bulk = openBulkReader({timeoutMs: 30_000});
	try {
		const [atOnce, delayed] = (await Promise.all(servers.map(firstLine))) as [string, string];
		const measure = (name: string, questions: number, baseUrl = atOnce) =>
			measured({folder: path.join(folder, name), baseUrl, questions, bulk, gc});
		await measure('warm-up', WARM_UP);
		const few = await measure('few', FEW);
		const many = await measure('many', MANY);
		const slow = await measure('slow', SLOW, delayed);
		const count = (questions: number) => questions.toLocaleString('en-US');
		const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
		const mb = ({held}: Measured) => `${(held / 1e6).toFixed(1)} MB`;
		console.log(
			`${count(MANY)} questions, ${CONCURRENCY} at once, a server that replies at once: ${percent(many.underWay)} of the concurrency under way (aim: at least 90 %), ${(many.ms / MANY).toFixed(2)} ms a question`,
		);
		console.log(
			`a server that takes ${SLOW_MS} ms over a reply: it has ${percent(slow.asked)} of the requests that it could have (aim: at least 90 %)`,
		);
		const more = (many.held - few.held) / (MANY - FEW);
		console.log(
			`memory held here: ${mb(many)} in ${count(MANY)} questions, ${mb(few)} in ${count(FEW)}: ${Math.round(more)} bytes for each more (aim: flat)`,
		);
	} finally {
		await bulk.close();
		for (const server of servers) {
			server.kill();
		}

		rmSync(folder, {recursive: true});
	}
}

async function firstLine(server: ChildProcess): Promise<string> {
	for await (const line of createInterface(server.stdout!)) {
		return line;
	}

	throw new Error("the bench's server did not start");
}

async function measured({
	folder,
	baseUrl,
	questions,
	bulk,
	gc,
}: {
	folder: string;
	baseUrl: string;
	questions: number;
	bulk: BulkReader;
	gc: () => void;
}): Promise<Measured> {
	const database = builtFile('sample.sqlite');
	const versions = new Map([[database, await bulk.add(database)]]);
	const server = serverModel({baseUrl, name: 'sqrl-4b', idleTimeoutMs: 10_000});
	const plan = planOf(questions, server.ref, await bulk.started());
	const run = await openRunFolder(folder, plan);
	gc();
	const before = process.memoryUsage().heapUsed;
	const start = performance.now();
	let [held, begun, underWay, asked, judged] = [0, 0, 0, 0, 0];
	let [since, underWayMs, askedMs, lastBegun] = [start, 0, 0, start];
	const change = (by: {underWay?: number; asked?: number}) => {
		const now = performance.now();
		// When nothing is left to begin, a slot that is empty is none that could be filled.
		if (begun < questions) {
			underWayMs += Math.min(underWay, CONCURRENCY) * (now - since);
			askedMs += asked * (now - since);
			lastBegun = now;
		}

		since = now;
		underWay += by.underWay ?? 0;
		asked += by.asked ?? 0;
	};

	const model: Model = {
		...server,
		async *reply(...request) {
			change({asked: 1});
			try {
				yield* server.reply(...request);
			} finally {
				change({asked: -1});
			}
		},
	};
	try {
		const events = runBenchmark({
			plan,
			bulk,
			model,
			files: new Map([['sample', [database]]]),
			versions,
			kept: null,
			concurrency: CONCURRENCY,
			clock: () => performance.timeOrigin + performance.now(),
			done: {verdicts: new Set(), golds: new Set()},
			unjudged: run.unjudged,
		});
		for await (const event of events) {
			switch (event.kind) {
				case 'begun':
					change({underWay: 1});
					begun++;
					break;
				case 'ended':
					change({underWay: -1});
					await run.addTrajectory(event.trajectory);
					break;
				case 'gold':
					await run.addGold(event.finding);
					break;
				case 'judged':
					await run.addVerdict(event.verdict);
					if (event.verdict.verdict !== 'right') {
						throw new Error(`a sample of the bench is ${event.verdict.verdict}`);
					}

					if (++judged % (questions / LOOKS) === 0) {
						gc();
						held = Math.max(held, process.memoryUsage().heapUsed - before);
					}
					break;
				default:
					throw new Error(`the bench's run has an event "${event.kind}"`);
			}
		}
	} finally {
		await run.close();
	}

	const all = CONCURRENCY * (lastBegun - start);
	return {underWay: underWayMs / all, asked: askedMs / all, held, ms: performance.now() - start};
}

function planOf(questions: number, model: RunPlan['model'], sqlite: string): RunPlan {
	return {
		dataset: 'bird',
		questions: {file: 'bench.json', sha256: '0'.repeat(64), count: questions},
		databases: path.dirname(builtFile('sample.sqlite')),
		evidence: true,
		rule: 'bird',
		timeoutMs: 30_000,
		votes: 1,
		seedBase: 1,
		model,
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192},
		maxSteps: 5,
		limit: null,
		shard: null,
		sqlite,
		program: 'bench',
		items: Array.from({length: questions}, (_, index) => ({
			index,
			question: `How many tracks are there, asked for the ${index}th time?`,
			evidence: '',
			database: 'sample',
			gold: COUNT,
			difficulty: null,
			questionId: null,
		})),
	};
}
