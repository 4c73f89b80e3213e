/** The config file. It holds settings only; keys to servers never enter it. */
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {codeOf, messageOf, UsageError} from './errors.js';
import {parseAddress} from './model/address.js';
import {type ResolvedSettings, resolveSettings, type Settings, type SettingTexts} from './settings.js';

/**
 * The config file: in `SQRL_TUI_HOME`, else in the platform's folder; null for a user without a home.
 */
export async function configFile(environment: NodeJS.ProcessEnv): Promise<string | null> {
	if (environment.SQRL_TUI_HOME) {
		return path.join(environment.SQRL_TUI_HOME, 'config.json');
	}

	try {
		// Looks for the home when it is loaded, and throws where there is none.
		const {default: envPaths} = await import('env-paths');
		return path.join(envPaths('sqrl-tui', {suffix: ''}).config, 'config.json');
	} catch {
		return null;
	}
}

export type Config = {
	/** Where it is, or would be. */
	file: string;
	/** What is in it, whatever it is. */
	values: Record<string, unknown>;
};

/** Reads the config; without a file it is empty. Throws a UsageError if the file cannot be used. */
export async function readConfig(environment: NodeJS.ProcessEnv): Promise<Config> {
	const file = await configFile(environment);
	if (file === null) {
		return {file: 'the config', values: {}};
	}

	try {
		const text = await readFile(file, 'utf8');
		const values: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
		if (!isObject(values)) {
			throw new Error('it holds no JSON object');
		}

		return {file, values};
	} catch (error) {
		if (codeOf(error) === 'ENOENT') {
			return {file, values: {}};
		}

		throw unusable(file, error);
	}
}

/** All settings, from flags, environment, config and defaults. Throws a UsageError. */
export async function loadSettings(
	flags: SettingTexts,
	environment: NodeJS.ProcessEnv,
): Promise<ResolvedSettings> {
	const {file, values} = await readConfig(environment);
	return resolveSettings({flags, environment, config: values, configFile: file});
}

/** What the config is to hold of some settings; null removes one. */
export type StoredSettings = {[Name in keyof Settings]?: Settings[Name] | null};

/**
 * Stores these settings in the config in one write, leaves the others as they are, and gives the file's path.
 * Throws a UsageError if the file cannot be written, or for an address with a user or a password.
 */
export async function storeSettings(
	settings: StoredSettings,
	environment: NodeJS.ProcessEnv,
): Promise<string> {
	refuseSecret(settings['base-url']);
	return store(settings, environment);
}

/**
 * What stands in the config under `profiles`: each profile with its values, whatever they are. Throws a UsageError
 * where there is anything else.
 */
export function storedProfiles({file, values}: Config): Array<[string, Record<string, unknown>]> {
	const {profiles = {}} = values;
	if (!isObject(profiles)) {
		throw new UsageError(`profiles in ${file}: it takes an object of profiles`, PROFILE_FORM);
	}

	return Object.entries(profiles).map(([name, profile]) => {
		if (!isObject(profile)) {
			throw new UsageError(`profile.${name} in ${file}: it takes an object of settings`, PROFILE_FORM);
		}

		return [name, profile];
	});
}

const PROFILE_FORM = 'Write it as {"profiles": {"<name>": {"base-url": "…", "model": "…"}}}.';

/**
 * Stores these settings in a profile, as `storeSettings` does; a profile without any is gone. Throws as
 * `storeSettings` and `storedProfiles` do.
 */
export async function storeProfile(
	name: string,
	settings: StoredSettings,
	environment: NodeJS.ProcessEnv,
): Promise<string> {
	refuseSecret(settings['base-url']);
	const profiles = new Map(storedProfiles(await readConfig(environment)));
	const changed = withChanges(profiles.get(name) ?? {}, settings);
	if (Object.keys(changed).length === 0) {
		profiles.delete(name);
	} else {
		profiles.set(name, changed);
	}

	return store({profiles: profiles.size === 0 ? null : Object.fromEntries(profiles)}, environment);
}

/** Writes these values at once; null removes one. */
async function store(changes: Record<string, unknown>, environment: NodeJS.ProcessEnv): Promise<string> {
	if ((await configFile(environment)) === null) {
		throw unusable('the config', new Error('this user has no home folder'));
	}

	const {file} = await readConfig(environment);
	// Loaded to write only: it brings a JSON schema validator, and listens to signals.
	const {default: Conf} = await import('conf');
	try {
		const config = new Conf<Record<string, unknown>>({
			projectName: 'sqrl-tui',
			cwd: path.dirname(file),
			accessPropertiesByDotNotation: false,
			configFileMode: 0o600,
		});
		config.store = withChanges(config.store, changes);
		return file;
	} catch (error) {
		throw unusable(file, error);
	}
}

function withChanges(
	before: Record<string, unknown>,
	changes: Record<string, unknown>,
): Record<string, unknown> {
	const stored = Object.entries({...before, ...changes});
	return Object.fromEntries(stored.filter(([name, value]) => value !== null || !(name in changes)));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws a UsageError for an address with a user or a password: the config holds no secrets. */
export function refuseSecret(baseUrl: string | null | undefined): void {
	if (baseUrl && parseAddress(baseUrl).authorization !== undefined) {
		throw new UsageError(
			'the address holds a user or a password, which are not written to the config',
			'Leave them away; give the key of the server in SQRL_API_KEY.',
		);
	}
}

function unusable(file: string, error: unknown): UsageError {
	return new UsageError(
		`${file} cannot be used: ${messageOf(error)}`,
		'Mend or remove that file, or name another folder with SQRL_TUI_HOME.',
	);
}
