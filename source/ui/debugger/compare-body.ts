/** The panes of a comparison: each is a body of lines at a width. */
import {type AlignedTurn, aligned, normalisedSql} from '../../agent/alignment.js';
import {messages, type Trajectory} from '../../agent/trajectory.js';
import {queryOf} from '../../agent/turn-query.js';
import type {QueryOutcome} from '../../database/cell.js';
import {differenceOf} from '../../database/table-difference.js';
import {rowsWords} from '../../rows/outcome-words.js';
import {visible, visibleLines} from '../../visible.js';
import {labelOf} from '../model-label.js';
import {sqlText} from '../screens/sql-text.js';
import {fitText, wrapText} from '../screens/text.js';
import {actionWords, endingWords, outcomeWords, resultOf} from '../screens/trajectory-words.js';
import {theme} from '../theme.js';
import type {CompareView, Side} from './compare-view.js';
import {countsWords, type DifferenceWords, differenceLines} from './difference-lines.js';
import {sideBySide} from './side-by-side.js';
import {textDifference} from './text-difference.js';

type Compared = Pick<CompareView, 'left' | 'right'>;

/** The newest body of each pair is kept: a key that scrolls compares nothing anew. */
export function compareBody(view: CompareView, width: number): string[] {
	const {left, right, pane} = view;
	const key = `${pane} ${width} ${left.name} ${right.name}`;
	const kept = bodies.get(left.trajectory);
	if (kept?.key === key && kept.right === right.trajectory) {
		return kept.lines;
	}

	const lines = makeBody(view, width);
	bodies.set(left.trajectory, {key, right: right.trajectory, lines});
	return lines;
}

const bodies = new WeakMap<Trajectory, {key: string; right: Trajectory; lines: string[]}>();

function makeBody(view: CompareView, width: number): string[] {
	return [...labelLines(view, width), ...paneLines(view, width)];
}

function labelLines({left, right}: Compared, width: number): string[] {
	const labels = new Set([left, right].map(({trajectory}) => labelOf(trajectory.model)));
	labels.delete('');
	return [...labels].flatMap(label => wrapText(label, width)).map(line => theme.quiet(line));
}

function paneLines(view: CompareView, width: number): string[] {
	switch (view.pane) {
		case 'messages':
			return messagesLines(view, width);
		case 'SQL':
			return queriesLines(view, width);
		case 'result':
			return resultLines(view, width);
		default:
			return turnsLines(view, width);
	}
}

function turnsLines(view: Compared, width: number): string[] {
	const {left, right} = view;
	const turns = aligned(left.trajectory, right.trajectory);
	return [
		...(turns.length === 0 ? [theme.quiet(fitText('Neither has a turn.', width)), ''] : []),
		...turns.flatMap(turn => [...alignedLines(turn, view, width), '']),
		...resultLines(view, width),
	];
}

function alignedLines(turn: AlignedTurn, {left, right}: Compared, width: number): string[] {
	const sides = [
		{side: left, index: turn.left},
		{side: right, index: turn.right},
	] as const;
	const [a, b] = sides.map(({side, index}) => (index === null ? null : turnPart(side, index))) as [
		Part,
		Part,
	];
	const place = (index: number | null) => (index === null ? '–' : String(index + 1));
	const where = turn.left === turn.right ? place(turn.left) : `${place(turn.left)} and ${place(turn.right)}`;
	const heading = theme.heading(fitText(`── turn ${where} · ${differsWords(turn, left, right)}`, width));
	if (turn.same && isSaidTheSame(turn, left, right)) {
		// Nothing is said twice.
		return [heading, ...a!(width)];
	}

	return [heading, ...sideBySide(titledPart(left.name, a), titledPart(right.name, b), width)];
}

type Part = ((width: number) => string[]) | null;

function titledPart(name: string, part: Part): (width: number) => string[] {
	return width => [
		theme.quiet(fitText(visible(name), width)),
		...(part ? part(width) : [theme.quiet(fitText('(no such turn)', width))]),
	];
}

function differsWords({left, right, same}: AlignedTurn, a: Side, b: Side): string {
	if (left === null || right === null) {
		return `only in ${visible((left === null ? b : a).name)}`;
	}

	return same ? 'same' : 'differs';
}

function isSaidTheSame({left, right}: AlignedTurn, a: Side, b: Side): boolean {
	return a.trajectory.turns[left!]?.summary === b.trajectory.turns[right!]?.summary;
}

/** Summary, query and what became of it. */
function turnPart({trajectory}: Side, index: number): (width: number) => string[] {
	const turn = trajectory.turns[index]!;
	const sql = queryOf(turn);
	return width => [
		...wrapText(visibleLines(turn.summary), width).filter(line => turn.summary !== '' || line !== ''),
		...(sql === null ? [] : sqlText(sql, width)),
		...wrapText(visibleLines(`${actionWords(turn)} · ${outcomeWords(trajectory, index)}`), width).map(line =>
			theme.strong(line),
		),
	];
}

