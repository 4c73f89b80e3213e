const UNITS: ReadonlyArray<[string, number]> = [
	['GB', 1e9],
	['MB', 1e6],
	['kB', 1e3],
];

/** A size in words, as people name files' and memory's: `29.9 MB`, `4.28 GB`. Powers of ten, three digits. */
export function byteSize(bytes: number): string {
	// What rounds to 1000 of a unit is 1 of the next.
	const [unit, size] = UNITS.find(([, size]) => bytes >= 0.9995 * size) ?? ['bytes', 1];
	return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}
