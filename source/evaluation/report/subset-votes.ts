/** What a question is worth when only m of its samples are asked: the mean over such subsets. */

import {isRight} from '../run/sample-votes.js';
import type {Outcome} from './outcomes.js';
import {seeded} from './seeded.js';

/** As many subsets are looked at one by one, and as many are drawn where there are more. */
export const MOST_SUBSETS = 1000;

const SIZES = [1, 2, 4, 8, 16, 32];

/** The sizes of votes that are told of a run with k samples: powers of two, and k itself. */
export function voteSizes(k: number): number[] {
	return [...new Set([...SIZES.filter(size => size <= k), k])];
}

/** How many ways there are to take m of n. */
export function subsetCount(n: number, m: number): number {
	let count = 1;
	for (let at = 1; at <= m; at++) {
		count = (count * (n - m + at)) / at;
	}

	return Math.round(count);
}

/**
 * The share of subsets of m samples whose vote is right. In a subset the rules of a vote count: the largest cluster
 * wins, of equal ones that with the lowest sample, whose verdict is the vote's; without any result it is wrong. All
 * subsets, or 1,000 that are drawn with a seed of the question's index and m: those of a question are the same in every
 * run of that many samples, whatever else is asked.
 */
export function voteShare({samples, item}: Outcome, m: number): number {
	const n = samples.length;
	if (n < m || !samples.some(isRight)) {
		return 0;
	}

	if (samples.every(sample => isRight(sample) && sample.key !== null)) {
		return 1;
	}

	const voter = subsetVoter(samples);
	let [subsets, right] = [0, 0];
	for (const subset of subsetCount(n, m) <= MOST_SUBSETS ? allSubsets(n, m) : drawn(n, m, item.index)) {
		subsets++;
		right += Number(voter(subset));
	}

	return right / subsets;
}

/** Says of a subset, indices in any order, whether its vote is right. */
function subsetVoter(samples: Outcome['samples']): (subset: Uint8Array) => boolean {
	const numbers = new Map<string | null, number>();
	const clusters = Uint8Array.from(samples, ({key}) => {
		const number = numbers.get(key) ?? numbers.size;
		numbers.set(key, number);
		return number;
	});
	const none = numbers.get(null);
	const right = samples.map(isRight);
	const sizes = new Uint8Array(numbers.size);
	const firsts = new Uint8Array(numbers.size);
	return subset => {
		sizes.fill(0);
		firsts.fill(samples.length);
		for (const sample of subset) {
			const cluster = clusters[sample]!;
			sizes[cluster]!++;
			firsts[cluster] = Math.min(firsts[cluster]!, sample);
		}

		let [most, winner] = [0, samples.length];
		for (let cluster = 0; cluster < sizes.length; cluster++) {
			const [size, first] = [sizes[cluster]!, firsts[cluster]!];
			if (cluster !== none && (size > most || (size === most && first < winner))) {
				[most, winner] = [size, first];
			}
		}

		return most > 0 && right[winner]!;
	};
}

/** In the order of a dictionary. What is given is changed for the next one, here and in `drawn`. */
function* allSubsets(n: number, m: number): Generator<Uint8Array> {
	const subset = Uint8Array.from({length: m}, (_, at) => at);
	for (;;) {
		yield subset;
		let at = m - 1;
		while (at >= 0 && subset[at] === n - m + at) {
			at--;
		}

		if (at < 0) {
			return;
		}

		subset[at]!++;
		for (let next = at + 1; next < m; next++) {
			subset[next] = subset[next - 1]! + 1;
		}
	}
}

/** Each as likely as any other, in any order; one may come twice. */
function* drawn(n: number, m: number, index: number): Generator<Uint8Array> {
	const random = seeded(index * 64 + m);
	const order = Uint8Array.from({length: n}, (_, at) => at);
	const subset = order.subarray(0, m);
	for (let draw = 0; draw < MOST_SUBSETS; draw++) {
		for (let at = 0; at < m; at++) {
			const other = at + Math.floor(random() * (n - at));
			[order[at], order[other]] = [order[other]!, order[at]!];
		}

		yield subset;
	}
}

/** How likely one of m samples is right, by those that there are: 1 − C(n−c, m) / C(n, m), which is unbiased. */
export function passShare(n: number, right: number, m: number): number {
	if (n < m || right === 0) {
		return 0;
	}

	let none = 1;
	for (let at = 0; at < m; at++) {
		none *= Math.max(0, n - right - at) / (n - at);
	}

	return 1 - none;
}
