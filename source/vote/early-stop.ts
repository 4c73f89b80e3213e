/** When the rest of a vote may be saved. */
import {countVotes, type VoteResult} from './vote-results.js';

/**
 * Whether neither the winner nor the confidence word can change any more, whatever the samples that go on do. Of a
 * vote without dissent, all answers so far in one cluster, each sample may be the first to differ: it is never
 * settled before its end.
 */
export function isSettled(results: readonly VoteResult[]): boolean {
	const {clusters, finished, failed} = countVotes(results);
	const open = results.flatMap(({kind}, index) => (kind === 'thinking' || kind === 'probing' ? [index] : []));
	const [winner, second] = clusters;
	if (open.length === 0) {
		return true;
	}

	if (!winner || !second) {
		return false;
	}

	const size = winner.samples.length;
	const overtakes = (rival: {size: number; first: number}) =>
		rival.size > size || (rival.size === size && rival.first < winner.samples[0]!);
	const rivals = clusters.slice(1).map(({samples}) => ({size: samples.length, first: samples[0]!}));
	// Each rival, and a cluster that is not there yet, with all that is open.
	if (
		[...rivals, {size: 0, first: Number.POSITIVE_INFINITY}].some(rival =>
			overtakes({size: rival.size + open.length, first: Math.min(rival.first, open[0]!)}),
		)
	) {
		return false;
	}

	const voters = finished + failed + open.length;
	const isNarrow = (winner: number, second: number) => winner - second <= 1 || 2 * winner <= voters;
	const best = isNarrow(size + open.length, second.samples.length);
	const worst = isNarrow(size, second.samples.length + open.length);
	return best === worst;
}
