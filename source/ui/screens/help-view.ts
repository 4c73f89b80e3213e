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

export type HelpView = {commands: Commands; scroll: Scroll};

export function openHelp(commands: Commands): HelpView {
	return {commands, scroll: AT_TOP};
}

export function reduceHelp(view: HelpView, input: Input, size: Size): HelpView | 'close' {
	const action = actionFor('view', input);
	// The key that opened it closes it.
	if (action === 'close' || action === 'help') {
		return 'close';
	}

	const {length} = helpBody(view, size.columns);
	return {...view, scroll: reduceScroll(view.scroll, action, length, helpHeight(size))};
}

/** The whole screen, the footer last. */
export function helpLines(view: HelpView, size: Size): string[] {
	const {columns} = size;
	const body = helpBody(view, columns);
	const height = helpHeight(size);
	return frame(
		[
			titled('Keys and commands', positionNote(view.scroll, body.length, height), columns),
			...scrolled(body, view.scroll, height),
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
	trajectory: 'The trajectory',
	cluster: 'A cluster of a vote',
	fork: 'The form for a fork',
	compare: 'Two trajectories side by side',
	changes: 'What has changed between two runs',
	schema: 'The schema',
	tables: 'Tables for the model',
	filter: 'Writing a filter',
	menu: 'A choice',
	always: 'Always',
};
