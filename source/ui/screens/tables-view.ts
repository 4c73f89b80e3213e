/** The choice of the tables and views that the model is shown. */
import {estimateTokens, systemPrompt} from '../../protocol/prompt.js';
import type {Schema} from '../../protocol/schema.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {clampIndex, reduceCursor} from './cursor.js';
import {type Filter, NO_FILTER, reduceFilter} from './filter.js';
import {filtered, objectsOf, tokensOf} from './schema-objects.js';

/** `tokens` is an estimate of what it takes in the prompt. */
export type TableChoice = {name: string; kind: 'table' | 'view'; columns: number; tokens: number};

export type TablesView = {
	/** As in the schema. */
	choices: readonly TableChoice[];
	chosen: ReadonlySet<string>;
	/** An index into the choices that the filter leaves. */
	cursor: number;
	filter: Filter;
	/** Tokens that the prompt takes without any table. */
	baseTokens: number;
	/** Tokens that the model takes, where that is known. */
	contextTokens: number | null;
	/** Why the view opened by itself, or the choice was not taken; until the next key. */
	reason: string;
};

/** `chosen` are names; those that are not in the schema are left out. */
export function openTables(
	schema: Schema,
	chosen: ReadonlySet<string>,
	contextTokens: number | null,
	reason = '',
): TablesView {
	const choices = objectsOf(schema).map(object => ({
		name: object.name,
		kind: object.kind,
		columns: object.columns.length,
		tokens: tokensOf(object),
	}));
	return {
		choices,
		chosen: inOrder(choices, chosen),
		cursor: 0,
		filter: NO_FILTER,
		baseTokens: estimateTokens(systemPrompt({schema: '', evidence: '', maxSteps: 1})),
		contextTokens,
		reason,
	};
}

/** Gives the names that are chosen, in the schema's order, once they are taken. */
export function reduceTables(
	given: TablesView,
	input: Input,
	size: Size,
): TablesView | 'close' | {chosen: Set<string>} {
	const view = given.reason === '' ? given : {...given, reason: ''};
	const filter = view.filter.typing ? reduceFilter(view.filter, input) : null;
	if (filter) {
		return {...view, filter, cursor: filter.text === view.filter.text ? view.cursor : 0};
	}

	const choices = offered(view);
	const current = choices[clampIndex(view.cursor, choices.length)];
	if (!view.filter.typing) {
		switch (actionFor('tables', input)) {
			case 'toggle':
				return current ? choose(view, [current], !view.chosen.has(current.name)) : view;
			case 'all':
				return choose(
					view,
					choices,
					choices.some(({name}) => !view.chosen.has(name)),
				);
			case 'filter':
				return {...view, filter: {...view.filter, typing: true}};
			case 'take':
				return take(view, given.reason);
			default:
		}
	}

	const action = actionFor('view', input);
	return action === 'close'
		? 'close'
		: {...view, cursor: reduceCursor(view.cursor, action, choices.length, tablesHeight(view, size))};
}

/** A choice that does not fit, by the estimate, is taken only when it is meant. */
function take(view: TablesView, before: string): TablesView | {chosen: Set<string>} {
	if (view.chosen.size === 0) {
		return {...view, reason: NOTHING_CHOSEN};
	}

	const fits = view.contextTokens === null || promptTokens(view) <= view.contextTokens;
	return fits || before === TOO_LONG ? {chosen: new Set(view.chosen)} : {...view, reason: TOO_LONG};
}

/** The choices that the filter leaves. */
export function offered({choices, filter}: TablesView): TableChoice[] {
	return filtered(choices, filter);
}

/** The lines for the list. */
export function tablesHeight({filter}: TablesView, size: Size): number {
	// The title, the sum, the filter and the footer.
	return Math.max(1, drawableRows(size) - 3 - (filter.typing || filter.text !== '' ? 1 : 0));
}

/** Tokens of the prompt with what is chosen, before question and evidence. */
export function promptTokens({choices, chosen, baseTokens}: TablesView): number {
	return choices.reduce((sum, {name, tokens}) => sum + (chosen.has(name) ? tokens : 0), baseTokens);
}

const NOTHING_CHOSEN = 'Choose at least one: without a table the model has nothing to ask.';
const TOO_LONG = 'This is longer than the model takes, about; enter once more takes it all the same.';

function choose(view: TablesView, choices: readonly TableChoice[], isChosen: boolean): TablesView {
	const chosen = new Set(view.chosen);
	for (const {name} of choices) {
		if (isChosen) {
			chosen.add(name);
		} else {
			chosen.delete(name);
		}
	}

	return {...view, chosen: inOrder(view.choices, chosen)};
}

function inOrder(choices: readonly TableChoice[], names: ReadonlySet<string>): Set<string> {
	return new Set(choices.map(({name}) => name).filter(name => names.has(name)));
}
