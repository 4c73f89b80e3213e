/** A question of the archive, looked at in a session. */
import type {ArchivedQuestion} from '../../archive/archive.js';
import {openTrajectory} from '../screens/trajectory-view.js';
import type {Session, Step} from './state.js';
import {push, stay} from './steps.js';

export function openQuestion(session: Session, {trajectories, vote}: ArchivedQuestion): Step {
	const trajectory = trajectories[vote?.taken ?? trajectories.length - 1];
	return trajectory
		? push(session, {kind: 'trajectory', view: openTrajectory(trajectory)})
		: stay({...session, notice: 'There is no trajectory of this question.'});
}
