/** A report as one page of HTML: no script, nothing from elsewhere, and no markup from what it tells of. */
import {pageHead} from '../../html.js';
import {cellBar} from './charts.js';
import type {FailedQuestion} from './failures.js';
import {html} from './markup.js';
import {PAGE_STYLE} from './page-style.js';
import type {Report} from './report.js';
import {
	type Block,
	type Cell,
	type ReportTable,
	reportSections,
	type Section,
	shownQuestions,
} from './report-blocks.js';
import {isFigure} from './report-markdown.js';
import {bounds, count, percent, titleOf} from './report-words.js';

export function reportPage(report: Report): string {
	const title = html(titleOf(report));
	const shown = shownQuestions(report.failures);
	const sections = [...reportSections(report), ...questionSection(report, shown)];
	return `${pageHead(title, PAGE_STYLE)}<header>
<h1>${title}</h1>
${tiles(report)}<nav><ul>
${sections.map(({id, title}) => `<li><a href="#${id}">${title}</a></li>\n`).join('')}</ul></nav>
</header>
<main>
${sections.map(section => sectionOf(section)).join('')}</main>
</body>
</html>
`;
}

/** The figures that are looked for first. */
function tiles({accuracy: {passOne, vote, any}, run}: Report): string {
	const all = [
		{name: 'pass@1', what: 'the mean single sample', figure: passOne},
		...(run.samples > 1
			? [
					{name: `vote@${run.samples}`, what: 'the answer that most agree on', figure: vote},
					{name: `pass@${run.samples}`, what: 'any sample is right', figure: any},
				]
			: []),
	];
	const items = all.map(
		({name, what, figure}) =>
			`<div><dt>${name}</dt><dd><b>${percent(figure.share)}</b> <span class="quiet">95 %: ${bounds(figure.interval)}</span><br><span class="quiet">${what}</span></dd></div>\n`,
	);
	return `<dl class="tiles">\n${items.join('')}</dl>\n`;
}

function questionSection({failures}: Report, shown: readonly FailedQuestion[]): Section[] {
	if (shown.length === 0) {
		return [];
	}

	const more = failures.questions.length - shown.length;
	const words =
		more === 0
			? 'All questions that a sample got wrong.'
			: `The ${count(shown.length)} questions that are linked to above; ${count(more)} more that a sample got wrong are in report.json.`;
	return [
		{
			id: 'questions',
			title: 'Questions',
			blocks: [
				{kind: 'prose', text: words},
				...shown.map(question => ({kind: 'question' as const, question})),
			],
		},
	];
}

function sectionOf({id, title, blocks}: Section): string {
	return `<section id="${id}">\n<h2>${title}</h2>\n${blocks.map(blockOf).join('')}</section>\n`;
}

function blockOf(block: Block): string {
	switch (block.kind) {
		case 'facts':
			return `<p class="quiet small">${block.facts.map(html).join(' · ')}</p>\n`;
		case 'prose':
			return `<p>${proseOf(block.text)}</p>\n`;
		case 'warning':
			return `<p class="warning"><b>Note:</b> ${html(block.text)}</p>\n`;
		case 'plot':
			return `<div class="plot">\n<figure>${block.chart.svg}<figcaption>${block.chart.title}</figcaption></figure>\n${tableOf(block.table)}</div>\n`;
		case 'table':
			return block.summary === undefined
				? tableOf(block)
				: `<h3>${html(block.summary)}</h3>\n${tableOf(block)}`;
		case 'question':
			return questionOf(block.question);
	}
}

function proseOf(text: string): string {
	return text
		.split('`')
		.map((part, at) => (at % 2 === 1 ? `<code>${html(part)}</code>` : html(part)))
		.join('');
}

function tableOf({columns, rows, texts}: ReportTable): string {
	const classOf = (column: number) => (isFigure(column, rows, texts) ? ' class="figure"' : '');
	const head = columns.map((name, column) => `<th scope="col"${classOf(column)}>${html(name)}</th>`);
	const body = rows.map(row => {
		const cells = row.map((cell, column) => `<td${classOf(column)}>${cellOf(cell)}</td>`);
		return `<tr>${cells.join('')}</tr>\n`;
	});
	return `<div class="wide"><table>\n<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${body.join('')}</tbody>\n</table></div>\n`;
}

function cellOf(cell: Cell): string {
	if (typeof cell === 'string') {
		return html(cell);
	}

	const links = (cell.links ?? []).map(({text, question}) => `<a href="#q${question}">${html(text)}</a>`);
	if (cell.bar !== undefined) {
		return `${cellBar(cell.bar)} <span class="share">${html(cell.text)}</span>`;
	}

	return [...links, ...(cell.text === '' ? [] : [html(cell.text)])].join(' ');
}

/** Ids that are named of one answer. */
const MOST_IDS = 8;

function questionOf(failed: FailedQuestion): string {
	const {index, questionId, question, evidence, database, difficulty, gold, goldReason} = failed;
	const facts = [
		`database ${database}`,
		...(difficulty === null ? [] : [difficulty]),
		...(questionId === null || questionId === String(index) ? [] : [`question_id ${questionId}`]),
		`${failed.right} of ${failed.samples} samples right`,
		failed.isVoteRight ? 'the vote is right' : 'the vote is wrong',
	];
	const answers = failed.answers.map(({kind, reason, sql, trajectories, isChosen}) => {
		const more = trajectories.length - MOST_IDS;
		const ids = trajectories.slice(0, MOST_IDS).join(' ') + (more > 0 ? ` and ${more} more` : '');
		const chosen = isChosen ? ', chosen by the vote' : '';
		return `<p><b>${html(kind)}</b>${chosen} <span class="quiet small">${ids}</span></p>\n${reason === '' ? '' : `<p class="quiet">${html(reason)}</p>\n`}${sql === null ? '' : `<pre>${html(sql)}</pre>\n`}`;
	});
	return `<article id="q${index}">
<h3>${index}: ${html(question)}</h3>
<p class="quiet small">${facts.map(html).join(' · ')}</p>
${evidence === '' ? '' : `<p class="quiet">${html(evidence)}</p>\n`}<p><b>gold</b></p>
<pre class="gold">${html(gold)}</pre>
${goldReason === '' ? '' : `<p class="quiet">${html(goldReason)}</p>\n`}${answers.join('')}</article>
`;
}
