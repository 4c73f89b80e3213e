/** Runs a program in a terminal of its own, as a person does, and reads its screen. */
import {mkdtempSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {messageOf} from '../../source/errors.js';
import {packageRoot} from '../../source/package-root.js';
import type {Size} from '../../source/ui/input.js';
import {createScreen, type Expected, type Screen, waitForScreen} from './screen.js';

type NodePty = typeof import('@lydell/node-pty');

const {nodePty, reason} = load();

/** Why there are no such terminals here, or null. Tests that need one are skipped with it in their name. */
export const ptyUnavailable: string | null = reason;

export type PtyOptions = {
	/** 80×24 unless said otherwise; 0 is what a terminal says that does not know. */
	size?: Size;
	/** Added to an environment in which nothing of the developer's changes what the program does. */
	environment?: Record<string, string | undefined>;
	cwd?: string;
	/**
	 * The program is the first of its terminal, and the system ends the terminal with it. Then the last that it
	 * writes may be lost; so otherwise a shell is the first, and keeps the terminal open.
	 */
	isFirst?: boolean;
};

export type Pty = {
	/** Of the program, when something of it was seen. */
	readonly pid: number;
	screen: Screen;
	/** All that the program has written. */
	readonly bytes: string;
	/** `SQRL_TUI_HOME` of the program: an empty folder. */
	home: string;
	/** Keys of printable characters. */
	type(text: string): void;
	/** Bytes of other keys: see KEYS. */
	press(bytes: string): void;
	/** What a terminal sends when a text is pasted. */
	paste(text: string): void;
	/** Waits until something is seen; the error has the screen. Keys that follow are heard. */
	waitFor(expected: Expected, timeoutMs?: number): Promise<void>;
	resize(size: Size): void;
	signal(name: NodeJS.Signals): void;
	/** Closes the terminal, as closing its window does. */
	hangUp(): void;
	/** The exit code as a shell has it: 128 and its number for a signal. All that was written is drawn by then. */
	exit: Promise<number>;
};

export const KEYS = {
	enter: '\r',
	escape: '\x1b',
	tab: '\t',
	shiftTab: '\x1b[Z',
	backspace: '\x7f',
	delete: '\x1b[3~',
	up: '\x1b[A',
	down: '\x1b[B',
	right: '\x1b[C',
	left: '\x1b[D',
	home: '\x1b[H',
	end: '\x1b[F',
	pageUp: '\x1b[5~',
	pageDown: '\x1b[6~',
	altEnter: '\x1b\r',
	/** Ctrl and a letter. */
	ctrl: (letter: string) => String.fromCharCode(letter.toLowerCase().charCodeAt(0) - 0x60),
} as const;

/** Starts sqrl-tui as it is built. It ends with the test. */
export function startPty(args: readonly string[], options: PtyOptions = {}): Pty {
	return startInPty([process.execPath, path.join(packageRoot(), 'bin', 'sqrl-tui.js'), ...args], options);
}

/** Starts any program. It ends with the test, and so does what it started in its terminal. */
export function startInPty(command: readonly string[], options: PtyOptions = {}): Pty {
	const {size = {columns: 80, rows: 24}, environment = {}, cwd = packageRoot(), isFirst = false} = options;
	const home = mkdtempSync(path.join(tmpdir(), 'sqrl-tui-home-'));
	const seen = {columns: size.columns || 80, rows: size.rows || 24};
	const pty = nodePty!.spawn('sh', ['-c', script(size, isFirst), 'sh', ...command], {
		name: environment.TERM ?? 'xterm-256color',
		cols: seen.columns,
		rows: seen.rows,
		cwd,
		env: withoutUndefined({...cleanEnvironment(), SQRL_TUI_HOME: home, ...environment}),
	});
	const screen = createScreen(seen);
	let drawn = Promise.resolve();
	let code: number | null = null;
	const closed = new Promise<number>(resolve => {
		pty.onExit(({exitCode, signal = 0}) => resolve(signal > 0 ? 128 + signal : exitCode));
	});
	const told = new Promise<number>(resolve => {
		pty.onData(data => {
			drawn = screen.write(data);
			const told = TOLD_EXIT.exec(screen.raw.slice(-64))?.[1];
			if (told !== undefined) {
				resolve(Number(told));
			}
		});
	});
	const exit = Promise.race([closed, told]).then(async status => {
		await drawn;
		code = status;
		return status;
	});
	onTestFinished(async () => {
		killSession(pty.pid);
		await closed;
		rmSync(home, {recursive: true, force: true});
	});

	const pid = () => Number(TOLD_PID.exec(screen.raw)![1]);
	return {
		get pid() {
			return pid();
		},
		screen,
		get bytes() {
			return screen.raw.replace(TOLD_PID, '').replace(TOLD_EXIT, '');
		},
		home,
		type: text => pty.write(text),
		press: bytes => pty.write(bytes),
		paste: text => pty.write(`\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~`),
		waitFor: (expected, timeoutMs = 10_000) =>
			waitForScreen(screen, expected, {
				timeoutMs,
				hopeless: () => (code === null ? null : `the program has ended with ${code}`),
			}),
		resize(next) {
			screen.resize(next);
			pty.resize(next.columns, next.rows);
		},
		signal: name => process.kill(pid(), name),
		// Its own `destroy` sends one more signal, which may come when the program has no more ears for it.
		hangUp: () => (pty as unknown as {_socket: {destroy(): void}})._socket.destroy(),
		exit,
	};
}

/** What the shell says of the program, in sequences that terminals do not know and do not show. */
const TOLD_PID = /\x1b\]7777;pid;(\d+)\x07/;
const TOLD_EXIT = /\x1b\]7777;exit;(\d+)\x07$/;

