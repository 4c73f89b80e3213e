/**
 * The rules of a vote over results alone: what clusters, which wins, how far to trust it. Samples vote by them as
 * they run, and so do predictions that stand in files.
 */

/** What a candidate votes with: the key of its rows. One that failed or was cancelled, or goes on, has no vote. */
export type VoteResult =
	| {kind: 'finished'; key: string}
	| {kind: 'failed' | 'cancelled' | 'thinking' | 'probing'};

export type KeyCluster = {
	key: string;
	/** Indices of its candidates, ascending. */
	samples: number[];
};

export type Confidence = 'unanimous' | 'majority' | 'narrow' | 'none';

export type VoteCount<Cluster = KeyCluster> = {
	/** finished + failed + cancelled, and those that go on. */
	k: number;
	finished: number;
	failed: number;
	cancelled: number;
	/** The largest first; of equal ones the one with the lowest sample. */
	clusters: Cluster[];
	/** Index into `clusters`: 0, or null where no sample has finished. */
	winner: 0 | null;
	/** winner / (finished + failed); 0 without one. */
	agreement: number;
	/** winner − second, 0 without a winner. */
	margin: number;
	/** Null for a vote of one. While samples go on: what it would be if they were cancelled now. */
	confidence: Confidence | null;
};

/** Counts a vote; the order of the candidates decides ties, and nothing else does. */
export function countVotes(results: readonly VoteResult[]): VoteCount {
	const clusters = cluster(results);
	const count = (wanted: VoteResult['kind']) => results.filter(({kind}) => kind === wanted).length;
	const [finished, failed] = [count('finished'), count('failed')];
	const [first = 0, second = 0] = clusters.map(({samples}) => samples.length);
	const margin = first - second;
	return {
		k: results.length,
		finished,
		failed,
		cancelled: count('cancelled'),
		clusters,
		winner: first === 0 ? null : 0,
		agreement: first === 0 ? 0 : first / (finished + failed),
		margin,
		confidence:
			results.length === 1 ? null : confidenceOf(first, margin, {finished, failed, k: results.length}),
	};
}

/** Equal keys together, in the order of `VoteCount.clusters`. */
function cluster(results: readonly VoteResult[]): KeyCluster[] {
	const samplesOf = new Map<string, number[]>();
	for (const [index, result] of results.entries()) {
		if (result.kind === 'finished') {
			const samples = samplesOf.get(result.key) ?? [];
			samples.push(index);
			samplesOf.set(result.key, samples);
		}
	}

	// A Map keeps the order in which keys came, and sorting keeps the order of equals.
	return [...samplesOf]
		.map(([key, samples]) => ({key, samples}))
		.sort((a, b) => b.samples.length - a.samples.length);
}

function confidenceOf(
	winner: number,
	margin: number,
	{finished, failed, k}: {finished: number; failed: number; k: number},
): Confidence {
	if (winner === 0) {
		return 'none';
	}

	if (winner === k) {
		return 'unanimous';
	}

	return margin <= 1 || 2 * winner <= finished + failed ? 'narrow' : 'majority';
}
