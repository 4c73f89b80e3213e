/** What was found out about a trajectory after it was recorded. */
import type {Rerun} from '../../agent/rerun.js';
import type {Judgement} from '../../evaluation/judge.js';

export type Findings = {
	/** By the index of the turn. */
	reruns: ReadonlyMap<number, Rerun>;
	judgement: Judgement | null;
};

export const NO_FINDINGS: Findings = {reruns: new Map(), judgement: null};
