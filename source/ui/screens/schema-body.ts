/** One table or view in full: its columns, its foreign keys and its first rows. */
import stringWidth from 'string-width';
import type {Column, ForeignKey} from '../../protocol/schema.js';
import {visible, visibleLines} from '../../visible.js';
import {theme} from '../theme.js';
import {rowLines} from './row-lines.js';
import type {SchemaObject} from './schema-objects.js';
import type {Known} from './schema-view.js';
import {cell, fitText, wrapText} from './text.js';

/** Rows that are shown of a table. */
export const FIRST_ROWS = 20;

export function objectBody(object: SchemaObject, known: Known | undefined, width: number): string[] {
	return [
		heading('columns', width),
		...(object.kind === 'table'
			? columnLines(object.columns, object.foreignKeys, width)
			: object.columns.map(name => fitText(visible(name), width))),
		...(object.kind === 'table' ? compositeKeyLines(object.foreignKeys, width) : []),
		'',
		heading('first rows', width),
		...firstRows(known, width),
	];
}

/** Name, type, and what else there is to say of each column, aligned. */
function columnLines(
	columns: readonly Column[],
	foreignKeys: readonly ForeignKey[],
	width: number,
): string[] {
	const isCompositeKey = columns.filter(({keyPosition}) => keyPosition > 0).length > 1;
	const rows = columns.map(column => [
		visible(column.name),
		visible(column.type),
		[
			...(column.keyPosition > 0 ? [isCompositeKey ? `key ${column.keyPosition}` : 'key'] : []),
			...(column.notNull ? ['not null'] : []),
			...foreignKeys
				.filter(({columns}) => columns.length === 1 && isSameName(columns[0]!, column.name))
				.map(key => `→ ${target(key)}`),
		].join(' · '),
	]);
	const widest = (at: number) => Math.max(0, ...rows.map(row => stringWidth(row[at]!)));
	const nameWidth = Math.min(widest(0), Math.floor(width * 0.4));
	const typeWidth = Math.min(widest(1), Math.floor(width * 0.25));
	const rest = width - nameWidth - typeWidth - 4;
	return rows.map(([name, type, words]) =>
		`${cell(name!, nameWidth)}  ${theme.accent(cell(type!, typeWidth))}  ${fitText(words!, rest)}`.trimEnd(),
	);
}

function compositeKeyLines(foreignKeys: readonly ForeignKey[], width: number): string[] {
	const composite = foreignKeys.filter(({columns}) => columns.length !== 1);
	return composite.length === 0
		? []
		: [
				'',
				heading('foreign keys of several columns', width),
				...composite.flatMap(key =>
					wrapText(`(${key.columns.map(visible).join(', ')}) → ${target(key)}`, width),
				),
			];
}

/** `Parent.column`, or `Parent (a, b)`. */
function target({table, references}: ForeignKey): string {
	const columns = references.map(visible);
	return columns.length === 1
		? `${visible(table)}.${columns[0]}`
		: `${visible(table)}${columns.length === 0 ? '' : ` (${columns.join(', ')})`}`;
}

function firstRows(known: Known | undefined, width: number): string[] {
	const rows = known?.rows;
	switch (rows?.kind) {
		case 'given':
			return rows.value.rows.length === 0
				? [theme.quiet(fitText('There are none.', width))]
				: rowLines(rows.value, width, FIRST_ROWS);
		case 'failed':
			return wrapText(visibleLines(rows.message), width).map(line => theme.bad(line));
		default:
			return [theme.quiet(fitText('They are being read…', width))];
	}
}

/** SQLite's names are the same in any case of ASCII letters. */
function isSameName(a: string, b: string): boolean {
	return a.toLowerCase() === b.toLowerCase();
}

function heading(text: string, width: number): string {
	return theme.heading(fitText(`── ${text}`, width));
}
