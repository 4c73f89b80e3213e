/** The panes of a turn: each is a body of lines at a width. */

import type {Rerun} from '../../agent/rerun.js';
import {messages, type Trajectory, type Turn, unfinishedReply} from '../../agent/trajectory.js';
import type {Table} from '../../database/cell.js';
import {rowsWords} from '../../rows/outcome-words.js';
import {visible, visibleLines} from '../../visible.js';
import {driftLines} from '../debugger/drift-lines.js';
import {judgementLines} from '../debugger/judgement-lines.js';
import {theme} from '../theme.js';
import {rowLines} from './row-lines.js';
import {sqlText} from './sql-text.js';
import {fitText, wrapText} from './text.js';
import type {Findings} from './trajectory-findings.js';
import {timingLines} from './trajectory-timing.js';
import {
	actionWords,
	failureWords,
	outcomeWords,
	queryTime,
	replyTime,
	resultOf,
	tableOf,
	tokensWords,
	verdictWords,
	WHY_NO_ACTION,
} from './trajectory-words.js';

const PANES = ['summary', 'reply', 'messages', 'SQL', 'observation', 'timing'] as const;

export type Pane = (typeof PANES)[number] | 'judgement';

/** The panes that there are, in the order in which `tab` goes through them. */
export function panesOf({judgement, recorded}: Findings): readonly Pane[] {
	return judgement || recorded ? [...PANES, 'judgement'] : PANES;
}

/** `start`: the line that is seen first when the pane is opened. */
export type Body = {lines: string[]; start: number};

export type BodyOf = {
	trajectory: Trajectory;
	turn: number;
	pane: Pane;
	unfolded: boolean;
	findings: Findings;
};

/**
 * A pane's lines. The newest body of each trajectory is kept: a reply of megabytes is broken into lines once,
 * not at every key.
 */
export function bodyOf(what: BodyOf, width: number): Body {
	const {trajectory, turn, pane, unfolded, findings} = what;
	const key = JSON.stringify([turn, pane, unfolded, width]);
	const kept = bodies.get(trajectory);
	if (kept?.key === key && kept.findings === findings) {
		return kept.body;
	}

	const body = makeBody(what, width);
	bodies.set(trajectory, {key, findings, body});
	return body;
}

const bodies = new WeakMap<Trajectory, {key: string; findings: Findings; body: Body}>();

function makeBody(what: BodyOf, width: number): Body {
	const {trajectory, turn, pane, findings} = what;
	switch (pane) {
		case 'messages':
			return messagesBody(trajectory, turn, width);
		case 'judgement':
			return {lines: judgementLines(findings, width), start: 0};
		default:
			return {lines: paneLines(what, width), start: 0};
	}
}

/** The raw reply; after the last one, what came of the next before it broke off. */
function replyLines(
	trajectory: Trajectory,
	index: number,
	{reply}: Turn,
	unfolded: boolean,
	width: number,
): string[] {
	const came = index === trajectory.turns.length - 1 ? unfinishedReply(trajectory) : '';
	return [
		...(reply === '' ? quiet('The reply is empty.', width) : rawLines(reply, unfolded, width)),
		...(came === '' ? [] : ['', ...unfinishedBody(came, width)]),
	];
}

/** What stands before the last `</think>` is folded; all else is as the model wrote it. */
function rawLines(reply: string, unfolded: boolean, width: number): string[] {
	const end = [...reply.matchAll(/<\/think>/gi)].at(-1);
	if (!end) {
		return wrapText(visibleLines(reply), width);
	}

	const after = end.index + end[0].length;
	const size = `${after.toLocaleString('en-US')} characters`;
	const fold = `${unfolded ? '▾' : '▸'} think block, ${size} · r ${unfolded ? 'folds' : 'unfolds'}`;
	const thought = unfolded ? wrapText(visibleLines(reply.slice(0, after)), width) : [];
	return [
		theme.quiet(fitText(fold, width)),
		...thought.map(line => theme.quiet(line)),
		...wrapText(visibleLines(reply.slice(after).replace(/^\n+/, '')), width),
	];
}

function unfinishedBody(came: string, width: number): string[] {
	return [...quiet('What came of a reply that broke off:', width), ...wrapText(visibleLines(came), width)];
}

function paneLines({trajectory, turn: index, pane, unfolded, findings}: BodyOf, width: number): string[] {
	const turn = trajectory.turns[index];
	if (!turn) {
		const came = unfinishedReply(trajectory);
		return [
			...failureLines(trajectory, width),
			...(came === ''
				? quiet('There is no reply yet; what the model was asked is in the pane messages.', width)
				: unfinishedBody(came, width)),
		];
	}

	switch (pane) {
		case 'summary':
			return summaryLines(trajectory, index, turn, unfolded, width);
		case 'SQL':
			return sqlLines(trajectory, index, turn, width);
		case 'observation':
			return observationLines(trajectory, index, turn, findings.reruns.get(index) ?? null, width);
		case 'reply':
			return replyLines(trajectory, index, turn, unfolded, width);
		default:
			return timingLines(trajectory, index, turn, width);
	}
}

