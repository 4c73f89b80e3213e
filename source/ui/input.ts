/** What a person does at the keyboard, after the terminal's bytes are read. */
export type Input =
	/**
	 * One key. `name` is the chord: `a`, `A`, `?`, `enter`, `escape`, `tab`, `shift+tab`, `space`, `up`, `pageup`,
	 * `home`, `backspace`, `delete`, `ctrl+c`, `alt+enter`, `alt+left`, `f1`, …; a printable character is its own
	 * name. `text` is what it writes, or ''.
	 */
	| {kind: 'key'; name: string; text: string}
	/** A bracketed paste: line breaks are `\n`. */
	| {kind: 'paste'; text: string};

/** The terminal, in character cells. */
export type Size = {columns: number; rows: number};

/** The rows that may be drawn: a region as high as the terminal would wipe its scrollback at every frame. */
export function drawableRows({rows}: Size): number {
	return Math.max(1, rows - 1);
}

/** The size that a full-screen view is drawn in: a line as wide as the terminal would go on in the next. */
export function viewSize({columns, rows}: Size): Size {
	return {columns: columns - 1, rows};
}

/** The size that a terminal says it has; one that says nothing, or zero, is taken for 80×24. */
export function sizeOf(stream: {columns?: number; rows?: number}): Size {
	return {columns: stream.columns || 80, rows: stream.rows || 24};
}
