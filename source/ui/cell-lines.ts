import type {Cell} from '../database/cell.js';
import {cutCell} from '../rows/draw-cell.js';
import {theme} from './theme.js';

/** A cell that fills `width` columns, cut if it is wider; NULL looks like what it is. */
export function cellBox(cell: Cell, width: number, side: 'left' | 'right'): string {
	const drawn = cutCell(cell, width);
	const text = cell === null ? theme.nothing(drawn.text) : drawn.text;
	const space = ' '.repeat(Math.max(0, width - drawn.width));
	return side === 'left' ? text + space : space + text;
}
