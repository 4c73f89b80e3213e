/** Two runs over the same questions: the list of what has changed from one to the other. */
import {
	type ChangeKind,
	countChanges,
	type Judged,
	type RunChange,
	runChanges,
} from '../../evaluation/run-changes.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {clampIndex, reduceCursor} from '../screens/cursor.js';

/** A question as a person knows it, with its verdict; `id`: which of its samples it is, or ''. */
export type RunItem = Judged & {id: string; question: string; database: string};

export type RunChangesView = {
	/** What the runs are called. */
	names: readonly [string, string];
	before: readonly RunItem[];
	after: readonly RunItem[];
	/** By their kinds, what matters most first. */
	changes: readonly RunChange[];
	counts: Readonly<Record<ChangeKind, number>>;
	/** An index into the changes. */
	cursor: number;
};

/** `open`: the places of a question in both runs; null: it is not in that one. */
export type RunChangesExit = 'close' | {open: readonly [number | null, number | null]};

/** In this order they are listed. */
export const KINDS: readonly ChangeKind[] = [
	'to-wrong',
	'to-right',
	'both-wrong',
	'both-right',
	'unjudged',
	'only-before',
	'only-after',
];

export function openRunChanges({
	names,
	before,
	after,
}: Pick<RunChangesView, 'names' | 'before' | 'after'>): RunChangesView {
	const changes = runChanges(before, after);
	return {
		names,
		before,
		after,
		changes: KINDS.flatMap(kind => changes.filter(change => change.kind === kind)),
		counts: countChanges(changes),
		cursor: 0,
	};
}

export function reduceRunChanges(
	view: RunChangesView,
	input: Input,
	size: Size,
): RunChangesView | RunChangesExit {
	const {changes, cursor} = view;
	switch (actionFor('changes', input)) {
		case 'open': {
			const change = changes[cursor];
			return change ? {open: [change.before, change.after]} : view;
		}

		case 'nextKind':
			return {...view, cursor: firstOfNext(changes, cursor)};
		case 'previousKind':
			return {...view, cursor: firstOfPrevious(changes, cursor)};
		default:
	}

	const action = actionFor('view', input);
	return action === 'close'
		? 'close'
		: {...view, cursor: reduceCursor(cursor, action, changes.length, listHeight(size))};
}

/** Lines that the list may have: title, counts and footer are the others. */
export function listHeight(size: Size): number {
	return Math.max(1, drawableRows(size) - 3);
}

/** The item of a change, from the newer run where it is in that. */
export function itemOf({before, after}: RunChangesView, change: RunChange): RunItem {
	return (change.after === null ? before[change.before!] : after[change.after])!;
}

/** After the last kind comes the first. */
function firstOfNext(changes: readonly RunChange[], cursor: number): number {
	const kind = changes[cursor]?.kind;
	const next = changes.findIndex((change, at) => at > cursor && change.kind !== kind);
	return Math.max(0, next);
}

function firstOfPrevious(changes: readonly RunChange[], cursor: number): number {
	const kinds = KINDS.filter(kind => changes.some(change => change.kind === kind));
	const at = kinds.indexOf(changes[cursor]?.kind ?? 'to-wrong');
	const kind = kinds.at(at - 1);
	return clampIndex(
		changes.findIndex(change => change.kind === kind),
		changes.length,
	);
}
