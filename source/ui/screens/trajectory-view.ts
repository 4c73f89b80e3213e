/** A trajectory, turn by turn: where a person is in it, and where a key leads. */
import type {Trajectory} from '../../agent/trajectory.js';
import type {Table} from '../../database/cell.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {labelOf} from '../model-label.js';
import {clampIndex} from './cursor.js';
import {oneLine} from './frame.js';
import {AT_TOP, reduceScroll, type Scroll} from './scroll.js';
import {wrapText} from './text.js';
import {type Body, bodyOf, type Pane, panesOf, tellsFailure} from './trajectory-body.js';
import {type Findings, NO_FINDINGS} from './trajectory-findings.js';
import {failureWords, tableOf} from './trajectory-words.js';

/** `turn` is an index into the trajectory's turns, 0 where there are none. */
export type TrajectoryView = {
	trajectory: Trajectory;
	turn: number;
	pane: Pane;
	/** Whether thoughts are shown. */
	unfolded: boolean;
	scroll: Scroll;
	findings: Findings;
};

/** Where its turns are listed: above the body, or in a list of somebody else. */
export type TurnsPlace = 'above' | 'elsewhere';

/** What a person wants that the view cannot do itself. */
export type TrajectoryExit = 'close' | {open: 'grid'; title: string; table: Table};

/** Begins at the first turn. */
export function openTrajectory(trajectory: Trajectory): TrajectoryView {
	return {trajectory, turn: 0, pane: 'summary', unfolded: false, scroll: AT_TOP, findings: NO_FINDINGS};
}

/** At another turn, or in another pane: its body from the beginning. */
export function movedTo(
	view: TrajectoryView,
	{turn = view.turn, pane = view.pane}: {turn?: number; pane?: Pane},
	size: Size,
): TrajectoryView {
	return at(view, {turn, pane}, size);
}

export function reduceTrajectory(
	view: TrajectoryView,
	input: Input,
	size: Size,
	turns: TurnsPlace = 'above',
): TrajectoryView | TrajectoryExit {
	switch (actionFor('trajectory', input)) {
		case 'previousTurn':
			return at(view, {turn: view.turn - 1}, size);
		case 'nextTurn':
			return at(view, {turn: view.turn + 1}, size);
		case 'firstTurn':
			return at(view, {turn: 0}, size);
		case 'lastTurn':
			return at(view, {turn: view.trajectory.turns.length - 1}, size);
		case 'nextPane':
			return at(view, {pane: neighbour(view, 1)}, size);
		case 'previousPane':
			return at(view, {pane: neighbour(view, -1)}, size);
		case 'thought':
			// From another pane the thought is meant to be seen.
			return view.pane === 'summary' || view.pane === 'reply'
				? at(view, {unfolded: !view.unfolded}, size)
				: at(view, {pane: 'summary', unfolded: true}, size);
		case 'grid': {
			const table = tableOf(view.trajectory, view.turn);
			return table ? {open: 'grid', title: gridTitle(view), table} : view;
		}

		default:
	}

	const action = actionFor('view', input);
	if (action === 'close') {
		return 'close';
	}

	const height = trajectoryLayout(view, size, turns).body;
	const {lines} = trajectoryBody(view, size);
	return {...view, scroll: reduceScroll(view.scroll, action, lines.length, height)};
}

/** The rows of each part of the view; `label` are its lines. */
export type TrajectoryLayout = {label: string[]; failure: number; turns: number; body: number};

/** A small screen shows the turn that is chosen, a large one those around it too. */
export function trajectoryLayout(
	view: TrajectoryView,
	size: Size,
	place: TurnsPlace = 'above',
): TrajectoryLayout {
	const {trajectory} = view;
	const rows = drawableRows(size);
	const count = trajectory.turns.length;
	const failure = failureWords(trajectory) !== '' && !tellsFailure(view) && rows >= 10 ? 1 : 0;
	const isSmall = rows < 18 || size.columns < 60;
	const turns = rows < 6 || place === 'elsewhere' ? 0 : Math.min(count, isSmall ? 1 : Math.floor(rows / 3));
	const words = labelOf(trajectory.model);
	const label = words === '' ? [] : wrapText(words, size.columns);
	// The title, the names of the panes and the footer.
	return {label, failure, turns, body: Math.max(1, rows - 3 - label.length - failure - turns)};
}

export function trajectoryBody(view: TrajectoryView, {columns}: Size): Body {
	return bodyOf(view, columns);
}

function at(view: TrajectoryView, change: Partial<TrajectoryView>, size: Size): TrajectoryView {
	const changed = {...view, ...change};
	const there = {...changed, turn: clampIndex(changed.turn, view.trajectory.turns.length)};
	return {...there, scroll: {top: trajectoryBody(there, size).start}};
}

function neighbour({pane, findings}: TrajectoryView, step: number): Pane {
	const panes = panesOf(findings);
	return panes[(panes.indexOf(pane) + step + panes.length) % panes.length]!;
}

function gridTitle({trajectory, turn}: TrajectoryView): string {
	return `${oneLine(trajectory.question)} · turn ${turn + 1}`;
}
