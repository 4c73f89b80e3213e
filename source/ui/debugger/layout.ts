/** Where things stand on the screen, at any size. */
import {drawableRows, type Size} from '../input.js';
import type {TurnsPlace} from '../screens/trajectory-view.js';

/** From here on the trajectories stand beside the turn; the last column of a terminal is not drawn on. */
const WIDE = 99;

export const BETWEEN = ' │ ';

export type Layout = {
	/** Columns of the trajectories; 0: they have a view of their own. */
	list: number;
	/** What the turn is drawn in, as a view of that size would be. */
	turn: Size;
	turns: TurnsPlace;
	/** Lines between the title and the two at the foot. */
	height: number;
};

export function layoutOf({columns, rows}: Size): Layout {
	const height = Math.max(0, drawableRows({columns, rows}) - 3);
	// One row is the status, which a view has not.
	const turn = {columns, rows: rows - 1};
	if (columns < WIDE) {
		return {list: 0, turn, turns: 'above', height};
	}

	const list = Math.min(48, Math.floor(columns * 0.38));
	return {
		list,
		turn: {...turn, columns: columns - list - BETWEEN.length},
		turns: 'elsewhere',
		height,
	};
}

/** Lines of the list where it has all of the screen. */
export function listHeight(size: Size): number {
	return Math.max(1, drawableRows(size) - 3);
}
