/**
 * The terminal while a screen has it: raw mode, bracketed paste, the alternate screen; and how it is given
 * back, whatever happens: at the end, on a signal, on an error that nobody caught, and for a while to a shell
 * or to another program.
 */
import {spawnSync} from 'node:child_process';
import {closeSync} from 'node:fs';
import {messageOf} from '../../errors.js';
import * as noteLayout from '../../note-lines.js';
import {standardNotes} from '../../streams.js';
import {type Input, type Size, sizeOf} from '../input.js';
import {createDecoder} from './decode.js';
import {leaveSignalsToAnother} from './leave-signals.js';

export type Terminal = {
	stdin: NodeJS.ReadStream;
	/** stdout for what draws on it: its size is never zero. */
	stdout: NodeJS.WriteStream;
	size(): Size;
	/** Switches to the alternate screen, and back; the main screen is found as it was left. */
	enterFullScreen(): void;
	leaveFullScreen(): void;
	/** Gives the terminal back for good. What was set is undone, once; more calls do nothing. */
	restore(): void;
	/** Stops the program as Ctrl-Z does. What draws has stopped before; resolves when it may draw again. */
	suspend(): Promise<void>;
	/** Lets another program have the terminal until it ends. What draws has stopped before, and goes on after. */
	runExternal(command: string, args: readonly string[]): ExternalRun;
	/** All of these give a function that ends the listening. */
	onInput(listener: (input: Input) => void): () => void;
	onResize(listener: (size: Size) => void): () => void;
	/** The program was stopped, by itself or by another, and goes on: all of the screen must be drawn anew. */
	onResume(listener: () => void): () => void;
	/** The terminal is about to be given back for good: what draws draws its last. */
	onRestore(listener: () => void): () => void;
};

/** How a program ended: by itself, by a signal, or never begun. */
export type ExternalRun = {status: number | null; signal: NodeJS.Signals | null; error: Error | null};

export type TerminalStreams = {
	/** Both are terminals; whether they are is decided before. */
	stdin: NodeJS.ReadStream;
	stdout: NodeJS.WriteStream;
	/** Tells an error that nobody caught, after the terminal is given back; gives the exit code. */
	reportFailure?: (error: unknown) => number;
};

/** As everywhere in the program; whatever signal or lost terminal it was. */
const INTERRUPTED = 130;
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long it can take until a program that stopped itself is stopped. */
const STOP_MS = 250;

const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';
const FULL_SCREEN_ON = '\x1b[?1049h\x1b[H';
const FULL_SCREEN_OFF = '\x1b[?1049l';
const STYLE_OFF = '\x1b[0m';
const CURSOR_ON = '\x1b[?25h';

/**
 * Takes the terminal. From here on SIGINT, SIGTERM and SIGHUP give it back and end the program with 130, at
 * once; so does, without a word, a terminal that is gone. An error that nobody caught is told after it is
 * given back.
 */
