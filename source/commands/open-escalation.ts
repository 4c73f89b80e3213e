import type {ChosenModel} from '../model/chosen-model.js';
import type {ResolvedSettings} from '../settings.js';
import type {Invocation} from './command.js';
import {modelAt} from './open-model.js';
import {namedProfile, profilePlace, profileSettings} from './profiles.js';

/** The model that is asked where a vote does not decide. */
export type Escalation = {
	profile: string;
	model: ChosenModel;
	/** As the profile has them. */
	settings: ResolvedSettings;
};

/** Nothing is asked or started yet. Throws a UsageError where there is no such profile, or it is wrong. */
export async function openEscalation(
	name: string,
	{settings, environment}: Pick<Invocation, 'settings' | 'environment'>,
): Promise<Escalation> {
	const profile = await namedProfile('escalate', name, environment);
	const own = profileSettings(profile, settings);
	return {profile: name, model: modelAt(profilePlace(profile, settings), own, environment), settings: own};
}
