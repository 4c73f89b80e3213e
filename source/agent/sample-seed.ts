/** The seed of a sample: base + index, and from 0 on again beyond the largest seed there is. */
export function sampleSeed(base: number, index: number): number {
	const left = Number.MAX_SAFE_INTEGER - base;
	return index <= left ? base + index : index - left - 1;
}
