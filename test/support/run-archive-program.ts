import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {build} from 'esbuild';
import {onTestFinished} from 'vitest';
import {packageRoot} from '../../source/package-root.js';
import type {ProgramLine} from './archive-program.js';
import {temporaryFolder} from './temporary-folder.js';

/** Makes one file of `archive-program.ts`, which starts much faster than from its source. To be awaited outside a test. */
export async function buildArchiveProgram(): Promise<string> {
	const folder = temporaryFolder();
	// For other users, too.
	chmodSync(folder, 0o755);
	const outfile = path.join(folder, 'archive-program.mjs');
	const driver = createRequire(import.meta.url).resolve('better-sqlite3');
	await build({
		entryPoints: [path.join(packageRoot(), 'test/support/archive-program.ts')],
		outfile,
		bundle: true,
		format: 'esm',
		platform: 'node',
		logLevel: 'warning',
		plugins: [
			{
				name: 'native-driver',
				setup(build) {
					build.onResolve({filter: /^better-sqlite3$/}, () => ({path: driver, external: true}));
				},
			},
		],
	});
	return outfile;
}

export type ArchiveProgram = {
	process: ChildProcess;
	/** What it has printed so far. */
	lines: ProgramLine[];
	/** When it has ended, and all that it printed is in `lines`. */
	ended: Promise<void>;
};

type Options = {
	user?: number;
	/** What the shell does first. */
	before?: string;
	onLine?: (line: ProgramLine) => void;
};

/** Starts it; what is left of it ends with the test. */
export function runArchiveProgram(
	program: string,
	args: string[],
	{user, before, onLine}: Options = {},
): ArchiveProgram {
	const command = [process.execPath, program, ...args];
	const [name = '', ...rest] =
		before === undefined ? command : ['/bin/sh', '-c', `${before}; exec "$0" "$@"`, ...command];
	const child = spawn(name, rest, {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {PATH: process.env.PATH},
		...(user !== undefined && {uid: user, gid: user}),
	});
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	const lines: ProgramLine[] = [];
	let text = '';
	child.stdout.setEncoding('utf8').on('data', (piece: string) => {
		const [...whole] = `${text}${piece}`.split('\n');
		text = whole.pop() ?? '';
		for (const line of whole.map(line => JSON.parse(line) as ProgramLine)) {
			lines.push(line);
			onLine?.(line);
		}
	});
	return {process: child, lines, ended: once(child, 'close').then(() => {})};
}
