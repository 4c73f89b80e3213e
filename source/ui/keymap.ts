/**
 * Every key, once: dispatch, the footer, `?` and the README read this table. A context is what a person is
 * doing; its keys are looked up in it and then in those it stands on.
 */
import type {Input} from './input.js';

export type Binding = {
	/** Chords as `Input` names them. The first is the one that is shown. */
	keys: readonly string[];
	/** What it does, in the words of help. */
	label: string;
	/** Shown in the footer, in few words; what is not there is in help only. */
	hint?: string;
};

export const KEYMAP = {
	always: {
		interrupt: {keys: ['ctrl+c'], label: 'cancel what runs; twice: quit'},
		suspend: {keys: ['ctrl+z'], label: 'suspend the program'},
	},
	composer: {
		submit: {keys: ['enter'], label: 'ask; a \\ before it starts a new line', hint: 'ask'},
		newline: {keys: ['alt+enter', 'ctrl+j', 'shift+enter'], label: 'new line'},
		complete: {
			keys: ['tab'],
			label: 'complete a command, table or column; in an empty line, suggest a question',
		},
		older: {keys: ['up'], label: 'line up; in the first line the question before'},
		newer: {keys: ['down'], label: 'line down; in the last line the question after'},
		search: {keys: ['ctrl+r'], label: 'search the questions of this session', hint: 'search'},
		external: {keys: ['ctrl+g'], label: 'write in $EDITOR'},
		leave: {keys: ['escape'], label: 'back to the answer'},
		quit: {keys: ['ctrl+d'], label: 'quit, where nothing is written'},
	},
	search: {
		take: {keys: ['enter'], label: 'take this question', hint: 'take'},
		older: {keys: ['up', 'ctrl+r'], label: 'the match before', hint: 'older'},
		newer: {keys: ['down'], label: 'the match after'},
		cancel: {keys: ['escape'], label: 'back to what was written', hint: 'back'},
	},
	running: {
		fold: {keys: ['r'], label: 'fold or unfold the newest turn', hint: 'thought'},
		foldAll: {keys: ['R'], label: 'fold or unfold all turns'},
		stop: {keys: ['escape'], label: 'stop', hint: 'stop'},
	},
	reviewing: {
		approve: {keys: ['y'], label: 'run this probe', hint: 'run'},
		approveRest: {keys: ['a'], label: 'run this and the rest of this question', hint: 'rest of question'},
		edit: {keys: ['e'], label: 'edit the probe', hint: 'edit'},
		external: {keys: ['ctrl+g'], label: 'edit the probe in $EDITOR'},
		reject: {keys: ['n'], label: 'reject, with a note', hint: 'reject'},
		finish: {keys: ['f'], label: 'do not run it: answer now', hint: 'answer now'},
		fold: {keys: ['r'], label: 'fold or unfold the newest turn', hint: 'thought'},
		foldAll: {keys: ['R'], label: 'fold or unfold all turns'},
		stop: {keys: ['escape'], label: 'stop', hint: 'stop'},
	},
	editing: {
		submit: {keys: ['enter'], label: 'done', hint: 'done'},
		newline: {keys: ['alt+enter', 'ctrl+j', 'shift+enter'], label: 'new line', hint: 'new line'},
		external: {keys: ['ctrl+g'], label: 'edit in $EDITOR', hint: '$EDITOR'},
		cancel: {keys: ['escape'], label: 'back, nothing changed', hint: 'back'},
	},
	voting: {
		up: {keys: ['up', 'k'], label: 'the cluster above'},
		down: {keys: ['down', 'j'], label: 'the cluster below'},
		open: {keys: ['enter'], label: 'the cluster: the queries of its samples, its rows', hint: 'open'},
		take: {keys: ['t'], label: 'take its answer', hint: 'take'},
		differences: {keys: ['d'], label: 'what differs between it and the winner', hint: 'differences'},
		sample: {keys: ['s'], label: 'choose a sample and open its trajectory', hint: 'sample'},
		more: {keys: ['+'], label: 'four more samples, when all have ended', hint: 'four more'},
		escalate: {
			keys: ['E'],
			label: 'put the question to the model of a profile, when all have ended',
			hint: 'another model',
		},
		leave: {keys: ['escape'], label: 'stop what runs; when all have ended take the winner', hint: 'stop'},
		help: {keys: ['?'], label: 'all keys'},
	},
	samples: {
		up: {keys: ['up', 'k', 'left', 'h'], label: 'the sample before', hint: 'before'},
		down: {keys: ['down', 'j', 'right', 'l'], label: 'the sample after', hint: 'after'},
		open: {keys: ['enter'], label: 'its trajectory; 1 to 9 open one at once', hint: 'open'},
		cancel: {keys: ['escape', 's'], label: 'back to the clusters', hint: 'back'},
	},
	cluster: {
		take: {keys: ['t'], label: 'take its answer', hint: 'take'},
		differences: {keys: ['d'], label: 'what differs between it and the winner', hint: 'differences'},
		grid: {keys: ['g', 'enter'], label: 'its rows in full', hint: 'grid'},
	},
	answered: {
		compose: {keys: ['n', 'enter'], label: 'ask the next question', hint: 'next'},
		command: {keys: ['/'], label: 'write a command'},
		edit: {keys: ['e'], label: 'edit the answer and run it again', hint: 'edit'},
		grid: {keys: ['g'], label: 'the result in full', hint: 'grid'},
		trajectory: {keys: ['t'], label: 'the trajectory, turn by turn', hint: 'trajectory'},
		copySql: {keys: ['c'], label: 'copy the query', hint: 'copy'},
		copyRows: {keys: ['C'], label: 'copy the rows'},
		export: {keys: ['x'], label: 'export the rows', hint: 'export'},
		plan: {keys: ['p'], label: 'the query plan'},
		bars: {keys: ['b'], label: 'draw as bars: one column of labels, one of numbers', hint: 'bars'},
		vote: {keys: ['v'], label: 'ask the same question several times at once, and vote', hint: 'vote'},
		regenerate: {keys: ['G'], label: 'answer again, from before the last reply', hint: 'again'},
		nudge: {keys: ['N'], label: 'no answer: ask the model to go on', hint: 'go on'},
		retry: {keys: ['R'], label: 'failed or stopped: try again from where it was', hint: 'try again'},
		help: {keys: ['?'], label: 'all keys', hint: 'keys'},
	},
	view: {
		close: {keys: ['q', 'escape'], label: 'back', hint: 'back'},
		help: {keys: ['?'], label: 'all keys', hint: 'keys'},
		up: {keys: ['up', 'k'], label: 'up'},
		down: {keys: ['down', 'j'], label: 'down'},
		pageUp: {keys: ['pageup', 'ctrl+b'], label: 'a page up'},
		pageDown: {keys: ['pagedown', 'space', 'ctrl+f'], label: 'a page down'},
		top: {keys: ['home', '<'], label: 'to the beginning'},
		bottom: {keys: ['end', '>'], label: 'to the end'},
	},
	grid: {
		left: {keys: ['left', 'h'], label: 'a column left'},
		right: {keys: ['right', 'l'], label: 'a column right'},
		open: {keys: ['enter'], label: 'the row as a record; then one cell in full', hint: 'open'},
		filter: {keys: ['/'], label: 'show rows that contain…', hint: 'filter'},
		sort: {keys: ['s'], label: 'sort by this column: up, down, not', hint: 'sort'},
	},
	filter: {
		take: {keys: ['enter'], label: 'keep the filter', hint: 'keep'},
		cancel: {keys: ['escape'], label: 'no filter', hint: 'no filter'},
	},
	trajectory: {
		previousTurn: {keys: ['h', 'left'], label: 'the turn before', hint: 'turn'},
		nextTurn: {keys: ['l', 'right'], label: 'the turn after'},
		firstTurn: {keys: ['0'], label: 'the first turn'},
		lastTurn: {keys: ['$'], label: 'the last turn'},
		nextPane: {keys: ['tab'], label: 'the next pane', hint: 'pane'},
		previousPane: {keys: ['shift+tab'], label: 'the pane before'},
		thought: {keys: ['r'], label: 'fold or unfold the thought', hint: 'thought'},
		grid: {keys: ['enter'], label: 'the rows of this turn in full', hint: 'grid'},
	},
	fork: {
		up: {keys: ['up', 'k'], label: 'the line above'},
		down: {keys: ['down', 'j'], label: 'the line below'},
		change: {keys: ['enter'], label: 'write this, take the next choice, or begin', hint: 'change'},
		previous: {keys: ['left', 'h'], label: 'the choice before'},
		next: {keys: ['right', 'l', 'space'], label: 'the next choice'},
		go: {keys: ['g'], label: 'begin the continuations', hint: 'go'},
		external: {keys: ['ctrl+g'], label: 'write the text in $EDITOR'},
		leave: {keys: ['escape', 'q'], label: 'back; twice where something was changed', hint: 'back'},
	},
	compare: {
		nextPane: {keys: ['tab'], label: 'the next pane: turns, messages, SQL, result', hint: 'pane'},
		previousPane: {keys: ['shift+tab'], label: 'the pane before'},
	},
	changes: {
		open: {keys: ['enter'], label: 'both answers to this question, side by side', hint: 'open'},
		nextKind: {keys: ['tab'], label: 'to the next kind of change', hint: 'next kind'},
		previousKind: {keys: ['shift+tab'], label: 'to the kind before'},
	},
	schema: {
		open: {keys: ['enter', 'right', 'l'], label: 'columns and first rows of this table', hint: 'open'},
		back: {keys: ['left', 'h'], label: 'from a table back to the list'},
		count: {keys: ['c'], label: 'count its rows', hint: 'count rows'},
		filter: {keys: ['/'], label: 'show names that contain…', hint: 'filter'},
	},
	tables: {
		take: {keys: ['enter'], label: 'take this choice', hint: 'take'},
		toggle: {keys: ['x', 'space'], label: 'show this table to the model, or not', hint: 'choose'},
		all: {keys: ['a'], label: 'all of the list, or none', hint: 'all'},
		filter: {keys: ['/'], label: 'show names that contain…', hint: 'filter'},
	},
	menu: {
		up: {keys: ['up', 'k'], label: 'up'},
		down: {keys: ['down', 'j'], label: 'down'},
		take: {keys: ['enter'], label: 'take this', hint: 'take'},
		cancel: {keys: ['escape', 'q'], label: 'back', hint: 'back'},
	},
} as const satisfies Record<string, Record<string, Binding>>;

