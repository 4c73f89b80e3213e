/** `config`: what is set, where it comes from, and changing it. */
import {readConfig, storeSettings} from '../config.js';
import {UsageError} from '../errors.js';
import {
	isSettingName,
	parseSetting,
	resolveSetting,
	SETTING_NAMES,
	SETTINGS,
	type SettingPlaces,
} from '../settings.js';
import type {Output} from '../streams.js';
import type {Command} from './command.js';
import {configProfile, isProfileKey, profileLines} from './config-profile.js';
import {changeLines, changesFor, shown} from './setting-change.js';

export const config: Command = async invocation => {
	const {operands, flags, environment, output, notes} = invocation;
	const [name, value] = operands;
	if (name === undefined) {
		if (flags.unset) {
			throw new UsageError('--unset needs the name of a setting', 'Usage: sqrl-tui config --unset <setting>');
		}

		return list(environment, output);
	}

	if (flags.unset && value !== undefined) {
		throw new UsageError('--unset takes no value', `Usage: sqrl-tui config --unset ${name}`);
	}

	if (isProfileKey(name)) {
		await configProfile(name, value, invocation);
		return 0;
	}

	if (!isSettingName(name)) {
		throw new UsageError(
			`there is no setting "${name}"`,
			`There is: ${SETTING_NAMES.join(', ')}, profile.<name>.<setting>`,
		);
	}

	if (!flags.unset && value === undefined) {
		const {value: now} = resolveSetting(name, await places(environment));
		await output.write(`${shown(now)}\n`);
		return 0;
	}

	const {values: before} = await readConfig(environment);
	const changes = changesFor(name, value === undefined ? null : parseSetting(name, value, name));
	const file = await storeSettings(changes, environment);
	for (const line of changeLines(name, changes, {prefix: '', before, file})) {
		notes.line(line);
	}

	const variable = SETTINGS[name].environment.find(variable => environment[variable]);
	if (variable !== undefined) {
		notes.line(`${variable} is set too, and beats the config.`);
	}

	return 0;
};

/** Every setting and every profile, with its value and where it comes from; what is wrong is a line too. */
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

	for (const {line, wrong: isWrong} of profileLines({file: given.configFile, values: given.config})) {
		wrong += isWrong ? 1 : 0;
		await output.write(`${line}\n`);
	}

	for (const name of Object.keys(given.config).filter(name => name !== 'profiles' && !isSettingName(name))) {
		await output.write(`${name}: unknown, in ${given.configFile}\n`);
	}

	return wrong === 0 ? 0 : 2;
}

async function places(environment: NodeJS.ProcessEnv): Promise<SettingPlaces> {
	const {file, values} = await readConfig(environment);
	return {flags: {}, environment, config: values, configFile: file};
}
