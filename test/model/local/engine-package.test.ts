import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {ENGINE, ENGINE_VERSION, engineCommand} from '../../../source/model/local/engine-package.js';

const ROOT = new URL('../../../package.json', import.meta.url);

describe('the engine as a package', () => {
	it('is the one that this program is tested and published with', () => {
		const {devDependencies, peerDependencies, peerDependenciesMeta, dependencies} = JSON.parse(
			readFileSync(ROOT, 'utf8'),
		);
		expect(devDependencies[ENGINE]).toBe(ENGINE_VERSION);
		expect(peerDependencies[ENGINE]).toBe(ENGINE_VERSION);
		expect(peerDependenciesMeta[ENGINE]).toEqual({optional: true});
		expect(dependencies).not.toHaveProperty(ENGINE);
	});

	it.each([
		['for all users', '/usr/lib/node_modules/sqrl-tui', [], 'npm install -g node-llama-cpp@3.21.1'],
		[
			'in a project',
			'/home/ann/project/node_modules/sqrl-tui',
			['/home/ann/project/package.json'],
			'npm install node-llama-cpp@3.21.1 (in /home/ann/project)',
		],
		['as a clone', '/home/ann/sqrl-tui', [], 'npm ci (in /home/ann/sqrl-tui)'],
	])('is added by one command where the program is installed %s', (_, root, files, command) => {
		expect(engineCommand(root, file => files.includes(file))).toBe(command);
	});
});
