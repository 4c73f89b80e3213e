/** The models that a fork can be continued with: the one of the settings, and those of the profiles. */
import {readConfig} from '../config.js';
import {UsageError} from '../errors.js';
import type {ModelPlace} from '../model/model-place.js';
import type {ResolvedSettings} from '../settings.js';
import type {ForkModels} from '../ui/debugger/desk.js';
import {holdModel} from '../ui/session/held-model.js';
import {chosenPlace, serverPlace} from './chosen-place.js';
import {modelAt} from './open-model.js';
import {sessionProfiles} from './profiles.js';

/** Throws a UsageError for a bad address, key or profile. Nothing is asked yet. */
export async function forkModels(
	settings: ResolvedSettings,
	environment: NodeJS.ProcessEnv,
): Promise<ForkModels & {close(): Promise<void>}> {
	const usual = chosenPlace(settings) ?? serverPlace(settings);
	const first = modelAt(usual, settings, environment);
	const profiles = sessionProfiles(settings, await readConfig(environment));
	const places = new Map<string, ModelPlace>([
		[first.ref.name, usual],
		...profiles.map(({name, place}) => [`profile ${name}`, place] as const),
	]);
	const held = holdModel(
		{place: usual, model: first},
		place => modelAt(place, settings, environment),
		() => {},
	);
	return {
		names: [...places.keys()],
		async named(name) {
			const place = places.get(name);
			if (!place) {
				throw new UsageError(`there is no model "${name}"`, `There are: ${[...places.keys()].join(', ')}`);
			}

			const {current} = held;
			const model = current?.place === place ? current.model : held.take(place);
			await held.vacated;
			return model;
		},
		close: () => held.close(),
	};
}
