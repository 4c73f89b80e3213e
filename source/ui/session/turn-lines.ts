/** The turns of a question, as they stand in the session: folded thought, summary, probe, observation. */
import {type Trajectory, type Turn, unfinishedReply, type Verdict} from '../../agent/trajectory.js';
import type {QueryOutcome} from '../../database/cell.js';
import {milliseconds, rowsWords} from '../../rows/outcome-words.js';
import {visible, visibleLines} from '../../visible.js';
import {fitLine, wrap, wrapWithStyles} from '../lines.js';
import {tableLines} from '../table-lines.js';
import {theme} from '../theme.js';

/** What stands before a turn's text: its number, and under it nothing. */
const INDENT = '   ';

/** Lines of a reply that was cut off; the trajectory has the others. */
const CUT_OFF_LINES = 5;

/** Rows of an observation that are shown in the session; the grid has the others. */
const OBSERVED_ROWS = 5;

export type TurnStyle = {width: number; unfolded: boolean};

export function turnLines(trajectory: Trajectory, index: number, {width, unfolded}: TurnStyle): string[] {
	const turn = trajectory.turns[index]!;
	return [
		...headLines(turn, index, unfolded, width),
		...actionLines(trajectory, index, width),
		...outcomeLines(turn, width),
	];
}

/** The thought, folded to one line with its duration and tokens, and the summary. */
function headLines(turn: Turn, index: number, unfolded: boolean, width: number): string[] {
	const number = String(index + 1).padStart(2);
	const measured = [
		`${(turn.elapsedMs / 1000).toFixed(1)} s`,
		...(turn.usage ? [`${turn.usage.completionTokens.toLocaleString('en-US')} tokens`] : []),
	].join(' · ');
	const thought =
		turn.thinking === '' ? [] : unfolded ? wrap(visibleLines(turn.thinking), width, INDENT) : [];
	const sign = turn.thinking === '' ? ' ' : unfolded ? '▾' : '▸';
	const summary = visibleLines(turn.summary.trim() || '(no summary)');
	const [first = '', ...rest] = endOfCutOff(turn, wrap(`${summary}  ${measured}`, width, '     '), width - 5);
	return [
		`${theme.quiet(number)} ${theme.quiet(sign)} ${first.trimStart()}`,
		...rest,
		...thought.map(line => theme.quiet(line)),
	];
}

/** A reply that was cut off is most often a thought without its end, and may be of any length. */
function endOfCutOff({action}: Turn, lines: string[], width: number): string[] {
	return action.kind === 'none' && action.reason === 'cut-off' ? endOf(lines, width) : lines;
}

/** The last lines of a text without an end. */
function endOf(lines: string[], width: number): string[] {
	const hidden = lines.length - CUT_OFF_LINES;
	const words = `… ${hidden.toLocaleString('en-US')} lines before this; t has them`;
	return hidden > 1 ? [theme.quiet(fitLine(words, width)), ...lines.slice(hidden)] : lines;
}

/** What came of a reply that was broken off: the end of it stays in sight. */
export function unfinishedLines(trajectory: Trajectory, width: number): string[] {
	const came = withoutTags(unfinishedReply(trajectory)).trim();
	if (came === '') {
		return [];
	}

	const number = String(trajectory.turns.length + 1).padStart(2);
	// A long one is looked at from its end only.
	const end = came.slice(-ENOUGH * width);
	const lines = wrap(visibleLines(end), width, '     ');
	const shown =
		came.length > end.length
			? [theme.quiet('     … t has all of it'), ...lines.slice(-CUT_OFF_LINES)]
			: endOf(lines, width);
	return [
		theme.quiet(fitLine(`${number}   the reply broke off here:`, width)),
		...shown.map(line => theme.quiet(line)),
	];
}

/** Lines of a text that are surely more than are shown of it. */
const ENOUGH = 50;

