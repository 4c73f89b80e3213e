/** Text and cells as an export for people shows them: safe to look at, and not longer than anybody reads. */
import {type Cell, hex, type Table} from '../../database/cell.js';
import {cellText} from '../../rows/cell-text.js';
import {counted} from '../../rows/outcome-words.js';
import {visibleLines} from '../../visible.js';
import {SHOWN_ROWS} from './document.js';

const LONGEST_TEXT = 20_000;

const LONGEST_CELL = 200;

const SHOWN_COLUMNS = 40;

/** Lines of text; what would act on a screen or turn text round is a sign. */
export function shownText(text: string): string {
	return text.length <= LONGEST_TEXT
		? visibleLines(text)
		: `${visibleLines(cut(text, LONGEST_TEXT))}\n… ${counted(text.length - LONGEST_TEXT, 'more character')}`;
}

/** The same in one line. */
export function shownLine(text: string): string {
	const line = visibleLines(cut(text, LONGEST_CELL))
		.replaceAll(/\s*\n\s*/g, ' ')
		.trim();
	return text.length > LONGEST_CELL ? `${line}…` : line;
}

/** The first rows and columns of a table as text; null is NULL. What is left out is said in its last column. */
export function shownTable({columns, rows}: Table): {columns: string[]; rows: Array<Array<string | null>>} {
	const more = columns.length - SHOWN_COLUMNS;
	const shown = <T>(cells: T[], end: T) => (more > 0 ? [...cells.slice(0, SHOWN_COLUMNS), end] : cells);
	return {
		columns: shown(columns.map(shownLine), `… ${counted(Math.max(0, more), 'more column')}`),
		rows: rows.slice(0, SHOWN_ROWS).map(row => shown(row.map(shownCell), '…')),
	};
}

function shownCell(cell: Cell): string | null {
	if (cell === null) {
		return null;
	}

	if (cell instanceof Uint8Array && cell.length > LONGEST_CELL / 2) {
		return `x'${hex(cell.subarray(0, LONGEST_CELL / 2))}…' ${counted(cell.length, 'byte')}`;
	}

	const text = cellText(cell);
	return text.length > LONGEST_CELL ? `${visibleLines(cut(text, LONGEST_CELL))}…` : visibleLines(text);
}

/** Not in the middle of a character. */
function cut(text: string, length: number): string {
	return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
