/**
 * Splits a whole number into whole parts in proportion to the weights (largest remainders), each part at
 * least the minimum. The parts add up to the total exactly, and none is more than one from its share of what
 * the minimum leaves, whatever the weights.
 */
export function apportion(total: number, weights: readonly number[], minimum = 0): number[] {
	const spare = total - minimum * weights.length;
	const sum = weights.reduce((left, right) => left + right, 0);
	const shares = weights.map(weight => (spare * weight) / sum);
	const parts = shares.map(share => Math.floor(share));
	const missing = spare - parts.reduce((left, right) => left + right, 0);
	const byRemainder = shares
		.map((share, index) => ({index, remainder: share - Math.floor(share)}))
		.sort((left, right) => right.remainder - left.remainder || left.index - right.index);
	for (const {index} of byRemainder.slice(0, missing)) parts[index]! += 1;
	return parts.map(part => part + minimum);
}
