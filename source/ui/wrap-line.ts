import {graphemes, textWidth} from '../text-width.js';

/** A letter and what stands on it without a column of its own. */
const LETTER_WITH_MARKS = /.[\p{Mn}\p{Me}]*/gsu;

/**
 * Where one line of a safe text is broken so that it fits `room` columns: after a space if there is one, else where
 * the room ends. A space between two parts belongs to neither if there is no room for it.
 */
export function wrapLine(line: string, room: number): Array<{from: number; to: number}> {
	const parts: Array<{from: number; to: number}> = [];
	let from = 0;
	let width = 0;
	let at = 0;
	let afterSpace = 0;
	let widthToSpace = 0;
	for (const letter of graphemes(line)) {
		// What is one letter by Unicode's rules can be wider than the room: it is broken too.
		for (const unit of textWidth(letter) > room ? letter.match(LETTER_WITH_MARKS)! : [letter]) {
			const unitWidth = textWidth(unit);
			if (unit === ' ' && width === room) {
				// The space between two words is where the line ends.
				parts.push({from, to: at});
				at += 1;
				from = at;
				width = 0;
				continue;
			}

			while (width + unitWidth > room && at > from) {
				const to = afterSpace > from ? afterSpace : at;
				width = afterSpace > from ? width - widthToSpace : 0;
				parts.push({from, to});
				from = to;
			}

			at += unit.length;
			width += unitWidth;
			if (unit === ' ') {
				afterSpace = at;
				widthToSpace = width;
			}
		}
	}

	if (at > from || parts.length === 0) {
		parts.push({from, to: at});
	}

	return parts;
}
