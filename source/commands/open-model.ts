import {connectionOf} from '../model/address.js';
import type {Sampling} from '../model/model.js';
import type {ServerModel, ServerOptions} from '../model/openai.js';
import {apiKey, type ResolvedSettings} from '../settings.js';

/** How replies are drawn, by the settings. */
export function samplingOf({values}: ResolvedSettings): Sampling {
	return {
		temperature: values.temperature,
		topP: values['top-p'],
		maxTokens: values['max-tokens'],
		seed: values.seed,
	};
}

/** The model that the settings name. It is not asked anything yet. Throws a UsageError for a bad address. */
export async function openModel(
	settings: ResolvedSettings,
	environment: NodeJS.ProcessEnv,
): Promise<ServerModel> {
	// The client is large: nobody pays for it who asks no server.
	const {serverModel} = await import('../model/openai.js');
	return serverModel(serverOptions(settings, environment, settings.values.model));
}

/**
 * Makes models of the server that the settings name, by their names. The client is loaded when the first of
 * them is asked something. Throws a UsageError for a bad address.
 */
export function modelMaker(
	settings: ResolvedSettings,
	environment: NodeJS.ProcessEnv,
): (name: string) => ServerModel {
	return name => loadedWhenAsked(serverOptions(settings, environment, name));
}

function loadedWhenAsked(options: ServerOptions): ServerModel {
	const {url} = connectionOf(options);
	const load = async () => {
		const {serverModel} = await import('../model/openai.js');
		return serverModel(options);
	};
	let loading: Promise<ServerModel> | null = null;
	const loaded = () => {
		loading ??= load();
		return loading;
	};
	return {
		ref: {name: options.name, baseUrl: url},
		models: async signal => (await loaded()).models(signal),
		contextLength: async signal => (await loaded()).contextLength(signal),
		async *reply(messages, sampling, signal) {
			yield* (await loaded()).reply(messages, sampling, signal);
		},
	};
}

function serverOptions(
	settings: ResolvedSettings,
	environment: NodeJS.ProcessEnv,
	name: string,
): ServerOptions {
	const {values} = settings;
	return {
		baseUrl: values['base-url'],
		name,
		apiKey: apiKey(settings, environment),
		idleTimeoutMs: values['idle-timeout'] * 1000,
	};
}
