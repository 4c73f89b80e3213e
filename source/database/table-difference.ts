/** What differs between two results. */
import type {Cell, Table} from './cell.js';

export type RowChange =
	| {kind: 'same'; before: Cell[]; after: Cell[]}
	/** The row has the same first cell in both, and others differ. */
	| {kind: 'changed'; before: Cell[]; after: Cell[]}
	| {kind: 'gone'; before: Cell[]}
	| {kind: 'new'; after: Cell[]};

export type TableDifference = {
	/** Row by row, in the order in which they stand. */
	rows: RowChange[];
	/** How many of each. */
	counts: Record<RowChange['kind'], number>;
	/** In words for a person: other columns, another order, duplicates, 1 against 1.0, text against a number. */
	notes: string[];
};

/** Null where nothing differs that an observation would show; names of columns count. */
export function differenceOf(before: Table, after: Table): TableDifference | null {
	throw new Error(`${before} ${after}`);
}
