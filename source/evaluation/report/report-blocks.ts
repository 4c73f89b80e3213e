/** A report as blocks that are drawn as Markdown or as a page. */

import type {Breakdown, Group} from './breakdown.js';
import {agreementChart, type Chart, curveChart, turnsChart} from './charts.js';
import type {Distribution, EffortKind} from './effort.js';
import type {FailedQuestion, Failures} from './failures.js';
import type {Counted} from './figures.js';
import type {Accuracy, Report} from './report.js';
import {
	amount,
	bounds,
	count,
	escalationWords,
	headFacts,
	OPENING,
	percent,
	saturationWords,
	unfinishedWords,
} from './report-words.js';

export type Block =
	| {kind: 'facts'; facts: readonly string[]}
	/** Text between backticks is code. */
	| {kind: 'prose'; text: string}
	| {kind: 'warning'; text: string}
	| ReportTable
	/** Figures, and on a page the plot of them. */
	| {kind: 'plot'; chart: Chart; table: ReportTable}
	/** On a page only. */
	| {kind: 'question'; question: FailedQuestion};

export type ReportTable = {
	kind: 'table';
	columns: readonly string[];
	rows: ReadonlyArray<readonly Cell[]>;
	/** Columns at the left that hold text; the others hold figures. */
	texts: number;
	/** Where it is long, what it is folded under. */
	summary?: string;
};

/** `bar`: a share from 0 to 1 that is drawn on a page beside its figure. `questions`: indices that are linked to. */
export type Cell =
	| string
	| {text: string; bar?: number; links?: ReadonlyArray<{text: string; question: number}>};

export type Section = {id: string; title: string; blocks: Block[]};

export function reportSections(report: Report): Section[] {
	const k = report.run.samples;
	return [
		{id: 'result', title: 'Result', blocks: result(report)},
		{id: 'votes', title: 'More samples', blocks: votes(report)},
		{id: 'agreement', title: 'How far to trust a vote', blocks: agreement(report)},
		{id: 'kinds', title: 'Where it is right', blocks: breakdowns(report.breakdown, k)},
		{id: 'failures', title: 'What goes wrong', blocks: failures(report)},
		{id: 'gold', title: 'Gold queries', blocks: gold(report)},
		{id: 'effort', title: 'What it takes', blocks: effort(report)},
		{id: 'measured', title: 'Measured times', blocks: measured(report)},
	].filter(({blocks}) => blocks.length > 0);
}

function result(report: Report): Block[] {
	const {accuracy, run} = report;
	const unfinished = unfinishedWords(report);
	const rows = (name: string, given: Accuracy) => [
		[
			name,
			count(given.n),
			...[given.passOne, given.vote, given.any].flatMap(({share, interval}) => [
				percent(share),
				bounds(interval),
			]),
			...(given.meanScore === null ? [] : [percent(given.meanScore)]),
		],
	];
	return [
		...(unfinished ? [{kind: 'warning' as const, text: unfinished}] : []),
		{
			kind: 'table',
			texts: 1,
			columns: [
				'',
				'n',
				'pass@1',
				'95 %',
				`vote@${run.samples}`,
				'95 %',
				`pass@${run.samples}`,
				'95 %',
				...(accuracy.meanScore === null ? [] : ['mean score']),
			],
			rows: [
				...rows('all questions', accuracy),
				...(accuracy.withoutFailingGold ? rows('without failing gold', accuracy.withoutFailingGold) : []),
			],
		},
		{
			kind: 'prose',
			text: 'pass@1 is the mean single sample, the vote takes the answer that most samples agree on, and pass@k has any sample right. The unit of every interval is a question: Wilson’s, 95 %.',
		},
		{kind: 'facts', facts: headFacts(report)},
	];
}

function votes({curve, run}: Report): Block[] {
	if (run.samples === 1 || run.complete === 0) {
		return [];
	}

	return [
		{
			kind: 'plot',
			chart: curveChart(curve.points),
			table: {
				kind: 'table',
				texts: 0,
				columns: ['samples', 'vote', '95 %', 'pass', '95 %', 'subsets'],
				rows: curve.points.map(({m, vote, pass, subsets, isExact}) => [
					String(m),
					percent(vote.share),
					bounds(vote.interval),
					percent(pass.share),
					bounds(pass.interval),
					isExact ? `all ${count(subsets)}` : `${count(subsets)} drawn`,
				]),
			},
		},
		{kind: 'prose', text: saturationWords(curve)},
	];
}

