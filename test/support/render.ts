/** Draws with Ink on a screen of any size, through its real way of drawing: nothing is `debug`. */
import {EventEmitter} from 'node:events';
import type {ReactNode} from 'react';
import type {Size} from '../../source/ui/input.js';
import {createScreen, type Expected, type Screen, waitForScreen} from './screen.js';

// Where tests run in continuous integration Ink would draw nothing but the end; it asks when it is loaded.
delete process.env.CI;
delete process.env.CONTINUOUS_INTEGRATION;
const {render} = await import('ink');

export type Rendered = {
	screen: Screen;
	/** What was seen, one after the other; updates that the terminal shows at once are one. */
	frames: string[];
	/** The newest of them, or ''. */
	lastFrame(): string;
	waitFor(expected: Expected, timeoutMs?: number): Promise<void>;
	rerender(node: ReactNode): void;
	resize(size: Size): void;
	clear(): void;
	/** Ends the drawing; resolves when the last of it is seen. */
	unmount(): Promise<void>;
};

const UPDATE_BEGINS = '\x1b[?2026h';
const UPDATE_ENDS = '\x1b[?2026l';

/** Takes a screen to draw on what another instance has left. */
export function renderOnScreen(node: ReactNode, size: Size, screen = createScreen(size)): Rendered {
	const frames: string[] = [];
	let drawn = Promise.resolve();
	let isUpdating = false;
	const write = (data: string) => {
		isUpdating =
			data.lastIndexOf(UPDATE_BEGINS) > data.lastIndexOf(UPDATE_ENDS) ||
			(isUpdating && !data.includes(UPDATE_ENDS));
		const isWhole = !isUpdating;
		// As a terminal does with a line break: it goes to the beginning of the line.
		drawn = screen.write(data.replaceAll(/\r?\n/g, '\r\n')).then(() => {
			const frame = screen.text();
			if (isWhole && frame !== frames.at(-1)) {
				frames.push(frame);
			}
		});
		return true;
	};

	const stdout = Object.assign(new EventEmitter(), {...size, isTTY: true, write});
	const stdin = Object.assign(new EventEmitter(), {isTTY: false});
	const instance = render(node, {
		stdout: stdout as unknown as NodeJS.WriteStream,
		stdin: stdin as unknown as NodeJS.ReadStream,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	return {
		screen,
		frames,
		lastFrame: () => frames.at(-1) ?? '',
		waitFor: (expected, timeoutMs = 5000) => waitForScreen(screen, expected, {timeoutMs}),
		rerender: instance.rerender,
		resize(next) {
			screen.resize(next);
			Object.assign(stdout, next);
			stdout.emit('resize');
		},
		clear: instance.clear,
		async unmount() {
			instance.unmount();
			await drawn;
		},
	};
}
