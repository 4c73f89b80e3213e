/** Tables of figures as text for a person. */
import path from 'node:path';
import wrapAnsi from 'wrap-ansi';
import {textWidth} from '../text-width.js';
import {visible} from '../visible.js';

/** Lines of columns, without line breaks; the first `left` ones stand at the left, figures at the right. */
export function grid(rows: readonly (readonly string[])[], left = 1): string[] {
	const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => textWidth(row[column]!))));
	return rows.map(row =>
		row
			.map((cell, column) => {
				const gap = ' '.repeat(widths[column]! - textWidth(cell));
				return column < left ? cell + gap : gap + cell;
			})
			.join('  ')
			.trimEnd(),
	);
}

/**
 * The same, or where that is wider than the terminal a part for each row: what stands at the left is its heading, and
 * each figure has a line with the name of its column.
 *
 * @param rows the first one names the columns.
 * @param columns of the terminal; undefined: as many as are wanted.
 */
export function fittingGrid(rows: readonly (readonly string[])[], left: number, columns?: number): string[] {
	const lines = grid(rows, left);
	if (columns === undefined || lines.every(line => textWidth(line) <= columns)) {
		return lines;
	}

	const [names, ...parts] = rows;
	return parts.flatMap(part => {
		const heading = part.slice(0, left).filter(cell => cell !== '');
		const figures = names!.map((name, at) => [`  ${name}`, part[at]!]).slice(left);
		return [heading.join('  '), ...grid(figures.filter(([, figure]) => figure !== ''))];
	});
}

/** Sentences as lines that fit the terminal; a figure stays with its sign. */
export function wrappedProse(text: string, columns?: number): string {
	return columns === undefined
		? text
		: wrapAnsi(text.replaceAll(' %', '\u00a0%'), columns, {hard: true, trim: true});
}

/** `1,034`. */
export function count(value: number): string {
	// As toLocaleString has it, which loads its tables for as long as hundreds of queries run.
	return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `0.0312`; what is smaller than can be told is said so. */
export function chance(p: number): string {
	return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

/** The names of files or folders without the folders that they are in, unless two would be the same. */
export function shortNames(names: readonly string[]): string[] {
	const short = names.map(name => path.basename(name));
	return (new Set(short).size === short.length ? short : names).map(name => visible(name));
}
