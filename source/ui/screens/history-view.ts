/** The questions of all sessions, newest first: to search, open, ask again and forget. */
import type {HistoryEntry} from '../../archive/archive.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {clampIndex, reduceCursor} from './cursor.js';
import {type Filter, NO_FILTER, reduceFilter} from './filter.js';

export type HistoryView = {
	/** What was found so far, newest first. */
	entries: readonly HistoryEntry[];
	/** An index into the entries. */
	cursor: number;
	/** What is searched for. */
	filter: Filter;
	state: HistoryState;
};

export type HistoryState =
	/** The archive is asked for what follows the entries that are there. */
	| {kind: 'looking'}
	| {kind: 'found'; isAll: boolean}
	| {kind: 'failed'; message: string}
	/** The question at hand is forgotten when that is said once more. */
	| {kind: 'forgetting'; isAll: boolean};

/** What the view needs of the archive; `historyAnswer` brings what is found. */
export type HistoryRequest =
	| {kind: 'find'; text: string; offset: number}
	/** A question with its trajectories. */
	| {kind: 'open'; id: string}
	| {kind: 'again'; question: string; evidence: string}
	| {kind: 'forget'; id: string};

/** Entries that are asked for at once. */
export const HISTORY_PAGE = 200;

type Reduced = HistoryView | 'close' | {view: HistoryView; request: HistoryRequest};

/** @param text what is searched for at once; '' finds all. */
export function openHistory(text: string): {view: HistoryView; request: HistoryRequest} {
	return find({entries: [], cursor: 0, filter: {...NO_FILTER, text}, state: {kind: 'looking'}}, text);
}

export function reduceHistory(view: HistoryView, input: Input, size: Size): Reduced {
	const {filter, state} = view;
	if (filter.typing) {
		const next = reduceFilter(filter, input);
		if (next) {
			return next.text === filter.text ? {...view, filter: next} : find({...view, filter: next}, next.text);
		}
	} else if (state.kind === 'forgetting') {
		return reduceForgetting(view, state.isAll, input);
	} else {
		const chosen = onEntry(view, actionFor('history', input));
		if (chosen) {
			return chosen;
		}
	}

	const action = actionFor('view', input);
	if (action === 'close') {
		return filter.text === '' ? 'close' : find({...view, filter: NO_FILTER}, '');
	}

	const cursor = reduceCursor(view.cursor, action, view.entries.length, historyHeight(view, size));
	return furtherOn({...view, cursor});
}

/** The view with what the archive gave for a search; an answer to another search than the last is not wanted. */
export function historyAnswer(
	view: HistoryView,
	{text, offset, entries}: {text: string; offset: number; entries: HistoryEntry[] | string},
): HistoryView {
	if (text !== view.filter.text || offset !== view.entries.length) {
		return view;
	}

	return typeof entries === 'string'
		? {...view, state: {kind: 'failed', message: entries}}
		: {
				...view,
				entries: [...view.entries, ...entries],
				state: {kind: 'found', isAll: entries.length < HISTORY_PAGE},
			};
}

/** The view without a question that was forgotten. */
export function withoutQuestion(view: HistoryView, id: string): HistoryView {
	const entries = view.entries.filter(entry => entry.id !== id);
	return {...view, entries, cursor: clampIndex(view.cursor, entries.length)};
}

/** The lines for the list: title, what is searched for, the answer at hand and the footer are around it. */
export function historyHeight({filter}: HistoryView, size: Size): number {
	const hasFilterLine = filter.typing || filter.text !== '';
	return Math.max(1, drawableRows(size) - 3 - (hasFilterLine ? 1 : 0));
}

export function entryAtHand({entries, cursor}: HistoryView): HistoryEntry | undefined {
	return entries[clampIndex(cursor, entries.length)];
}

function onEntry(view: HistoryView, action: ReturnType<typeof actionFor<'history'>>): Reduced | null {
	const entry = entryAtHand(view);
	if (action === null) {
		return null;
	}

	if (action === 'filter') {
		return {...view, filter: {...view.filter, typing: true}};
	}

	if (!entry) {
		return view;
	}

	switch (action) {
		case 'open':
			return {view, request: {kind: 'open', id: entry.id}};
		case 'again':
			return {view, request: {kind: 'again', question: entry.question, evidence: entry.evidence}};
		case 'forget':
			return {
				...view,
				state: {kind: 'forgetting', isAll: view.state.kind === 'found' ? view.state.isAll : true},
			};
	}
}

/** Only the same key once more forgets. */
function reduceForgetting(view: HistoryView, isAll: boolean, input: Input): Reduced {
	const entry = entryAtHand(view);
	const found: HistoryView = {...view, state: {kind: 'found', isAll}};
	return entry && actionFor('history', input) === 'forget'
		? {view: found, request: {kind: 'forget', id: entry.id}}
		: found;
}

/** A new search begins at its newest. */
function find(view: HistoryView, text: string): {view: HistoryView; request: HistoryRequest} {
	return {
		view: {...view, entries: [], cursor: 0, state: {kind: 'looking'}},
		request: {kind: 'find', text, offset: 0},
	};
}

/** Near the end of what was found the archive is asked for more. */
function furtherOn(view: HistoryView): Reduced {
	const {entries, cursor, state, filter} = view;
	const isNearEnd = cursor >= entries.length - HISTORY_PAGE / 4;
	return state.kind === 'found' && !state.isAll && isNearEnd
		? {
				view: {...view, state: {kind: 'looking'}},
				request: {kind: 'find', text: filter.text, offset: entries.length},
			}
		: view;
}
