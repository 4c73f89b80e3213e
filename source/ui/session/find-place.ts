/** Where the model is that a person means. */
import {stat} from 'node:fs/promises';
import path from 'node:path';
import {UsageError} from '../../errors.js';
import {expandHome} from '../../home.js';
import {parseAddress} from '../../model/address.js';
import {EMBEDDED_NAME, type ModelPlace} from '../../model/model-place.js';
import type {SessionProfile} from './session-profile.js';

/** What a person has said of a model. */
export type Wanted =
	/** A model of the server that is asked now. */
	| {kind: 'named'; name: string}
	/** After `/model`: a name, an address or a path. */
	| {kind: 'written'; text: string}
	| {kind: 'server'; address: string}
	| {kind: 'file'; path: string}
	| {kind: 'embedded'}
	/** One that has a name in the config. */
	| {kind: 'profile'; name: string};

export type Whereabouts = {
	/** Where the model is that is asked now. */
	current: ModelPlace | null;
	/** The server whose address is offered, `address` being what is seen of it. */
	server: {baseUrl: string; name: string};
	address: string;
	profiles: readonly SessionProfile[];
};

/** The profile that is meant, by its name, or null. */
export function profileOf(wanted: Wanted, profiles: readonly SessionProfile[]): SessionProfile | null {
	const name = wanted.kind === 'profile' ? wanted.name : wanted.kind === 'written' ? wanted.text : null;
	return profiles.find(profile => profile.name === name) ?? null;
}

/** Throws a UsageError where there is nothing of that kind; whether an address is one is not looked at. */
export async function findPlace(wanted: Wanted, whereabouts: Whereabouts): Promise<ModelPlace> {
	const profile = profileOf(wanted, whereabouts.profiles);
	if (profile) {
		return profile.place;
	}

	switch (wanted.kind) {
		case 'named':
			return sameServer(wanted.name, whereabouts.current);
		case 'written':
			return findWritten(wanted.text, whereabouts);
		case 'server':
			return serverAt(wanted.address, whereabouts);
		case 'file':
			return fileAt(wanted.path);
		case 'embedded':
			return {kind: 'embedded'};
		case 'profile':
			throw new UsageError(`there is no profile "${wanted.name}"`, 'See sqrl-tui config.');
	}
}

async function findWritten(text: string, whereabouts: Whereabouts): Promise<ModelPlace> {
	if (text === EMBEDDED_NAME || text === 'embedded') {
		return {kind: 'embedded'};
	}

	if (/^https?:\/\//i.test(text)) {
		return serverAt(text, whereabouts);
	}

	if (/^[\w.-]+:\d+(?:\/|$)/.test(text)) {
		// Says how an address is written.
		parseAddress(text);
	}

	// Servers have names like `feyninc/sqrl-4b`, too.
	const isPath = /\.gguf$/i.test(text) || (text.includes('/') && (await kindOf(text)) === 'file');
	return isPath ? fileAt(text) : sameServer(text, whereabouts.current);
}

/** The address that was offered and not changed stands for the whole of it, password and all. */
function serverAt(given: string, {server, address}: Whereabouts): ModelPlace {
	return {kind: 'server', name: server.name, baseUrl: given === address ? server.baseUrl : given};
}

async function fileAt(given: string): Promise<ModelPlace> {
	const found = await kindOf(given);
	if (found === 'nothing') {
		throw new UsageError(`there is no file ${given}`, 'Check the path.');
	}

	if (found === 'no file') {
		throw new UsageError(`${given} is no file`, 'Name a GGUF file.');
	}

	return {kind: 'file', file: path.resolve(expandHome(given))};
}

function sameServer(name: string, current: ModelPlace | null): ModelPlace {
	if (current?.kind !== 'server') {
		throw new UsageError(
			`no server is asked that could have a model "${name}"`,
			`Write an address, the path of a GGUF file or ${EMBEDDED_NAME} after /model.`,
		);
	}

	return {...current, name};
}

/** What there is at a path: a folder and a pipe are no file. */
async function kindOf(given: string): Promise<'file' | 'no file' | 'nothing'> {
	const stats = await stat(expandHome(given)).catch(() => null);
	return stats === null ? 'nothing' : stats.isFile() ? 'file' : 'no file';
}
