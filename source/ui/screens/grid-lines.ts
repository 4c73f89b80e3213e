import {cutCell, drawText} from '../../rows/draw-cell.js';
import {graphemes, textWidth} from '../../text-width.js';
import {visible} from '../../visible.js';
import {cellBox} from '../cell-lines.js';
import {GAP} from '../column-widths.js';
import {drawableRows, type Size} from '../input.js';
import {pad} from '../lines.js';
import {shareRead, windowLines} from '../long-text.js';
import {theme} from '../theme.js';
import {footer} from './frame.js';
import type {Grid, Mode} from './grid.js';
import {
	cellWindow,
	GUTTER,
	hasTitle,
	pageRows,
	type ShownColumn,
	settle,
	shownColumns,
} from './grid-layout.js';

const CURSOR = '▸ ';

/** The longest a title, a name or a filter is where it is only mentioned. */
const MENTIONED = 40;

/** The grid as lines: as many as may be drawn at most, none wider than the screen. */
export function gridLines(unsettled: Grid, size: Size): string[] {
	const grid = settle(unsettled, size);
	const lines = [
		...(hasTitle(size) ? [theme.strong(drawText(grid.title.replaceAll(/\s+/g, ' '), size.columns))] : []),
		...body(grid, size),
		position(grid, size),
		footerOf(grid, size.columns),
	];
	return lines.slice(0, drawableRows(size));
}

function body(grid: Grid, size: Size): string[] {
	switch (grid.mode.kind) {
		case 'grid':
		case 'filter':
			return rowLines(grid, size);
		case 'record':
			return recordLines(grid, size);
		case 'cell':
			return cellLines(grid, grid.mode, size);
	}
}

function cellLines(grid: Grid, {what, text, place}: Extract<Mode, {kind: 'cell'}>, size: Size): string[] {
	const window = cellWindow(size);
	const lines = windowLines(text, place, window);
	const share = shareRead(text, place, window);
	const isWhole = share === 1 && place.chunk === 0 && place.offset === 0;
	const read = isWhole ? '' : ` · ${Math.floor(share * 100)} %`;
	return filled(
		[
			theme.heading(drawText(`${nameAtCursor(grid)} · ${what}${read}`, size.columns)),
			...(what === 'NULL' ? lines.map(line => theme.nothing(line)) : lines),
		],
		window.height + 1,
	);
}

function rowLines(grid: Grid, size: Size): string[] {
	const {table, order, top, cursor} = grid;
	const columns = shownColumns(grid, size);
	const rows = pageRows(grid, size);
	const lines = order.slice(top, top + rows).map((row, index) => {
		const atCursor = top + index === cursor.row;
		const boxes = columns.map(({index: column, width, side}) => {
			const box = cellBox(table.rows[row]![column] ?? null, width, side);
			return atCursor && column === cursor.column ? theme.selected(box) : box;
		});
		return (atCursor ? CURSOR : ' '.repeat(GUTTER)) + boxes.join(' '.repeat(GAP));
	});
	const none = table.rows.length === 0 ? '(0 rows)' : '(no row holds that)';
	return filled(
		[
			' '.repeat(GUTTER) + columns.map(column => nameBox(grid, column)).join(' '.repeat(GAP)),
			...(lines.length === 0 ? [theme.quiet(drawText(none, size.columns))] : lines),
		],
		rows + 1,
	);
}

function nameBox({table, sort, cursor}: Grid, {index, width, side}: ShownColumn): string {
	const sign = sort?.column === index && width > 2 ? (sort.direction === 'up' ? ' ↑' : ' ↓') : '';
	const name = drawText(table.columns[index]!, width - sign.length) + sign;
	return pad(index === cursor.column ? theme.accent(theme.heading(name)) : theme.heading(name), width, side);
}

