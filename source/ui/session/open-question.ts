/** A question of the archive, looked at in a session. */
import type {Trajectory} from '../../agent/trajectory.js';
import type {ArchivedQuestion} from '../../archive/archive.js';
import {debugOn} from './debugging.js';
import type {Session, Step} from './state.js';
import {stay} from './steps.js';

/**
 * All its trajectories, at the one that counts.
 *
 * @param before what they were forked from, where that is of another question.
 */
export function openQuestion(
	session: Session,
	{question, trajectories, vote}: ArchivedQuestion,
	before: readonly Trajectory[],
): Step {
	const at = before.length + (vote?.taken ?? trajectories.length - 1);
	return trajectories.length > 0
		? debugOn(session, question, [...before, ...trajectories], at)
		: stay({...session, notice: 'There is no trajectory of this question.'});
}
