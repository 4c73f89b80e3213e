import type {Ballot} from './ballot.js';

/** Fewer samples than these may be alike by chance. */
const FEWEST = 4;

/** What is said of a vote that `looksUnseeded`. */
export const UNSEEDED_WORDS =
	'the server seems to ignore seeds: all samples are alike, and their agreement says nothing';

/** Whether the samples of a vote are no draws of their own: the same first reply, byte for byte, where chance had a say. */
export function looksUnseeded({samples}: Ballot): boolean {
	const drawn = samples.filter(({trajectory}) => trajectory.sampling.temperature > 0);
	const replies = drawn.flatMap(({trajectory}) => trajectory.turns.slice(0, 1).map(({reply}) => reply));
	return replies.length >= FEWEST && new Set(replies).size === 1;
}
