/** All keys and all commands, from the tables that dispatch them. */
import stringWidth from 'string-width';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor, type Binding, type Context, KEYMAP, keyLabel} from '../keymap.js';
import {theme} from '../theme.js';
import {footer, frame, titled} from './frame.js';
import {AT_TOP, positionNote, reduceScroll, type Scroll, scrolled} from './scroll.js';
import {cell, wrapText} from './text.js';

/** Commands with what they do: safe texts. */
export type Commands = ReadonlyArray<readonly [name: string, help: string]>;

/** `sought`: what a person was doing, whose keys are at the top until something is scrolled; null: the beginning. */
export type HelpView = {commands: Commands; sought: Context | null; scroll: Scroll};

export function openHelp(commands: Commands, sought: Context | null = null): HelpView {
	return {commands, sought, scroll: AT_TOP};
}

/** Where it stands: at any width the section that is sought is another line. */
function placeOf(view: HelpView, body: readonly string[], width: number): Scroll {
	const {sought} = view;
	if (sought === null) {
		return view.scroll;
	}

	const [title] = wrapText(CONTEXT_TITLES[sought], width).map(line => theme.heading(line));
	return {top: Math.max(0, body.indexOf(title ?? ''))};
}

export function reduceHelp(view: HelpView, input: Input, size: Size): HelpView | 'close' {
	const action = actionFor('view', input);
	// The key that opened it closes it.
	if (action === 'close' || action === 'help') {
		return 'close';
	}

	if (action === null) {
		return view;
	}

	const body = helpBody(view, size.columns);
	const scroll = placeOf(view, body, size.columns);
	return {...view, sought: null, scroll: reduceScroll(scroll, action, body.length, helpHeight(size))};
}

/** The whole screen, the footer last. */
export function helpLines(view: HelpView, size: Size): string[] {
	const {columns} = size;
	const body = helpBody(view, columns);
	const height = helpHeight(size);
	const scroll = placeOf(view, body, columns);
	return frame(
		[
			titled('Keys and commands', positionNote(scroll, body.length, height), columns),
			...scrolled(body, scroll, height),
		],
		footer(null, columns, {omit: ['help']}),
		size,
	);
}

function helpHeight(size: Size): number {
	return Math.max(1, drawableRows(size) - 2);
}

function helpBody({commands}: HelpView, width: number): string[] {
	const contexts = Object.keys(CONTEXT_TITLES) as Context[];
	const sections = [
		...(commands.length === 0 ? [] : [section('Commands', commands, width)]),
		...contexts.map(context => section(CONTEXT_TITLES[context], keysOf(context), width)),
	];
	return sections.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

function keysOf(context: Context): Array<[string, string]> {
	const bindings: Binding[] = Object.values(KEYMAP[context]);
	return bindings.map(({keys, label}) => [keys.map(keyLabel).join(', '), label]);
}

/** Terms and their texts in two columns, or below one another where a column would be too narrow. */
function section(title: string, entries: Commands, width: number): string[] {
	const termWidths = entries.map(([term]) => stringWidth(term)).filter(width => width <= TERM_WIDTH);
	const indent = Math.max(0, ...termWidths) + 4;
	const isNarrow = width - indent < 24;
	return [
		...wrapText(title, width).map(line => theme.heading(line)),
		...entries.flatMap(([term, text]) => {
			const isBelow = isNarrow || stringWidth(term) > TERM_WIDTH;
			const margin = ' '.repeat(isNarrow ? 4 : indent);
			const lines = wrapText(text, width - margin.length);
			return isBelow
				? [
						...wrapText(term, width - 2).map(line => `  ${theme.accent(line)}`),
						...lines.map(line => margin + line),
					]
				: lines.map((line, at) =>
						at === 0 ? `  ${theme.accent(cell(term, indent - 4))}  ${line}` : margin + line,
					);
		}),
	];
}

const TERM_WIDTH = 24;

/** What a person is doing in each context. */
export const CONTEXT_TITLES: Record<Context, string> = {
	composer: 'Writing a question',
	search: 'Searching the questions of before',
	running: 'While the model writes or a query runs',
	reviewing: 'A probe waits for you',
	editing: 'Editing a query or a note',
	voting: 'During a vote, and when it has ended',
	samples: 'Choosing a sample of a vote',
	answered: 'After an answer',
	view: 'In every view',
	grid: 'The result',
	trajectory: 'The turns of a trajectory',
	debugger: 'The debugger',
	trajectories: 'The list of trajectories',
	cluster: 'A cluster of a vote',
	fork: 'The form for a fork',
	compare: 'Two trajectories side by side',
	changes: 'What has changed between two runs',
	schema: 'The schema',
	tables: 'Tables for the model',
	history: 'The history',
	sessions: 'Choosing a session to go on with',
	filter: 'Writing a filter',
	menu: 'A choice',
	always: 'Always',
};