const START = String.raw`printf "\033]7777;pid;%s\007" $$; exec "$@"`;

/** Where a program is the last of its terminal, the system may throw away what nobody has read yet. */
function script({columns, rows}: Size, isFirst: boolean): string {
	// node-pty takes no size of zero, but a terminal does.
	const resize = columns > 0 && rows > 0 ? '' : `stty cols ${columns} rows ${rows};`;
	if (isFirst) {
		return `${resize} ${START}`;
	}

	// Keys that interrupt the program are not for this shell.
	return String.raw`${resize} trap : INT QUIT
		sh -c '${START}' sh "$@"
		printf "\033]7777;exit;%s\007" $?
		read -r closing`;
}

function load(): {nodePty: NodePty | null; reason: string | null} {
	try {
		return {nodePty: createRequire(import.meta.url)('@lydell/node-pty') as NodePty, reason: null};
	} catch (error) {
		return {nodePty: null, reason: `no terminals here: ${messageOf(error).split('\n')[0]}`};
	}
}

/** What programs ask about colours, continuous integration, keys, editors and terminals they are in. */
const OF_THE_DEVELOPER =
	/^(?:CI|CI_.*|CONTINUOUS_INTEGRATION|NO_COLOR|FORCE_COLOR|COLORTERM|SQRL_.*|OPENAI_.*|TMUX.*|STY|TERM.*|COLUMNS|LINES|VISUAL|EDITOR|INK_.*|DEV|NODE_.*|VITEST.*|LC_.*|LANG|HISTFILE)$/;

function cleanEnvironment(): Record<string, string> {
	const kept = Object.entries(process.env).filter(([name]) => !OF_THE_DEVELOPER.test(name));
	return {
		...(Object.fromEntries(kept) as Record<string, string>),
		LANG: 'C.UTF-8',
		TERM: 'xterm-256color',
		HISTFILE: '/dev/null',
	};
}

/** What is undefined is not set: it would be handed on as the word. */
function withoutUndefined(environment: Record<string, string | undefined>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}

/** The program leads its group and the session of its terminal: what is in either is told to go. */
function killSession(pid: number): void {
	for (const target of [-pid, pid]) {
		try {
			process.kill(target, 'SIGKILL');
		} catch {
			// It has ended.
		}
	}
}
