import type {Trajectory} from '../agent/trajectory.js';
import type {Ballot} from './ballot.js';
import {tally} from './tally.js';

/** What a vote of one sample or more chose: the winner's first sample; without a winner the first sample as it is. */
export function chosenTrajectory(ballot: Ballot): Trajectory {
	const {clusters, winner} = tally(ballot);
	const index = winner === null ? 0 : clusters[winner]!.samples[0]!;
	const {trajectory} = ballot.samples[index]!;
	return winner === null || !trajectory.answer
		? trajectory
		: {...trajectory, answer: {...trajectory.answer, by: 'vote'}};
}