/** A thought as it is read: its tag is for the machine. */
export function withoutTags(text: string): string {
	return text.replaceAll(/<\/?think>\s*/gi, '');
}

function actionLines(trajectory: Trajectory, index: number, width: number): string[] {
	const turn = trajectory.turns[index]!;
	if (turn.action.kind === 'none') {
		return wrap(WHY_NO_ACTION[turn.action.reason], width, INDENT).map(line => theme.warning(line));
	}

	const {maxSteps, turns} = trajectory;
	const step = turns.slice(0, index + 1).filter(({action}) => action.kind === 'sql').length;
	const probe =
		step > maxSteps ? `probe ${step}, over the budget of ${maxSteps}` : `probe ${step}/${maxSteps}`;
	const label = turn.action.kind === 'answer' ? 'answer' : probe;
	const isIgnored = turn.action.kind === 'sql' && !turn.verdict && trajectory.ending === 'no-answer';
	const edited = turn.verdict?.kind === 'edited' ? turn.verdict.sql : null;
	return [
		...sqlLines(label, turn.action.sql, width),
		...(edited === null ? [] : sqlLines('edited to', edited, width)),
		...verdictLines(turn.verdict, width),
		...(isIgnored ? [theme.warning(fitLine(`${INDENT}not run: the model had to answer`, width))] : []),
	];
}

/** SQL, highlighted and wrapped; never cut. */
export function sqlLines(label: string, sql: string, width: number): string[] {
	const indent = INDENT + ' '.repeat(label.length + 2);
	const room = width - indent.length >= 24 ? indent : `${INDENT}  `;
	const lines = wrapWithStyles(theme.sql(visibleLines(sql)), width, room);
	const start = `${INDENT}${theme.accent(label)}`;
	return room === indent
		? [`${start}  ${lines[0]!.slice(indent.length)}`, ...lines.slice(1)]
		: [start, ...lines];
}

function verdictLines(verdict: Verdict | undefined, width: number): string[] {
	switch (verdict?.kind) {
		case 'rejected':
			return wrap(`rejected${verdict.note === '' ? '' : `: ${visible(verdict.note)}`}`, width, INDENT).map(
				line => theme.warning(line),
			);
		case 'finish': {
			const why = verdict.by === 'budget' ? 'the step budget is used up' : 'not run';
			return wrap(`${why}: the model is told to answer now`, width, INDENT).map(line => theme.warning(line));
		}

		default:
			return [];
	}
}

function outcomeLines({outcome}: Turn, width: number): string[] {
	return outcome ? resultLines(outcome, width, OBSERVED_ROWS) : [];
}

/** The rows of an outcome, or its error, with count and time. */
export function resultLines(outcome: QueryOutcome, width: number, maxRows: number): string[] {
	const notes = outcomeNotes(outcome);
	if ('error' in outcome) {
		return [
			...wrap(visibleLines(outcome.error.message), width, INDENT).map(line => theme.bad(line)),
			...wrap(notes, width, INDENT).map(line => theme.quiet(line)),
		];
	}

	return [
		...tableLines(outcome.table, {width: width - INDENT.length, maxRows}).map(line => INDENT + line),
		...wrap(notes, width, INDENT).map(line => theme.quiet(line)),
	];
}

/** `10 rows · 1.2 ms · "USA" read as text`. */
export function outcomeNotes(outcome: QueryOutcome): string {
	const time = milliseconds(outcome.elapsedMs);
	const asText = (outcome.readAsText ?? []).map(text => `"${visible(text)}" read as text`);
	if ('error' in outcome) {
		return ['failed', time, ...asText].join(' · ');
	}

	return [rowsWords(outcome.table), time, ...asText].join(' · ');
}

const WHY_NO_ACTION = {
	'no-block': 'neither a probe nor an answer is in this reply',
	'empty-block': 'the block in this reply is empty',
	'cut-off': 'this reply was cut off at the token limit',
};
