/** Which model is used, by the settings. */
import {UsageError} from '../errors.js';
import type {ModelPlace} from '../model/model-place.js';
import type {ResolvedSettings, SettingName, Source} from '../settings.js';

/** The settings that each name another way to a model. */
export type WayName = 'embedded' | 'model-file' | 'base-url';

const WAYS: readonly WayName[] = ['embedded', 'model-file', 'base-url'];

/** The more explicit first. */
const LEVELS: ReadonlyArray<Source['kind']> = ['flag', 'profile', 'environment', 'config'];

/** Whether a setting names a way to a model. `model` names one only where it stands alone. */
export function isWay(name: SettingName): name is WayName {
	return (WAYS as readonly SettingName[]).includes(name);
}

/** The settings that contradict this one. */
export function otherWays(way: WayName): WayName[] {
	return WAYS.filter(name => name !== way);
}

/**
 * Where the model is that a person has named, or null where none is named. What is named more explicitly counts:
 * by a flag, then by a profile, by the environment, then in the config. Throws a UsageError where two ways are named at the
 * same level.
 */
export function chosenPlace(settings: ResolvedSettings): ModelPlace | null {
	const {values, sources} = settings;
	// `embedded: false` is set and names nothing.
	const named = [...WAYS, 'model' as const].filter(
		name => sources[name].kind !== 'default' && values[name] !== false,
	);
	const level = LEVELS.find(level => named.some(name => sources[name].kind === level));
	const here = named.filter(name => sources[name].kind === level);
	// A name that is kept for the time when a server is asked is no contradiction; a flag is meant for now.
	const counting = here.filter(name => name !== 'model' || here.length === 1 || level === 'flag');
	const [first] = counting;
	if (first === undefined) {
		return null;
	}

	const rival = counting.find(name => wayOf(name) !== wayOf(first));
	if (rival !== undefined) {
		throw contradiction(first, rival, sources);
	}

	switch (wayOf(first)) {
		case 'embedded':
			return {kind: 'embedded'};
		case 'model-file':
			return {kind: 'file', file: values['model-file']!};
		case 'base-url':
			return serverPlace(settings);
	}
}

/** The server that is asked where no other way is named: the default one, unless the settings name another. */
export function serverPlace({values}: ResolvedSettings): ModelPlace & {kind: 'server'} {
	return {kind: 'server', baseUrl: values['base-url'], name: values.model};
}

function wayOf(name: WayName | 'model'): WayName {
	return name === 'model' ? 'base-url' : name;
}

function contradiction(
	one: SettingName,
	other: SettingName,
	sources: ResolvedSettings['sources'],
): UsageError {
	const {kind, name} = sources[one];
	if (kind === 'config') {
		const advice = `Remove one: sqrl-tui config --unset ${one}`;
		return new UsageError(`${one} and ${other} in ${name} exclude each other`, advice);
	}

	const advice = kind === 'flag' ? 'Give one of them.' : 'Set one of them.';
	return new UsageError(`${name} and ${sources[other].name} exclude each other`, advice);
}
