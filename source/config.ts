/** The config file, through `conf`. It holds settings only; keys to servers never enter it. */
import {existsSync} from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import {messageOf, UsageError} from './errors.js';
import {type ResolvedSettings, resolveSettings, type SettingName, type SettingTexts} from './settings.js';

/** The folder of the config: `SQRL_TUI_HOME`, else the platform's. */
export function configFolder(environment: NodeJS.ProcessEnv): string {
	return environment.SQRL_TUI_HOME || envPaths('sqrl-tui', {suffix: ''}).config;
}

export function configFile(environment: NodeJS.ProcessEnv): string {
	return path.join(configFolder(environment), 'config.json');
}

/** All settings, from flags, environment, config and defaults. Throws a UsageError. */
export async function loadSettings(
	flags: SettingTexts,
	environment: NodeJS.ProcessEnv,
): Promise<ResolvedSettings> {
	const file = configFile(environment);
	const config = existsSync(file) ? (await openConfig(environment)).store : {};
	return resolveSettings({flags, environment, config, configFile: file});
}

/** Stores a value in the config, or removes it. Throws a UsageError if the file cannot be written. */
export async function storeSetting(
	name: SettingName,
	value: string | number | null,
	environment: NodeJS.ProcessEnv,
): Promise<void> {
	const config = await openConfig(environment);
	try {
		if (value === null) {
			config.delete(name);
		} else {
			config.set(name, value);
		}
	} catch (error) {
		throw unusable(configFile(environment), error);
	}
}

async function openConfig(environment: NodeJS.ProcessEnv) {
	// Loaded only where there is a file to read or write: it brings a JSON schema validator.
	const {default: Conf} = await import('conf');
	try {
		return new Conf<Record<string, unknown>>({
			projectName: 'sqrl-tui',
			cwd: configFolder(environment),
			accessPropertiesByDotNotation: false,
			configFileMode: 0o600,
		});
	} catch (error) {
		throw unusable(configFile(environment), error);
	}
}

function unusable(file: string, error: unknown): UsageError {
	return new UsageError(
		`the config ${file} cannot be used: ${messageOf(error)}`,
		'Mend or remove that file, or name another folder with SQRL_TUI_HOME.',
	);
}
