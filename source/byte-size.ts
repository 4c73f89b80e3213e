/** A size in words, as people name files' and memory's: `29.9 MB`, `4.28 GB`. Powers of ten. */
export function byteSize(bytes: number): string {
	const [unit, size] =
		bytes >= 1e9 ? ['GB', bytes / 1e9] : bytes >= 1e6 ? ['MB', bytes / 1e6] : ['kB', bytes / 1e3];
	return `${size.toPrecision(3).replace(/\.?0+$/, '')} ${unit}`;
}
