import {type Cell, hex, realText} from '../database/cell.js';
import {distinctNames} from './distinct-names.js';
import type {RowWriter} from './row-writer.js';

/**
 * SQL of SQLite: an INSERT a row, a row a line, each value a literal that reads back as the same cell. A column
 * whose name came before, small letters or capital, gets `_2`, `_3`, … at its end.
 */
export function insertWriter(tableName = 'result'): RowWriter {
	let start = '';
	return {
		begin(columns) {
			// A name cannot be put together from pieces as a value can: it loses its line breaks.
			const names = distinctNames(
				columns.map(name => name.replaceAll(/[\r\n\0]+/g, ' ')),
				name => name.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()),
			);
			start = `INSERT INTO ${quoted(tableName)} (${names.map(quoted).join(', ')}) VALUES (`;
			return '';
		},
		rows: rows => rows.map(row => `${start}${row.map(literal).join(', ')});\n`).join(''),
		end: () => '',
	};
}

function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}

function literal(cell: Cell): string {
	switch (typeof cell) {
		case 'string':
			return textLiteral(cell);
		case 'bigint':
			return String(cell);
		case 'number':
			return realLiteral(cell);
		default:
			return cell === null ? 'NULL' : `x'${hex(cell)}'`;
	}
}

/** SQLite has no name for an infinity; a number too large to be held is one. */
function realLiteral(value: number): string {
	return Number.isFinite(value) ? realText(value) : value > 0 ? '9e999' : '-9e999';
}

/** What ends a statement or a line, and the signs that stand for it in a literal. */
const REPLACED = [
	{character: '\0', sign: '␀'},
	{character: '\n', sign: '␊'},
	{character: '\r', sign: '␍'},
];

/** A text with a NUL or a line break has a sign in its place, which SQLite's `replace` turns back. */
function textLiteral(text: string): string {
	let content = text;
	let before = '';
	let after = '';
	for (const {character, sign} of REPLACED) {
		if (text.includes(character)) {
			const unused = unusedSign(content, sign);
			content = content.replaceAll(character, unused);
			before += 'replace(';
			after += `, '${unused}', char(${character.charCodeAt(0)}))`;
		}
	}

	return `${before}'${content.replaceAll("'", "''")}'${after}`;
}

/** The sign itself, or else a character for private use that the text does not hold. */
function unusedSign(text: string, sign: string): string {
	let unused = sign;
	for (let code = 0xe000; text.includes(unused); code++) {
		unused = String.fromCharCode(code);
	}

	return unused;
}
