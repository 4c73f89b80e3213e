/** A cursor in a list, and the part of the list that is seen around it. */
import type {ActionOf} from '../keymap.js';

/** The index that a key of the context `view` leads to, within the list; 0 in an empty one. */
export function reduceCursor(
	cursor: number,
	action: ActionOf<'view'> | null,
	count: number,
	height: number,
): number {
	const page = Math.max(1, height - 1);
	switch (action) {
		case 'up':
			return clampIndex(cursor - 1, count);
		case 'down':
			return clampIndex(cursor + 1, count);
		case 'pageUp':
			return clampIndex(cursor - page, count);
		case 'pageDown':
			return clampIndex(cursor + page, count);
		case 'top':
			return 0;
		case 'bottom':
			return clampIndex(count - 1, count);
		default:
			return clampIndex(cursor, count);
	}
}

export function clampIndex(index: number, count: number): number {
	return Math.max(0, Math.min(index, count - 1));
}

/** The indices that are seen in `height` lines: the cursor in the middle, but for the ends of the list. */
export function windowAround(cursor: number, count: number, height: number): {from: number; to: number} {
	const room = Math.max(0, height);
	const from = Math.max(0, Math.min(clampIndex(cursor, count) - Math.floor((room - 1) / 2), count - room));
	return {from, to: Math.min(count, from + room)};
}
