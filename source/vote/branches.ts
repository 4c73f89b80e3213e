/** Several trajectories carried on at once: the continuations of a fork. */
import {setMaxListeners} from 'node:events';
import {type SolveEvent, type Surroundings, solve} from '../agent/solve.js';
import type {Trajectory} from '../agent/trajectory.js';
import {merge} from './merge.js';
import {patientModel} from './patient-model.js';

/** `branch` is an index into the trajectories that were given. */
export type BranchEvent = {branch: number; event: SolveEvent};

/**
 * Carries each on to its end, and yields their steps as they come; each has an `ended` of its own. A model's failure
 * ends that branch alone, an abort all of them. No branch goes on before its last step was taken. All of them share the
 * review: whoever it asks is told which trajectory it is about.
 */
export async function* branches(
	starts: readonly Trajectory[],
	surroundings: Surroundings,
): AsyncGenerator<BranchEvent, void, void> {
	const stop = new AbortController();
	const signal = surroundings.signal ? AbortSignal.any([surroundings.signal, stop.signal]) : stop.signal;
	setMaxListeners(0, signal);
	const model = patientModel(surroundings.model);
	const solving = starts.map(start => solve(start, {...surroundings, model, signal}));
	for await (const {source, item} of merge(solving, () => stop.abort())) {
		yield {branch: source, event: item};
	}
}
