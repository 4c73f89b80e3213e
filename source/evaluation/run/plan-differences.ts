/** Whether two runs ask the same, and where they do not. */
import {isDeepStrictEqual} from 'node:util';
import type {RunItem, RunPlan} from './run.js';

/** A run as it is asked for: without a seed base it takes the one of the run that it goes on with. */
export type AskedPlan = Omit<RunPlan, 'seedBase'> & {seedBase: number | null};

/** What of a plan must be the same, as a person calls it, and how it is said. */
const FIELDS: Record<string, (plan: AskedPlan) => string> = {
	dataset: ({dataset}) => dataset,
	// A file that was moved or renamed is the same file.
	questions: ({questions}) => `${questions.count} with SHA-256 ${questions.sha256.slice(0, 12)}`,
	databases: ({databases}) => databases,
	evidence: ({evidence}) => (evidence ? 'told' : 'not told'),
	rule: ({rule}) => rule,
	'query-timeout': ({timeoutMs}) => `${timeoutMs / 1000} s`,
	votes: ({votes}) => String(votes),
	seed: ({seedBase}) => String(seedBase),
	model: ({model}) => model.name,
	'model-file': ({model}) => model.file ?? 'none',
	temperature: ({sampling}) => String(sampling.temperature),
	'top-p': ({sampling}) => String(sampling.topP),
	'max-tokens': ({sampling}) => String(sampling.maxTokens),
	'max-steps': ({maxSteps}) => String(maxSteps),
	limit: ({limit}) => (limit === null ? 'none' : String(limit)),
	shard: ({shard}) => (shard === null ? 'none' : `${shard.index}/${shard.of}`),
	SQLite: ({sqlite}) => sqlite,
};

/** What makes a part of a larger run. */
export const PART_FIELDS: readonly string[] = ['limit', 'shard'];

/** Something that is not the same in two plans: its name, and what it is in either. */
export type PlanDifference = {name: string; there: string; here: string};

/**
 * What a run that is there and one that is asked for do not have in common; addresses are none of it.
 *
 * @param except names of what may differ.
 */
export function planDifferences(
	there: RunPlan,
	here: AskedPlan,
	except: readonly string[] = [],
): PlanDifference[] {
	const asked = {...here, seedBase: here.seedBase ?? there.seedBase};
	const different = Object.entries(FIELDS)
		.map(([name, words]) => ({name, there: words(there), here: words(asked)}))
		.filter(({name, there, here}) => there !== here && !except.includes(name));
	// From one file the same are chosen: where they are not, it was read in another way.
	const isWhole = except.length > 0 || there.items.length === asked.items.length;
	return different.length === 0 && !(isWhole && hasSameItems(there.items, asked.items))
		? [{name: 'questions', there: `${there.items.length} of the file`, here: `${asked.items.length} others`}]
		: different;
}

/** Whether what both have of the questions is the same. */
function hasSameItems(there: readonly RunItem[], here: readonly RunItem[]): boolean {
	const items = new Map(there.map(item => [item.index, item]));
	return here.every(item => isDeepStrictEqual(items.get(item.index) ?? item, item));
}
