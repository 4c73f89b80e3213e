/** A source of numbers from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** A seeded source of numbers (mulberry32): the same seed always gives the same sequence. */
export function mulberry32(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** A whole number from low to high, both included. */
export function between(random: Random, low: number, high: number): number {
	return low + Math.floor(random() * (high - low + 1));
}

/** Whether something that happens with this share of the time happens now. */
export function chance(random: Random, share: number): boolean {
	return random() < share;
}

/** One item of a list that is not empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
	return items[Math.floor(random() * items.length)]!;
}

/** A copy of the list in another order. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
	const copy = [...items];
	for (let index = copy.length - 1; index > 0; index--) {
		const other = between(random, 0, index);
		[copy[index], copy[other]] = [copy[other]!, copy[index]!];
	}
	return copy;
}

/**
 * A positive number around the median with a long upper tail, close to a lognormal one. Only sums and
 * products are used, because Math.exp and Math.log may differ in the last bit between machines.
 */
export function skewed(random: Random, median: number, spread: number): number {
	let bell = -6;
	for (let count = 0; count < 12; count++) bell += random();
	let factor = 1 + (spread * bell) / 64;
	for (let doubling = 0; doubling < 6; doubling++) factor *= factor;
	return median * factor;
}

const TRIES = 2000;

/** Makes texts until one is new to the set (whatever its case), and adds it there. */
export function fresh(taken: Set<string>, make: () => string): string {
	for (let tries = 0; tries < TRIES; tries++) {
		const text = make();
		const key = text.toLowerCase();
		if (taken.has(key)) continue;
		taken.add(key);
		return text;
	}
	throw new Error('The word lists are too short for that many different names');
}
