/** What all full-screen views have in common: the height is filled, and the last line tells the keys. */
import stringWidth from 'string-width';
import {visible} from '../../visible.js';
import {drawableRows, type Size} from '../input.js';
import {type Context, hints} from '../keymap.js';
import {theme} from '../theme.js';
import {cell, fitText} from './text.js';

/** Lines above a footer, in all the rows that may be drawn; what is too much is cut at its end. */
export function frame(lines: readonly string[], footer: string, size: Size): string[] {
	const room = drawableRows(size) - 1;
	const body = lines.slice(0, room);
	return [...body, ...Array<string>(room - body.length).fill(''), footer];
}

/**
 * The hints of a view's own context and then those that all views share; where there is no room for all, the
 * view's own go first, because they are in help, and the way out is not searched for there.
 */
export function footer(
	context: Context | null,
	width: number,
	{omit = [], shared = 'view'}: {omit?: readonly string[]; shared?: Context | null} = {},
): string {
	const own = context === null ? [] : split(hints(context, omit));
	const last = shared === null ? [] : split(hints(shared, omit));
	while (own.length > 0 && stringWidth([...own, ...last].join(SEPARATOR)) > width) {
		own.pop();
	}

	return theme.quiet(fitText([...own, ...last].join(SEPARATOR), width));
}

/** The first line: a safe title, and at the right where in the body one is. */
export function titled(title: string, note: string, width: number): string {
	const room = width - (note === '' ? 0 : note.length + 1);
	return room < 1
		? theme.heading(fitText(title, width))
		: theme.heading(cell(title, room)) + theme.quiet(note === '' ? '' : ` ${note}`);
}

/** A text of any length and kind as one safe line, for titles and lists; a long one is not read to its end. */
export function oneLine(text: string): string {
	return visible(text.slice(0, ONE_LINE).replaceAll(/\s+/g, ' ').trim());
}

const ONE_LINE = 1000;

const SEPARATOR = ' · ';

function split(text: string): string[] {
	return text === '' ? [] : text.split(SEPARATOR);
}
