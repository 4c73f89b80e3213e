/** Runs the real program, `node bin/sqrl-tui.js`, in an environment that is the same for whoever tests. */
import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {waitFor} from './wait-for.js';

export const PROGRAM = fileURLToPath(new URL('../../bin/sqrl-tui.js', import.meta.url));

export type ProgramOptions = {
	/** Added to the environment; nothing of whoever tests is in it but PATH. */
	env?: Record<string, string>;
	/** What stdin holds; without it stdin is empty. */
	stdin?: string | Uint8Array;
	/** Keeps stdin open. */
	stdinOpen?: boolean;
	/** SQRL_TUI_HOME; a new folder unless given. */
	home?: string;
	cwd?: string;
	/** Another program to run in the same way, such as a shell or a terminal. */
	command?: string;
};

export type Result = {
	stdout: string;
	stderr: string;
	/** Null where a signal ended it. */
	code: number | null;
	signal: NodeJS.Signals | null;
	elapsedMs: number;
};

export type Running = {
	child: ChildProcess;
	/** What it has written so far. */
	stdout(): string;
	stderr(): string;
	/** Sends a signal to the program, or (`group`) to all its processes, as Ctrl-C in a terminal does. */
	kill(signal: NodeJS.Signals, group?: 'group'): void;
	/** Resolves when stderr has the text. */
	said(text: string): Promise<unknown>;
	exited: Promise<Result>;
};

/** Longest time for one run: what hangs is killed with all its processes, and shows as a signal. */
const LIMIT_MS = 60_000;

export function startProgram(args: readonly string[], options: ProgramOptions = {}): Running {
	const folder = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-test-'));
	const start = performance.now();
	const [file, given] = options.command ? [options.command, args] : [process.execPath, [PROGRAM, ...args]];
	const child = spawn(file, given, {
		cwd: options.cwd ?? folder,
		// A process group of its own: it can be signalled, and ended, as a whole.
		detached: true,
		env: {
			PATH: process.env.PATH,
			HOME: folder,
			TMPDIR: folder,
			LANG: 'C.UTF-8',
			TERM: 'xterm-256color',
			SQRL_TUI_HOME: options.home ?? folder,
			...options.env,
		},
	});
	const chunks = {stdout: [] as Buffer[], stderr: [] as Buffer[]};
	child.stdout.on('data', (data: Buffer) => chunks.stdout.push(data));
	child.stderr.on('data', (data: Buffer) => chunks.stderr.push(data));
	child.stdin.on('error', () => {});
	if (!options.stdinOpen) {
		child.stdin.end(options.stdin ?? '');
	}

	const text = (name: keyof typeof chunks) => Buffer.concat(chunks[name]).toString('utf8');
	const kill = (signal: NodeJS.Signals, group?: 'group') => {
		try {
			process.kill(group ? -child.pid! : child.pid!, signal);
		} catch {
			// It has ended.
		}
	};
	const timer = setTimeout(() => kill('SIGKILL', 'group'), LIMIT_MS);
	const exited = new Promise<Result>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code, signal) => {
			clearTimeout(timer);
			rmSync(folder, {recursive: true, force: true});
			const elapsedMs = performance.now() - start;
			resolve({stdout: text('stdout'), stderr: text('stderr'), code, signal, elapsedMs});
		});
	});
	return {
		child,
		stdout: () => text('stdout'),
		stderr: () => text('stderr'),
		kill,
		said: wanted => waitFor(() => text('stderr').includes(wanted), `"${wanted}" on stderr`, LIMIT_MS),
		exited,
	};
}

export async function runProgram(args: readonly string[], options?: ProgramOptions): Promise<Result> {
	return startProgram(args, options).exited;
}
