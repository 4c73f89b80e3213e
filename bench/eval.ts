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
/** Questions before what is measured: by then what runs often is compiled, which takes memory once. */
const WARM_UP = 2000;
/** Memory is looked at so often in a run: each look collects garbage first. */
const LOOKS = 20;

const COUNT = 'SELECT count(*) FROM Track';
const SCRIPT = [
	{turn: 0, reply: {text: 'I look at the genres.\n<sql> SELECT Name FROM Genre LIMIT 10 </sql>'}},
	{turn: 1, reply: {text: `They are counted.\n<answer> ${COUNT} </answer>`}},
];

type Measured = {
	/** Of the slots, from the first sample until no new one was left to begin, by time. */
	busy: number;
	/** The most that the heap has grown by, garbage aside. */
	held: number;
	ms: number;
};

export async function benchEval(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const gc = runInNewContext('gc') as () => void;
	const folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-bench-'));
	const script = path.join(folder, 'script.json');
	writeFileSync(script, JSON.stringify(SCRIPT));
	const server = spawn(process.execPath, [
		...['--import', 'tsx', path.join(packageRoot(), 'test', 'support', 'serve.ts')],
		script,
	]);
	const bulk = openBulkReader({timeoutMs: 30_000});
	try {
		const baseUrl = await firstLine(server);
		const measure = (name: string, questions: number) =>
			measured({folder: path.join(folder, name), baseUrl, questions, bulk, gc});
		await measure('warm-up', WARM_UP);
		const few = await measure('few', FEW);
		const many = await measure('many', MANY);
		const count = (questions: number) => questions.toLocaleString('en-US');
		const mb = ({held}: Measured) => `${(held / 1e6).toFixed(1)} MB`;
		console.log(
			`${count(MANY)} questions, ${CONCURRENCY} at once: ${(many.busy * 100).toFixed(1)} % of the slots busy (aim: at least 90 %), ${(many.ms / MANY).toFixed(2)} ms a question`,
		);
		const more = (many.held - few.held) / (MANY - FEW);
		console.log(
			`memory held here: ${mb(many)} in ${count(MANY)} questions, ${mb(few)} in ${count(FEW)}: ${Math.round(more)} bytes for each more (aim: flat)`,
		);
	} finally {
		await bulk.close();
		server.kill();
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
	/** Requests that the model has. */
	let [held, begun, underWay, judged] = [0, 0, 0, 0];
	let [since, busyMs, lastBegun] = [start, 0, start];
	const change = (by: number) => {
		const now = performance.now();
		// When nothing is left to begin, a slot that is empty is none that could be filled.
		busyMs += begun < questions ? underWay * (now - since) : 0;
		lastBegun = begun < questions ? now : lastBegun;
		[since, underWay] = [now, underWay + by];
	};

	const model: Model = {
		...server,
		async *reply(...request) {
			change(1);
			try {
				yield* server.reply(...request);
			} finally {
				change(-1);
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
					begun++;
					break;
				case 'ended':
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

	return {busy: busyMs / (CONCURRENCY * (lastBegun - start)), held, ms: performance.now() - start};
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
