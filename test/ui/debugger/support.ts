/** A debugger in memory that is pressed like a terminal's. */
import type {Trajectory} from '../../../source/agent/trajectory.js';
import type {Catalogue, Entry, Fault} from '../../../source/archive/book.js';
import {memoryBook} from '../../../source/archive/memory-book.js';
import {type Beginning, type Debugger, openDebugger} from '../../../source/ui/debugger/debugger.js';
import {debuggerLines} from '../../../source/ui/debugger/debugger-lines.js';
import type {DebuggerEvent, DebuggerStep, Request} from '../../../source/ui/debugger/event.js';
import {reduceDebugger} from '../../../source/ui/debugger/reduce.js';
import type {Whose} from '../../../source/ui/debugger/verdicts.js';
import type {Size} from '../../../source/ui/input.js';
import {expectDrawable, key, LARGE, seen, table, trajectory, turn} from '../screens/support.js';

export const WIDE: Size = {columns: 120, rows: 40};

/** Which trajectory of the book is meant. */
export function own(id: string): Whose {
	return {file: 'run.jsonl', id};
}

/** A trajectory of a probe and an answer. */
export function answered(change: Partial<Trajectory> = {}): Trajectory {
	const rows = table(
		['Country', 'n'],
		[
			['USA', 13n],
			['Canada', 8n],
		],
	);
	const one = table(['Country'], [['USA']]);
	return trajectory({
		turns: [
			turn({
				reply:
					'<think>\nLook first.\n</think>\n\nHow many in each.\n<sql> SELECT Country, count(*) FROM Customer </sql>',
				thinking: 'Look first.',
				summary: 'How many in each.',
				action: {kind: 'sql', sql: 'SELECT Country, count(*) FROM Customer'},
				verdict: {kind: 'approved', by: 'policy'},
				outcome: {elapsedMs: 1, table: rows},
				response: {
					kind: 'observation',
					text: '<observation>\nUSA\t13\nCanada\t8\n</observation>\nContinue with <sql> or <answer>.',
				},
			}),
			turn({
				reply: 'The most.\n<answer> SELECT Country FROM Customer LIMIT 1 </answer>',
				summary: 'The most.',
				action: {kind: 'answer', sql: 'SELECT Country FROM Customer LIMIT 1'},
			}),
		],
		ending: 'answered',
		answer: {sql: 'SELECT Country FROM Customer LIMIT 1', by: 'model', outcome: {elapsedMs: 1, table: one}},
		...change,
	});
}

/** Trajectories with ids and questions of their own. */
export function several(
	count: number,
	change: (index: number) => Partial<Trajectory> = () => ({}),
): Trajectory[] {
	return Array.from({length: count}, (_, index) =>
		answered({id: `id-${index}`, question: `Question ${index + 1}?`, ...change(index)}),
	);
}

export function entry(change: Partial<Entry> = {}): Entry {
	return {
		kind: 'trajectory',
		id: 'id',
		question: 'How many?',
		database: 'chinook',
		model: 'sqrl-4b',
		ending: 'answered',
		turns: 2,
		error: '',
		answer: 'a',
		parent: null,
		forkedAt: null,
		seed: null,
		...change,
	};
}

export function catalogue(
	entries: ReadonlyArray<Entry | Fault | undefined>,
	change: Partial<Catalogue> = {},
): Catalogue {
	return {
		count: entries.length,
		entries,
		nameOf: place => `run.jsonl:${place + 1}`,
		fileOf: () => 'run.jsonl',
		progress: null,
		notes: [],
		...change,
	};
}

export function begin(change: Partial<Beginning> = {}): Debugger {
	return openDebugger({
		title: 'run.jsonl',
		runs: null,
		catalogue: catalogue([]),
		rule: 'bird',
		gold: null,
		models: ['sqrl-4b'],
		...change,
	});
}

/** A debugger on trajectories, each of which is there as soon as it is asked for. */
export function drive(
	trajectories: readonly Trajectory[],
	change: Partial<Beginning> = {},
	size: Size = LARGE,
) {
	let state = begin({catalogue: memoryBook('run.jsonl', trajectories).catalogue(), ...change});
	const requests: Request[] = [];

	function dispatch(event: DebuggerEvent): void {
		follow(reduceDebugger(state, event, size));
	}

	function follow(step: DebuggerStep): void {
		state = step.debugger;
		for (const request of step.requests) {
			if (request.kind === 'open') {
				const opened = trajectories[request.place];
				if (opened) {
					dispatch({kind: 'opened', place: request.place, trajectory: opened});
				}
			} else if (request.kind === 'look-on') {
				dispatch({kind: 'look-on'});
			} else {
				requests.push(request);
			}
		}
	}

	if (trajectories[0]) {
		dispatch({kind: 'opened', place: 0, trajectory: trajectories[0]});
	}

	return {
		get state() {
			return state;
		},
		requests,
		dispatch,
		/** Keys, with spaces between them. */
		press(keys: string) {
			for (const name of keys.split(' ').filter(Boolean)) {
				dispatch({kind: 'input', input: key(name)});
			}
		},
		type(text: string) {
			for (const character of text) {
				dispatch({kind: 'input', input: key(character === ' ' ? 'space' : character)});
			}
		},
		frame(at: Size = size) {
			const lines = debuggerLines(state, at);
			expectDrawable(lines, at);
			return seen(lines);
		},
		/** The question and the turn that are open. */
		get place() {
			const {opened} = state;
			return opened.kind === 'trajectory'
				? `${opened.view.trajectory.question} ${opened.view.turn + 1}/${opened.view.trajectory.turns.length}`
				: opened.kind;
		},
	};
}
