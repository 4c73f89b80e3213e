/** What a run of parts lacks. */
import {chosenItems} from './questions.js';
import type {RunPlan} from './run.js';

/** How many questions the dataset, the limit and the part would have, and how many of these the run does not ask. */
export type WantedQuestions = {wanted: number; missing: number};

/** A run that was asked at once has all of them; one that was put together has what its parts had. */
export function wantedQuestions(
	plan: Pick<RunPlan, 'questions' | 'limit' | 'shard' | 'items'>,
): WantedQuestions {
	const {limit, shard} = plan;
	const most = Math.min(limit ?? plan.questions.count, plan.questions.count);
	const wanted = shard === null ? most : Math.max(0, Math.ceil((most - (shard.index - 1)) / shard.of));
	return {wanted, missing: Math.max(0, wanted - chosenItems(plan.items, {limit, shard}).length)};
}
