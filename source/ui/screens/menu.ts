/** A small list to choose from, below what was printed. */
import stringWidth from 'string-width';
import {visible} from '../../visible.js';
import type {Input} from '../input.js';
import {actionFor, hints} from '../keymap.js';
import {theme} from '../theme.js';
import {clampIndex, windowAround} from './cursor.js';
import {cell, fitText} from './text.js';

export type MenuOption = {label: string; note?: string};

export type Menu = {title: string; options: readonly MenuOption[]; cursor: number};

export function openMenu(title: string, options: readonly MenuOption[]): Menu {
	return {title, options, cursor: 0};
}

/** `taken` is an index into the options; 1 to 9 take one at once. */
export function reduceMenu(menu: Menu, input: Input): Menu | 'close' | {taken: number} {
	const {options, cursor} = menu;
	if (input.kind === 'key' && /^[1-9]$/.test(input.name)) {
		const digit = Number(input.name);
		return digit <= options.length ? {taken: digit - 1} : menu;
	}

	switch (actionFor('menu', input)) {
		case 'up':
			return {...menu, cursor: clampIndex(cursor - 1, options.length)};
		case 'down':
			return {...menu, cursor: clampIndex(cursor + 1, options.length)};
		case 'take':
			return options.length === 0 ? menu : {taken: clampIndex(cursor, options.length)};
		case 'cancel':
			return 'close';
		default:
			return menu;
	}
}

/** At most `height` lines, no more than are needed: title, options, keys. */
export function menuLines({title, options, cursor}: Menu, width: number, height: number): string[] {
	const {from, to} = windowAround(cursor, options.length, Math.min(options.length, Math.max(1, height - 2)));
	const labelWidth = Math.min(
		Math.max(Math.floor(width / 2), width - NOTE_COLUMNS),
		Math.max(0, ...options.map(({label}) => stringWidth(visible(label)))),
	);
	const digits = Math.min(options.length, 9);
	const count = options.length > to - from ? ` (${cursor + 1} of ${options.length})` : '';
	return [
		theme.heading(fitText(visible(title) + count, width)),
		...options
			.slice(from, to)
			.map((option, at) => optionLine(option, from + at, from + at === cursor, {width, labelWidth})),
		theme.quiet(fitText(`${digits > 1 ? `1–${digits} · ` : ''}${hints('menu')}`, width)),
	].slice(0, Math.max(0, height));
}

/** What the longest label leaves of a line: cursor and digit, and the beginning of a note. */
const NOTE_COLUMNS = 16;

function optionLine(
	{label, note = ''}: MenuOption,
	index: number,
	isCurrent: boolean,
	{width, labelWidth}: {width: number; labelWidth: number},
): string {
	const start = `${isCurrent ? '❯' : ' '} ${index < 9 ? index + 1 : ' '} `;
	if (note === '') {
		const line = fitText(start + visible(label), width);
		return isCurrent ? theme.accent(line) : line;
	}

	const left = fitText(start + cell(visible(label), labelWidth), width);
	const right = fitText(`  ${visible(note)}`, width - stringWidth(left));
	return (isCurrent ? theme.accent(left) : left) + theme.quiet(right);
}
