/** `config`: what is set, where it comes from, and changing it. */

import {readConfig, storeSetting} from '../config.js';
import {UsageError} from '../errors.js';
import {
	isSettingName,
	parseSetting,
	resolveSetting,
	SETTING_NAMES,
	SETTINGS,
	type SettingName,
	type SettingPlaces,
} from '../settings.js';
import type {Output} from '../streams.js';
import type {Command} from './command.js';

export const config: Command = async ({operands, flags, environment, output, notes}) => {
	const [name, value] = operands;
	if (name === undefined) {
		if (flags.unset) {
			throw new UsageError('--unset needs the name of a setting', 'Usage: sqrl-tui config --unset <setting>');
		}

		return list(environment, output);
	}

	if (!isSettingName(name)) {
		throw new UsageError(`there is no setting "${name}"`, `There is: ${SETTING_NAMES.join(', ')}`);
	}

	if (flags.unset && value !== undefined) {
		throw new UsageError('--unset takes no value', `Usage: sqrl-tui config --unset ${name}`);
	}

	if (!flags.unset && value === undefined) {
		const {value: now} = resolveSetting(name, await places(environment));
		await output.write(`${shown(now)}\n`);
		return 0;
	}

	const stored = value === undefined ? null : parseForConfig(name, value);
	const file = await storeSetting(name, stored, environment);
	notes.line(
		stored === null ? `${name} is no longer set in ${file}` : `${name} = ${shown(stored)} is set in ${file}`,
	);
	const variable = SETTINGS[name].environment.find(variable => environment[variable]);
	if (variable !== undefined) {
		notes.line(`${variable} is set too, and beats the config.`);
	}

	return 0;
};

/** Every setting with its value and where it comes from; what is wrong is a line too. */
async function list(environment: NodeJS.ProcessEnv, output: Output): Promise<number> {
	const given = await places(environment);
	let wrong = 0;
	for (const name of SETTING_NAMES) {
		try {
			const {value, source} = resolveSetting(name, given);
			await output.write(
				`${name} = ${shown(value)}  (${source.kind === 'default' ? source.kind : source.name})\n`,
			);
		} catch (error) {
			if (!(error instanceof UsageError)) {
				throw error;
			}

			wrong++;
			await output.write(`${name}: wrong: ${error.message}\n`);
		}
	}

	for (const name of Object.keys(given.config).filter(name => !isSettingName(name))) {
		await output.write(`${name}: unknown, in ${given.configFile}\n`);
	}

	return wrong === 0 ? 0 : 2;
}

async function places(environment: NodeJS.ProcessEnv): Promise<SettingPlaces> {
	const {file, values} = await readConfig(environment);
	return {flags: {}, environment, config: values, configFile: file};
}

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

function shown(value: string | number | null): string {
	return value === null ? 'none' : hideUser(String(value));
}

/** An address without the user and password that it may hold. */
function hideUser(text: string): string {
	return text.replace(/^(\w+:\/\/)[^/?#]*@/, '$1…@');
}
