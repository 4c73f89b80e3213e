/** Who decides about a probe before it runs. */
import type {Trajectory, Verdict} from './trajectory.js';

export type ReviewRequest = {trajectory: Trajectory; turn: number; sql: string};

/** A verdict names the turn it is for: one for another turn is ignored. */
export type Judgement = {turn: number; verdict: Verdict};

/** Asked once for each probe, and again after a judgement that was for another turn. */
export type Review = (request: ReviewRequest, signal?: AbortSignal) => Judgement | Promise<Judgement>;

/** The policy of a run without a person: the reader refuses what must not run. */
export const approveAll: Review = ({turn}) => ({turn, verdict: {kind: 'approved', by: 'policy'}});
