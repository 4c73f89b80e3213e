/** What a record does not tell: a chat that another program has written down has no times, and often no sampling. */
import type {Sampling} from '../model/model.js';
import type {Trajectory, Turn} from './trajectory.js';

/** The field of `extra` that names what is not told; the values that stand in `sampling` are then the usual ones. */
const NOT_TOLD = 'sampling_not_told';

const NAMES = {temperature: 'temperature', topP: 'top_p', maxTokens: 'max_tokens', seed: 'seed'} as const;

const FIELDS = Object.keys(NAMES) as Array<keyof Sampling>;

/** Whether it is known when the reply began and how long it took. Where it is not both say nothing. */
export function isTimeKnown({startedAt}: Pick<Turn, 'startedAt'>): boolean {
	return startedAt !== '';
}

/** What is known of how the replies were drawn: of a chat that tells nothing of it, nothing. */
export function knownSampling({sampling, extra}: Pick<Trajectory, 'sampling' | 'extra'>): Partial<Sampling> {
	const named = extra?.[NOT_TOLD];
	const unknown: readonly unknown[] = Array.isArray(named) ? named : [];
	return Object.fromEntries(
		FIELDS.filter(field => !unknown.includes(NAMES[field])).map(field => [field, sampling[field]]),
	);
}

/** What `extra` has to hold where only this much of the sampling is told. */
export function samplingNotTold(told: Partial<Sampling>): Record<string, unknown> {
	const unknown = FIELDS.filter(field => told[field] === undefined);
	return unknown.length === 0 ? {} : {[NOT_TOLD]: unknown.map(field => NAMES[field])};
}

/** The trajectory with a sampling that is known. */
export function withSampling(trajectory: Trajectory, sampling: Sampling): Trajectory {
	const {extra: {[NOT_TOLD]: _, ...extra} = {}, ...rest} = trajectory;
	return {...rest, sampling, ...(Object.keys(extra).length > 0 && {extra})};
}
