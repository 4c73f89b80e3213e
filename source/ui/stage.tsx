/**
 * Puts what there is to be seen on the terminal with Ink. The session and a full-screen view are Ink instances of
 * their own: one instance that went to the alternate screen and back would wipe what it had printed.
 */
import {type Instance, render} from 'ink';
import type {ReactElement} from 'react';
import stringWidth from 'string-width';
import {drawableRows, type Size, viewSize} from './input.js';
import {SessionScreen} from './session-screen.js';
import {ViewScreen} from './view-screen.js';

/** All that is to be seen, as of now: functions give lines that fit. */
export type Scene = {
	size: Size;
	/** The full-screen view; null: the main screen is seen. */
	view: ((size: Size) => string[]) | null;
	/** What can still change on the main screen. */
	live: () => string[];
	/** What goes into its scrollback, once: it only grows. */
	printed: {count: number; lines: (index: number, width: number) => string[]};
};

/** What is put on the stage. */
export type Play = {
	scene(): Scene;
	/** Tells of each change of the scene. */
	subscribe(listener: () => void): () => void;
};

/** What the stage needs of the terminal. */
export type StageTerminal = {
	stdin: NodeJS.ReadStream;
	stdout: NodeJS.WriteStream;
	enterFullScreen(): void;
	leaveFullScreen(): void;
};

export type Stage = {
	/** Resolves when the first frame is drawn. */
	drawn: Promise<void>;
	/** Does something while nothing is drawn: an editor, a suspension. */
	outside<T>(work: () => T | Promise<T>): Promise<T>;
	/** Draws for the last time and leaves the terminal to what comes after. */
	close(): Promise<void>;
	/** Draws no more, at once: the program ends without having been asked to. */
	abandon(): void;
};

export type StageOptions = {screenReader?: boolean; environment?: NodeJS.ProcessEnv};

/** Milliseconds between two frames, at the least. */
const FRAME_MS = 25;

