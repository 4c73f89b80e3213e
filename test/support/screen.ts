/** A terminal without a window: what a person would see of the bytes that a program writes. */
import {setTimeout as sleep} from 'node:timers/promises';
import xterm from '@xterm/headless';
import type {Size} from '../../source/ui/input.js';

export type Screen = {
	/** Draws; resolves when it is drawn. */
	write(data: string): Promise<void>;
	/** The rows that are seen, without the spaces at their ends. */
	lines(): string[];
	/** Those, without the empty ones at the end, as one text. */
	text(): string;
	/** All lines from the first on, those that were scrolled away before those that are seen. */
	scrollback(): string[];
	/** From 0, in the rows that are seen. */
	cursor(): {column: number; row: number};
	resize(size: Size): void;
	/** All that was written so far. */
	readonly raw: string;
	/** Whether the alternate screen is shown. */
	readonly isAlternate: boolean;
};

const {Terminal} = xterm;

export function createScreen({columns, rows}: Size): Screen {
	const terminal = new Terminal({cols: columns, rows, scrollback: 100_000, allowProposedApi: true});
	let raw = '';
	const read = (from: number, to: number) => {
		const {active} = terminal.buffer;
		return Array.from(
			{length: to - from},
			(_, at) =>
				active
					.getLine(from + at)
					?.translateToString(true)
					.trimEnd() ?? '',
		);
	};

	const lines = () => {
		const {baseY} = terminal.buffer.active;
		return read(baseY, baseY + terminal.rows);
	};

	return {
		write(data) {
			raw += data;
			return new Promise(resolve => {
				terminal.write(data, resolve);
			});
		},
		lines,
		text: () => lines().join('\n').replace(/\n+$/, ''),
		scrollback: () => read(0, terminal.buffer.active.length),
		cursor: () => ({column: terminal.buffer.active.cursorX, row: terminal.buffer.active.cursorY}),
		resize: size => terminal.resize(size.columns, size.rows),
		get raw() {
			return raw;
		},
		get isAlternate() {
			return terminal.buffer.active.type === 'alternate';
		},
	};
}

/** What is to be seen: a text or a pattern in the visible rows, or any condition. */
export type Expected = string | RegExp | ((screen: Screen) => boolean);

export function shows(screen: Screen, expected: Expected): boolean {
	if (typeof expected === 'function') {
		return expected(screen);
	}

	return typeof expected === 'string' ? screen.text().includes(expected) : expected.test(screen.text());
}

export type Waiting = {
	timeoutMs?: number;
	/** Says why it will never be seen, when that is so. */
	hopeless?: () => string | null;
};

/** Waits until something is seen; throws with the screen as it is when it is not seen in time. */
export async function waitForScreen(
	screen: Screen,
	expected: Expected,
	{timeoutMs = 10_000, hopeless = () => null}: Waiting = {},
): Promise<void> {
	const deadline = performance.now() + timeoutMs;
	for (;;) {
		// Asked before the screen is looked at: the last that a program wrote is drawn when it has ended.
		const why = hopeless() ?? (performance.now() > deadline ? `not within ${timeoutMs} ms` : null);
		if (shows(screen, expected)) {
			break;
		}

		if (why !== null) {
			throw new Error(`${String(expected)} is not seen (${why}). The screen is:\n${framed(screen)}`);
		}

		await sleep(15);
	}

	// What drew it may have its next step to do still: listening to the next key.
	await new Promise(resolve => {
		setImmediate(resolve);
	});
}

function framed(screen: Screen): string {
	return screen
		.lines()
		.map(line => `│${line}`)
		.join('\n');
}
