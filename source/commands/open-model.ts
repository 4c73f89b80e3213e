import type {ServerModel} from '../model/openai.js';
import {apiKey, type ResolvedSettings} from '../settings.js';

/** The model that the settings name. It is not asked anything yet. Throws a UsageError for a bad address. */
export async function openModel(
	settings: ResolvedSettings,
	environment: NodeJS.ProcessEnv,
): Promise<ServerModel> {
	const {values} = settings;
	// The client is large: nobody pays for it who asks no server.
	const {serverModel} = await import('../model/openai.js');
	return serverModel({
		baseUrl: values['base-url'],
		name: values.model,
		apiKey: apiKey(settings, environment),
		idleTimeoutMs: values['idle-timeout'] * 1000,
	});
}
