/** What answers took: turns, probes and tokens, and the time that was measured. */
import type {SampleVerdict} from '../run/run.js';
import type {Outcome} from './outcomes.js';

/** Of numbers; the 95th percentile is the smallest that 95 % of them do not exceed. All is 0 where there are none. */
export type Distribution = {n: number; mean: number; median: number; p95: number; total: number};

export type Effort = {
	/** Of one sample; tokens are missing where the server does not tell. */
	sample: Record<EffortKind, Distribution>;
	/** Of all samples of a question together. */
	question: Record<EffortKind, Distribution>;
	/** How many samples took so many turns. */
	turns: Array<{turns: number; samples: number}>;
};

export type EffortKind = 'turns' | 'probes' | 'promptTokens' | 'completionTokens';

const KINDS: readonly EffortKind[] = ['turns', 'probes', 'promptTokens', 'completionTokens'];

export function effortOf(outcomes: readonly Outcome[]): Effort {
	const {perSample, perQuestion} = both(outcomes);
	const counts = new Map<number, number>();
	for (const turns of perSample(({turns}) => turns)) {
		counts.set(turns, (counts.get(turns) ?? 0) + 1);
	}

	return {
		sample: ofKinds(kind => distribution(perSample(sample => sample[kind]))),
		question: ofKinds(kind => distribution(perQuestion(sample => sample[kind]))),
		turns: [...counts].map(([turns, samples]) => ({turns, samples})).sort((a, b) => a.turns - b.turns),
	};
}

/** In seconds: no two runs have the same. */
export type Measured = {
	/** Of all replies of a sample, and of all samples of a question. */
	replies: {sample: Distribution; question: Distribution};
	/** Of all queries. */
	queries: {sample: Distribution; question: Distribution};
};

export function measuredOf(outcomes: readonly Outcome[]): Measured {
	const {perSample, perQuestion} = both(outcomes);
	const of = (seconds: (sample: SampleVerdict) => number) => ({
		sample: distribution(perSample(seconds)),
		question: distribution(perQuestion(seconds)),
	});
	return {replies: of(({replyMs}) => replyMs / 1000), queries: of(({queryMs}) => queryMs / 1000)};
}

type Value = (sample: SampleVerdict) => number | null;

function both(outcomes: readonly Outcome[]) {
	const asked = outcomes.map(({samples}) => samples).filter(samples => samples.length > 0);
	return {
		perSample: (value: Value) => known(asked.flat().map(value)),
		// A sum with a part missing is no sum.
		perQuestion: (value: Value) =>
			known(
				asked.map(samples =>
					samples.reduce<number | null>((sum, sample) => {
						const part = value(sample);
						return sum === null || part === null ? null : sum + part;
					}, 0),
				),
			),
	};
}

function known(values: ReadonlyArray<number | null>): number[] {
	return values.filter(value => value !== null);
}

function ofKinds(make: (kind: EffortKind) => Distribution): Record<EffortKind, Distribution> {
	return Object.fromEntries(KINDS.map(kind => [kind, make(kind)])) as Record<EffortKind, Distribution>;
}

export function distribution(values: readonly number[]): Distribution {
	const sorted = Float64Array.from(values).sort();
	const n = sorted.length;
	const total = sorted.reduce((sum, value) => sum + value, 0);
	return n === 0
		? {n, mean: 0, median: 0, p95: 0, total}
		: {
				n,
				mean: total / n,
				median: (sorted[Math.floor((n - 1) / 2)]! + sorted[Math.floor(n / 2)]!) / 2,
				p95: sorted[Math.ceil(0.95 * n) - 1]!,
				total,
			};
}
