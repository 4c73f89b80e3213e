/** One question of a run while its samples are under way: its database, its gold and how an answer of it is judged. */
import path from 'node:path';
import {sampleSeed} from '../../agent/sample-seed.js';
import {begin, type Trajectory} from '../../agent/trajectory.js';
import type {BulkOutcome, BulkReader} from '../../database/bulk-reader.js';
import type {Reader} from '../../database/reader.js';
import {DatabaseError} from '../../errors.js';
import type {KeptResults} from '../kept-results.js';
import {METRICS, type Metric} from '../metrics.js';
import {EMPTY_GOLD, failedGold, type ItemScore, lower, NO_PREDICTION, scoreOf} from '../score.js';
import {type GoldFinding, type RunItem, type RunPlan, type SampleVerdict, sampleId} from './run.js';
import {openRunReader} from './run-reader.js';
import {answerOf, sampleVerdict} from './sample-verdict.js';
import type {SchemaDumps} from './schema-dumps.js';
import type {Unchanged} from './unchanged.js';

export type AskedQuestion = {
	item: RunItem;
	/** The question's database as its samples have it; see `openRunReader`. */
	reader: Pick<Reader, 'query'>;
	/** A sample before its first reply. */
	begin(sample: number): Promise<Trajectory>;
	/** Runs the gold query, once, whoever asks. */
	gold(): Promise<GoldFinding>;
	/** What a sample that has ended comes to. */
	judge(sample: number, trajectory: Trajectory): Promise<SampleVerdict>;
	/** Throws a DatabaseError where a file is another one than when the run was begun. */
	check(): Promise<void>;
};

export type QuestionOptions = {
	plan: RunPlan;
	bulk: Pick<BulkReader, 'run' | 'observe'>;
	/** The files of each database, the one that is asked first. */
	files: ReadonlyMap<string, readonly string[]>;
	/** Of each file. */
	versions: ReadonlyMap<string, string>;
	kept: KeptResults | null;
	schemas: SchemaDumps;
	unchanged: Unchanged;
	inspectGold: (sql: string, file: string) => Promise<string | null>;
};

/** Throws a DatabaseError where the question's database has no file. */
export function askedQuestion(item: RunItem, options: QuestionOptions): AskedQuestion {
	const {plan, bulk, versions, kept, schemas} = options;
	const metric: Metric = METRICS[plan.rule];
	const reading = {text: metric.text, wanted: metric.wanted};
	const files = options.files.get(item.database) ?? [];
	const [file] = files;
	if (file === undefined) {
		throw new DatabaseError(
			`question ${item.index} is of the database "${item.database}", which has no file`,
			`It is looked for in ${plan.databases}.`,
		);
	}

	const reader = openRunReader({bulk, file, reading});
	const gold = {text: item.gold, sql: metric.gold(item.gold)};
	let golds: Promise<BulkOutcome[]> | null = null;

	const runGold = (target: string): Promise<BulkOutcome> => {
		const query = {file: target, sql: gold.sql, ...reading};
		const found = kept?.find(query);
		return found ? Promise.resolve(found) : reader.result(target, gold.sql);
	};

	/** In each file; its failure in any of them is that of the question. */
	const runGolds = (): Promise<BulkOutcome[]> => {
		golds ??= Promise.all(
			files.map(async target => {
				const outcome = await runGold(target);
				kept?.keep({file: target, sql: gold.sql, ...reading}, outcome);
				return outcome;
			}),
		);
		return golds;
	};

	const goldScore = async (): Promise<ItemScore | null> =>
		gold.text === ''
			? EMPTY_GOLD
			: ((await runGolds()).map(failedGold).find(failure => failure !== null) ?? null);

	const scoreAnswer = async (sql: string): Promise<ItemScore> => {
		let score: ItemScore | undefined;
		for (const [at, target] of files.entries()) {
			const outcome = await reader.result(target, metric.prediction(sql));
			const goldOutcome = (await runGolds())[at]!;
			score = lower(score, scoreOf(goldOutcome, outcome, {metric, sql: gold.sql}));
			if (score.score === 0) {
				break;
			}
		}

		return score!;
	};

	return {
		item,
		reader,
		async begin(sample) {
			return begin({
				id: sampleId(item.index, sample),
				question: item.question,
				evidence: plan.evidence ? item.evidence : '',
				database: {path: file, name: path.parse(file).name, version: versions.get(file)!},
				model: plan.model,
				sampling: {...plan.sampling, seed: sampleSeed(plan.seedBase, sample)},
				maxSteps: plan.maxSteps,
				schema: await schemas.of(file),
			});
		},
		async gold() {
			const failure = await goldScore();
			if (failure) {
				return {
					question: item.index,
					verdict: failure.verdict === 'gold-timeout' ? 'gold-timeout' : 'gold-error',
					reason: failure.reason,
					rowCount: null,
					nondeterministic: null,
				};
			}

			const [outcome] = await runGolds();
			return {
				question: item.index,
				verdict: 'ok',
				reason: '',
				rowCount: 'rowCount' in outcome! ? outcome.rowCount : null,
				nondeterministic: await options.inspectGold(gold.sql, file),
			};
		},
		async judge(sample, trajectory) {
			const answer = answerOf(trajectory);
			const score =
				(await goldScore()) ??
				('sql' in answer ? await scoreAnswer(answer.sql) : {...NO_PREDICTION, reason: answer.reason});
			return sampleVerdict({question: item.index, sample}, trajectory, score);
		},
		check: () => options.unchanged.check(files),
	};
}
