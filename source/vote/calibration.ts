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

const FORMAT = 'sqrl-calibrations/1';

/** As they stand in a file. */
export function calibrationsToJson(calibrations: readonly Calibration[]): object {
	return {format: FORMAT, calibrations};
}

/** Throws an Error that says where they are none. */
export function calibrationsFromJson(value: unknown): Calibration[] {
	const {format, calibrations} = fieldsOf(value);
	if (format !== FORMAT || !Array.isArray(calibrations)) {
		throw new Error(`it is not of the format ${FORMAT}`);
	}

	return calibrations.map((given, at) => {
		if (!isCalibration(given)) {
			throw new Error(`its calibration ${at + 1} is none`);
		}

		return given;
	});
}

function isCalibration(value: unknown): value is Calibration {
	const {model, dataset, rule, k, n, agreeing, confidence, date} = fieldsOf(value);
	return (
		[model, dataset, rule, date].every(text => typeof text === 'string' && text !== '') &&
		isCount(k) &&
		isCount(n) &&
		isTallies(agreeing, ({size}) => isCount(size)) &&
		isTallies(confidence, ({word}) => typeof word === 'string')
	);
}

function isTallies(value: unknown, isNamed: (fields: Record<string, unknown>) => boolean): boolean {
	return (
		Array.isArray(value) &&
		value.map(fieldsOf).every(fields => {
			const {n, right} = fields;
			return isNamed(fields) && isCount(n) && isCount(right) && right <= n;
		})
	);
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
