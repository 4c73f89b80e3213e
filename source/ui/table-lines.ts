import type {Table} from '../database/cell.js';
import {drawText} from '../rows/draw-cell.js';
import {textWidth} from '../text-width.js';
import {cellBox} from './cell-lines.js';
import {type ColumnNeed, columnNeed, fitWidths, GAP} from './column-widths.js';
import {pad} from './lines.js';
import {theme} from './theme.js';

/** The longest a column's name is where it is only mentioned. */
const MENTIONED = 40;

/**
 * A result in the flow of the session: names, at most `maxRows` rows, then what is not shown: rows are counted,
 * columns that do not fit are named. At most `maxRows + 3` lines, none wider than `width`.
 */
export function tableLines(table: Table, {width, maxRows}: {width: number; maxRows: number}): string[] {
	const rows = table.rows.slice(0, Math.max(0, maxRows));
	const columns = fittingColumns(table.columns, rows, Math.max(1, width));
	const boxed = (boxes: string[]) => boxes.join(' '.repeat(GAP)).trimEnd();
	const names = columns.map(({width, side}, index) =>
		pad(drawText(table.columns[index]!, width), width, side),
	);
	const lines = [
		theme.heading(boxed(names)),
		...rows.map(row =>
			boxed(columns.map(({width, side}, index) => cellBox(row[index] ?? null, width, side))),
		),
	];
	const notes = [rowsNotShown(table, rows.length), columnsNotShown(table.columns, columns.length, width)];
	return [...lines, ...notes.filter(note => note !== null).map(note => theme.quiet(drawText(note, width)))];
}

/** `… 1,234 more rows`, `(0 rows)`, or null where all rows are shown. */
export function rowsNotShown({rowCount, truncated}: Table, shown: number): string | null {
	const more = rowCount - shown;
	if (more > 0) {
		const count = `${more.toLocaleString('en-US')} more ${more === 1 && !truncated ? 'row' : 'rows'}`;
		return truncated === 'uncounted' ? `… more than ${count}` : `… ${count}`;
	}

	return shown === 0 ? '(0 rows)' : null;
}

/** The columns from the left that fit, with the widths they get; the first is always there. */
function fittingColumns(names: string[], rows: Table['rows'], width: number) {
	const needs: ColumnNeed[] = [];
	let taken = -GAP;
	// Only what can show is looked at: there can be thousands of columns.
	for (const [index, name] of names.entries()) {
		const need = columnNeed(name, rows, index);
		taken += GAP + need.least;
		if (taken > width && index > 0) {
			break;
		}

		needs.push(index === 0 ? {...need, least: Math.min(need.least, width)} : need);
	}

	const widths = fitWidths(needs, width - GAP * (needs.length - 1));
	return widths.map((width, index) => ({width, side: needs[index]!.side}));
}

function columnsNotShown(names: string[], shown: number, width: number): string | null {
	const hidden = names.slice(shown);
	if (hidden.length === 0) {
		return null;
	}

	let line = `+ ${hidden.length.toLocaleString('en-US')} more ${hidden.length === 1 ? 'column' : 'columns'}: `;
	const end = ', …';
	for (const [index, name] of hidden.entries()) {
		const next = (index === 0 ? '' : ', ') + drawText(name, MENTIONED);
		const last = index === hidden.length - 1;
		if (textWidth(line + next) + (last ? 0 : end.length) > width) {
			return line + (index === 0 ? '…' : end);
		}

		line += next;
	}

	return line;
}