function agreement({agreement, escalation, run, accuracy}: Report): Block[] {
	if (run.samples === 1 || agreement.n === 0) {
		return [];
	}

	const columns = ['votes', 'right', 'share', '95 %'];
	const row = (name: string, {n, right, share, interval}: Counted) => [
		name,
		count(n),
		count(right),
		percent(share),
		bounds(interval),
	];
	return [
		{
			kind: 'plot',
			chart: agreementChart(agreement, run.samples),
			table: {
				kind: 'table',
				texts: 1,
				columns: ['agree', ...columns],
				rows: agreement.agreeing.map(group => row(`${group.size} of ${run.samples}`, group)),
			},
		},
		{
			kind: 'table',
			texts: 1,
			columns: ['word', ...columns],
			rows: agreement.confidence.map(group => row(group.word, group)),
		},
		...(escalation
			? [
					{kind: 'prose' as const, text: escalationWords(escalation, accuracy.n)},
					...(escalation.undecided > 0
						? [
								{
									kind: 'table' as const,
									texts: 0,
									columns: ['of them right', 'accuracy'],
									rows: escalation.if.map(({share, accuracy}) => [`${share * 100} %`, percent(accuracy)]),
								},
							]
						: []),
				]
			: []),
	];
}

function breakdowns({difficulty, database, length, feature}: Breakdown, k: number): Block[] {
	const table = (name: string, groups: readonly Group[], summary?: string): Block[] =>
		groups.length === 0
			? []
			: [
					{
						kind: 'table',
						texts: 1,
						columns: [name, 'n', 'pass@1', `vote@${k}`, '95 %', `pass@${k}`],
						rows: groups.map(({name, n, passOne, vote, any}) => [
							name,
							count(n),
							percent(passOne),
							{text: percent(vote.share), bar: vote.share},
							bounds(vote.interval),
							percent(any),
						]),
						...(summary && {summary}),
					},
				];
	return [
		...table('difficulty', difficulty),
		...table('gold query, characters', length, 'By length of the gold query'),
		...table('gold query has', feature, 'By what the gold query makes use of'),
		...table('database', database, 'By database'),
	];
}

/** Questions of a kind of failure that are linked to. */
const MOST_LINKS = 20;

function failures({failures: {kinds, sharedWrong}}: Report): Block[] {
	if (kinds.length === 0) {
		return [];
	}

	return [
		{
			kind: 'table',
			texts: 1,
			columns: ['verdict', 'samples', 'questions', 'trajectories'],
			rows: kinds.map(({kind, samples, questions, trajectories}) => [
				kind,
				count(samples),
				count(questions.length),
				linked(firstOf(trajectories, questions), trajectories.length),
			]),
		},
		...(sharedWrong.length > 0
			? [
					{
						kind: 'table' as const,
						texts: 1,
						columns: ['all samples agree, and are wrong', 'questions', 'indices'],
						rows: [
							[
								'the gold query may be at fault',
								count(sharedWrong.length),
								linked(
									sharedWrong.slice(0, MOST_LINKS).map(question => ({text: String(question), question})),
									sharedWrong.length,
								),
							],
						],
					},
				]
			: []),
		{kind: 'prose', text: OPENING},
	];
}

/** The first trajectory of each of the first questions. */
function firstOf(trajectories: readonly string[], questions: readonly number[]) {
	const wanted = questions.slice(0, MOST_LINKS);
	return wanted.map(question => ({
		text: trajectories.find(id => id.startsWith(`${question}-`))!,
		question,
	}));
}

function linked(links: Array<{text: string; question: number}>, of: number): Cell {
	const more = of - links.length;
	return {text: more > 0 ? `… ${count(more)} more in report.json` : '', links};
}

/** The questions that a page shows in full: those that its tables link to. */
export function shownQuestions({kinds, sharedWrong, questions}: Failures): FailedQuestion[] {
	const wanted = new Set([
		...kinds.flatMap(kind => kind.questions.slice(0, MOST_LINKS)),
		...sharedWrong.slice(0, MOST_LINKS),
	]);
	return questions.filter(({index}) => wanted.has(index));
}

