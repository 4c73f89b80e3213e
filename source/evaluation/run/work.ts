/** What of a run is still to be done, in order: question after question, and of each its samples. */
import type {Trajectory} from '../../agent/trajectory.js';
import type {AskedQuestion} from './asked-question.js';
import {type RunItem, type RunPlan, sampleId} from './run.js';
import {isJudgeable} from './sample-verdict.js';

/** What is stored: the ids of the samples that have a verdict, and the questions whose gold query was run. */
export type Done = {verdicts: ReadonlySet<string>; golds: ReadonlySet<number>};

export type Work =
	| {kind: 'gold'; question: AskedQuestion}
	| {kind: 'judge'; question: AskedQuestion; sample: number; trajectory: Trajectory}
	| {kind: 'sample'; question: AskedQuestion; sample: number};

export type WorkOptions = {
	plan: Pick<RunPlan, 'items' | 'votes'>;
	done: Done;
	/** Trajectories without a verdict; one that has not come to its end is asked anew. */
	unjudged: readonly Trajectory[];
};

/** @param open is called when the question's turn comes, once. */
export function* workOf(
	{plan, done, unjudged}: WorkOptions,
	open: (item: RunItem) => AskedQuestion,
): Generator<Work, void, void> {
	const ended = new Map(unjudged.filter(isJudgeable).map(trajectory => [trajectory.id, trajectory]));
	for (const item of plan.items) {
		const samples = Array.from({length: plan.votes}, (_, sample) => sample).filter(
			sample => !done.verdicts.has(sampleId(item.index, sample)),
		);
		const isGoldKnown = done.golds.has(item.index);
		if (samples.length === 0 && isGoldKnown) {
			continue;
		}

		const question = open(item);
		if (!isGoldKnown) {
			yield {kind: 'gold', question};
		}

		for (const sample of samples) {
			const trajectory = ended.get(sampleId(item.index, sample));
			yield trajectory ? {kind: 'judge', question, sample, trajectory} : {kind: 'sample', question, sample};
		}
	}
}
