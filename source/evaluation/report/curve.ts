/** What more samples bring: votes and the chance of any right one by their number, and where votes stop to gain. */
import {type Difference, type Figure, meanOf, pairedDifference} from './figures.js';
import type {Outcome} from './outcomes.js';
import {MOST_SUBSETS, passShare, subsetCount, voteShare, voteSizes} from './subset-votes.js';

export type CurvePoint = {
	/** Samples that are asked. */
	m: number;
	/** Subsets of that size that were looked at, of each question. */
	subsets: number;
	/** Whether these are all. */
	isExact: boolean;
	vote: Figure;
	/** Any sample is right: the most that a choice among them could reach. */
	pass: Figure;
};

export type Curve = {points: CurvePoint[]; saturation: Saturation | null};

/** Null in `from`: the largest vote still gains. Steps are to the largest vote from each smaller one. */
export type Saturation = {from: number | null; steps: Array<{from: number; to: number} & Difference>};

export function curveOf(outcomes: readonly Outcome[], k: number): Curve {
	const votes = voteSizes(k).map(m => ({m, values: outcomes.map(outcome => voteShare(outcome, m))}));
	const points = votes.map(({m, values}) => {
		const count = subsetCount(k, m);
		return {
			m,
			subsets: Math.min(MOST_SUBSETS, count),
			isExact: count <= MOST_SUBSETS,
			vote: meanOf(values, k),
			pass: meanOf(
				outcomes.map(({samples, right}) => passShare(samples.length, right, m)),
				k,
			),
		};
	});
	return {points, saturation: saturationOf(votes)};
}

/**
 * The smallest vote that no larger one beats by more than one standard error of their difference, question by question;
 * null of one size. The largest one is beaten by nothing that is known, so it is no place where votes saturate.
 */
function saturationOf(votes: ReadonlyArray<{m: number; values: readonly number[]}>): Saturation | null {
	const largest = votes.at(-1)!;
	if (votes.length < 2 || largest.values.length === 0) {
		return null;
	}

	const isBeaten = (values: readonly number[], others: ReadonlyArray<{values: readonly number[]}>) =>
		others.some(other => {
			const {mean, standardError} = pairedDifference(values, other.values);
			return mean > standardError;
		});
	const smaller = votes.slice(0, -1);
	const found = smaller.find(({values}, at) => !isBeaten(values, votes.slice(at + 1)));
	return {
		from: found?.m ?? null,
		steps: smaller.map(({m, values}) => ({
			from: m,
			to: largest.m,
			...pairedDifference(values, largest.values),
		})),
	};
}
