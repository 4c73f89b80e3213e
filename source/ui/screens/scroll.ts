/** How far a body of lines is scrolled, for any length and height. */
import type {ActionOf} from '../keymap.js';

/** `top` is the index of the first line that is seen. */
export type Scroll = {top: number};

export const AT_TOP: Scroll = {top: 0};

/** The scroll that a key of the context `view` leads to; other keys leave it, within its bounds. */
export function reduceScroll(
	{top}: Scroll,
	action: ActionOf<'view'> | null,
	count: number,
	height: number,
): Scroll {
	// One line of the page before stays, so that the eye finds its place.
	const page = Math.max(1, height - 1);
	switch (action) {
		case 'up':
			return clampScroll({top: top - 1}, count, height);
		case 'down':
			return clampScroll({top: top + 1}, count, height);
		case 'pageUp':
			return clampScroll({top: top - page}, count, height);
		case 'pageDown':
			return clampScroll({top: top + page}, count, height);
		case 'top':
			return AT_TOP;
		case 'bottom':
			return clampScroll({top: count}, count, height);
		default:
			return clampScroll({top}, count, height);
	}
}

/** The scroll with no line beyond the end, as long as there is one to show instead. */
export function clampScroll({top}: Scroll, count: number, height: number): Scroll {
	return {top: Math.max(0, Math.min(top, count - Math.max(1, height)))};
}

/** The lines that are seen. */
export function scrolled(lines: readonly string[], scroll: Scroll, height: number): string[] {
	const {top} = clampScroll(scroll, lines.length, height);
	return lines.slice(top, top + Math.max(0, height));
}

/** `12–30 of 214`; '' where everything is seen. */
export function positionNote(scroll: Scroll, count: number, height: number): string {
	if (count <= height || height < 1) {
		return '';
	}

	const {top} = clampScroll(scroll, count, height);
	const from = (top + 1).toLocaleString('en-US');
	const to = (top + height).toLocaleString('en-US');
	return `${height === 1 ? from : `${from}–${to}`} of ${count.toLocaleString('en-US')}`;
}
