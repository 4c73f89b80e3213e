/** Profiles: models that stand in the config by a name, each with how it is asked. */
import {type Config, readConfig, refuseSecret, storedProfiles} from '../config.js';
import {UsageError} from '../errors.js';
import type {Sampling} from '../model/model.js';
import type {ModelPlace} from '../model/model-place.js';
import {
	configText,
	parseSetting,
	type ResolvedSettings,
	SETTING_NAMES,
	type SettingName,
	type Settings,
} from '../settings.js';
import {chosenPlace, isWay, serverPlace} from './chosen-place.js';
import {samplingOf} from './open-model.js';

export const PROFILE_SETTINGS = [
	'base-url',
	'model',
	'model-file',
	'embedded',
	'temperature',
	'top-p',
	'max-tokens',
] as const satisfies readonly SettingName[];

export type ProfileSetting = (typeof PROFILE_SETTINGS)[number];

export type Profile = {
	name: string;
	/** What it says; what it leaves out is as in the settings. */
	values: Partial<Pick<Settings, ProfileSetting>>;
};

export function isProfileSetting(name: string): name is ProfileSetting {
	return (PROFILE_SETTINGS as readonly string[]).includes(name);
}

/**
 * All profiles of the config, in its order; like the config itself they may hold what this version does not know.
 * Throws a UsageError that names the first that is wrong, its key and the file.
 */
export function readProfiles(config: Config): Profile[] {
	return storedProfiles(config).map(([name, stored]) => {
		const values = Object.entries(stored).flatMap(([setting, value]) =>
			isProfileSetting(setting)
				? [[setting, readProfileSetting(name, setting, value, config.file)] as const]
				: [],
		);
		const profile = {name, values: Object.fromEntries(values) as Profile['values']};
		refuseContradiction(profile, config.file);
		return profile;
	});
}

/** One value of a profile as it stands in the config. Throws a UsageError, also for an address with a password. */
export function readProfileSetting(
	profile: string,
	setting: ProfileSetting,
	value: unknown,
	file: string,
): Settings[ProfileSetting] {
	const place = `profile.${profile}.${setting} in ${file}`;
	const parsed = parseSetting(setting, configText(value), place);
	if (setting === 'base-url') {
		try {
			refuseSecret(parsed as string);
		} catch (error) {
			throw error instanceof UsageError ? new UsageError(`${place}: ${error.message}`, error.advice) : error;
		}
	}

	return parsed;
}

/**
 * The profile of that name, as a flag asks for it. Throws a UsageError that lists those that are there, and those of
 * `readProfiles`.
 */
export async function namedProfile(
	flag: 'profile' | 'escalate',
	name: string,
	environment: NodeJS.ProcessEnv,
): Promise<Profile> {
	const profiles = readProfiles(await readConfig(environment));
	const profile = profiles.find(profile => profile.name === name);
	if (!profile) {
		throw new UsageError(
			`--${flag}: there is no profile "${name}"`,
			profiles.length > 0
				? `There is: ${profiles.map(({name}) => name).join(', ')}`
				: 'There is none yet. Make one: sqrl-tui config profile.<name>.base-url <url>',
		);
	}

	return profile;
}

/** The settings under which a profile's model is asked: what the profile says beats all else. */
export function profileSettings({name, values}: Profile, settings: ResolvedSettings): ResolvedSettings {
	const source = {kind: 'profile' as const, name: `profile ${name}`};
	const sources = Object.fromEntries(Object.keys(values).map(setting => [setting, source]));
	return {
		values: {...settings.values, ...values},
		sources: {...settings.sources, ...sources},
	};
}

/** The settings where a profile is what a person asks with: flags beat it, and it beats all else. */
export function settingsUnderFlags({name, values}: Profile, settings: ResolvedSettings): ResolvedSettings {
	const counting = Object.entries(values).filter(
		([setting]) => settings.sources[setting as ProfileSetting].kind !== 'flag',
	);
	return profileSettings({name, values: Object.fromEntries(counting)}, settings);
}

/**
 * Where a profile's model is. One that names a model only means another of the same server; one that names neither a
 * model nor a way to it means the model of the settings.
 */
export function profilePlace({name, values}: Profile, settings: ResolvedSettings): ModelPlace {
	if (values.embedded) {
		return {kind: 'embedded'};
	}

	if (values['model-file'] != null) {
		return {kind: 'file', file: values['model-file']};
	}

	const own = values['base-url'] !== undefined || values.model !== undefined;
	return (own ? null : chosenPlace(settings)) ?? serverPlace(profileSettings({name, values}, settings));
}

export type SessionProfile = {name: string; place: ModelPlace; sampling: Sampling};

/** The profiles as a session offers them. Throws as `readProfiles` does. */
export function sessionProfiles(settings: ResolvedSettings, config: Config): SessionProfile[] {
	return readProfiles(config).map(profile => ({
		name: profile.name,
		place: profilePlace(profile, settings),
		sampling: samplingOf(profileSettings(profile, settings)),
	}));
}

function refuseContradiction({name, values}: Profile, file: string): void {
	const [one, other] = SETTING_NAMES.filter(
		setting => isWay(setting) && values[setting] !== undefined && values[setting] !== false,
	);
	if (one !== undefined && other !== undefined) {
		throw new UsageError(
			`profile.${name}.${one} and profile.${name}.${other} in ${file} exclude each other`,
			`Remove one: sqrl-tui config --unset profile.${name}.${one}`,
		);
	}
}
