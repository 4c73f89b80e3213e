import path from 'node:path';
import {type StoredSettings, storeSettings} from '../config.js';
import type {ModelPlace} from '../model/model-place.js';
import {SETTINGS} from '../settings.js';
import {otherWays, type WayName} from './chosen-place.js';

/**
 * Writes a choice of model to the config, so that it is used next time, in place of one that is there; gives the
 * config's path. Throws a UsageError if the config cannot be written, or for an address with a user or a
 * password: then nothing is kept.
 */
export async function keepChoice(place: ModelPlace, environment: NodeJS.ProcessEnv): Promise<string> {
	return storeSettings(settingsFor(place), environment);
}

function settingsFor(place: ModelPlace): StoredSettings {
	switch (place.kind) {
		case 'server': {
			// The default is not written down: a later version may have another.
			const model = place.name === SETTINGS.model.default ? null : place.name;
			return {...onlyWay('base-url', place.baseUrl), model};
		}

		case 'file':
			return onlyWay('model-file', path.resolve(place.file));
		case 'embedded':
			return onlyWay('embedded', true);
	}
}

/** A way to a model as the config is to hold it: without those that contradict it. */
export function onlyWay<Way extends WayName>(way: Way, value: StoredSettings[Way]): StoredSettings {
	return {...Object.fromEntries(otherWays(way).map(name => [name, null])), [way]: value};
}
