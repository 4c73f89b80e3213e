/** A text that is being written as lines of the terminal: wrapped, scrolled to its cursor, safe to draw. */
import stringWidth from 'string-width';
import {cutText, graphemes} from '../../text-width.js';
import {visible} from '../../visible.js';
import {theme} from '../theme.js';
import {cellOf, graphemesBetween} from './cells.js';
import type {Editor} from './editor.js';
import {type Row, rowsAround} from './rows.js';

export type EditorBox = {
	/** Columns; no line is wider. */
	width: number;
	/** Lines, at most so many. */
	height: number;
	/** Stands before the first line that is drawn; may be styled. */
	prompt?: string;
	/** Stands before every further line. */
	continuation?: string;
	/** Is drawn while nothing is written. */
	placeholder?: string;
};

export type EditorLines = {
	lines: string[];
	/** Where the cursor is in `lines`: a terminal's own cursor belongs there where styles are off. */
	cursor: {row: number; column: number};
};

/**
 * What is seen of the text around its cursor. A tab is two spaces, a control character a sign. From a height of
 * 3 on, what is cut is counted: lines of the text, and of a line that is cut itself, its rows on the screen.
 */
export function editorLines(editor: Editor, box: EditorBox): EditorLines {
	const width = Math.max(1, Math.floor(box.width));
	const height = Math.max(1, Math.floor(box.height));
	const margins = marginsOf(box, width);
	const room = width - margins.width;
	const withMargins = (lines: string[]) =>
		lines.map((line, index) => (index === 0 ? margins.first : margins.further) + line);
	if (editor.text === '') {
		const line = placeholderLine(box.placeholder ?? '', room);
		return {lines: withMargins([line]), cursor: {row: 0, column: margins.width}};
	}

	const {text, cursor} = editor;
	const {rows, current, above, below} = rowsAround(text, cursor, room, height);
	const drawn = rows.map(row => drawRow(text, row, row === current ? cursor : -1, room));
	const row = rows.indexOf(current);
	const lines = [
		...(above > 0 ? [cutLine(above, 'above', room)] : []),
		...drawn.map(({line}) => line),
		...(below > 0 ? [cutLine(below, 'below', room)] : []),
	];
	return {
		lines: withMargins(lines),
		cursor: {row: row + (above > 0 ? 1 : 0), column: margins.width + drawn[row]!.column},
	};
}

/** Both margins are as wide as the wider one; where they would leave no room there are none. */
function marginsOf({prompt = '', continuation = ''}: EditorBox, width: number) {
	const widths = {prompt: stringWidth(prompt), continuation: stringWidth(continuation)};
	const wider = Math.max(widths.prompt, widths.continuation);
	return wider < width
		? {
				first: prompt + ' '.repeat(wider - widths.prompt),
				further: continuation + ' '.repeat(wider - widths.continuation),
				width: wider,
			}
		: {first: '', further: '', width: 0};
}

function placeholderLine(placeholder: string, room: number): string {
	const {text} = cutText(visible(placeholder), room);
	const [first = ' '] = graphemes(text);
	return theme.selected(first) + theme.quiet(text.slice(first.length));
}

/** A row, with the cursor where it is in it; its column is 0 where it is not. */
function drawRow(
	text: string,
	{from, to}: Row,
	cursor: number,
	room: number,
): {line: string; column: number} {
	let line = '';
	let place = from;
	let width = 0;
	let column = 0;
	for (const grapheme of graphemesBetween(text, from, to)) {
		const cell = cellOf(grapheme);
		// What is wider than all the room is cut: nothing can be done but to say that it is there.
		const drawn = cell.width > room ? cutText(cell.text, room) : cell;
		if (place === cursor) {
			column = width;
			line += theme.selected(drawn.text);
		} else {
			line += drawn.text;
		}

		place += grapheme.length;
		width += drawn.width;
	}

	return cursor === to ? {line: line + theme.selected(' '), column: width} : {line, column};
}

function cutLine(count: number, where: 'above' | 'below', room: number): string {
	const number = `… ${count.toLocaleString('en-US')}`;
	const words = `${number} ${count === 1 ? 'line' : 'lines'} ${where}`;
	return theme.quiet([words, number].find(text => text.length <= room) ?? '…');
}