function recordLines(grid: Grid, size: Size): string[] {
	const {table, firstField, cursor} = grid;
	const rows = pageRows(grid, size);
	const most = Math.max(1, Math.min(MENTIONED, Math.floor((size.columns - GUTTER - GAP) / 2)));
	const nameWidth = Math.max(...table.columns.map(name => textWidth(drawText(name, most))), 1);
	const width = Math.max(1, size.columns - GUTTER - nameWidth - GAP);
	const row = table.rows[grid.order[cursor.row] ?? -1] ?? [];
	const lines = table.columns.slice(firstField, firstField + rows).map((name, index) => {
		const column = firstField + index;
		const cell = row[column] ?? null;
		const text = cutCell(cell, width).text;
		const drawn = cell === null ? theme.nothing(text) : text;
		const atCursor = column === cursor.column;
		return (
			(atCursor ? CURSOR : ' '.repeat(GUTTER)) +
			theme.heading(pad(drawText(name, nameWidth), nameWidth)) +
			' '.repeat(GAP) +
			(atCursor ? theme.selected(drawn) : drawn)
		);
	});
	return filled(lines, rows);
}

function filled(lines: string[], count: number): string[] {
	return [...lines, ...Array<string>(Math.max(0, count - lines.length)).fill('')];
}

/** `row 12 of 1,000 (12,345 in all) · column 3 of 11 Country`, or the filter that is being written. */
function position(grid: Grid, size: Size): string {
	const {table, order, cursor, sort, mode, filter} = grid;
	const shown = order.length.toLocaleString('en-US');
	const kept = table.rows.length.toLocaleString('en-US');
	const all = `${table.truncated === 'uncounted' ? 'more than ' : ''}${table.rowCount.toLocaleString('en-US')}`;
	const inAll = table.truncated ? ` (${all} in all)` : '';
	if (mode.kind === 'filter') {
		const after = `  ${shown} of ${kept}${inAll}`;
		const room = size.columns - 'filter: '.length - 1 - after.length;
		const text = visible(filter.slice(-LONGEST_FILTER));
		return room >= Math.min(LEAST_FILTER, textWidth(text))
			? `filter: ${lastColumns(text, room)}${theme.selected(' ')}${theme.quiet(after)}`
			: `${lastColumns(text, size.columns - 1)}${theme.selected(' ')}`;
	}

	const row = order.length === 0 ? 'no rows' : `row ${(cursor.row + 1).toLocaleString('en-US')} of ${shown}`;
	const narrowed = filter === '' ? '' : ` with "${mentioned(filter)}", of ${kept}`;
	const column = `column ${(cursor.column + 1).toLocaleString('en-US')} of ${table.columns.length.toLocaleString('en-US')}`;
	const sortedBy =
		sort && sort.column !== cursor.column ? ` by ${mentioned(table.columns[sort.column]!)}` : '';
	// Of a result that is not all here, the first row of an order is not the first of all.
	const within = table.truncated ? ' among the rows kept' : '';
	const sorted = sort ? ` · sorted ${sort.direction}${sortedBy}${within}` : '';
	const text = `${row}${narrowed}${inAll} · ${column} ${nameAtCursor(grid)}${sorted}`;
	return theme.quiet(drawText(text, size.columns));
}

/** Columns that a filter which is being written keeps beside the count. */
const LEAST_FILTER = 8;

/** Characters of a filter that can show, and more: what is pasted may be of any length. */
const LONGEST_FILTER = 1000;

function footerOf({mode}: Grid, width: number): string {
	switch (mode.kind) {
		case 'filter':
			return footer('filter', width, {shared: null});
		case 'grid':
			return footer('grid', width);
		case 'record':
			return footer('grid', width, {omit: ['filter', 'sort']});
		case 'cell':
			return footer(null, width);
	}
}

function nameAtCursor({table, cursor}: Grid): string {
	return mentioned(table.columns[cursor.column] ?? '');
}

function mentioned(text: string): string {
	return drawText(text, MENTIONED);
}

/** The end of a safe text, where it is being written. */
function lastColumns(text: string, room: number): string {
	if (textWidth(text) <= room) {
		return text;
	}

	let kept = '';
	let width = 1;
	for (const letter of [...graphemes(text)].reverse()) {
		width += textWidth(letter);
		if (width > room) {
			break;
		}

		kept = letter + kept;
	}

	return `…${kept}`;
}
