/** `config`: what is set, where it comes from, and changing it. */
import type {Command} from '../cli.js';
import {configFile, loadSettings, storeSetting} from '../config.js';
import {UsageError} from '../errors.js';
import {
	isSettingName,
	parseSetting,
	type ResolvedSettings,
	SETTING_NAMES,
	type SettingName,
} from '../settings.js';

export const config: Command = async ({operands, flags, environment, output, notes}) => {
	const [name, value] = operands;
	if (name === undefined) {
		if (flags.unset) {
			throw new UsageError('--unset needs the name of a setting', 'Usage: sqrl-tui config --unset <setting>');
		}

		const now = await loadSettings({}, environment);
		for (const setting of SETTING_NAMES) {
			await output.write(`${line(setting, now)}\n`);
		}

		return 0;
	}

	if (!isSettingName(name)) {
		throw new UsageError(`there is no setting "${name}"`, `There is: ${SETTING_NAMES.join(', ')}`);
	}

	if (flags.unset) {
		if (value !== undefined) {
			throw new UsageError('--unset takes no value', `Usage: sqrl-tui config --unset ${name}`);
		}

		await storeSetting(name, null, environment);
	} else if (value !== undefined) {
		await storeSetting(name, parseForConfig(name, value), environment);
	} else {
		const {values} = await loadSettings({}, environment);
		await output.write(`${shown(values[name])}\n`);
		return 0;
	}

	const now = await loadSettings({}, environment);
	notes.line(`${configFile(environment)}: ${line(name, now)}`);
	if (value !== undefined && now.sources[name].kind === 'environment') {
		notes.line(`${now.sources[name].name} is set, and beats the config.`);
	}

	return 0;
};

function parseForConfig(name: SettingName, value: string): string | number | null {
	if (name === 'base-url') {
		const url = URL.canParse(value) ? new URL(value) : null;
		if (url && (url.username !== '' || url.password !== '')) {
			throw new UsageError(
				'the address holds a user or a password, which are not written to the config',
				'Leave them away; give the key of the server in SQRL_API_KEY.',
			);
		}
	}

	return parseSetting(name, value, name);
}

function line(name: SettingName, {values, sources}: ResolvedSettings): string {
	const {kind, name: source} = sources[name];
	return `${name} = ${shown(values[name])}  (${kind === 'default' ? kind : source})`;
}

function shown(value: string | number | null): string {
	return value === null ? 'none' : hideUser(String(value));
}

/** An address without the user and password that it may hold. */
function hideUser(text: string): string {
	return text.replace(/^(\w+:\/\/)[^/?#]*@/, '$1…@');
}