/** Gold queries that are named. */
const MOST_GOLD = 50;

function gold({goldFailures, emptyGold, nondeterministicGold, run}: Report): Block[] {
	const table = (columns: string[], rows: string[][], summary: string): Block[] =>
		rows.length === 0
			? []
			: [
					{kind: 'table', texts: 3, columns, rows: rows.slice(0, MOST_GOLD), summary},
					...(rows.length > MOST_GOLD
						? [{kind: 'prose' as const, text: `… ${count(rows.length - MOST_GOLD)} more in report.json`}]
						: []),
				];
	return [
		...table(
			['index', 'database', 'why it fails'],
			goldFailures.map(({index, database, verdict, reason}) => [
				String(index),
				database,
				`${verdict}: ${reason}`,
			]),
			`Gold queries that fail: ${count(goldFailures.length)}; nothing is right there`,
		),
		...emptyGoldBlocks(emptyGold, run.samples),
		...table(
			['index', 'database', 'why another result would be as right'],
			nondeterministicGold.map(({index, database, reason}) => [String(index), database, reason]),
			`Gold queries that are not determined: ${count(nondeterministicGold.length)}`,
		),
	];
}

function emptyGoldBlocks({indices, accuracy}: Report['emptyGold'], k: number): Block[] {
	if (indices.length === 0) {
		return [];
	}

	const summary = `Gold queries without rows: ${count(indices.length)}; any answer without rows is right there`;
	const more = indices.length - MOST_GOLD;
	const named =
		indices.slice(0, MOST_GOLD).join(', ') + (more > 0 ? `, … ${count(more)} more in report.json` : '');
	return [
		{
			kind: 'table',
			texts: 1,
			columns: ['indices', 'n', 'pass@1', `vote@${k}`, '95 %', `pass@${k}`],
			rows: [
				[
					named,
					...(accuracy === null
						? ['0', '', '', '', '']
						: [
								count(accuracy.n),
								percent(accuracy.passOne.share),
								percent(accuracy.vote.share),
								bounds(accuracy.vote.interval),
								percent(accuracy.any.share),
							]),
				],
			],
			summary,
		},
	];
}

const EFFORT_NAMES: Record<EffortKind, string> = {
	turns: 'turns',
	probes: 'probes',
	promptTokens: 'tokens of prompts',
	completionTokens: 'tokens of replies',
};

function effort({effort: {sample, question, turns}, run}: Report): Block[] {
	if (turns.length === 0) {
		return [];
	}

	const rows = (of: Record<EffortKind, Distribution>, unit: string) =>
		(Object.keys(EFFORT_NAMES) as EffortKind[]).map(kind => [
			`${EFFORT_NAMES[kind]}, ${unit}`,
			...amounts(of[kind]),
		]);
	return [
		{
			kind: 'plot',
			chart: turnsChart(turns),
			table: {
				kind: 'table',
				texts: 0,
				columns: ['turns', 'samples', 'share'],
				rows: turns.map(({turns, samples}) => [
					String(turns),
					count(samples),
					percent(samples / sample.turns.n),
				]),
			},
		},
		{
			kind: 'table',
			texts: 1,
			columns: ['', 'mean', 'median', '95th percentile', 'in all'],
			rows: [...rows(sample, 'a sample'), ...(run.samples > 1 ? rows(question, 'a question') : [])],
		},
	];
}

function amounts(distribution: Distribution): string[] {
	const {mean, median, p95, total} = distribution;
	return [mean, median, p95, total].map(value => amount(value, distribution));
}

function measured({measured: {replies, queries}, run}: Report): Block[] {
	if (replies.sample.n === 0) {
		return [];
	}

	return [
		{
			kind: 'table',
			texts: 1,
			columns: ['seconds', 'mean', 'median', '95th percentile', 'in all'],
			rows: [
				['replies, a sample', ...amounts(replies.sample)],
				['queries, a sample', ...amounts(queries.sample)],
				...(run.samples > 1
					? [
							['replies, a question', ...amounts(replies.question)],
							['queries, a question', ...amounts(queries.question)],
						]
					: []),
			],
		},
		{
			kind: 'prose',
			text: 'These differ from run to run; nothing else in this report does. Replies that were written at the same time are added up.',
		},
	];
}
