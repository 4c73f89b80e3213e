/**
 * Breaking and cutting of safe text by what it takes on the screen. It is measured cluster by cluster, as
 * terminals draw: a line is never wider than it may be, whatever script it is in, and megabytes are quick.
 */
import stringWidth from 'string-width';

/** Where a line stands in its text. */
type Range = {start: number; end: number};

/** What is drawn as one: a letter with its marks, an emoji. `end` is where it ends in its line. */
type Unit = {text: string; width: number; end: number};

/**
 * Breaks a safe text without styles into lines of at most `width` columns. A line ends at a space where there
 * is one, and that space is not drawn; everything else is.
 */
export function wrapText(text: string, width: number): string[] {
	return rangesOf(text, width).map(({start, end}) => text.slice(start, end));
}

/** `wrapText` for a safe text with styles, each of which ends with its line and begins again in the next. */
export function wrapStyled(styled: string, width: number): string[] {
	const {plain, styles} = withoutStyles(styled);
	const active = new Map<number, string>();
	let next = 0;
	const takeStyle = () => {
		const {sequence, codes} = styles[next++]!;
		for (const code of codes) {
			changeActive(active, code);
		}

		return sequence;
	};

	return rangesOf(plain, width).map(({start, end}) => {
		// What stands at the break itself, as a space that is not drawn, changes the style all the same.
		while (styles[next] && styles[next]!.offset < start) {
			takeStyle();
		}

		let line = [...active.values()].join('');
		let at = start;
		while (styles[next] && styles[next]!.offset <= end) {
			const {offset} = styles[next]!;
			line += plain.slice(at, offset) + takeStyle();
			at = offset;
		}

		return line + plain.slice(at, end) + [...active.keys()].map(code => `\u001b[${code}m`).join('');
	});
}

/** Cuts a safe text without styles to `width` columns; a cut shows as `…`. */
export function fitText(text: string, width: number): string {
	if (width <= 0) {
		return '';
	}

	if (text.length <= width && isPlainAscii(text)) {
		return text;
	}

	let used = 0;
	let cut = 0;
	for (const unit of unitsOf(text, width)) {
		used += unit.width;
		if (used > width) {
			return `${text.slice(0, cut)}…`;
		}

		if (used < width) {
			cut = unit.end;
		}
	}

	return text;
}

/** A safe text without styles in exactly `width` columns: cut, or filled with spaces. */
export function cell(text: string, width: number, side: 'left' | 'right' = 'left'): string {
	const fitted = fitText(text, width);
	const space = ' '.repeat(Math.max(0, width - stringWidth(fitted)));
	return side === 'left' ? fitted + space : space + fitted;
}

function rangesOf(text: string, width: number): Range[] {
	const ranges: Range[] = [];
	for (let start = 0; ; ) {
		const newline = text.indexOf('\n', start);
		const end = newline === -1 ? text.length : newline;
		breakLine(text.slice(start, end), start, Math.max(1, width), ranges);
		if (newline === -1) {
			return ranges;
		}

		start = newline + 1;
	}
}

/** Appends the ranges of one line of the text, which stands at `offset`. */
function breakLine(line: string, offset: number, width: number, ranges: Range[]): void {
	if (line.length <= width && isPlainAscii(line)) {
		ranges.push({start: offset, end: offset + line.length});
		return;
	}

	let start = 0;
	let used = 0;
	let inked = false;
	let space = {at: -1, used: 0};
	let at = 0;
	for (const unit of unitsOf(line, width)) {
		const isSpace = unit.text === ' ';
		while (used + unit.width > width && at > start) {
			const end = isSpace ? at : space.at > start ? space.at : at;
			ranges.push({start: offset + start, end: offset + end});
			used = end === at ? 0 : used - space.used;
			start = end === at && !isSpace ? end : end + 1;
			space = {at: -1, used: 0};
			inked = used > 0;
		}

		if (start <= at) {
			used += unit.width;
			inked ||= !isSpace;
			// A break in the indentation would leave a line of nothing.
			if (isSpace && inked) {
				space = {at, used};
			}
		}

		at = unit.end;
	}

	// Nothing is left where a space that is not drawn was the end.
	if (start < line.length || start === 0) {
		ranges.push({start: offset + start, end: offset + line.length});
	}
}

function* unitsOf(line: string, limit: number): Generator<Unit> {
	if (isPlainAscii(line)) {
		for (let index = 0; index < line.length; index++) {
			yield {text: line[index]!, width: 1, end: index + 1};
		}

		return;
	}

	let end = 0;
	for (const cluster of clustersOf(line)) {
		const width = widthOf(cluster);
		// A letter with more marks than a line has room for comes apart.
		for (const text of width <= limit ? [cluster] : cluster) {
			end += text.length;
			yield {text, width: text === cluster ? width : widthOf(text), end};
		}
	}
}

/** The segmenter takes time by the square of the length: it is given a piece at a time. */
const PIECE = 500;

function* clustersOf(line: string): Generator<string> {
	for (let start = 0; start < line.length; ) {
		const piece = line.slice(start, start + PIECE);
		const clusters = Array.from(segmenter.segment(piece), ({segment}) => segment);
		// The last one may go on in the next piece.
		if (start + PIECE < line.length && clusters.length > 1) {
			clusters.pop();
		}

		for (const cluster of clusters) {
			start += cluster.length;
			yield cluster;
		}
	}
}

const segmenter = new Intl.Segmenter();

const KNOWN_WIDTHS = 5000;

const widths = new Map<string, number>();

/** The width of a cluster. Texts repeat theirs, and measuring is what takes the time. */
function widthOf(segment: string): number {
	if (segment.length === 1 && isPlainAscii(segment)) {
		return 1;
	}

	let width = widths.get(segment);
	if (width === undefined) {
		width = stringWidth(segment);
		if (widths.size >= KNOWN_WIDTHS) {
			widths.clear();
		}

		widths.set(segment, width);
	}

	return width;
}

type Style = {offset: number; sequence: string; codes: number[]};

/** The text itself, and the styles with their places in it. */
function withoutStyles(styled: string): {plain: string; styles: Style[]} {
	const styles: Style[] = [];
	let removed = 0;
	const plain = styled.replaceAll(/\u001b\[([\d;]*)m/g, (sequence, codes: string, offset: number) => {
		styles.push({offset: offset - removed, sequence, codes: codes.split(';').map(Number)});
		removed += sequence.length;
		return '';
	});
	return {plain, styles};
}

/** Keeps what is in force by the code that ends it. */
function changeActive(active: Map<number, string>, code: number): void {
	const end = endOf(code);
	if (code === 0) {
		active.clear();
	} else if (end === null) {
		active.delete(code);
	} else {
		active.set(end, `\u001b[${code}m`);
	}
}

/** The code that ends a style of the 16 colours; null for one that is itself an end. */
function endOf(code: number): number | null {
	if (code === 1 || code === 2) {
		return 22;
	}

	if ((code >= 3 && code <= 9) || code === 0) {
		return code + 20;
	}

	if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) {
		return 39;
	}

	return (code >= 40 && code <= 47) || (code >= 100 && code <= 107) ? 49 : null;
}

function isPlainAscii(text: string): boolean {
	return /^[\x20-\x7e]*$/.test(text);
}
