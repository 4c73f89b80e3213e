/** The package that runs models here: optional, for it is large and most people have a server. */
import {existsSync} from 'node:fs';
import path from 'node:path';
import {ModelError} from '../../errors.js';
import {packageRoot} from '../../package-root.js';

export const ENGINE = 'node-llama-cpp';

/** The one that this program is tested with. */
export const ENGINE_VERSION = '3.21.1';

/** Loads the engine. Throws a ModelError where it is not installed, with the command that adds it. */
export async function loadEngine(): Promise<typeof import('node-llama-cpp')> {
	try {
		return await import('node-llama-cpp');
	} catch (error) {
		throw new ModelError(
			'unusable',
			`what runs a model on this machine, ${ENGINE}, is not installed`,
			`Add it with: ${engineCommand(packageRoot())}`,
			{cause: error},
		);
	}
}

/** The command that puts the engine where this program, whose folder is `root`, finds it. */
export function engineCommand(root: string, exists: (file: string) => boolean = existsSync): string {
	const modules = path.dirname(root);
	if (path.basename(modules) !== 'node_modules') {
		return `npm ci (in ${root})`;
	}

	const project = path.dirname(modules);
	return exists(path.join(project, 'package.json'))
		? `npm install ${ENGINE}@${ENGINE_VERSION} (in ${project})`
		: `npm install -g ${ENGINE}@${ENGINE_VERSION}`;
}
