/** A program in a terminal of its own, outside a test: what a bench or a script drives, and ends itself. */
import {mkdtempSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {Size} from '../../source/ui/input.js';

export type DrivenProgram = {
	readonly pid: number;
	write(bytes: string): void;
	/** Waits until a text that the program has written since a mark has something; gives when that was. */
	seen(wanted: (text: string) => boolean, timeoutMs?: number): Promise<number>;
	/** What comes from now on is what `seen` looks at. */
	mark(): void;
	/** The exit code; an error where it does not end by itself in time. */
	ended(timeoutMs?: number): Promise<number>;
	/** Ends it, and all that is in its terminal. */
	end(): Promise<void>;
};

export type DrivenOptions = {
	size?: Size;
	environment?: Record<string, string>;
	cwd?: string;
	onData?: (data: string) => void;
};

const nodePty = createRequire(import.meta.url)('@lydell/node-pty') as typeof import('@lydell/node-pty');

/** Only this of the environment is the program's: nothing else changes what it does. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'SHELL'];

export function driveProgram(
	[file, ...args]: readonly [string, ...string[]],
	{size = {columns: 100, rows: 30}, environment = {}, cwd, onData = () => {}}: DrivenOptions = {},
): DrivenProgram {
	const home = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-home-'));
	const kept = Object.fromEntries(
		KEPT.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])),
	);
	const pty = nodePty.spawn(file, args, {
		name: 'xterm-256color',
		cols: size.columns,
		rows: size.rows,
		...(cwd === undefined ? {} : {cwd}),
		env: {...kept, LANG: 'C.UTF-8', TERM: 'xterm-256color', SQRL_TUI_HOME: home, ...environment},
	});
	let since = '';
	let code: number | null = null;
	let look = () => {};
	pty.onData(data => {
		since += data;
		onData(data);
		look();
	});
	const exit = new Promise<number>(resolve => {
		pty.onExit(({exitCode, signal = 0}) => {
			code = signal > 0 ? 128 + signal : exitCode;
			look();
			resolve(code);
		});
	});

	return {
		pid: pty.pid,
		write: bytes => pty.write(bytes),
		mark() {
			since = '';
		},
		seen: (wanted, timeoutMs = 10_000) =>
			new Promise((resolve, reject) => {
				const done = () => {
					clearTimeout(timer);
					look = () => {};
				};

				const fail = (why: string) => {
					done();
					reject(new Error(`what is waited for is not seen (${why}) in:\n${plain(since).slice(-2000)}`));
				};

				const timer = setTimeout(() => fail(`not within ${timeoutMs} ms`), timeoutMs);
				look = () => {
					if (wanted(plain(since))) {
						done();
						resolve(performance.now());
					} else if (code !== null) {
						fail(`the program has ended with ${code}`);
					}
				};

				look();
			}),
		ended: (timeoutMs = 5000) => within(exit, timeoutMs, 'the program does not end'),
		async end() {
			for (const target of [-pty.pid, pty.pid]) {
				try {
					process.kill(target, 'SIGKILL');
				} catch {
					// It has ended.
				}
			}

			await within(exit, 5000, 'the terminal does not close').catch(() => {});
			rmSync(home, {recursive: true, force: true});
		},
	};
}

/** A text without the sequences that colour it and move the cursor. */
function plain(text: string): string {
	return text.replaceAll(/\x1b(?:\[[0-9;?<>=]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g, '');
}

async function within<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	try {
		return await Promise.race([
			promise,
			new Promise<never>((_, reject) => {
				timer = setTimeout(() => reject(new Error(`${what} within ${timeoutMs} ms`)), timeoutMs);
			}),
		]);
	} finally {
		clearTimeout(timer);
	}
}
