/** A vote that is as large as its samples disagree. */
import type {Trajectory} from '../agent/trajectory.js';
import {type Ballot, EMPTY_BALLOT} from './ballot.js';
import {type VoteEvent, type VoteOptions, vote} from './run-vote.js';
import {type Tally, tally} from './tally.js';

const SIZES = [4, 8, 16] as const;

/** From here on a majority is enough: who has differed once keeps a vote from being unanimous, however large. */
const MAJORITY_FROM = 8;

/** How many samples a vote goes on to, or null where it has said what there is to say. */
export function nextSize({k, confidence}: Pick<Tally, 'k' | 'confidence'>): number | null {
	const isClear = confidence === 'unanimous' || (confidence === 'majority' && k >= MAJORITY_FROM);
	return isClear ? null : (SIZES.find(size => size > k) ?? null);
}

/** As `vote`, with the samples that `nextSize` asks for; it ends where the model fails in all of them. */
export async function* adaptiveVote(
	start: Trajectory,
	options: Omit<VoteOptions, 'k'>,
): AsyncGenerator<VoteEvent, void, void> {
	let ballot = options.before ?? EMPTY_BALLOT;
	for (
		let k = nextSize(tally(ballot));
		k !== null;
		k = goesOn(ballot, options) ? nextSize(tally(ballot)) : null
	) {
		for await (const event of vote(start, {...options, k, before: ballot})) {
			if (event.kind === 'ended') {
				ballot = event.ballot;
			} else {
				yield event;
			}
		}
	}

	yield {kind: 'ended', ballot};
}

function goesOn({samples}: Ballot, {signal}: Pick<VoteOptions, 'signal'>): boolean {
	return !signal?.aborted && samples.some(({trajectory}) => trajectory.ending !== 'failed');
}
