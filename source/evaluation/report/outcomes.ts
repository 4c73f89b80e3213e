/** What became of each question of a run, in the order of the dataset. */
import type {GoldFinding, Run, RunItem, SampleVerdict} from '../run/run.js';
import {isRight, type SampleVote, voteOfSamples} from '../run/sample-votes.js';

export type Outcome = SampleVote & {
	item: RunItem;
	/** Null: nothing is known of it. */
	gold: GoldFinding | null;
	/** By their index: all that the run has of a question. */
	samples: readonly SampleVerdict[];
	/** How many samples are right. */
	right: number;
};

/**
 * Questions that have all their samples, by index. Which came first makes no difference, nor do others. One whose gold
 * query fails is asked like any other.
 */
export function outcomesOf({plan, golds, samples}: Run): Outcome[] {
	return plan.items
		.map(item => {
			const own = [...(samples.get(item.index) ?? [])].sort((a, b) => a.sample - b.sample);
			return outcomeOf(item, golds.get(item.index) ?? null, own);
		})
		.filter(({samples}) => samples.length === plan.votes)
		.sort((a, b) => a.item.index - b.item.index);
}

/** @param samples by their index. */
export function outcomeOf(
	item: RunItem,
	gold: GoldFinding | null,
	samples: readonly SampleVerdict[],
): Outcome {
	return {item, gold, samples, right: samples.filter(isRight).length, ...voteOfSamples(samples)};
}

/** Whether there is nothing to be right by. */
export function goldFails({gold}: Pick<Outcome, 'gold'>): boolean {
	return gold !== null && gold.verdict !== 'ok';
}

/** The mean single sample. */
export function passOne({right, samples}: Outcome): number {
	return right / samples.length;
}
