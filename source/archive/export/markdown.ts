/** The blocks of a trajectory in GitHub's Markdown. */
import type {Table} from '../../database/cell.js';
import {markdownWriter} from '../../rows/markdown.js';
import type {Block} from './document.js';
import {shownLine, shownTable, shownText} from './shown-text.js';

/** `level` is that of the headings in it. */
export function markdownOf(block: Block, level: number): string {
	switch (block.kind) {
		case 'heading':
			return markdownHeading(block.text, level);
		case 'facts':
			return `${block.facts.map(fact => inline(shownLine(fact))).join(' · ')}\n\n`;
		case 'prose':
			return `${block.label ? `**${inline(block.label)}:** ` : ''}${prose(block.text)}\n\n`;
		case 'failure':
			return `**⚠** ${prose(block.text)}\n\n`;
		case 'sql':
			return fenced(block.sql, 'sql');
		case 'text':
			return fenced(block.text, '');
		case 'table':
			return `${table(block.table)}\n`;
		case 'fold':
			return `<details><summary>${inline(block.summary)}</summary>\n\n${prose(block.text)}\n\n</details>\n\n`;
	}
}

export function markdownHeading(text: string, level: number): string {
	return `${'#'.repeat(level)} ${inline(shownLine(text))}\n\n`;
}

function table(given: Table): string {
	const {columns, rows} = shownTable(given);
	const writer = markdownWriter();
	return writer.begin(columns) + writer.rows(rows) + writer.end();
}

/** A fence is longer than any in the text. */
function fenced(text: string, language: string): string {
	const shown = shownText(text);
	const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map(run => run.length));
	const fence = '`'.repeat(Math.max(3, longest + 1));
	return `${fence}${language}\n${shown}\n${fence}\n\n`;
}

/** Lines stay lines, an empty one parts paragraphs, and nothing in them begins a list, a heading or a quotation. */
function prose(text: string): string {
	return shownText(text)
		.trim()
		.split(/\n\s*\n/)
		.map(paragraph =>
			paragraph
				.split('\n')
				.map(line => lineStart(inline(line.trim())))
				.join('  \n'),
		)
		.join('\n\n');
}

function lineStart(line: string): string {
	return line.replace(/^[#>+=|:-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Text that is text only; `code` between single backticks stays what it is. */
function inline(text: string): string {
	return text
		.split(/((?<![`\\])`(?!`)[^`\n]+`(?!`))/)
		.map((part, at) => (at % 2 === 1 ? part : escaped(part)))
		.join('');
}

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll(/[\\`*~[\]$]/g, character => `\\${character}`)
		.replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}
