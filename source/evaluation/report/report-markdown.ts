/** A report in GitHub's Markdown, short enough for a pull request. */
import {textWidth} from '../../text-width.js';
import {markdown} from './markup.js';
import type {Report} from './report.js';
import {type Block, type Cell, type ReportTable, reportSections} from './report-blocks.js';
import {titleOf} from './report-words.js';

export function reportMarkdown(report: Report): string {
	const sections = reportSections(report).map(
		({title, blocks}) => `## ${title}\n\n${blocks.map(blockOf).join('')}`,
	);
	const text = `# ${markdown(titleOf(report))}\n\n${sections.join('')}`;
	return `${text.trimEnd()}\n`;
}

function blockOf(block: Block): string {
	switch (block.kind) {
		case 'facts':
			return `${block.facts.map(markdown).join(' · ')}\n\n`;
		case 'warning':
			return `> **Note:** ${markdown(block.text)}\n\n`;
		case 'prose':
			return `${proseOf(block.text)}\n\n`;
		case 'table':
			return block.summary === undefined
				? `${tableOf(block)}\n`
				: `<details><summary>${markdown(block.summary)}</summary>\n\n${tableOf(block)}\n</details>\n\n`;
		case 'plot':
			return blockOf(block.table);
		case 'question':
			return '';
	}
}

function proseOf(text: string): string {
	return text
		.split('`')
		.map((part, at) => (at % 2 === 1 ? `\`${part}\`` : markdown(part)))
		.join('');
}

/** With its columns under one another: it is read as text, too. */
function tableOf({columns, rows, texts}: ReportTable): string {
	const cells = [columns.map(markdown), ...rows.map(row => row.map(cellOf))];
	const widths = columns.map((_, column) => Math.max(4, ...cells.map(row => textWidth(row[column]!))));
	const line = (row: readonly string[]) =>
		`| ${row.map((cell, column) => padded(cell, widths[column]!, isFigure(column, rows, texts))).join(' | ')} |\n`;
	const rule = widths
		.map((width, column) => (isFigure(column, rows, texts) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
		.join(' | ');
	const [head, ...body] = cells;
	return `${line(head!)}| ${rule} |\n${body.map(line).join('')}`;
}

/** Links are text, in whatever column they stand. */
export function isFigure(column: number, rows: ReportTable['rows'], texts: number): boolean {
	return column >= texts && !rows.some(row => typeof row[column] === 'object' && 'links' in row[column]);
}

/** Ids that a table of Markdown names in a row. */
const MOST_IDS = 5;

function cellOf(cell: Cell): string {
	if (typeof cell === 'string') {
		return markdown(cell);
	}

	const links = cell.links ?? [];
	const named = links.slice(0, MOST_IDS).map(({text}) => text);
	const isCut = links.length > named.length;
	return markdown([...named, ...(isCut ? ['…'] : cell.text === '' ? [] : [cell.text])].join(', '));
}

function padded(text: string, width: number, isRight: boolean): string {
	const gap = ' '.repeat(width - textWidth(text));
	return isRight ? gap + text : text + gap;
}
