import path from 'node:path';
import {connectionOf} from '../model/address.js';
import type {ChosenModel} from '../model/chosen-model.js';
import type {Model, Sampling} from '../model/model.js';
import {EMBEDDED_NAME, embeddedFile, type ModelPlace} from '../model/model-place.js';
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

/**
 * The model at a place. Nothing is asked, read or started yet, and the code that does it is loaded with the first
 * question: nobody pays for the client of a server or for an engine without using it. Throws a UsageError for a
 * bad address or a bad key.
 */
export function modelAt(
	place: ModelPlace,
	settings: ResolvedSettings,
	environment: NodeJS.ProcessEnv,
): ChosenModel {
	switch (place.kind) {
		case 'server':
			return serverAt(place, settings, environment);
		case 'file': {
			const file = path.resolve(place.file);
			return localWhenAsked({file, name: path.basename(file).replace(/\.gguf$/i, ''), gpu: true});
		}

		case 'embedded':
			return localWhenAsked({file: embeddedFile(), name: EMBEDDED_NAME, gpu: false});
	}
}

/** As `modelAt`, for one behind a server. */
export function serverAt(
	{baseUrl, name}: ModelPlace & {kind: 'server'},
	settings: ResolvedSettings,
	environment: NodeJS.ProcessEnv,
): Required<Omit<ChosenModel, 'prepare'>> {
	const options: ServerOptions = {
		baseUrl,
		name,
		apiKey: apiKey(baseUrl, settings, environment),
		idleTimeoutMs: settings.values['idle-timeout'] * 1000,
	};
	const {url} = connectionOf(options);
	let loading: Promise<ServerModel> | null = null;
	const loaded = () => {
		loading ??= loadClient().then(({serverModel}) => serverModel(options));
		return loading;
	};
	return {
		...whenAsked({name, baseUrl: url}, loaded),
		models: async signal => (await loaded()).models(signal),
		close: async () => {},
	};
}

/** Loads the code that a model at this place needs, ahead of its first question. */
export async function preload(place: ModelPlace): Promise<void> {
	await (place.kind === 'server' ? loadClient() : loadEngine());
}

function localWhenAsked(options: {file: string; name: string; gpu: boolean}): ChosenModel {
	const {name, file} = options;
	let loading: Promise<ChosenModel> | null = null;
	const loaded = () => {
		loading ??= loadEngine().then(({localModel}) => localModel(options));
		return loading;
	};
	return {
		...whenAsked({name, file}, loaded),
		async *prepare(system, signal) {
			yield* (await loaded()).prepare!(system, signal);
		},
		async close() {
			// Who asked has been told why it could not be loaded.
			await (await loading?.catch(() => null))?.close();
		},
	};
}

function whenAsked(ref: Model['ref'], loaded: () => Promise<Model>): Model {
	return {
		ref,
		contextLength: async signal => (await loaded()).contextLength(signal),
		async *reply(messages, sampling, signal) {
			yield* (await loaded()).reply(messages, sampling, signal);
		},
	};
}

const loadClient = () => import('../model/openai.js');

const loadEngine = () => import('../model/local/local-model.js');
