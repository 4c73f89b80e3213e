/** Benchmark runs in memory: a model whose replies are written down by question and sample, and all that comes of it. */
import {onTestFinished} from 'vitest';
import {type BulkOptions, type BulkReader, openBulkReader} from '../../source/database/bulk-reader.js';
import type {RunItem, RunPlan, SampleVerdict} from '../../source/evaluation/run/run.js';
import {type RunEvent, type RunnerOptions, runBenchmark} from '../../source/evaluation/run/runner.js';
import type {Model} from '../../source/model/model.js';
import {clockDouble, type DoubleReply, modelDouble} from './agent-doubles.js';

export const SEED_BASE = 1000;

export const answer = (sql: string): DoubleReply => ({text: `So.\n<answer> ${sql} </answer>`});
export const probe = (sql: string): DoubleReply => ({text: `Look.\n<sql> ${sql} </sql>`});

/** What is asked of the model: the question's text, the sample from its seed, and the replies before. */
export type Asked = {question: string; sample: number; turn: number; attempt: number; system: string};

export type ScriptedModel = Model & {
	/** In the order in which they came. */
	asked: Asked[];
	/** How many replies are being written, and were at once at most. */
	writing: number;
	most: number;
};

/** A reply may be awaited: what it waits for is left with an abort. */
export function scriptedModel(script: (asked: Asked) => DoubleReply | Promise<DoubleReply>): ScriptedModel {
	const attempts = new Map<string, number>();
	const model: ScriptedModel = {
		...modelDouble(() => answer('SELECT 1')),
		asked: [],
		writing: 0,
		most: 0,
		async *reply(chat, sampling, signal) {
			const turn = chat.filter(({role}) => role === 'assistant').length;
			const question = /Question: ([^\n]*)/.exec(chat[1]!.content)?.[1] ?? chat[1]!.content;
			const sample = sampling.seed! - SEED_BASE;
			const key = JSON.stringify([chat, sample]);
			const attempt = attempts.get(key) ?? 0;
			attempts.set(key, attempt + 1);
			const asked = {question, sample, turn, attempt, system: chat[0]!.content};
			model.asked.push(asked);
			model.most = Math.max(model.most, ++model.writing);
			try {
				const reply = await Promise.race([
					script(asked),
					new Promise<never>((_, reject) => {
						signal?.addEventListener('abort', () => reject(signal.reason));
					}),
				]);
				yield* modelDouble(() => reply).reply(chat, sampling, signal);
			} finally {
				model.writing--;
			}
		},
	};
	return model;
}

export function item(index: number, change: Partial<RunItem> = {}): RunItem {
	return {
		index,
		question: `question ${index}`,
		evidence: '',
		database: 'shop',
		gold: 'SELECT count(*) FROM Item',
		difficulty: null,
		questionId: null,
		...change,
	};
}

export function plan(items: readonly RunItem[], change: Partial<RunPlan> = {}): RunPlan {
	return {
		dataset: 'bird',
		questions: {file: 'questions.json', sha256: '00', count: items.length},
		databases: '/databases',
		evidence: true,
		rule: 'bird',
		timeoutMs: 30_000,
		votes: 1,
		seedBase: SEED_BASE,
		model: {name: 'double'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192},
		maxSteps: 5,
		limit: null,
		shard: null,
		sqlite: '3.53.2',
		program: '0.1.0',
		items,
		...change,
	};
}

export function openBulk(options: Partial<BulkOptions> = {}): BulkReader {
	const bulk = openBulkReader({timeoutMs: 30_000, processes: 2, ...options});
	onTestFinished(() => bulk.close());
	return bulk;
}

export type AskedQueries = {runs: string[]; observed: string[]; schemas: string[]};

/** A bulk reader that writes down what it is asked. */
export function counting(bulk: BulkReader): {bulk: BulkReader; asked: AskedQueries} {
	const asked: AskedQueries = {runs: [], observed: [], schemas: []};
	return {
		asked,
		bulk: {
			sqliteVersion: '',
			started: () => bulk.started(),
			add: file => bulk.add(file),
			checkVersions: () => bulk.checkVersions(),
			close: () => bulk.close(),
			time: (file, pair) => bulk.time(file, pair),
			run(query) {
				asked.runs.push(query.sql);
				return bulk.run(query);
			},
			observe(query) {
				asked.observed.push(query.sql);
				return bulk.observe(query);
			},
			schema(file) {
				asked.schemas.push(file);
				return bulk.schema(file);
			},
		},
	};
}

export async function optionsOf(
	given: Pick<RunnerOptions, 'plan' | 'model' | 'files'> & Partial<RunnerOptions> & {bulk: BulkReader},
): Promise<RunnerOptions> {
	const files = [...given.files.values()].flat();
	const versions = await Promise.all(files.map(file => given.bulk.add(file)));
	return {
		done: {verdicts: new Set(), golds: new Set()},
		unjudged: [],
		kept: null,
		concurrency: 4,
		clock: clockDouble(),
		versions: new Map(files.map((file, at) => [file, versions[at]!])),
		...given,
	};
}

/** Everything that a run yields; `error` is what it has thrown. */
export async function eventsOf(
	options: RunnerOptions,
	onEvent: (event: RunEvent) => void = () => {},
): Promise<{events: RunEvent[]; error: unknown}> {
	const events: RunEvent[] = [];
	try {
		for await (const event of runBenchmark(options)) {
			events.push(event);
			onEvent(event);
		}
	} catch (error) {
		return {events, error};
	}

	return {events, error: null};
}

export function of<K extends RunEvent['kind']>(kind: K, events: readonly RunEvent[]) {
	return events.filter((event): event is Extract<RunEvent, {kind: K}> => event.kind === kind);
}

/** By question and sample. */
export function verdictsOf(events: readonly RunEvent[]): SampleVerdict[] {
	return of('judged', events)
		.map(({verdict}) => verdict)
		.sort((a, b) => a.question - b.question || a.sample - b.sample);
}

/** What does not depend on how long things took. */
export function lasting({replyMs: _, queryMs: __, ...verdict}: SampleVerdict) {
	return verdict;
}
