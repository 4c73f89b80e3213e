/** What differs between two results. */
import type {Cell, Table} from './cell.js';
import {commonSubsequence, type Pair, pairsByKey} from './row-alignment.js';
import {cellKey, rowKey} from './row-key.js';
import {differenceNotes} from './table-notes.js';

export type RowChange =
	/** Alike by what counts. */
	| {kind: 'same'; before: Cell[]; after: Cell[]}
	/** The row has the same first cell in both, or reads the same (`1` and `1.0`), and differs. */
	| {kind: 'changed'; before: Cell[]; after: Cell[]}
	| {kind: 'gone'; before: Cell[]}
	| {kind: 'new'; after: Cell[]};

export type TableDifference = {
	/** As they stand before; a new row is where it stands after, or at the end where order does not count. */
	rows: RowChange[];
	/** How many of each. */
	counts: Record<RowChange['kind'], number>;
	/** In words for a person: other columns, another order, duplicates, 1 against 1.0, text against a number. */
	notes: string[];
};

/** What makes a row another one. What does not is in the notes all the same. */
export type Counting = {
	/** Where it stands. */
	order: boolean;
	/** How often it stands there. */
	duplicates: boolean;
	/** INTEGER against REAL of the same value, 0.0 against -0.0. */
	classes: boolean;
};

const ALL: Counting = {order: true, duplicates: true, classes: true};

/**
 * Null where nothing differs that an observation would show; names of columns count, as does what is known of the rows
 * that are not kept. Where one of the two keeps fewer rows only so many are compared.
 */
export function differenceOf(before: Table, after: Table, counting = ALL): TableDifference | null {
	const limit = Math.min(...[before, after].map(table => (isCut(table) ? table.rows.length : Infinity)));
	const rows = changesOf(
		{rows: before.rows.slice(0, limit), goesOn: isCut(before) || before.rows.length > limit},
		{rows: after.rows.slice(0, limit), goesOn: isCut(after) || after.rows.length > limit},
		counting,
	);
	const counts = {same: 0, changed: 0, gone: 0, new: 0};
	for (const {kind} of rows) {
		counts[kind]++;
	}

	const notes = differenceNotes(before, after, {rows, limit, order: counting.order});
	return counts.same === rows.length && notes.length === 0 ? null : {rows, counts, notes};
}

function isCut({truncated}: Table): boolean {
	return truncated !== false;
}

/** The rows of a result that are compared, and whether there are others after them. */
type Part = {rows: Cell[][]; goesOn: boolean};

function changesOf(before: Part, after: Part, counting: Counting): RowChange[] {
	const keyOf = (row: Cell[]) => rowKey(row, counting.classes ? 'exact' : 'alike');
	const left = counting.duplicates ? before.rows : distinct(before.rows, keyOf);
	const right = counting.duplicates ? after.rows : distinct(after.rows, keyOf);
	const keys = [left.map(keyOf), right.map(keyOf)] as const;
	const same = counting.order ? commonSubsequence(...keys) : pairsByKey(...keys);
	let gone = others(left, same, 0);
	let added = others(right, same, 1);
	if (counting.order) {
		// What was pushed beyond the end by rows before it is neither gone nor new.
		const [lastLeft, lastRight] = same.at(-1) ?? [-1, -1];
		const shift = lastRight - lastLeft;
		gone = gone.filter(at => !after.goesOn || at < lastLeft || at + shift < right.length);
		added = added.filter(at => !before.goesOn || at < lastRight || at - shift < left.length);
	}

	const changed = changedPairs(left, right, {gone, added, keyOf, counting});
	return inOrder(left, right, {same, changed, gone, added, order: counting.order});
}

/** Each row once, where it stands first. */
function distinct(rows: Cell[][], keyOf: (row: Cell[]) => string): Cell[][] {
	const seen = new Set<string>();
	return rows.filter(row => {
		const key = keyOf(row);
		return !seen.has(key) && seen.add(key);
	});
}

/** The indices that are in no pair. */
function others(rows: Cell[][], pairs: Pair[], side: 0 | 1): number[] {
	const paired = new Set(pairs.map(pair => pair[side]));
	return [...rows.keys()].filter(at => !paired.has(at));
}

type Unpaired = {gone: number[]; added: number[]; keyOf: (row: Cell[]) => string; counting: Counting};

/** Of what is gone and what is new: the pairs that are one row. A row that only moved is no change. */
function changedPairs(left: Cell[][], right: Cell[][], {gone, added, keyOf, counting}: Unpaired): Pair[] {
	const changed: Pair[] = [];
	let [from, to] = [gone, added];
	const take = (keyOf: (row: Cell[]) => string): Pair[] => {
		const places = pairsByKey(
			from.map(at => keyOf(left[at]!)),
			to.map(at => keyOf(right[at]!)),
		);
		const pairs = places.map(([a, b]) => [from[a]!, to[b]!] as const);
		const taken = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))] as const;
		from = from.filter(at => !taken[0].has(at));
		to = to.filter(at => !taken[1].has(at));
		return pairs;
	};

	take(keyOf);
	changed.push(...take(row => rowKey(row, 'loose')));
	changed.push(...take(row => cellKey(row[0] ?? null, counting.classes ? 'exact' : 'alike')));
	return changed;
}

type Found = {same: Pair[]; changed: Pair[]; gone: number[]; added: number[]; order: boolean};

function inOrder(left: Cell[][], right: Cell[][], {same, changed, gone, added, order}: Found): RowChange[] {
	const sameAs = new Map(same);
	const changedTo = new Map(changed);
	const isGone = new Set(gone);
	const isChanged = new Set(changed.map(([, at]) => at));
	const fresh = added.filter(at => !isChanged.has(at));
	const changes: RowChange[] = [];
	let next = 0;
	const addUpTo = (end: number) => {
		for (; next < fresh.length && fresh[next]! < end; next++) {
			changes.push({kind: 'new', after: right[fresh[next]!]!});
		}
	};

	for (const [at, before] of left.entries()) {
		const there = sameAs.get(at);
		const other = changedTo.get(at);
		if (there !== undefined) {
			addUpTo(order ? there : 0);
			changes.push({kind: 'same', before, after: right[there]!});
		} else if (other !== undefined) {
			changes.push({kind: 'changed', before, after: right[other]!});
		} else if (isGone.has(at)) {
			changes.push({kind: 'gone', before});
		}
	}

	addUpTo(Infinity);
	return changes;
}
