/** What a run has recorded beside its trajectories, as far as it is shown with them: gold queries and verdicts. */
import {type SqrlError, UsageError} from '../../errors.js';
import type {Gold} from '../gold.js';
import type {MetricName} from '../metrics.js';
import type {ScoreVerdict} from '../score.js';
import {type RunItem, sampleId} from './run.js';
import {RunFolderError} from './run-fault.js';
import {readRunFile, readVerdictLines} from './stored-run.js';

export type RecordedVerdict = {
	verdict: ScoreVerdict;
	/** From 0 to 1. */
	score: number;
	/** What the verdict does not say itself, or ''. */
	reason: string;
};

export type RecordedRun = {
	rule: MetricName;
	gold: Gold;
	/** By the sample's id. A run that is under way has more of them later. */
	verdicts: ReadonlyMap<string, RecordedVerdict>;
	/** Why the verdicts that follow in the file could not be read; null: all are there. */
	fault: SqrlError | null;
};

/** Characters that are kept of a reason: there may be a hundred thousand of them. */
const LONGEST_REASON = 500;

/**
 * Keeps of each verdict what `RecordedVerdict` has, and what is equal once. Throws a UsageError where the folder is none
 * of a run, and the reason of an abort.
 */
export async function readRecordedRun(folder: string, signal?: AbortSignal): Promise<RecordedRun> {
	const {plan} = await readRunFile(folder);
	const verdicts = new Map<string, RecordedVerdict>();
	const equal = new Map<string, RecordedVerdict>();
	let fault: SqrlError | null = null;
	try {
		await readVerdictLines(folder, plan, line => {
			signal?.throwIfAborted();
			if (line.kind === 'gold') {
				return;
			}

			const {question, sample, verdict, score, reason} = line.verdict;
			const id = sampleId(question, sample);
			if (!verdicts.has(id)) {
				const own = {verdict, score, reason: reason.slice(0, LONGEST_REASON)};
				const key = `${verdict} ${score} ${own.reason}`;
				const one = equal.get(key) ?? own;
				equal.set(key, one);
				verdicts.set(id, one);
			}
		});
	} catch (error) {
		if (!(error instanceof UsageError || error instanceof RunFolderError)) {
			throw error;
		}

		fault = error;
	}

	return {rule: plan.rule, gold: goldOfItems(plan.items), verdicts, fault};
}

/**
 * The gold queries of a run: a sample has that of its question, and so has a fork of it. What has another id gets the one
 * of the items with its question and database, where they have only one. An item without a gold query has none.
 */
export function goldOfItems(items: readonly RunItem[]): Gold {
	const byIndex = new Map(items.map(item => [item.index, item]));
	const byQuestion = new Map<string, Set<string>>();
	for (const item of items) {
		const key = questionKey(item.question, item.database);
		byQuestion.set(key, (byQuestion.get(key) ?? new Set()).add(item.gold));
	}

	return {
		count: items.filter(({gold}) => gold !== '').length,
		of({id, question, database, parent}) {
			const key = questionKey(question, database?.name ?? '');
			const item = byIndex.get(indexOf(id)) ?? byIndex.get(indexOf(parent?.id));
			if (item && questionKey(item.question, item.database) === key) {
				return item.gold || null;
			}

			const golds = byQuestion.get(key);
			return golds?.size === 1 ? [...golds][0] || null : null;
		},
	};
}

function questionKey(question: string, database: string): string {
	return `${database}\n${question.trim()}`;
}

function indexOf(id: string | undefined): number {
	return Number(/^(\d+)-\d+$/.exec(id ?? '')?.[1] ?? Number.NaN);
}
