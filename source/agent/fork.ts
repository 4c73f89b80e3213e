/** Forks: a trajectory that goes another way from one of its turns. */
import type {ModelRef, Sampling} from '../model/model.js';
import type {Trajectory} from './trajectory.js';

export type ForkChange =
	/** The model replies anew. */
	| {kind: 'again'}
	| {kind: 'probe'; sql: string}
	| {kind: 'observation'; text: string}
	| {kind: 'summary'; text: string}
	| {kind: 'reply'; text: string};

export type ForkPlan = {
	/** An index into the parent's turns. */
	turn: number;
	change: ForkChange;
	sampling: Sampling;
	/** Null: the parent's. */
	evidence: string | null;
	/** How many continuations. */
	count: number;
};

/**
 * The forks before anything of them has run: continuation i has seed base + i where there is a seed. Throws a
 * UsageError for what cannot be: a turn that is not there, evidence where the prompt is not of this program.
 */
export function forks(
	parent: Trajectory,
	plan: ForkPlan,
	given: {model: ModelRef; newId: () => string},
): Trajectory[] {
	throw new Error(`${parent} ${plan} ${given}`);
}
