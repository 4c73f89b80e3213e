/** Shows a person how a run stands: a board that is drawn anew on a terminal, plain lines elsewhere. */
import type {Notes} from '../../streams.js';
import {visibleLines} from '../../visible.js';
import {drawableRows, type Size, sizeOf} from '../input.js';
import {wrap} from '../lines.js';
import type {Scene} from '../stage.js';
import {plainRunLine, plainRunPace} from './plain-run-line.js';
import {runBoardLines} from './run-board-lines.js';
import type {RunBoardState} from './run-board-words.js';

export type {RunBoardState};

export type RunBoard = {
	/** How the run stands now. May be called as often as one likes: it is drawn four times a second at the most. */
	update(state: RunBoardState): void;
	/** A line for the person, above the board. */
	line(text: string): void;
	/** Leaves what was shown last to the scrollback, and the terminal to what comes after. */
	close(): Promise<void>;
};

export type RunBoardOptions = {
	/** stderr, since data alone is for stdout; and what plain lines go through. */
	stderr: NodeJS.WriteStream;
	notes: Notes;
	stdin: NodeJS.ReadStream;
	environment: NodeJS.ProcessEnv;
};

export async function openRunBoard(options: RunBoardOptions): Promise<RunBoard> {
	const {stderr, notes, environment} = options;
	return stderr.isTTY && environment.TERM !== 'dumb' && !isIntegration(environment)
		? drawnBoard(options)
		: plainBoard(notes);
}

/** Continuous integration: there Ink draws nothing before the end. It goes by the same variables. */
function isIntegration(environment: NodeJS.ProcessEnv): boolean {
	const {CI, CONTINUOUS_INTEGRATION} = environment;
	return (
		CI !== '0' &&
		CI !== 'false' &&
		(CI !== undefined ||
			CONTINUOUS_INTEGRATION !== undefined ||
			Object.keys(environment).some(name => name.startsWith('CI_')))
	);
}

function plainBoard(notes: Notes): RunBoard {
	const isDue = plainRunPace();
	let last: RunBoardState | null = null;
	return {
		update(state) {
			last = state;
			if (isDue(state)) {
				notes.line(plainRunLine(state));
			}
		},
		line: notes.line,
		async close() {
			if (last) {
				notes.line(plainRunLine(last));
			}
		},
	};
}

/** Milliseconds between two frames at the least, and at the most while the run goes on: a clock is on the board. */
const FRAME_MS = 250;
const TICK_MS = 1000;

async function drawnBoard({stderr, stdin, environment}: RunBoardOptions): Promise<RunBoard> {
	const {openStage} = await import('../stage.js');
	let state: RunBoardState | null = null;
	let updatedAt = performance.now();
	let isClosed = false;
	let drawnAt = Number.NEGATIVE_INFINITY;
	let timer: NodeJS.Timeout | null = null;
	/** What is in the scrollback: safe lines, or the board as it was last. */
	const printed: Array<(width: number) => string[]> = [];
	const listeners = new Set<() => void>();
	const changed = () => {
		for (const listener of listeners) {
			listener();
		}
	};

	const draw = () => {
		timer = null;
		drawnAt = performance.now();
		changed();
	};
	const schedule = () => {
		timer ??= setTimeout(draw, Math.max(0, drawnAt + FRAME_MS - performance.now()));
	};

	const board = ({columns, rows}: Size): string[] => {
		if (!state) {
			return [];
		}

		const since = state.course === 'ended' ? 0 : performance.now() - updatedAt;
		const shown = {...state, elapsedMs: state.elapsedMs + since};
		// A blank line stands between the board and what is above it.
		return ['', ...runBoardLines(shown, columns - 1, drawableRows({columns, rows}) - 1)];
	};

	const scene = (): Scene => {
		const size = sizeOf(stderr);
		return {
			size,
			view: null,
			live: () => (isClosed ? [] : board(size)),
			printed: {count: printed.length, lines: (index, width) => printed[index]!(width)},
		};
	};

	const stage = openStage(
		{
			scene,
			subscribe(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
		},
		{stdin, stdout: stderr, enterFullScreen() {}, leaveFullScreen() {}},
		{environment},
	);
	const tick = setInterval(schedule, TICK_MS);
	// A person who has resized the terminal does not wait for the next frame.
	stderr.on('resize', changed);
	return {
		update(next) {
			state = next;
			updatedAt = performance.now();
			schedule();
		},
		line(text) {
			printed.push(width =>
				visibleLines(text)
					.split('\n')
					.flatMap(line => wrap(line, width)),
			);
			schedule();
		},
		async close() {
			clearInterval(tick);
			clearTimeout(timer ?? undefined);
			stderr.off('resize', changed);
			if (state) {
				const last = board(sizeOf(stderr));
				printed.push(() => last);
			}

			isClosed = true;
			await stage.close();
		},
	};
}
