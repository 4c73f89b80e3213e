import {EventEmitter} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import type {Size} from '../../../source/ui/input.js';
import {createScreen, waitForScreen} from '../../support/screen.js';
import {FIGURES, running} from './support.js';

// Where tests run in continuous integration Ink would draw nothing but the end; it asks when it is loaded.
delete process.env.CI;
delete process.env.CONTINUOUS_INTEGRATION;
const {openRunBoard} = await import('../../../source/ui/run-board/run-board.js');

/** A board on a screen, or on something that is no terminal. */
async function open(size: Size, environment: NodeJS.ProcessEnv = {TERM: 'xterm-256color'}, isTTY = true) {
	const screen = createScreen(size);
	const said: string[] = [];
	let written = Promise.resolve();
	let writes = 0;
	const write = (data: string) => {
		writes++;
		written = screen.write(data.replaceAll(/\r?\n/g, '\r\n'));
		return true;
	};

	const stderr = Object.assign(new EventEmitter(), {...size, isTTY, write});
	const stdin = Object.assign(new EventEmitter(), {isTTY: false});
	const board = await openRunBoard({
		stderr: stderr as unknown as NodeJS.WriteStream,
		stdin: stdin as unknown as NodeJS.ReadStream,
		notes: {isTerminal: isTTY, colours: false, line: text => said.push(text), status() {}, ready() {}},
		environment,
	});
	return {
		board,
		screen,
		said,
		writes: () => writes,
		waitFor: (expected: string) => waitForScreen(screen, expected),
		resize(next: Size) {
			screen.resize(next);
			Object.assign(stderr, next);
			stderr.emit('resize');
		},
		async close() {
			await board.close();
			await written;
			return screen.scrollback().join('\n').trimEnd();
		},
	};
}

const withDone = (done: number) => running({figures: {...FIGURES, samples: {done, of: 8272}}});

const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe('the board on a terminal', () => {
	it('is drawn anew, and stays in the scrollback as it was last', async () => {
		const {board, screen, waitFor, close} = await open({columns: 80, rows: 24});
		board.update(withDone(1));
		await waitFor('1 of 8,272');
		board.line('A note for the person.');
		board.update(withDone(4000));
		await waitFor('4,000 of 8,272');
		expect(screen.text()).toContain('A note for the person.');
		board.update({...withDone(8272), course: 'ended'});
		const text = await close();
		expect(occurrences(text, 'pass@1')).toBe(1);
		expect(occurrences(text, 'A note for the person.')).toBe(1);
		expect(text).toContain('8,272 of 8,272 · 100 %');
		expect(text).toContain('done in 27 min');
		// What comes next begins a line of its own.
		expect(screen.cursor().column).toBe(0);
		expect(screen.raw).not.toContain('\u001b[3J');
	});

	it('is drawn at most four times a second, whatever happens', async () => {
		const {board, waitFor, writes, close} = await open({columns: 80, rows: 24});
		board.update(withDone(1));
		await waitFor('1 of 8,272');
		const before = writes();
		const until = performance.now() + 600;
		for (let done = 2; performance.now() < until; done++) {
			board.update(withDone(done));
			await sleep(1);
		}

		// Two or three frames, each of a few writes of Ink's.
		expect(writes() - before).toBeLessThan(20);
		await close();
	});

	it('fits a terminal of another size', async () => {
		const {board, screen, waitFor, resize, close} = await open({columns: 80, rows: 24});
		board.update(withDone(3204));
		await waitFor('not right  1,147 of 3,204');
		resize({columns: 120, rows: 40});
		await waitForScreen(screen, seen => seen.lines().some(line => line.length > 100));
		resize({columns: 40, rows: 15});
		await waitFor('16 now');
		expect(occurrences(screen.text(), 'pass@1')).toBe(1);
		expect(await close()).toContain('3,204 of 8,272');
	});

	it('has a clock that goes on by itself', async () => {
		const {board, waitFor, close} = await open({columns: 80, rows: 24});
		board.update(running({elapsedMs: 5000}));
		await waitFor(' 5 s');
		await waitFor(' 7 s');
		await close();
	});
});

describe('where there is no terminal', () => {
	it.each([
		['a pipe', {TERM: 'xterm'}, false],
		['a dumb terminal', {TERM: 'dumb'}, true],
		['continuous integration', {TERM: 'xterm', CI: '1'}, true],
	])('%s: a line now and then, and one at the end', async (_, environment, isTTY) => {
		const {board, said, writes, close} = await open({columns: 80, rows: 24}, environment, isTTY);
		board.update({...withDone(0), elapsedMs: 0});
		board.update({...withDone(100), elapsedMs: 60_000});
		board.line('A note.');
		board.update({...withDone(1000), elapsedMs: 70_000});
		board.update({...withDone(8272), elapsedMs: 71_000, course: 'ended'});
		await close();
		expect(said.map(line => line.split(' samples')[0])).toEqual([
			'A note.',
			'1,000 of 8,272',
			'8,272 of 8,272',
		]);
		expect(writes()).toBe(0);
	});
});
