/** What is said of a vote, in few words. */
import {counted} from '../../rows/outcome-words.js';
import type {Ballot} from '../../vote/ballot.js';
import type {Cluster, Tally} from '../../vote/tally.js';
import {looksUnseeded, UNSEEDED_WORDS} from '../../vote/unseeded.js';
import {savedWords, shareWords} from '../../vote/vote-words.js';
import {oneLine} from '../screens/frame.js';
import {type Board, letterOf, winnerOf} from './board.js';

/** How it stands while samples are to come. */
export function leadWords({clusters, margin}: Tally, seen: readonly string[], toCome: number): string {
	const [first, second] = clusters;
	const rest = `${toCome} to come`;
	if (!first) {
		return `no answer yet · ${rest}`;
	}

	return margin === 0 && second
		? `${letterOf(seen, first.key)} and ${letterOf(seen, second.key)} are level with ${rest}`
		: `${letterOf(seen, first.key)} leads by ${margin} with ${rest}`;
}

/** `unanimous: 8 of 8 agree`, `narrow: 3 against 3: look at both`: how far the samples agree. */
export function agreementWords(result: Tally, ballot: Ballot): string {
	const winner = winnerOf(result);
	if (!winner) {
		const words = [reasonsWords(ballot), ...(result.cancelled > 0 ? [`${result.cancelled} cancelled`] : [])];
		return `none: no sample has an answer: ${words.filter(word => word !== '').join(', ') || 'none had begun'}`;
	}

	const share = shareOf(winner, result);
	switch (result.confidence) {
		case 'unanimous':
			return `unanimous: ${share} agree`;
		case 'narrow':
			return `narrow: ${narrowWords(result, winner, share)}`;
		case 'majority':
			return `majority: ${share}`;
		default:
			return `one sample: ${share}`;
	}
}

/** `5 of 8`: of those that could vote, failed ones included. */
function shareOf({samples}: Cluster, {finished, failed}: Tally): string {
	return `${samples.length} of ${finished + failed}`;
}

function narrowWords({clusters}: Tally, {samples}: Cluster, share: string): string {
	const rivals = clusters.slice(1).filter(rival => samples.length - rival.samples.length <= 1);
	if (rivals.length === 0) {
		return `${share}, no more than half: look at it closely`;
	}

	const sizes = rivals.map(rival => rival.samples.length).join(' and ');
	return `${samples.length} against ${sizes}: look at ${rivals.length === 1 ? 'both' : 'all of them'}`;
}

/** Why samples failed where others did not; '' where none did. */
export function failedWords({winner, failed}: Tally, ballot: Ballot): string {
	return winner === null || failed === 0 ? '' : `failed: ${reasonsWords(ballot)}`;
}

/** Each reason once, with how often: `5 × no such column: nope, timed out`. */
function reasonsWords({samples}: Ballot): string {
	const counts = new Map<string, number>();
	for (const {state} of samples) {
		if (state.kind === 'failed') {
			const reason = oneLine(state.reason);
			counts.set(reason, (counts.get(reason) ?? 0) + 1);
		}
	}

	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.map(([reason, count]) => (count === 1 ? reason : `${count} × ${reason}`))
		.join(', ');
}

/** What else is to be known of a vote that has ended, a note each: how far to trust it first. */
export function voteNotes(
	{ballot, start, calibrations}: Pick<Board, 'ballot' | 'start' | 'calibrations'>,
	result: Tally,
): string[] {
	const {cancelled, winner} = result;
	const {probeCacheHits, stoppedEarly} = ballot;
	// Where all samples are one draw, what is known of votes says nothing of this one.
	const trust = looksUnseeded(ballot) ? UNSEEDED_WORDS : shareWords(start.model, ballot, calibrations);
	const stopped = winner !== null && cancelled > 0 && !stoppedEarly ? `${cancelled} cancelled` : null;
	const shared = probeCacheHits > 0 ? `${counted(probeCacheHits, 'result')} shared` : null;
	return [trust, stopped, savedWords(ballot), shared].filter(note => note !== null);
}

/** How an answer was chosen and by how many, for the transcript. */
export function choiceWords(
	board: Pick<Board, 'ballot' | 'seen' | 'start' | 'calibrations'>,
	result: Tally,
	chosen: Cluster | null,
): string {
	const {ballot, seen} = board;
	const isOther = chosen !== null && chosen.key !== winnerOf(result)?.key;
	return [
		`vote@${result.k} · ${agreementWords(result, ballot)}`,
		...(isOther ? [`taken by hand: ${letterOf(seen, chosen.key)}, ${shareOf(chosen, result)}`] : []),
		...voteNotes(board, result),
	].join(' · ');
}
