/** Which items of two lists stand in the same order in both. */

/** Indices into the two lists. */
export type Pair = readonly [before: number, after: number];

/** Pairs of equal items beyond which not all of them are looked at. */
const MOST_PAIRS = 400_000;

/**
 * A longest common subsequence, as indices that grow in both: Hunt and Szymanski's way, n log n where few items are
 * equal. Where so many are that all pairs would take too long, the k-th of one kind only meets the k-th: what is found
 * is common and in order, but there may be a longer one.
 */
export function commonSubsequence(before: readonly string[], after: readonly string[]): Pair[] {
	const most = Math.min(before.length, after.length);
	let start = 0;
	while (start < most && before[start] === after[start]) {
		start++;
	}

	let end = 0;
	while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) {
		end++;
	}

	const common: Pair[] = Array.from({length: start}, (_, at) => [at, at]);
	common.push(...middle(before, after, start, end));
	for (let at = end; at > 0; at--) {
		common.push([before.length - at, after.length - at]);
	}

	return common;
}

/** What can be the end of a subsequence, and what it goes on from. */
type Link = {pair: Pair; from: Link | null};

/** Without the first `start` and the last `end` of both. */
function middle(before: readonly string[], after: readonly string[], start: number, end: number): Pair[] {
	const candidates = candidatesOf(before, after, start, end);
	// The end of the subsequences of each length that ends earliest in the second list.
	const ends: Link[] = [];
	for (let at = start; at < before.length - end; at++) {
		// Falling, so that no item of the first list is taken twice.
		const places = candidates(at);
		for (let next = places.length - 1; next >= 0; next--) {
			const place = places[next]!;
			const length = lengthBefore(ends, place);
			if (ends[length]?.pair[1] !== place) {
				ends[length] = {pair: [at, place], from: ends[length - 1] ?? null};
			}
		}
	}

	const pairs: Pair[] = [];
	for (let link = ends.at(-1) ?? null; link; link = link.from) {
		pairs.push(link.pair);
	}

	return pairs.reverse();
}

/** How many of the ends stand before a place. */
function lengthBefore(ends: readonly Link[], place: number): number {
	let low = 0;
	let high = ends.length;
	while (low < high) {
		const half = (low + high) >> 1;
		if (ends[half]!.pair[1] < place) {
			low = half + 1;
		} else {
			high = half;
		}
	}

	return low;
}

/** The places in the second list that an item of the first may be paired with, rising. */
function candidatesOf(
	before: readonly string[],
	after: readonly string[],
	start: number,
	end: number,
): (at: number) => readonly number[] {
	const places = placesOf(after, start, after.length - end);
	let pairs = 0;
	for (let at = start; at < before.length - end; at++) {
		pairs += places.get(before[at]!)?.length ?? 0;
	}

	if (pairs <= MOST_PAIRS) {
		return at => places.get(before[at]!) ?? [];
	}

	const met = new Map<string, number>();
	return at => {
		const item = before[at]!;
		const count = met.get(item) ?? 0;
		met.set(item, count + 1);
		const place = places.get(item)?.[count];
		return place === undefined ? [] : [place];
	};
}

/** The k-th of one kind with the k-th, wherever they stand; in the order of the first list. */
export function pairsByKey(before: readonly string[], after: readonly string[]): Pair[] {
	const places = placesOf(after, 0, after.length);
	const met = new Map<string, number>();
	return before.flatMap((item, at): Pair[] => {
		const count = met.get(item) ?? 0;
		met.set(item, count + 1);
		const place = places.get(item)?.[count];
		return place === undefined ? [] : [[at, place]];
	});
}

function placesOf(items: readonly string[], start: number, end: number): Map<string, number[]> {
	const places = new Map<string, number[]>();
	for (let at = start; at < end; at++) {
		const there = places.get(items[at]!);
		if (there) {
			there.push(at);
		} else {
			places.set(items[at]!, [at]);
		}
	}

	return places;
}
