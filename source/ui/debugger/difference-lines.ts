/** The difference of two results as lines: row by row, what was on one side and what is on the other. */

import type {Cell, Table} from '../../database/cell.js';
import {cellKey} from '../../database/row-key.js';
import type {RowChange, TableDifference} from '../../database/table-difference.js';
import {drawCell, drawText} from '../../rows/draw-cell.js';
import {counted} from '../../rows/outcome-words.js';
import {textWidth} from '../../text-width.js';
import {visible} from '../../visible.js';
import {cell, fitText, wrapText} from '../screens/text.js';
import {theme} from '../theme.js';

export type DifferenceWords = {
	/** Of the first cell, of the one side and of the other. */
	heads: readonly [string, string, string];
	marks: Record<RowChange['kind'], string>;
};

export type DifferenceShape = {
	words: DifferenceWords;
	/** Rows that are shown; the others are counted. */
	limit: number;
	/** Rows that are the same on both sides are left out. */
	onlyChanges?: boolean;
	/** The names of the columns. */
	columns: readonly string[];
};

/** How much of one cell is ever drawn. */
const CELL_WIDTH = 80;

const BETWEEN = '  ';

/** The rows, each with its mark in words, and the notes; no line is wider than `width`. */
export function differenceLines(
	difference: TableDifference,
	shape: DifferenceShape,
	width: number,
): string[] {
	const rows = difference.rows.filter(({kind}) => !shape.onlyChanges || kind !== 'same');
	const shown = rows.slice(0, shape.limit);
	return [
		...(shown.length === 0 ? [] : rowsLines(shown, shape, width)),
		...moreLines(rows.slice(shape.limit), shape, width),
		...noteLines(difference.notes, width),
	];
}

/** Notes as they stand below the rows. */
export function noteLines(notes: readonly string[], width: number): string[] {
	return notes.flatMap(note => wrapText(visible(`! ${note}`), width)).map(line => theme.warning(line));
}

/** `1 changed, 2 new`: what there is of each kind. */
export function countsWords(
	counts: Readonly<Record<RowChange['kind'], number>>,
	marks: DifferenceWords['marks'],
): string {
	return KINDS.filter(kind => counts[kind] > 0)
		.map(kind => `${counts[kind].toLocaleString('en-US')} ${nameOf(marks[kind])}`)
		.join(', ');
}

const KINDS = ['changed', 'gone', 'new', 'same'] as const;

/** A mark without its sign. */
function nameOf(mark: string): string {
	return mark.replace(/^\S /, '').trim();
}

/** A row in three parts: what tells which it is, and what each side has. */
type Parts = readonly [string, string, string];

function rowsLines(rows: readonly RowChange[], {words, columns}: DifferenceShape, width: number): string[] {
	const parts = rows.map(row => partsOf(row, columns));
	const marks = Math.max(...Object.values(words.marks).map(textWidth));
	const widths = shared(
		[0, 1, 2].map(at => Math.max(0, ...[words.heads, ...parts].map(part => textWidth(part[at]!)))),
		width - marks - BETWEEN.length * 3,
		// Where no row has a first cell of its own, the column is none.
		parts.every(([first]) => first === ''),
	);
	const line = (part: Parts) =>
		part.flatMap((text, at) => (widths[at] === 0 ? [] : [cell(text, widths[at]!)])).join(BETWEEN);
	return [
		theme.heading(fitText(line(words.heads).trimEnd(), width)),
		...rows.map((row, at) => {
			const mark = words.marks[row.kind];
			return STYLES[row.kind](fitText(`${line(parts[at]!)}${BETWEEN}${mark}`.trimEnd(), width));
		}),
	];
}

const STYLES: Record<RowChange['kind'], (text: string) => string> = {
	same: theme.quiet,
	changed: theme.warning,
	gone: theme.bad,
	new: theme.good,
};

/** Of widths that are wanted so much that they fit: the widest give way first. */
function shared(wanted: readonly number[], room: number, isWithoutFirst: boolean): number[] {
	const widths = wanted.map((width, at) => (at === 0 && isWithoutFirst ? 0 : Math.max(1, width)));
	const spare = isWithoutFirst ? BETWEEN.length : 0;
	const excess = () => widths.reduce((sum, width) => sum + width, 0) - Math.max(3, room + spare);
	while (excess() > 0) {
		const widest = Math.max(...widths);
		if (widest <= 1) {
			break;
		}

		const others = widths.filter(width => width < widest);
		const many = widths.length - others.length;
		const next = Math.max(1, ...others);
		const step = Math.max(1, Math.min(widest - next, Math.ceil(excess() / many)));
		for (const [at, width] of widths.entries()) {
			if (width === widest) {
				widths[at] = Math.max(1, widest - step);
			}
		}
	}

	return widths;
}

/** A row of one column has no first cell that tells which it is. */
function partsOf(row: RowChange, columns: readonly string[]): Parts {
	const before = 'before' in row ? row.before : null;
	const after = 'after' in row ? row.after : null;
	const first = (after ?? before)![0] ?? null;
	const hasFirst =
		Math.max(before?.length ?? 0, after?.length ?? 0) > 1 &&
		(!before || !after || cellKey(before[0] ?? null, 'exact') === cellKey(after[0] ?? null, 'exact'));
	const from = hasFirst ? 1 : 0;
	if (row.kind === 'changed' && Math.max(row.before.length, row.after.length) > 2) {
		return [hasFirst ? draw(first) : '', ...changedCells(row.before, row.after, columns)];
	}

	const side = (cells: readonly Cell[] | null) =>
		cells === null ? '–' : cells.slice(from).map(draw).join(BETWEEN);
	return [hasFirst ? draw(first) : '', side(before), side(after)];
}

/** Of a wide row only the cells that are others, with their columns. */
function changedCells(
	before: readonly Cell[],
	after: readonly Cell[],
	columns: readonly string[],
): [string, string] {
	const places = Array.from({length: Math.max(before.length, after.length)}, (_, at) => at).filter(
		at =>
			before[at] === undefined ||
			after[at] === undefined ||
			cellKey(before[at], 'exact') !== cellKey(after[at], 'exact'),
	);
	const side = (cells: readonly Cell[]) =>
		places
			.map(
				at =>
					`${drawText(columns[at] ?? `column ${at + 1}`, CELL_WIDTH)} ${cells[at] === undefined ? '–' : draw(cells[at])}`,
			)
			.join(', ');
	return [side(before), side(after)];
}

function draw(value: Cell): string {
	// What only the storage class tells apart must be told apart.
	return typeof value === 'string' &&
		/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value.slice(0, CELL_WIDTH))
		? `'${drawText(value, CELL_WIDTH - 2)}'`
		: drawCell(value, CELL_WIDTH);
}

function moreLines(rest: readonly RowChange[], {words}: DifferenceShape, width: number): string[] {
	if (rest.length === 0) {
		return [];
	}

	const counts = {same: 0, changed: 0, gone: 0, new: 0};
	for (const {kind} of rest) {
		counts[kind]++;
	}

	const text = `… ${counted(rest.length, 'more row')}: ${countsWords(counts, words.marks)}`;
	return wrapText(text, width).map(line => theme.quiet(line));
}

/** The names of the columns, for a difference of two results. */
export function columnsOf(...tables: ReadonlyArray<Table | null>): readonly string[] {
	return tables.find(table => table !== null)?.columns ?? [];
}
