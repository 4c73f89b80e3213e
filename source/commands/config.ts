/** `config`: what is set, where it comes from, and changing it. */
import {readConfig, type StoredSettings, storeSettings} from '../config.js';
import {UsageError} from '../errors.js';
import {
	isSettingName,
	parseSetting,
	resolveSetting,
	SETTING_NAMES,
	SETTINGS,
	type SettingName,
	type SettingPlaces,
	type Settings,
} from '../settings.js';
import type {Output} from '../streams.js';
import {isWay} from './chosen-place.js';
import type {Command} from './command.js';
import {onlyWay} from './keep-choice.js';

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

	const stored = value === undefined ? null : parseSetting(name, value, name);
	const {values: before} = await readConfig(environment);
	const changes = changesFor(name, stored);
	const file = await storeSettings(changes, environment);
	notes.line(
		stored === null ? `${name} is no longer set in ${file}` : `${name} = ${shown(stored)} is set in ${file}`,
	);
	for (const other of Object.keys(changes).filter(other => other !== name && other in before)) {
		notes.line(`${other} is no longer set there: it named another model.`);
	}

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

/** A way to a model takes the place of the others: two would contradict each other. */
function changesFor(name: SettingName, value: Settings[SettingName]): StoredSettings {
	return isWay(name) && value !== null && value !== false
		? onlyWay(name, value as Settings[typeof name])
		: {[name]: value};
}

function shown(value: Settings[SettingName]): string {
	return value === null ? 'none' : hideUser(String(value));
}

/** An address without the user and password that it may hold. */
function hideUser(text: string): string {
	return text.replace(/^(\w+:\/\/)[^/?#]*@/, '$1…@');
}
