/** Whom a run asks: one model, or several servers of one. */
import type {ChosenModel} from '../model/chosen-model.js';
import {parseSetting, type ResolvedSettings} from '../settings.js';
import {chosenPlace, serverPlace} from './chosen-place.js';
import type {Invocation} from './command.js';
import {modelAt} from './open-model.js';

export type RunModels = readonly [ChosenModel, ...ChosenModel[]];

/**
 * A model for each address that is named, else the one of the settings; nothing is asked yet. Throws a UsageError for an
 * address that is none, or one beside another way to a model.
 */
export function runModels({
	flags,
	settings,
	environment,
}: Pick<Invocation, 'flags' | 'settings' | 'environment'>): RunModels {
	const addresses = (flags['base-url'] as string[] | undefined) ?? [];
	const at = (named: ResolvedSettings) =>
		modelAt(chosenPlace(named) ?? serverPlace(named), named, environment);
	const named = addresses.map(url => at(withAddress(url, settings)));
	// An address may be written in more than one way.
	const [first, ...others] = named.filter(
		({ref}, place) => named.findIndex(other => other.ref.baseUrl === ref.baseUrl) === place,
	);
	return first ? [first, ...others] : [at(settings)];
}

/** The settings as if this were the only address that the command line names. */
function withAddress(given: string, {values, sources}: ResolvedSettings): ResolvedSettings {
	const name = '--base-url';
	return {
		values: {...values, 'base-url': parseSetting('base-url', given, name)},
		sources: {...sources, 'base-url': {kind: 'flag', name}},
	};
}
