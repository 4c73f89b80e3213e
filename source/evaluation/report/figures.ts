/** Means over questions, and how far they and their differences can be trusted. */
import {wilsonInterval} from '../statistics.js';
import {seeded} from './seeded.js';

/** A share from 0 to 1, with the bounds of its interval of 95 %. */
export type Figure = {share: number; interval: [lower: number, upper: number]};

/**
 * The mean of one share a question. The interval is Wilson's with the number of right-or-wrong questions that would be
 * as certain: p(1 − p) over the variance of the mean. Where each question is right or wrong that is their number, so a
 * vote has the interval that a score has; where shares differ less it is more, but never more than all samples.
 *
 * @param draws samples of a question.
 */
export function meanOf(values: readonly number[], draws: number): Figure {
	const n = values.length;
	if (n === 0) {
		return {share: 0, interval: wilsonInterval(0, 0)};
	}

	const share = mean(values);
	const variance = mean(values.map(value => (value - share) ** 2)) / n;
	const most = n * Math.max(1, draws);
	const asCertain = variance === 0 ? (isWhole(share) ? n : most) : (share * (1 - share)) / variance;
	const count = Math.min(most, asCertain);
	return {share, interval: wilsonInterval(share * count, count)};
}

function isWhole(share: number): boolean {
	return share === 0 || share === 1;
}

/** Of what is right or wrong: how many are right. */
export type Counted = Figure & {n: number; right: number};

export function countedRight(right: number, n: number): Counted {
	return {n, right, share: n === 0 ? 0 : right / n, interval: wilsonInterval(right, n)};
}

/** The second's values less the first's, by question. */
export type Difference = {
	/** From −1 to 1. */
	mean: number;
	standardError: number;
	/** The normal interval of 95 % of the mean, no wider than differences can be. */
	interval: [lower: number, upper: number];
};

/** @param first one value for each question; `second`: for the same questions. */
export function pairedDifference(first: readonly number[], second: readonly number[]): Difference {
	const differences = first.map((value, at) => second[at]! - value);
	const n = differences.length;
	const middle = n === 0 ? 0 : mean(differences);
	const squares = differences.reduce((sum, value) => sum + (value - middle) ** 2, 0);
	const standardError = n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n);
	const spread = 1.959963984540054 * standardError;
	return {
		mean: middle,
		standardError,
		interval: [Math.max(-1, middle - spread), Math.min(1, middle + spread)],
	};
}

/** Signs that are drawn for a test. */
const FLIPS = 10_000;

/**
 * A permutation test of paired values, two-sided: how likely a difference at least so large is, were it a toss of a
 * coin for each question which of the two values is whose. 10,000 tosses by a fixed seed, so p is at least 0.0001.
 */
export function permutationTest(first: readonly number[], second: readonly number[]): number {
	// Questions without a difference have none whichever way the coin falls.
	const differences = first.map((value, at) => second[at]! - value).filter(value => value !== 0);
	const found = Math.abs(differences.reduce((sum, value) => sum + value, 0));
	const random = seeded(differences.length);
	let asLarge = 0;
	for (let flip = 0; flip < FLIPS; flip++) {
		let sum = 0;
		for (const value of differences) {
			sum += random() < 0.5 ? value : -value;
		}

		// Sums of the same numbers in another order differ in their last digits.
		if (Math.abs(sum) >= found - 1e-9) {
			asLarge++;
		}
	}

	return (asLarge + 1) / (FLIPS + 1);
}

export function mean(values: readonly number[]): number {
	return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
