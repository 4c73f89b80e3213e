/** A trajectory in the debugger, drawn. */
import {isTimeKnown} from '../../agent/known.js';
import type {Size} from '../input.js';
import {theme} from '../theme.js';
import {windowAround} from './cursor.js';
import {oneLine} from './frame.js';
import {positionNote, scrolled} from './scroll.js';
import {cell, fitText} from './text.js';
import {panesOf} from './trajectory-body.js';
import type {Findings} from './trajectory-findings.js';
import {type TrajectoryView, type TurnsPlace, trajectoryBody, trajectoryLayout} from './trajectory-view.js';
import {actionWords, failureWords, outcomeWords, replyTime, tableOf} from './trajectory-words.js';

/** What is between the debugger's title and its footer, which have a row each. */
export function trajectoryParts(view: TrajectoryView, size: Size, place: TurnsPlace = 'above'): string[] {
	const {trajectory, scroll} = view;
	const {columns} = size;
	const layout = trajectoryLayout(view, size, place);
	const {lines} = trajectoryBody(view, size);
	return [
		...layout.label.map(line => theme.quiet(line)),
		...(layout.failure > 0 ? [theme.bad(fitText(oneLine(failureWords(trajectory)), columns))] : []),
		...turnLines(view, layout.turns, columns),
		panes(view, positionNote(scroll, lines.length, layout.body), columns),
		...scrolled(lines, scroll, layout.body),
	];
}

/** Actions that do nothing in this trajectory. */
export function idleKeys({trajectory, turn}: TrajectoryView): string[] {
	return [
		...(tableOf(trajectory, turn) ? [] : ['grid']),
		...(trajectory.turns.length > 1 ? [] : ['previousTurn']),
		...(trajectory.turns.some(({thinking}) => thinking !== '') ? [] : ['thought']),
	];
}

function turnLines(view: TrajectoryView, height: number, width: number): string[] {
	const {turns} = view.trajectory;
	const {from, to} = windowAround(view.turn, turns.length, height);
	return Array.from({length: to - from}, (_, offset) => turnLine(view, from + offset, width));
}

/** A turn in one line: its number, what it did, what became of it, how long its reply took. */
export function turnLine({trajectory, turn, findings}: TrajectoryView, index: number, width: number): string {
	const {turns} = trajectory;
	const one = turns[index]!;
	const time = isTimeKnown(one) ? replyTime(one.elapsedMs) : '';
	const number = String(index + 1).padStart(String(turns.length).length);
	const became = oneLine(foundWords(findings, index) + outcomeWords(trajectory, index));
	const left = `${index === turn ? '▸' : ' '}${number} ${actionWords(one).padEnd(9)} ${became}`;
	const room = width - time.length - 2;
	const line = time === '' || room < 12 ? fitText(left, width) : `${cell(left, room)}  ${time}`;
	return index === turn ? theme.accent(line) : line;
}

/** What running its query again has shown. */
function foundWords({reruns}: Findings, index: number): string {
	const rerun = reruns.get(index);
	return rerun ? (rerun.drift ? 'drifted · ' : 'as recorded · ') : '';
}

function panes({pane, findings}: TrajectoryView, note: string, width: number): string {
	const names = panesOf(findings);
	const named = names.map(name => (name === pane ? `[${name}]` : ` ${name} `)).join('');
	const room = width - (note === '' ? 0 : note.length + 1);
	const isWide = named.length <= room;
	const short = `[${pane}] ${names.indexOf(pane) + 1}/${names.length}`;
	if (!isWide) {
		return room < short.length
			? theme.strong(fitText(short, width))
			: theme.strong(short) + theme.quiet(note.padStart(width - short.length));
	}

	const drawn = names
		.map(name => (name === pane ? theme.strong(`[${name}]`) : theme.quiet(` ${name} `)))
		.join('');
	return drawn + theme.quiet(note === '' ? '' : note.padStart(width - named.length));
}
