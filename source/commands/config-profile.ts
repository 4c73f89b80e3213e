/** Of `config`: the settings of profiles, under keys like `profile.big.model`. */
import {type Config, readConfig, storedProfiles, storeProfile} from '../config.js';
import {UsageError} from '../errors.js';
import {parseSetting} from '../settings.js';
import type {Invocation} from './command.js';
import {isProfileSetting, PROFILE_SETTINGS, type ProfileSetting, readProfileSetting} from './profiles.js';
import {changeLines, changesFor, shown} from './setting-change.js';

const PREFIX = 'profile.';

export type ProfileKey = {profile: string; setting: ProfileSetting};

/** Whether a key is one of a profile, right or wrong. */
export function isProfileKey(key: string): boolean {
	return key === 'profile' || key.startsWith(PREFIX);
}

/** Reads `profile.<name>.<setting>`; a name may have dots. Throws a UsageError. */
export function readProfileKey(key: string): ProfileKey {
	const end = key.lastIndexOf('.');
	const profile = key.slice(PREFIX.length, Math.max(end, PREFIX.length));
	const setting = key.slice(end + 1);
	if (!/^[a-z\d][\w.-]*$/i.test(profile)) {
		throw new UsageError(
			`"${key}" is no setting of a profile`,
			'Write profile.<name>.<setting>, such as profile.big.model; a name has letters, digits, ".", "_" and "-".',
		);
	}

	if (!isProfileSetting(setting)) {
		throw new UsageError(
			`there is no setting "${setting}" of a profile`,
			`There is: ${PROFILE_SETTINGS.join(', ')}`,
		);
	}

	return {profile, setting};
}

/** Prints, sets or removes one value of a profile. Throws a UsageError. */
export async function configProfile(
	key: string,
	text: string | undefined,
	{flags, environment, output, notes}: Pick<Invocation, 'flags' | 'environment' | 'output' | 'notes'>,
): Promise<void> {
	const {profile, setting} = readProfileKey(key);
	const config = await readConfig(environment);
	const before = new Map(storedProfiles(config)).get(profile) ?? {};
	if (!flags.unset && text === undefined) {
		const stored = before[setting];
		const value = stored === undefined ? null : readProfileSetting(profile, setting, stored, config.file);
		await output.write(`${shown(value)}\n`);
		return;
	}

	const changes = changesFor(setting, text === undefined ? null : parseSetting(setting, text, key));
	const file = await storeProfile(profile, changes, environment);
	for (const line of changeLines(setting, changes, {prefix: `${PREFIX}${profile}.`, before, file})) {
		notes.line(line);
	}
}

/** A line for each value of each profile; `wrong` where it cannot be used. */
export function profileLines(config: Config): Array<{line: string; wrong: boolean}> {
	try {
		return storedProfiles(config).flatMap(([profile, stored]) =>
			Object.entries(stored).map(([setting, value]) => valueLine(config.file, profile, setting, value)),
		);
	} catch (error) {
		return [{line: `profiles: wrong: ${usageMessage(error)}`, wrong: true}];
	}
}

function valueLine(file: string, profile: string, setting: string, value: unknown) {
	const key = `${PREFIX}${profile}.${setting}`;
	if (!isProfileSetting(setting)) {
		return {line: `${key}: unknown, in ${file}`, wrong: false};
	}

	try {
		const read = readProfileSetting(profile, setting, value, file);
		return {line: `${key} = ${shown(read)}  (${file})`, wrong: false};
	} catch (error) {
		return {line: `${key}: wrong: ${usageMessage(error)}`, wrong: true};
	}
}

function usageMessage(error: unknown): string {
	if (error instanceof UsageError) {
		return error.message;
	}

	throw error;
}
