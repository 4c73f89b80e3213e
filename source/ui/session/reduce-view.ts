/** Full-screen views: the one on top gets the keys. */

import {reduceCluster} from '../board/cluster-view.js';
import {reduceDifferences} from '../board/differences-view.js';
import type {Input} from '../input.js';
import {actionFor, type Context} from '../keymap.js';
import {openGrid, reduceGrid} from '../screens/grid.js';
import {openHelp, reduceHelp} from '../screens/help-view.js';
import {reduceSchema} from '../screens/schema-view.js';
import {openTables, reduceTables} from '../screens/tables-view.js';
import {reduceDebugging} from './debugging.js';
import {onCluster} from './on-cluster.js';
import {reduceHistoryView} from './reduce-history.js';
import {SLASH_COMMANDS} from './slash-commands.js';
import type {Effect, Session, Step, View} from './state.js';
import {close, push, replace, stay} from './steps.js';

export function reduceView(session: Session, input: Input): Step {
	const {views, size} = session;
	const top = views.at(-1);
	if (!top) {
		return stay(session);
	}

	if (actionFor('view', input) === 'help' && top.kind !== 'help' && !isTyping(top)) {
		return openHelpView(session, contextOf(top));
	}

	switch (top.kind) {
		case 'grid': {
			const next = reduceGrid(top.grid, input, size);
			return next === 'close' ? close(session) : replace(session, {kind: 'grid', grid: next});
		}

		case 'help': {
			const next = reduceHelp(top.view, input, size);
			return next === 'close' ? close(session) : replace(session, {kind: 'help', view: next});
		}

		case 'debugger':
			return reduceDebugging(session, {kind: 'input', input});

		case 'schema': {
			const next = reduceSchema(top.view, input, size);
			if (next === 'close') {
				return close(session);
			}

			if (!('request' in next)) {
				return replace(session, {kind: 'schema', view: next});
			}

			const effect: Effect = {kind: next.request.kind, table: next.request.table};
			return {...replace(session, {kind: 'schema', view: next.view}), effects: [effect]};
		}

		case 'cluster': {
			const next = reduceCluster(top.view, input, size);
			if (next === 'close') {
				return close(session);
			}

			if (next === 'take' || next === 'differences') {
				const {phase} = session;
				return phase.kind === 'voting' ? onCluster(session, phase.board, top.view.key, next) : stay(session);
			}

			return 'open' in next
				? push(session, {kind: 'grid', grid: openGrid(next.title, next.table)})
				: replace(session, {kind: 'cluster', view: next});
		}

		case 'history':
			return reduceHistoryView(session, top.view, input);

		case 'differences': {
			const next = reduceDifferences(top.view, input, size);
			return next === 'close' ? close(session) : replace(session, {kind: 'differences', view: next});
		}

		case 'tables': {
			const next = reduceTables(top.view, input, size);
			if (next === 'close') {
				return close(session);
			}

			return 'choices' in next
				? replace(session, {kind: 'tables', view: next})
				: choose(session, next.chosen);
		}
	}
}

/** Whether the view takes letters as text, or has a help of its own. */
function isTyping(view: View): boolean {
	switch (view.kind) {
		case 'grid':
			return view.grid.mode.kind === 'filter';
		case 'history':
		case 'schema':
		case 'tables':
			return view.view.filter.typing;
		case 'debugger':
			return true;
		default:
			return false;
	}
}

function choose(session: Session, chosen: ReadonlySet<string>): Step {
	const {tables, views} = session.database.schema;
	const all = chosen.size === tables.length + views.length;
	const count = chosen.size === 1 ? '1 table' : `${chosen.size} tables`;
	const notice = all ? 'The model is shown all tables.' : `The model is shown ${count}.`;
	return close({...session, chosen: all ? null : chosen, notice});
}

/** What a person is doing in a view; the keys of some are those of every view. */
function contextOf(view: View): Context {
	switch (view.kind) {
		case 'differences':
		case 'help':
			return 'view';
		default:
			return view.kind;
	}
}

/** @param sought what a person is doing; null: the help is read from its beginning. */
export function openHelpView(session: Session, sought: Context | null = null): Step {
	const commands = Object.values(SLASH_COMMANDS).map(({usage, help}): [string, string] => [usage, help]);
	return push(session, {kind: 'help', view: openHelp(commands, sought)});
}

/** @param reason why it opens without having been asked for. */
export function openTablesView(session: Session, reason = ''): Step {
	const {schema} = session.database;
	const all = [...schema.tables, ...schema.views].map(({name}) => name);
	const view = openTables(schema, session.chosen ?? new Set(all), session.contextTokens, reason);
	return push(session, {kind: 'tables', view});
}
