import {EventEmitter} from 'node:events';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Size} from '../../source/ui/input.js';
import type {Core} from '../../source/ui/session/core.js';
import type {SessionEvent} from '../../source/ui/session/event.js';
import {reduce} from '../../source/ui/session/reduce.js';
import {sessionScene} from '../../source/ui/session/session-scene.js';
import type {Session} from '../../source/ui/session/state.js';
import {createScreen, type Expected, waitForScreen} from '../support/screen.js';
import {LARGE, SMALL} from './screens/support.js';
import {key, START, session} from './session/support.js';

// Where tests run in continuous integration Ink would draw nothing but the end; it asks when it is loaded.
delete process.env.CI;
delete process.env.CONTINUOUS_INTEGRATION;
const {openStage} = await import('../../source/ui/stage.js');

const PROMPT = '❯ Ask chinook';

/** A stage on a screen, and a core that does nothing but reduce. */
async function open(size: Size, change: Partial<Session> = {}) {
	const screen = createScreen(size);
	let written = Promise.resolve();
	const write = (data: string) => {
		written = screen.write(data.replaceAll(/\r?\n/g, '\r\n'));
		return true;
	};

	const stdout = Object.assign(new EventEmitter(), {...size, isTTY: true, write});
	const stdin = Object.assign(new EventEmitter(), {isTTY: false});
	const listeners = new Set<() => void>();
	let state = session({size, ...change});
	const core: Core = {
		get session() {
			return state;
		},
		dispatch(event) {
			state = reduce(state, event).session;
			for (const listener of listeners) {
				listener();
			}
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		finished: new Promise(() => {}),
		close: async () => {},
	};
	const stage = openStage(
		{scene: () => sessionScene(core.session), subscribe: core.subscribe},
		{
			stdin: stdin as unknown as NodeJS.ReadStream,
			stdout: stdout as unknown as NodeJS.WriteStream,
			enterFullScreen: () => write('\u001b[?1049h\u001b[H'),
			leaveFullScreen: () => write('\u001b[?1049l'),
		},
		{environment: {TERM: 'xterm-256color'}},
	);
	onTestFinished(() => stage.abandon());
	const waitFor = (expected: Expected) => waitForScreen(screen, expected, {timeoutMs: 5000});
	await waitFor(PROMPT);
	return {
		screen,
		core,
		stage,
		waitFor,
		written: () => written,
		press: (...names: string[]) => {
			for (const name of names) {
				core.dispatch({kind: 'input', input: key(name), at: START});
			}
		},
		resize(next: Size) {
			screen.resize(next);
			Object.assign(stdout, next);
			stdout.emit('resize');
			core.dispatch({kind: 'resized', size: next});
		},
		/** All lines but the empty ones at the end. */
		scrollback: () => screen.scrollback().join('\n').trimEnd(),
	};
}

type Opened = Awaited<ReturnType<typeof open>>;

const note = (text: string): SessionEvent => ({kind: 'note', text, tone: 'plain'});

const item = (index: number) => `item ${index} is here`;

/** The numbers of the items that are anywhere on the screen, from the top. */
function items({scrollback}: Opened): number[] {
	return [...scrollback().matchAll(/item (\d+) is here/g)].map(match => Number(match[1]));
}

const upTo = (count: number) => Array.from({length: count}, (_, index) => index);

/** Draws items, and waits until the last is seen above the prompt. */
async function print(opened: Opened, from: number, to: number): Promise<void> {
	for (let index = from; index < to; index++) {
		opened.core.dispatch(note(item(index)));
	}

	await opened.waitFor(screen => screen.text().includes(item(to - 1)) && screen.text().includes(PROMPT));
}

describe.each([LARGE, SMALL])('at $columns×$rows', size => {
	it('prints each item once and in order, one by one and all at once', async () => {
		const opened = await open(size);
		await print(opened, 0, 1);
		await print(opened, 1, 2);
		await print(opened, 2, 100);
		expect(items(opened)).toEqual(upTo(100));
		expect(opened.scrollback().split(PROMPT)).toHaveLength(2);
		expect(opened.screen.raw).not.toContain('\u001b[3J');
	});

	it('prints an item whole that is higher than the terminal', async () => {
		const opened = await open(size);
		opened.core.dispatch(note(upTo(300).map(item).join('\n')));
		await opened.waitFor(item(299));
		await print(opened, 300, 301);
		expect(items(opened)).toEqual(upTo(301));
		expect(opened.screen.raw).not.toContain('\u001b[3J');
	});

	it('has the same scrollback before and after a view', async () => {
		const opened = await open(size);
		await print(opened, 0, 60);
		const before = opened.scrollback();
		opened.press('/', 'h', 'e', 'l', 'p', 'enter');
		await opened.waitFor('Keys and commands');
		expect(opened.screen.isAlternate).toBe(true);
		opened.press('down', 'pagedown', 'end', 'q');
		await opened.waitFor(PROMPT);
		expect(opened.screen.isAlternate).toBe(false);
		expect(opened.scrollback()).toBe(before);
		await print(opened, 60, 61);
		expect(items(opened)).toEqual(upTo(61));
		expect(opened.screen.raw).not.toContain('\u001b[3J');
	});

	it('prints after a view what came during it', async () => {
		const opened = await open(size);
		await print(opened, 0, 30);
		opened.press('/', 'h', 'e', 'l', 'p', 'enter');
		await opened.waitFor('Keys and commands');
		for (let index = 30; index < 70; index++) {
			opened.core.dispatch(note(item(index)));
		}

		opened.press('q');
		await opened.waitFor(screen => screen.text().includes(item(69)) && screen.text().includes(PROMPT));
		expect(items(opened)).toEqual(upTo(70));
	});

	it('is left and entered again without a trace', async () => {
		const opened = await open(size);
		await print(opened, 0, 40);
		const before = opened.scrollback();
		for (let round = 0; round < 5; round++) {
			opened.press('/', 'h', 'e', 'l', 'p', 'enter');
			await opened.waitFor('Keys and commands');
			opened.press('q');
			await opened.waitFor(PROMPT);
		}

		expect(opened.scrollback()).toBe(before);
	});

	it('gives way to another program, and comes back', async () => {
		const opened = await open(size);
		await print(opened, 0, 40);
		const before = opened.scrollback();
		const during = await opened.stage.outside(async () => {
			await opened.written();
			opened.press('a');
			return opened.screen.text();
		});
		expect(during).toContain(item(39));
		expect(during).not.toContain(PROMPT);
		await opened.waitFor('❯ a');
		opened.press('backspace');
		await opened.waitFor(PROMPT);
		expect(opened.scrollback()).toBe(before);
	});

	it('leaves what was printed, and nothing of the prompt', async () => {
		const opened = await open(size);
		await print(opened, 0, 40);
		opened.core.dispatch(note(item(40)));
		await opened.stage.close();
		await opened.written();
		expect(items(opened)).toEqual(upTo(41));
		expect(opened.scrollback()).not.toContain(PROMPT);
	});

	it('draws nothing more after it is abandoned', async () => {
		const opened = await open(size);
		opened.stage.abandon();
		await opened.written();
		const {raw} = opened.screen;
		opened.core.dispatch(note('too late'));
		opened.press('a');
		await opened.stage.outside(() => {});
		await opened.written();
		expect(opened.screen.raw).toBe(raw);
	});
});

describe('a resize', () => {
	it.each<[string, Size[]]>([
		['lower', [{columns: 80, rows: 10}]],
		['narrower', [{columns: 40, rows: 24}]],
		['smaller', [SMALL]],
		['larger', [{columns: 120, rows: 40}]],
		['to and fro', [SMALL, LARGE, {columns: 30, rows: 8}, {columns: 200, rows: 50}, LARGE]],
	])('%s wipes nothing, and leaves one prompt', async (_, sizes) => {
		const opened = await open(LARGE);
		await print(opened, 0, 40);
		let count = 40;
		for (const size of sizes) {
			opened.resize(size);
			await print(opened, count, count + 3);
			count += 3;
		}

		expect(items(opened)).toEqual(upTo(count));
		expect(opened.screen.raw).not.toContain('\u001b[3J');
		expect(opened.scrollback().split(PROMPT)).toHaveLength(2);
	});

	it('while a long text is written keeps what is printed', async () => {
		const opened = await open(LARGE);
		await print(opened, 0, 40);
		const text = Array.from({length: 12}, (_, at) => `written line ${at} ${'x'.repeat(40)}`).join('\n');
		opened.core.dispatch({kind: 'input', input: {kind: 'paste', text}, at: START});
		await opened.waitFor('written line 11');
		opened.resize(SMALL);
		await opened.waitFor(screen => screen.text().includes('lines above'));
		opened.press('ctrl+c');
		await opened.waitFor(PROMPT);
		expect(opened.screen.raw).not.toContain('\u001b[3J');
		expect(items(opened)).toEqual(upTo(40));
		expect(opened.screen.text().split(PROMPT)).toHaveLength(2);
	});

	it('in a view draws the view anew, and the session afterwards as it was', async () => {
		const opened = await open(LARGE);
		await print(opened, 0, 40);
		opened.press('/', 'h', 'e', 'l', 'p', 'enter');
		await opened.waitFor('Keys and commands');
		opened.resize({columns: 80, rows: 12});
		opened.press('q');
		await opened.waitFor(PROMPT);
		expect(items(opened)).toEqual(upTo(40));
		expect(opened.scrollback().split(PROMPT)).toHaveLength(2);
		expect(opened.screen.raw).not.toContain('\u001b[3J');
	});
});
