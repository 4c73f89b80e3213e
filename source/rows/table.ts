import type {Cell} from '../database/cell.js';
import {textWidth} from '../text-width.js';
import {drawCell, drawText, isNumber} from './draw-cell.js';
import type {RowWriter} from './row-writer.js';

/** Terminal columns of a cell beyond which it is cut, with `…`. */
const CELL_WIDTH = 80;

/**
 * Aligned columns, numbers to the right. The first batch sets the widths; a later cell that is wider pushes
 * its row. Where the table does not fit the terminal, each row is written as a record, a column a line.
 */
export function tableWriter(terminalWidth?: number): RowWriter {
	let columns: string[] = [];
	let layout: ((rows: Cell[][]) => string) | null = null;
	let header = '';
	return {
		begin(names) {
			columns = names.map(name => drawText(name, CELL_WIDTH, CELL_WIDTH));
			return '';
		},
		rows(rows) {
			if (!layout) {
				const grid = gridLayout(columns, rows);
				const fits = terminalWidth === undefined || grid.width <= terminalWidth;
				layout = fits ? grid.rows : recordLayout(columns);
				header = fits ? grid.header : '';
				return header + layout(rows);
			}

			return layout(rows);
		},
		end: () => (layout ? '' : gridLayout(columns, []).header),
	};
}

function gridLayout(columns: string[], sample: Cell[][]) {
	const drawnSample = sample.map(row => row.map(drawnCell));
	const widths = columns.map((name, index) =>
		Math.max(textWidth(name), ...drawnSample.map(row => textWidth(row[index]!))),
	);
	const right = columns.map(
		(_, index) =>
			sample.some(row => isNumber(row[index]!)) &&
			sample.every(row => isNumber(row[index]!) || row[index] === null),
	);
	const line = (texts: string[]) =>
		`${texts
			.map((text, index) => pad(text, widths[index]!, right[index]!))
			.join('  ')
			.trimEnd()}\n`;
	return {
		width: widths.reduce((sum, width) => sum + width + 2, -2),
		header: line(columns) + line(widths.map(width => '─'.repeat(width))),
		rows: (rows: Cell[][]) => rows.map(row => line(row.map(drawnCell))).join(''),
	};
}

function recordLayout(columns: string[]) {
	const width = Math.max(...columns.map(name => textWidth(name)));
	let number = 0;
	return (rows: Cell[][]) =>
		rows
			.map(row => {
				const lines = row.map((cell, index) => `${pad(columns[index]!, width, false)}  ${drawnCell(cell)}\n`);
				return `── row ${(++number).toLocaleString('en-US')}\n${lines.join('')}`;
			})
			.join('');
}

/** Cut at 80 columns, `…` after them. */
function drawnCell(cell: Cell): string {
	return drawCell(cell, CELL_WIDTH, CELL_WIDTH);
}

function pad(text: string, width: number, right: boolean): string {
	const space = ' '.repeat(Math.max(0, width - textWidth(text)));
	return right ? space + text : text + space;
}