export function takeTerminal({stdin, stdout, reportFailure = tellFailure}: TerminalStreams): Terminal {
	const inputs = new Set<(input: Input) => void>();
	const resizes = new Set<(size: Size) => void>();
	const resumes = new Set<() => void>();
	const restores = new Set<() => void>();
	let state: 'taken' | 'lent' | 'restored' = 'lent';
	let isFullScreen = false;
	let isGone = false;
	const decoder = createDecoder(input => tell(inputs, input));

	function take(): void {
		state = 'taken';
		// Another program may have left its own modes: a mode that is thought to be on would not be set again.
		stdin.setRawMode(false);
		stdin.setRawMode(true);
		write(PASTE_ON + (isFullScreen ? FULL_SCREEN_ON : ''));
	}

	function giveBack(): void {
		write(STYLE_OFF + (isFullScreen ? FULL_SCREEN_OFF : '') + PASTE_OFF + CURSOR_ON);
		if (!isGone) {
			stdin.setRawMode(false);
		}
	}

	function write(text: string): void {
		if (!isGone) {
			stdout.write(text);
		}
	}

	function writeIfTaken(text: string): void {
		if (state === 'taken') {
			write(text);
		}
	}

	function resume(): void {
		take();
		// The size may have changed while no news of it came: the stream looks for itself, and tells.
		process.kill(process.pid, 'SIGWINCH');
		tell(resumes, undefined);
	}

	async function suspend(): Promise<void> {
		if (state !== 'taken') {
			return;
		}

		state = 'lent';
		giveBack();
		// To the whole group, as the terminal itself would: where npm started the program, npm must stop too, or
		// the shell goes on waiting for it.
		process.kill(0, 'SIGTSTP');
		await new Promise<void>(resolve => {
			const forget = listen(resumes, () => {
				forget();
				resolve();
			});
			// Where no shell could continue it, the system does not stop it, and there will be no SIGCONT. That one
			// is read before this runs where both are there.
			setTimeout(() => setImmediate(() => state === 'lent' && resume()), STOP_MS);
		});
	}

	function restore(): void {
		if (state === 'restored') {
			return;
		}

		const wasTaken = state === 'taken';
		state = 'restored';
		for (const [event, listener] of processListeners) {
			process.off(event, listener);
		}

		stdin.off('data', onData);
		stdout.off('resize', onResize);
		inputs.clear();
		try {
			tell(restores, undefined);
		} finally {
			if (wasTaken) {
				giveBack();
			}

			// What still comes is for whoever has the terminal next; and nothing waits for it.
			stdin.pause();
			stdin.unref();
		}
	}

	function onData(chunk: Buffer): void {
		decoder.write(chunk);
	}

	function onResize(): void {
		tell(resizes, sizeOf(stdout));
	}

	function onInterruption(): void {
		restore();
		exit(INTERRUPTED);
	}

	/** There is no terminal any more, and nobody to tell. */
	function onGone(): void {
		isGone = true;
		if (state !== 'restored') {
			exit(INTERRUPTED);
		}
	}

	function onFailure(error: unknown): void {
		restore();
		exit(reportFailure(error));
	}

	function exit(code: number): void {
		if (isGone) {
			process.on('exit', closeStandardStreams);
		}

		process.exit(code);
	}

	const processListeners: Array<[string, (news: unknown) => void]> = [
		['exit', restore],
		['uncaughtException', onFailure],
		['unhandledRejection', onFailure],
		['SIGCONT', resume],
		...ENDING_SIGNALS.map((signal): [string, () => void] => [signal, onInterruption]),
	];
	for (const [event, listener] of processListeners) {
		(process as NodeJS.EventEmitter).on(event, listener);
	}

	stdin.on('error', onGone);
	stdin.on('end', onGone);
	stdout.on('error', onGone);
	stdout.on('resize', onResize);
	take();
	stdin.on('data', onData);
	// Whoever had the terminal before, in this process, has let go of it.
	stdin.ref();
	stdin.resume();

	return {
		stdin,
		stdout: withSize(stdout),
		size: () => sizeOf(stdout),
		enterFullScreen() {
			if (!isFullScreen) {
				isFullScreen = true;
				writeIfTaken(FULL_SCREEN_ON);
			}
		},
		leaveFullScreen() {
			if (isFullScreen) {
				isFullScreen = false;
				writeIfTaken(FULL_SCREEN_OFF);
			}
		},
		restore,
		suspend,
		runExternal(command, args) {
			state = 'lent';
			giveBack();
			const takeSignals = leaveSignalsToAnother();
			try {
				// While it runs, nothing of this program does: no two of them read the keyboard.
				const {status, signal, error} = spawnSync(command, [...args], {stdio: 'inherit'});
				return {status, signal, error: error ?? null};
			} finally {
				take();
				takeSignals();
			}
		},
		onInput: listener => listen(inputs, listener),
		onResize: listener => listen(resizes, listener),
		onResume: listener => listen(resumes, listener),
		onRestore: listener => listen(restores, listener),
	};
}

function listen<T>(listeners: Set<T>, listener: T): () => void {
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
	};
}

function tell<T>(listeners: Set<(news: T) => void>, news: T): void {
	for (const listener of listeners) {
		listener(news);
	}
}

/** A terminal may say that it has no columns and no rows; nothing can be drawn on that. */
function withSize(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
	return new Proxy(stdout, {
		get(target, name) {
			if (name === 'columns' || name === 'rows') {
				return sizeOf(target)[name];
			}

			const value: unknown = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}

/** Node aborts where it cannot set the modes of its standard streams at the end; closed ones it leaves alone. */
function closeStandardStreams(): void {
	for (const descriptor of [0, 1, 2]) {
		try {
			closeSync(descriptor);
		} catch {
			// It is closed.
		}
	}
}

function tellFailure(error: unknown): number {
	const notes = standardNotes(process.stderr, process.env, noteLayout);
	notes.line(`sqrl-tui: this should not have happened: ${messageOf(error)}`);
	notes.line('Run it again with SQRL_DEBUG=1 for the details of a report.');
	if (process.env.SQRL_DEBUG && error instanceof Error) {
		notes.line(error.stack ?? '');
	}

	return 1;
}
