/** The debugger as a program of its own: holds the state, feeds events to the reducer and has done what it asks for. */
import {type Input, type Size, viewSize} from '../input.js';
import {ONCE_MORE_QUITS, QUIT_WITHIN_MS} from '../interruption.js';
import {actionFor} from '../keymap.js';
import type {Scene} from '../stage.js';
import type {Debugger} from './debugger.js';
import {debuggerLines} from './debugger-lines.js';
import type {Desk} from './desk.js';
import type {DebuggerEvent} from './event.js';
import {reduceDebugger} from './reduce.js';

export type ReplayCore = {
	readonly debugger: Debugger;
	dispatch(event: DebuggerEvent): void;
	/** `at` in milliseconds. */
	press(input: Input, at: number): void;
	resize(size: Size): void;
	scene(): Scene;
	subscribe(listener: () => void): () => void;
	/** The person leaves. */
	leave(): void;
	/** Resolves when the person has left. */
	finished: Promise<void>;
	/** Stops what runs, at once. */
	close(): void;
};

export function startReplay(
	start: Debugger,
	firstSize: Size,
	surroundings: {desk: (core: ReplayCore) => Desk; suspend: () => Promise<void>},
): ReplayCore {
	const listeners = new Set<() => void>();
	let state = start;
	let size = firstSize;
	let interruptedAt = Number.NEGATIVE_INFINITY;
	let leave = () => {};
	const finished = new Promise<void>(resolve => {
		leave = resolve;
	});

	function tellListeners(): void {
		for (const listener of listeners) {
			listener();
		}
	}

	function dispatch(event: DebuggerEvent): void {
		const step = reduceDebugger(state, event, viewSize(size));
		state = step.debugger;
		for (const request of step.requests) {
			desk.perform(request);
		}

		tellListeners();
	}

	/** Ctrl-C: stops what runs, or leaves what is open; twice, quits. */
	function interrupt(at: number): void {
		if (at - interruptedAt <= QUIT_WITHIN_MS) {
			leave();
			return;
		}

		interruptedAt = at;
		desk.perform({kind: 'stop'});
		state = {...state, mode: {kind: 'browsing'}, notice: ONCE_MORE_QUITS};
		tellListeners();
	}

	const core: ReplayCore = {
		get debugger() {
			return state;
		},
		dispatch,
		press(input, at) {
			switch (actionFor('always', input)) {
				case 'interrupt':
					return interrupt(at);
				case 'suspend':
					return void surroundings.suspend();
				case null:
					interruptedAt = Number.NEGATIVE_INFINITY;
					return dispatch({kind: 'input', input});
			}
		},
		resize(next) {
			size = next;
			tellListeners();
		},
		scene: () => ({
			size,
			view: room => debuggerLines(state, room),
			live: () => [' '],
			printed: {count: 0, lines: () => []},
		}),
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		leave,
		finished,
		close: () => desk.close(),
	};
	const desk = surroundings.desk(core);
	// Also where it is in hand: its forks are looked for.
	if (state.opened.kind !== 'nothing') {
		desk.perform({kind: 'open', place: state.at});
	}

	// After what is seen first.
	desk.perform({kind: 'read-runs'});

	return core;
}
