/**
 * How many columns of the terminal a safe text takes, and where it is cut. `string-width` is the rule; it takes
 * some 13 µs a character outside ASCII, so letters that stand for themselves are counted here, and what needs the
 * rule is remembered.
 */
import stringWidth from 'string-width';

const NARROW =
	' -~\u00a1-\u00ac\u00ae-\u02ff\u0384-\u0482\u048a-\u052f\u05d0-\u05ea\u0620-\u064a\u1e00-\u1eff\u2010-\u2027\u2030-\u203b\u20a0-\u20bf\u2190-\u2193\u2400-\u2426\u2500-\u259f';
const WIDE = '\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60';

/** Texts in which every UTF-16 unit is a letter of its own, of known width. */
const SIMPLE = new RegExp(`^[${NARROW}${WIDE}]*$`);
const WIDE_LETTER = new RegExp(`[${WIDE}]`, 'g');

/** Units that may take two columns: more than do, so that a count of them is never too small. */
const PERHAPS_WIDE = /[\u1100-\u11ff\u2300-\u2bff\u2e80-\ua97f\uac00-\ud7ff\uf900-\uffff]/g;

const REMEMBERED = 4096;

const LONGEST_REMEMBERED = 300;

/** Made when it is first needed: its tables take as long to load as hundreds of queries to run. */
let segmenter: Intl.Segmenter | undefined;
const widths = new Map<string, number>();
const cuts = new Map<string, CutText>();

/** A text with the columns that it takes. */
export type CutText = {text: string; width: number};

/** The columns that a safe text without styles takes. */
export function textWidth(text: string): number {
	if (SIMPLE.test(text)) {
		return text.length + count(text, WIDE_LETTER);
	}

	const measure = () => stringWidth(text);
	return text.length > LONGEST_REMEMBERED ? measure() : remembered(widths, text, measure);
}

/** A bound that no text passes, told at once: it takes at most so many columns. */
export function widthBound(text: string): number {
	return text.length + count(text, PERHAPS_WIDE);
}

/** The smallest parts of a safe text between which it may be broken. */
export function graphemes(text: string): Iterable<string> {
	return SIMPLE.test(text) ? text : clusters(text);
}

/**
 * A safe text as it is where it takes at most `maxWidth` columns; else cut to `cutWidth`, and `…` follows.
 *
 * @param more whether the text is only the beginning of one that goes on.
 */
export function cutText(text: string, maxWidth: number, cutWidth = maxWidth - 1, more = false): CutText {
	const simple = SIMPLE.test(text);
	if (simple && !more) {
		const width = text.length + count(text, WIDE_LETTER);
		if (width <= maxWidth) {
			return {text, width};
		}
	}

	const cut = () => firstColumns(simple ? text : onItsOwn(text), maxWidth, cutWidth, more);
	return simple ? cut() : remembered(cuts, `${maxWidth} ${cutWidth} ${more} ${text}`, cut);
}

function firstColumns(text: string, maxWidth: number, cutWidth: number, more: boolean): CutText {
	let width = 0;
	let kept = {text: '', width: 0};
	let whole = '';
	let before = kept;
	for (const part of graphemes(text)) {
		before = kept;
		width += textWidth(part);
		whole += part;
		if (width <= cutWidth) {
			kept = {text: whole, width};
		}

		if (width > maxWidth) {
			return ellipsed(kept, maxWidth);
		}
	}

	if (!more) {
		return {text: whole, width};
	}

	// The last part may be half of a letter.
	return ellipsed(kept.text === whole ? before : kept, maxWidth);
}

function ellipsed({text, width}: CutText, maxWidth: number): CutText {
	return maxWidth < 1 ? {text: '', width: 0} : {text: `${text}…`, width: width + 1};
}

/** A mark that would combine with what is drawn before the text stands on a dotted circle. */
function onItsOwn(text: string): string {
	const [first] = segments(` ${text.slice(0, 4)}`);
	return first!.segment === ' ' ? text : `◌${text}`;
}

function segments(text: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter();
	return segmenter.segment(text);
}

function* clusters(text: string): Iterable<string> {
	for (const {segment} of segments(text)) {
		yield segment;
	}
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}

function remembered<T>(memory: Map<string, T>, key: string, make: () => T): T {
	const known = memory.get(key);
	if (known !== undefined) {
		return known;
	}

	const made = make();
	if (memory.size >= REMEMBERED) {
		memory.clear();
	}

	memory.set(key, made);
	return made;
}
