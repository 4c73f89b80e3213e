/** Every setting, once: the command line, the environment, `config`, `--help` and the README read this table. */
import path from 'node:path';
import {messageOf, UsageError} from './errors.js';
import {expandHome} from './home.js';
import {parseAddress} from './model/address.js';

export type Settings = {
	'base-url': string;
	model: string;
	/** Absolute. */
	'model-file': string | null;
	embedded: boolean;
	temperature: number;
	'top-p': number;
	'max-tokens': number;
	seed: number | null;
	'max-steps': number;
	'query-timeout': number;
	'idle-timeout': number;
	'no-archive': boolean;
};

export type SettingName = keyof Settings;

type Setting<T> = {
	/** What stands for the value in help; a setting without one is a switch. */
	value?: string;
	help: string;
	/** Variables of the environment, the first that is set counts. */
	environment: readonly string[];
	default: T;
	/** Reads a value as it was typed; throws an Error that completes "…: ". */
	parse: (text: string) => T;
};

export const SETTINGS: {readonly [Name in SettingName]: Setting<Settings[Name]>} = {
	'base-url': {
		value: 'url',
		help: "Address of the model's server, OpenAI-compatible",
		environment: ['SQRL_BASE_URL', 'OPENAI_BASE_URL'],
		default: 'http://127.0.0.1:8000/v1',
		parse(text) {
			parseAddress(text);
			return text;
		},
	},
	model: {
		value: 'name',
		help: 'Name of the model on the server',
		environment: ['SQRL_MODEL'],
		default: 'sqrl-4b',
		parse: filled('a name'),
	},
	'model-file': {
		value: 'path',
		help: 'A GGUF file that is run here, instead of a server',
		environment: ['SQRL_MODEL_FILE'],
		default: null,
		parse: text => path.resolve(expandHome(filled('a path')(text))),
	},
	embedded: {
		help: 'Run the small model that comes with sqrl-tui, for trying things out',
		environment: ['SQRL_EMBEDDED'],
		default: false,
		parse: onOrOff,
	},
	temperature: {
		value: '0–2',
		help: 'Sampling temperature; 0 is greedy',
		environment: ['SQRL_TEMPERATURE'],
		default: 0.7,
		parse: number({from: 0, to: 2}),
	},
	'top-p': {
		value: '0–1',
		help: 'Nucleus sampling: the share of probability to draw from',
		environment: ['SQRL_TOP_P'],
		default: 0.95,
		parse: number({above: 0, to: 1}),
	},
	'max-tokens': {
		value: 'n',
		help: 'Longest reply, in tokens',
		environment: ['SQRL_MAX_TOKENS'],
		default: 8192,
		parse: number({from: 1, to: 1_000_000, integer: true}),
	},
	seed: {
		value: 'n',
		help: 'Seed for drawing replies; none unless given',
		environment: ['SQRL_SEED'],
		default: null,
		parse: number({from: 0, to: Number.MAX_SAFE_INTEGER, integer: true}),
	},
	'max-steps': {
		value: 'n',
		help: 'Step budget: probes before the model must answer',
		environment: ['SQRL_MAX_STEPS'],
		default: 5,
		parse: number({from: 0, to: 1000, integer: true}),
	},
	'query-timeout': {
		value: 'seconds',
		help: 'Longest time for one query',
		environment: ['SQRL_QUERY_TIMEOUT'],
		default: 30,
		parse: number({above: 0, to: 86_400}),
	},
	'idle-timeout': {
		value: 'seconds',
		help: 'Longest silence of the server in a reply',
		environment: ['SQRL_IDLE_TIMEOUT'],
		default: 120,
		parse: number({above: 0, to: 300}),
	},
	'no-archive': {
		help: 'Keep nothing of what is asked: no history, nothing to continue',
		environment: ['SQRL_NO_ARCHIVE'],
		default: false,
		parse: onOrOff,
	},
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** Whether there is a setting of that name. */
export function isSettingName(name: string): name is SettingName {
	return Object.hasOwn(SETTINGS, name);
}

/** Where a value comes from: a flag, a profile, a variable, the config file or the default. */
export type Source = {kind: 'flag' | 'profile' | 'environment' | 'config' | 'default'; name: string};

export type ResolvedSettings = {values: Settings; sources: Record<SettingName, Source>};

export type SettingTexts = Partial<Record<SettingName, string>>;

/** What settings are resolved from. `configFile` is named where a value in it is wrong. */
export type SettingPlaces = {
	flags: SettingTexts;
	environment: Record<string, string | undefined>;
	config: Record<string, unknown>;
	configFile: string;
};

/** All settings. Throws a UsageError that names the first wrong value and where it comes from. */
export function resolveSettings(places: SettingPlaces): ResolvedSettings {
	const resolved = SETTING_NAMES.map(name => [name, resolveSetting(name, places)] as const);
	return {
		values: Object.fromEntries(resolved.map(([name, {value}]) => [name, value])) as Settings,
		sources: Object.fromEntries(
			resolved.map(([name, {source}]) => [name, source]),
		) as ResolvedSettings['sources'],
	};
}

/**
 * One setting. Flags beat the environment, which beats the config, which beats the defaults. An empty variable
 * counts as not set. Throws a UsageError.
 */
export function resolveSetting<Name extends SettingName>(
	name: Name,
	{flags, environment, config, configFile}: SettingPlaces,
): {value: Settings[Name]; source: Source} {
	const flag = flags[name];
	if (flag !== undefined) {
		return {value: parseSetting(name, flag, `--${name}`), source: {kind: 'flag', name: `--${name}`}};
	}

	const variable = SETTINGS[name].environment.find(variable => environment[variable]);
	if (variable !== undefined) {
		const value = parseSetting(name, environment[variable]!, variable);
		return {value, source: {kind: 'environment', name: variable}};
	}

	if (config[name] !== undefined) {
		const value = parseSetting(name, configText(config[name]), `${name} in ${configFile}`);
		return {value, source: {kind: 'config', name: configFile}};
	}

	return {value: SETTINGS[name].default, source: {kind: 'default', name: 'default'}};
}

/** For a command that takes no settings. */
export function defaultSettings(): ResolvedSettings {
	return resolveSettings({flags: {}, environment: {}, config: {}, configFile: ''});
}

/** Reads one value; `place` is where it was written. Throws a UsageError. */
export function parseSetting<Name extends SettingName>(
	name: Name,
	text: string,
	place: string,
): Settings[Name] {
	try {
		return SETTINGS[name].parse(text);
	} catch (error) {
		throw error instanceof UsageError
			? new UsageError(`${place}: ${error.message}`, error.advice)
			: new UsageError(`${place}: ${messageOf(error)}, not "${text}"`, SETTINGS[name].help);
	}
}

/**
 * The key for the server at an address, if any. `SQRL_API_KEY` is for whatever server the person names;
 * `OPENAI_API_KEY` belongs to the one that `OPENAI_BASE_URL` names, and is sent to no other. Throws a UsageError
 * if the address cannot be read.
 */
export function apiKey(
	baseUrl: string,
	{values, sources}: ResolvedSettings,
	environment: Record<string, string | undefined>,
): string | undefined {
	const isOpenAi =
		sources['base-url'].name === 'OPENAI_BASE_URL' &&
		parseAddress(baseUrl).url === parseAddress(values['base-url']).url;
	return environment.SQRL_API_KEY || (isOpenAi ? environment.OPENAI_API_KEY : '') || undefined;
}

/** What stands in the config is a string, a number or a truth value; anything else is shown as the JSON that it is. */
export function configText(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}

function filled(what: string) {
	return (text: string): string => {
		if (text.trim() === '' || /^[[{]/.test(text)) {
			throw new Error(`it takes ${what}`);
		}

		return text;
	};
}

function onOrOff(text: string): boolean {
	if (!/^(?:true|1|false|0)$/i.test(text)) {
		throw new Error('it takes true or false, 1 or 0');
	}

	return /^(?:true|1)$/i.test(text);
}

function number(range: {from?: number; above?: number; to: number; integer?: boolean}) {
	return (text: string): number => {
		// Digits as people write them: no hexadecimal, no Infinity.
		const value = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;
		const inRange =
			value >= (range.from ?? Number.NEGATIVE_INFINITY) &&
			value > (range.above ?? Number.NEGATIVE_INFINITY) &&
			value <= range.to;
		if (!inRange || (range.integer && !Number.isInteger(value))) {
			const kind = range.integer ? 'a whole number' : 'a number';
			const start = range.above === undefined ? `from ${range.from}` : `above ${range.above}`;
			throw new Error(`it takes ${kind} ${start} to ${range.to}`);
		}

		return value;
	};
}