export function openStage(
	play: Play,
	terminal: StageTerminal,
	{screenReader = false, environment = process.env}: StageOptions = {},
): Stage {
	const {stdin, stdout} = terminal;
	let mounted: {kind: 'session' | 'view'; size: Size; instance: Instance} | null = null;
	/** The region that can change, as Ink was given it last. */
	let region: readonly string[] = [];
	/** Blocks that this session's instance has been given, and items of the session that are in some instance. */
	let finished: string[] = [];
	let printedItems = 0;
	const due: string[] = [];
	let timer: NodeJS.Timeout | null = null;
	let drawnAt = Number.NEGATIVE_INFINITY;
	let work = Promise.resolve();
	let closed = false;
	let firstDrawn = () => {};
	const drawn = new Promise<void>(resolve => {
		firstDrawn = resolve;
	});
	const unsubscribe = play.subscribe(schedule);

	/** At once after a pause, and not before its time after another frame. */
	function schedule(): void {
		timer ??= setTimeout(
			() => {
				timer = null;
				drawnAt = performance.now();
				work = work.then(draw);
			},
			Math.max(0, drawnAt + FRAME_MS - performance.now()),
		);
	}

	async function draw(): Promise<void> {
		const {view} = play.scene();
		if (closed) {
			return;
		}

		await show(view ? 'view' : 'session');
		firstDrawn();
		collect();
		if (view) {
			mounted?.instance.rerender(frame('view'));
			return;
		}

		// A block that is higher than the terminal would lose its end: one goes out after the other.
		do {
			finished = [...finished, ...due.splice(0, 1)];
			mounted?.instance.rerender(frame('session'));
			if (due.length > 0) {
				await macrotask();
			}
		} while (due.length > 0);
	}

	/** New items of the session as blocks that are lower than the terminal. */
	function collect(): void {
		const {printed, size} = play.scene();
		const height = Math.max(1, drawableRows(size) - 1);
		for (; printedItems < printed.count; printedItems++) {
			const lines = printed.lines(printedItems, size.columns - 1);
			for (let at = 0; at < lines.length; at += height) {
				due.push(lines.slice(at, at + height).join('\n') || ' ');
			}
		}
	}

	/** What is asked for, though the session may have gone on to the other: the next frame shows that. */
	function frame(kind: 'session' | 'view'): ReactElement {
		const {view, size, live} = play.scene();
		if (kind === 'view') {
			region = view ? view(viewSize(size)) : [];
			return <ViewScreen lines={region} />;
		}

		region = live();
		return <SessionScreen finished={finished} live={region} />;
	}

	async function show(kind: 'session' | 'view'): Promise<void> {
		const {size} = play.scene();
		if (mounted?.kind === kind && mounted.size.columns === size.columns && mounted.size.rows === size.rows) {
			return;
		}

		await leave(kind);
		if (kind === 'view' && !screenReader) {
			terminal.enterFullScreen();
		}

		finished = [];
		mounted = {
			kind,
			size,
			instance: render(frame(kind), {
				stdin,
				stdout: asDrawnOn(stdout, size),
				exitOnCtrlC: false,
				patchConsole: false,
				isScreenReaderEnabled: screenReader,
				// Ink would hold back a frame that comes sooner than 1/30 s after the last.
				maxFps: 1000 / FRAME_MS,
			}),
		};
	}

	/** Takes away what can change; `next` is what will be drawn in its place. */
	async function leave(next: 'session' | 'view' | null = null): Promise<void> {
		if (!mounted) {
			return;
		}

		const {kind, instance} = mounted;
		mounted = null;
		// Not Ink's `clear` before: with a frame still to draw, Ink would then erase what is above the region.
		instance.unmount();
		if (kind === 'session' || screenReader) {
			stdout.write(erased());
		} else if (next === 'view') {
			stdout.write('\u001b[2J\u001b[H');
		}

		await macrotask();
		if (kind === 'view' && next !== 'view' && !screenReader) {
			terminal.leaveFullScreen();
		}
	}

	/** Erases the region, which a narrower terminal may have broken into more lines than it had. */
	function erased(): string {
		const {columns} = play.scene().size;
		const rowsOf = (line: string) => (reflows(environment) ? Math.ceil(stringWidth(line) / columns) : 1);
		const rows = region.reduce((sum, line) => sum + Math.max(1, rowsOf(line)), 0);
		// To a screen reader Ink does not end the last line.
		const up = screenReader ? rows - 1 : rows;
		return `\r${up > 0 ? `\u001b[${up}A` : ''}\u001b[J`;
	}

	schedule();
	return {
		drawn,
		outside(task) {
			const done = work.then(async () => {
				await leave();
				return task();
			});
			work = done.then(draw, draw);
			return done;
		},
		async close() {
			unsubscribe();
			if (timer) {
				clearTimeout(timer);
			}

			await work.then(draw);
			closed = true;
			await leave();
		},
		abandon() {
			closed = true;
			if (!mounted) {
				return;
			}

			mounted.instance.unmount();
			mounted = null;
			if (screenReader) {
				stdout.write('\n');
			}
		},
	};
}

/**
 * The terminal as Ink sees it: as wide as it was when the drawing began, without a height, and never of another
 * size. The regions are made to fit here, and each size has an instance of its own: Ink would erase as many
 * lines as it wrote, of which a narrower terminal has made more, and wipe the person's scrollback at every
 * frame after a resize that makes the terminal lower than the last one.
 */
function asDrawnOn(stdout: NodeJS.WriteStream, {columns}: Size): NodeJS.WriteStream {
	const fixed: Record<string | symbol, unknown> = {columns, rows: Number.MAX_SAFE_INTEGER};
	return new Proxy(stdout, {
		get(target, name) {
			if (name in fixed) {
				return fixed[name];
			}

			const value: unknown = Reflect.get(target, name, target);
			if (name === 'on' || name === 'off') {
				return (event: string, listener: () => void) =>
					event === 'resize' ? target : Reflect.apply(value as () => void, target, [event, listener]);
			}

			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}

/** Whether a terminal that gets narrower breaks its lines anew; these cut them. */
function reflows({XTERM_VERSION, TERM = ''}: NodeJS.ProcessEnv): boolean {
	return XTERM_VERSION === undefined && !/^(?:linux|rxvt|vt\d)/.test(TERM);
}

function macrotask(): Promise<void> {
	return new Promise(resolve => setImmediate(resolve));
}
