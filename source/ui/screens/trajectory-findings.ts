/** What is known of a trajectory beside its record. */
import type {Rerun} from '../../agent/rerun.js';
import type {Judgement} from '../../evaluation/judge.js';
import type {Recorded} from '../debugger/verdicts.js';

export type Findings = {
	/** By the index of the turn. */
	reruns: ReadonlyMap<number, Rerun>;
	judgement: Judgement | null;
	/** The verdict that its run has recorded. */
	recorded: Recorded | null;
	/** Whether that stands, and the judgement only shows how the rows differ. */
	stands: boolean;
};

export const NO_FINDINGS: Findings = {reruns: new Map(), judgement: null, recorded: null, stands: false};