/** Of each message that is not in both, the lines that differ. */
function messagesLines({left, right}: Compared, width: number): string[] {
	const chats = [left, right].map(({trajectory}) => messages(trajectory)) as [
		ReturnType<typeof messages>,
		ReturnType<typeof messages>,
	];
	const count = Math.max(...chats.map(({length}) => length));
	const lines = legend(left, right, width);
	for (let at = 0; at < count; at++) {
		const [a, b] = [chats[0][at], chats[1][at]];
		const isSame = a?.content === b?.content;
		const words = !a ? `only in ${right.name}` : !b ? `only in ${left.name}` : isSame ? 'same' : 'differs';
		const heading = fitText(`── ${at + 1} ${(a ?? b)!.role} · ${visible(words)}`, width);
		lines.push(isSame ? theme.quiet(heading) : theme.heading(heading));
		if (!isSame) {
			lines.push(...textDifference(a?.content ?? '', b?.content ?? '', width), '');
		}
	}

	return lines;
}

function legend({name: left}: Side, {name: right}: Side, width: number): string[] {
	const words = `- only in ${visible(left)}   + only in ${visible(right)}`;
	return [...wrapText(words, width).map(line => theme.quiet(line)), ''];
}

/** All queries that were run, the answers last. */
function queriesLines(view: Compared, width: number): string[] {
	const {left, right} = view;
	const turns = aligned(left.trajectory, right.trajectory);
	const queries = turns.flatMap(({left: a, right: b}) => {
		const [one, other] = [left.trajectory.turns[a ?? -1], right.trajectory.turns[b ?? -1]];
		const [sql, otherSql] = [one && queryOf(one), other && queryOf(other)];
		return sql || otherSql
			? [{title: `turn ${(a ?? b)! + 1}`, sql: sql ?? null, other: otherSql ?? null}]
			: [];
	});
	const [a, b] = [left, right].map(({trajectory}) => trajectory.answer?.sql ?? null);
	// The answer is the query of the last turn, unless somebody else gave it.
	const isSaid = queries.at(-1)?.sql === a && queries.at(-1)?.other === b;
	const all = isSaid ? queries : [...queries, {title: 'answer', sql: a ?? null, other: b ?? null}];
	return all.flatMap(({title, sql, other}) => {
		const isSame = sql !== null && other !== null && normalisedSql(sql) === normalisedSql(other);
		const part = (name: string, sql: string | null) => (width: number) => [
			theme.quiet(fitText(visible(name), width)),
			...(sql === null ? [theme.quiet(fitText('(no query)', width))] : sqlText(sql, width)),
		];
		return [
			theme.heading(fitText(`── ${title} · ${isSame ? 'same' : 'differs'}`, width)),
			...(isSame ? sqlText(sql, width) : sideBySide(part(left.name, sql), part(right.name, other), width)),
			'',
		];
	});
}

const SHOWN = 50;

function resultLines({left, right}: Compared, width: number): string[] {
	const [a, b] = [left, right].map(({trajectory}) => lastOutcome(trajectory)) as [
		QueryOutcome | null,
		QueryOutcome | null,
	];
	const lines = [left, right].flatMap((side, at) =>
		wrapText(visibleLines(`${side.name}: ${endWords(side.trajectory, at === 0 ? a : b)}`), width),
	);
	const said = (words: string) => theme.heading(fitText(`── result · ${words}`, width));
	if (!a || !b || 'error' in a || 'error' in b) {
		return [said(withoutRowsWords(left, right, a, b)), ...lines];
	}

	const difference = differenceOf(a.table, b.table);
	if (!difference) {
		return [said('same'), ...lines];
	}

	const words: DifferenceWords = {
		heads: ['row', nameIn(left), nameIn(right)],
		marks: {same: '  same', changed: '~ changed', gone: '- only left', new: '+ only right'},
	};
	const counts = countsWords(difference.counts, words.marks);
	return [
		said(`differs${counts === '' ? '' : `: ${counts}`}`),
		...lines,
		'',
		...differenceLines(difference, {words, limit: SHOWN, columns: b.table.columns}, width),
	];
}

/** Where one of the two has no rows: what was not run, or broken off before there was an answer, may be any. */
function withoutRowsWords(left: Side, right: Side, a: QueryOutcome | null, b: QueryOutcome | null): string {
	const notRun = [left, right].filter(
		({trajectory}) => !lastOutcome(trajectory) && trajectory.ending !== 'no-answer',
	);
	if (notRun.length > 0) {
		const names = notRun.map(({name}) => visible(name)).join(' and ');
		return `not known: there is no result of ${names}`;
	}

	if (!a || !b) {
		return a || b ? 'differs' : 'neither has an answer';
	}

	const isSame = 'error' in a && 'error' in b && a.error.message === b.error.message;
	return isSame ? 'same' : 'differs';
}

function lastOutcome(trajectory: Trajectory): QueryOutcome | null {
	return trajectory.answer?.outcome ?? null;
}

function endWords(trajectory: Trajectory, outcome: QueryOutcome | null): string {
	const {answer} = resultOf(trajectory, trajectory.turns.length - 1);
	if (!outcome) {
		return answer ? `${endingWords(trajectory)}, not run` : endingWords(trajectory);
	}

	return 'error' in outcome ? `failed: ${outcome.error.message}` : rowsWords(outcome.table);
}

const NAME_WIDTH = 24;

function nameIn({name}: Side): string {
	return fitText(visible(name), NAME_WIDTH);
}