export type Context = keyof typeof KEYMAP;

export type ActionOf<C extends Context> = keyof (typeof KEYMAP)[C];

/** What a key means in a context, or null. */
export function actionFor<C extends Context>(context: C, input: Input): ActionOf<C> | null {
	if (input.kind !== 'key') {
		return null;
	}

	for (const [action, {keys}] of Object.entries(KEYMAP[context] as Record<string, Binding>)) {
		if (keys.includes(input.name)) {
			return action as ActionOf<C>;
		}
	}

	return null;
}

/**
 * The footer's hints for a context: `y run · e edit`.
 *
 * @param words what an action is called here, where a context serves several things.
 */
export function hints(
	context: Context,
	omit: readonly string[] = [],
	words: Readonly<Record<string, string>> = {},
): string {
	return Object.entries(KEYMAP[context] as Record<string, Binding>)
		.filter(([action, {hint}]) => hint !== undefined && !omit.includes(action))
		.map(([action, {keys, hint}]) => `${keyLabel(keys[0]!)} ${words[action] ?? hint}`)
		.join(' · ');
}

/** A chord as a person reads it. */
export function keyLabel(key: string): string {
	return KEY_LABELS[key] ?? key;
}

const KEY_LABELS: Record<string, string> = {
	escape: 'esc',
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	pageup: 'pgup',
	pagedown: 'pgdn',
};
