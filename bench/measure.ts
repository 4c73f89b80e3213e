/** Timing, the same for every bench: rounds in turn, so that both sides see the same machine. */

/** Milliseconds of one run of each of the given, by rounds in turn; the first round is thrown away. */
export async function alternate<Name extends string>(
	rounds: number,
	runs: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number[]>> {
	const names = Object.keys(runs) as Name[];
	const times = Object.fromEntries(names.map(name => [name, []])) as unknown as Record<Name, number[]>;
	for (let round = 0; round <= rounds; round++) {
		for (const name of names) {
			const start = performance.now();
			await runs[name]();
			if (round > 0) {
				times[name].push(performance.now() - start);
			}
		}
	}

	return times;
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export type Line = {
	what: string;
	/** What was measured, and its baseline beside it, in milliseconds. */
	ms: number;
	baseline: string;
	baselineMs: number;
	/** The aim as it is printed beside the ratio. */
	aim: string;
};

export function printLine({what, ms, baseline, baselineMs, aim}: Line): void {
	const ratio = `${(ms / baselineMs).toFixed(2)} ×`;
	console.log(
		`${what.padEnd(34)} ${format(ms).padStart(10)}   ${baseline.padEnd(26)} ${format(baselineMs).padStart(10)}   ${ratio.padStart(8)}   ${aim}`,
	);
}

export function format(ms: number): string {
	return `${ms < 10 ? ms.toFixed(2) : Math.round(ms)} ms`;
}
