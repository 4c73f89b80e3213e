/** Lines of text for the terminal: safe to draw, none wider than it may be. */
import stringWidth from 'string-width';
import {textWidth} from '../text-width.js';
import {fitText, wrapStyled, wrapText} from './screens/text.js';

/** Breaks a safe text into lines of at most `width` columns, between words where there are any. */
export function wrap(text: string, width: number, indent = ''): string[] {
	const room = Math.max(1, width - textWidth(indent));
	return wrapText(text, room).map(line => indent + line);
}

/** The same for text that has styles. */
export function wrapWithStyles(styled: string, width: number, indent = ''): string[] {
	const room = Math.max(1, width - textWidth(indent));
	return wrapStyled(styled, room).map(line => indent + line);
}

/** Cuts a safe line without styles to `width` columns; a cut shows as `…`. */
export function fitLine(line: string, width: number): string {
	return fitText(line, width);
}

/** Fills a safe line, which may have styles, with spaces to `width` columns. */
export function pad(line: string, width: number, side: 'left' | 'right' = 'left'): string {
	const space = ' '.repeat(Math.max(0, width - stringWidth(line)));
	return side === 'left' ? line + space : space + line;
}

/** A line with something at its left and something at its right, the left cut if there is no room for both. */
export function spread(left: string, right: string, width: number): string {
	const room = width - textWidth(right) - 1;
	if (room < 1) {
		return fitLine(right, width);
	}

	const start = fitLine(left, room);
	return `${start}${' '.repeat(room - textWidth(start) + 1)}${right}`;
}
