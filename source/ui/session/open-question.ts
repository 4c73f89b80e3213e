/** A question of the archive, looked at in a session. */
import type {ArchivedQuestion} from '../../archive/archive.js';
import {debugOn} from './debugging.js';
import type {Session, Step} from './state.js';
import {stay} from './steps.js';

/** All its trajectories, at the one that counts. */
export function openQuestion(session: Session, {question, trajectories, vote}: ArchivedQuestion): Step {
	return trajectories.length > 0
		? debugOn(session, question, trajectories, vote?.taken ?? trajectories.length - 1)
		: stay({...session, notice: 'There is no trajectory of this question.'});
}
