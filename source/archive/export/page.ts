/** The blocks of trajectories as one page of HTML: no script, nothing from elsewhere, and no markup from their content. */
import type {Table} from '../../database/cell.js';
import {escapeHtml, pageHead} from '../../html.js';
import type {Block} from './document.js';
import {shownLine, shownTable, shownText} from './shown-text.js';

/** The page up to its first trajectory. */
export function pageStart(title: string): string {
	const text = escapeHtml(shownLine(title));
	return pageHead(text, STYLE);
}

export type Content = {id: string; group: string | null; text: string; facts: string};

/**
 * The page after its last trajectory: how many there are is known only here, so the contents stand at the end of the
 * file, and the style puts them before the rest.
 */
export function pageEnd(contents: readonly Content[]): string {
	const items = contents.map(
		({id, group, text, facts}) =>
			`${group === null ? '' : `<li class="group">${escapeHtml(shownLine(group))}</li>\n`}<li><a href="#${id}">${escapeHtml(shownLine(text))}</a> <span class="facts">${escapeHtml(shownLine(facts))}</span></li>\n`,
	);
	return `${contents.length > 1 ? `<nav>\n<ul>\n${items.join('')}</ul>\n</nav>\n` : ''}</body>\n</html>\n`;
}

/** The one heading of the page. */
export function pageTitle(title: string): string {
	return `<header><h1>${escapeHtml(shownLine(title))}</h1></header>\n`;
}

export function articleStart(id: string): string {
	return `<article id="${id}">\n`;
}

export const ARTICLE_END = '</article>\n';

export function pageHeading(text: string, level: number): string {
	return `<h${level}>${escapeHtml(shownLine(text))}</h${level}>\n`;
}

/** `level` is that of the headings in it. */
export function htmlOf(block: Block, level: number): string {
	switch (block.kind) {
		case 'heading':
			return pageHeading(block.text, level);
		case 'facts':
			return `<p class="facts">${escapeHtml(block.facts.map(shownLine).join(' · '))}</p>\n`;
		case 'prose':
			return `<p>${block.label ? `<b>${escapeHtml(block.label)}:</b> ` : ''}${escapeHtml(shownText(block.text.trim()))}</p>\n`;
		case 'failure':
			return `<p class="failure">${escapeHtml(shownText(block.text.trim()))}</p>\n`;
		case 'sql':
			return `<pre class="sql"><code>${escapeHtml(shownText(block.sql))}</code></pre>\n`;
		case 'text':
			return `<pre>${escapeHtml(shownText(block.text))}</pre>\n`;
		case 'table':
			return table(block.table);
		case 'fold':
			return `<details><summary>${escapeHtml(block.summary)}</summary>\n<p>${escapeHtml(shownText(block.text.trim()))}</p>\n</details>\n`;
	}
}

function table(given: Table): string {
	const {columns, rows} = shownTable(given);
	const isNumber = given.columns.map((_, at) =>
		given.rows.some(row => typeof row[at] === 'bigint' || typeof row[at] === 'number'),
	);
	const head = columns.map(name => `<th>${escapeHtml(name)}</th>`).join('');
	const body = rows.map(row => {
		const cells = row.map((cell, at) =>
			cell === null
				? '<td class="null">NULL</td>'
				: `<td${isNumber[at] ? ' class="number"' : ''}>${escapeHtml(cell)}</td>`,
		);
		return `<tr>${cells.join('')}</tr>\n`;
	});
	return `<div class="wide"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('')}</tbody>\n</table></div>\n`;
}

const STYLE = `:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --paper: #fff; --shade: #f6f8fa; --line: #d1d9e0; --wrong: #b3261e; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --quiet: #9198a1; --paper: #0d1117; --shade: #161b22; --line: #3d444d; --wrong: #ff7b72; --link: #79c0ff; } }
body { display: flex; flex-direction: column; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { order: -2; }
nav { order: -1; }
nav ul { padding-left: 1.2rem; }
.group { list-style: none; margin: .6rem 0 0 -1.2rem; font-weight: 600; }
a { color: var(--link); }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3, h4 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { white-space: pre-wrap; margin: .5rem 0; }
.facts { color: var(--quiet); font-size: .875rem; }
.failure { color: var(--wrong); }
pre { white-space: pre-wrap; margin: .5rem 0; padding: .75rem; background: var(--shade); border-radius: 6px; font: .875rem/1.45 ui-monospace, monospace; }
pre code { font: inherit; }
details { margin: .5rem 0; color: var(--quiet); }
summary { cursor: pointer; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem .6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; white-space: pre-wrap; overflow-wrap: normal; }
th { background: var(--shade); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.null { color: var(--quiet); font-style: italic; }
`;
