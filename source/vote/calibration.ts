/** How often votes of a model were right, by how far their samples agreed. */
import type {Confidence} from './vote-results.js';

/** Of `n` votes so many were right. */
export type Tallied = {n: number; right: number};

export type Calibration = {
	/** The model's name. */
	model: string;
	dataset: string;
	/** What counted as right. */
	rule: string;
	/** Samples of each vote; votes of another number are others. */
	k: number;
	/** Votes that were counted. */
	n: number;
	/** By the number of samples that the winner has; 0: there was none. */
	agreeing: Array<Tallied & {size: number}>;
	confidence: Array<Tallied & {word: Confidence}>;
	/** The day on which it was measured, as `2026-01-31`. */
	date: string;
};

/** The one that was measured of votes like this, or null. */
export function calibrationOf(
	calibrations: readonly Calibration[],
	model: {name: string},
	k: number,
): Calibration | null {
	return calibrations.find(calibration => calibration.model === model.name && calibration.k === k) ?? null;
}
