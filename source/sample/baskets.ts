import {apportion} from './apportion.js';
import type {Customer} from './customers.js';
import type {Purchases} from './purchases.js';
import {between, type Random, shuffled} from './random.js';
import type {TrackRow} from './rows.js';

/** A purchase before it has a date: who buys which tracks, and what they cost together in cents. */
export type Basket = {customer: Customer; tracks: TrackRow[]; cents: number};

const BASKETS = 400;

/** How many baskets a customer has; the top spender has TOP_BASKETS. */
const FEWEST_BASKETS = 5;
const USUAL_BASKETS = 6;
const MOST_BASKETS = 8;
const TOP_BASKETS = 10;

/** One customer in so many has the fewest baskets. */
const RARE_CUSTOMERS = 7;

/** By how much a customer's baskets exceed one track, in proportion; used again from the start if need be. */
const BASKET_WEIGHTS = [1, 3, 0, 8, 5, 1, 13];

/** One basket is larger than any other may be. */
const LARGEST_BASKET = 25;
const LARGE_BASKET = 16;

/** Divides what each customer buys into baskets. */
export function fillBaskets(random: Random, purchases: readonly Purchases[]): Basket[] {
	const ranked = [...purchases].sort((left, right) => right.tracks.length - left.tracks.length);
	const counts = countBaskets(random, ranked.length);
	return ranked.flatMap(({customer, tracks}, rank) => {
		const rest = shuffled(random, tracks);
		// The one who spends the most has the most baskets, the second the largest one.
		const sizes = basketSizes(random, rest.length, counts[rank]!, rank === 1);
		return sizes.map(size => {
			const part = rest.splice(0, size).sort((left, right) => left.TrackId - right.TrackId);
			const cents = part.reduce((sum, track) => sum + Math.round(track.UnitPrice * 100), 0);
			return {customer, tracks: part, cents};
		});
	});
}

/** How many baskets each customer has: the first one the most, the others about the usual number. */
function countBaskets(random: Random, customers: number): number[] {
	const counts = Array.from({length: customers}, (_, rank) => {
		if (rank === 0) return TOP_BASKETS;
		return rank % RARE_CUSTOMERS === 1 ? FEWEST_BASKETS : USUAL_BASKETS;
	});
	let missing = BASKETS - counts.reduce((left, right) => left + right, 0);
	while (missing > 0) {
		const rank = between(random, 1, customers - 1);
		if (counts[rank] === FEWEST_BASKETS || counts[rank]! >= MOST_BASKETS) continue;
		counts[rank]! += 1;
		missing -= 1;
	}
	return counts;
}

/** Sizes that add up to the number of tracks, small and large ones in any order. */
function basketSizes(random: Random, tracks: number, count: number, hasLargest: boolean): number[] {
	if (hasLargest) return [LARGEST_BASKET, ...basketSizes(random, tracks - LARGEST_BASKET, count - 1, false)];
	const weights = Array.from({length: count}, (_, index) => BASKET_WEIGHTS[index % BASKET_WEIGHTS.length]!);
	const sizes = apportion(tracks, shuffled(random, weights), 1);
	for (const [index, size] of sizes.entries()) {
		if (size <= LARGE_BASKET) continue;
		sizes[index] = LARGE_BASKET;
		sizes[sizes.indexOf(Math.min(...sizes))]! += size - LARGE_BASKET;
	}
	return sizes;
}