function summaryLines(
	trajectory: Trajectory,
	index: number,
	turn: Turn,
	unfolded: boolean,
	width: number,
): string[] {
	const {thinking, summary, elapsedMs, usage} = turn;
	const lines: string[] = [];
	if (thinking !== '') {
		const tokens = usage ? ` · ${tokensWords(usage.completionTokens)}` : '';
		const thought = `${unfolded ? '▾' : '▸'} thought ${replyTime(elapsedMs)}${tokens}`;
		lines.push(theme.quiet(fitText(`${thought} · r ${unfolded ? 'folds' : 'unfolds'}`, width)));
		if (unfolded) {
			lines.push(...wrapText(visibleLines(thinking), width - 2).map(line => theme.quiet(`  ${line}`)));
		}

		lines.push('');
	}

	lines.push(...(summary === '' ? quiet('(no summary)', width) : wrapText(visibleLines(summary), width)));
	const what = visibleLines(`${actionWords(turn)} · ${outcomeWords(trajectory, index)}`);
	lines.push('', ...wrapText(what, width).map(line => theme.strong(line)));
	const failure = index === trajectory.turns.length - 1 ? failureLines(trajectory, width) : [];
	return failure.length === 0 ? lines : [...lines, '', ...failure];
}

function sqlLines(trajectory: Trajectory, index: number, turn: Turn, width: number): string[] {
	const {action, verdict} = turn;
	const {outcome, answer} = resultOf(trajectory, index);
	const lines: string[] = [];
	if (action.kind === 'none') {
		lines.push(...quiet(`There is no query in this reply: ${WHY_NO_ACTION[action.reason]}.`, width));
	} else {
		lines.push(heading(action.kind === 'answer' ? 'answer' : 'probe', width), ...sqlText(action.sql, width));
	}

	const decided = verdictWords(turn);
	if (decided !== '') {
		lines.push('', ...wrapText(visibleLines(decided), width).map(line => theme.strong(line)));
	}

	if (verdict?.kind === 'edited') {
		lines.push(...sqlText(verdict.sql, width));
	}

	if (answer && answer.by !== 'model') {
		const by = answer.by === 'person' ? 'the answer, by you' : 'the answer, by vote';
		lines.push('', heading(by, width), ...sqlText(answer.sql, width));
	}

	if (outcome) {
		const asText = (outcome.readAsText ?? []).map(
			token => `! "${visible(token)}" is no column: it was read as text`,
		);
		const what = 'error' in outcome ? `failed: ${outcome.error.message}` : rowsWords(outcome.table);
		const style = 'error' in outcome ? theme.bad : theme.strong;
		lines.push(
			'',
			...asText.flatMap(note => wrapText(note, width)).map(note => theme.warning(note)),
			...wrapText(visibleLines(`${what} · ${queryTime(outcome.elapsedMs)}`), width).map(line => style(line)),
		);
	}

	return lines;
}

function observationLines(
	trajectory: Trajectory,
	index: number,
	turn: Turn,
	rerun: Rerun | null,
	width: number,
): string[] {
	const recorded = recordedLines(trajectory, index, turn, width);
	return rerun
		? [
				...driftLines(rerun, tableOf(trajectory, index), width),
				'',
				...quiet('As it was recorded:', width),
				...recorded,
			]
		: recorded;
}

function recordedLines(trajectory: Trajectory, index: number, turn: Turn, width: number): string[] {
	const {response, action} = turn;
	if (response) {
		return wrapText(visibleLines(response.text), width);
	}

	const {outcome} = resultOf(trajectory, index);
	const why =
		action.kind === 'answer'
			? 'An answer ends the question: the model is sent nothing more.'
			: 'The model was sent nothing after this reply.';
	const lines = quiet(why, width);
	if (!outcome) {
		return lines;
	}

	return 'error' in outcome
		? [...lines, '', ...wrapText(visibleLines(`failed: ${outcome.error.message}`), width)]
		: [...lines, '', ...shownRows(outcome.table, width)];
}

const SHOWN_ROWS = 50;

function shownRows(table: Table, width: number): string[] {
	const lines = rowLines(table, width, SHOWN_ROWS);
	return table.rowCount > SHOWN_ROWS
		? [...lines, ...quiet(`${rowsWords(table)} in all; enter shows them`, width)]
		: lines;
}

/** The chat up to a turn, what came with it and its reply included; that is marked with a `+`. */
function messagesBody(trajectory: Trajectory, index: number, width: number): Body {
	const upTo = (end: number) => messages({...trajectory, turns: trajectory.turns.slice(0, end)});
	const chat = upTo(index + 1);
	// The prompt is new with the first turn; without any turn it is all there is.
	const known = index === 0 ? 0 : upTo(index).length;
	const lines: string[] = [];
	let start = 0;
	for (const [at, {role, content}] of chat.entries()) {
		const isNew = at >= known;
		if (at === known) {
			start = lines.length;
		}

		const mark = isNew ? `${theme.good('+')} ` : '  ';
		lines.push(mark + heading(role, width - 2));
		for (const line of wrapText(visibleLines(content), width - 2)) {
			lines.push(mark + line);
		}
	}

	return {lines, start};
}

/** Whether the body says why the trajectory failed: it need not be said above it as well. */
export function tellsFailure({trajectory: {turns}, turn, pane}: BodyOf): boolean {
	return turns.length === 0
		? pane !== 'messages' && pane !== 'judgement'
		: pane === 'summary' && turn === turns.length - 1;
}

function failureLines(trajectory: Trajectory, width: number): string[] {
	const words = failureWords(trajectory);
	return words === '' ? [] : wrapText(visibleLines(words), width).map(line => theme.bad(line));
}

function heading(text: string, width: number): string {
	return theme.heading(fitText(`── ${text}`, width));
}

function quiet(text: string, width: number): string[] {
	return wrapText(text, width).map(line => theme.quiet(line));
}
