/** Two trajectories of one question: where a person is in their comparison. */
import type {Trajectory} from '../../agent/trajectory.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {AT_TOP, reduceScroll, type Scroll} from '../screens/scroll.js';
import {compareBody} from './compare-body.js';

export const COMPARE_PANES = ['turns', 'messages', 'SQL', 'result'] as const;

export type ComparePane = (typeof COMPARE_PANES)[number];

/** One of the two, and what it is called: `parent`, `fork`, `run.jsonl:3`. */
export type Side = {name: string; trajectory: Trajectory};

export type CompareView = {left: Side; right: Side; pane: ComparePane; scroll: Scroll};

export function openCompare(left: Side, right: Side): CompareView {
	return {left, right, pane: 'turns', scroll: AT_TOP};
}

export function reduceCompare(view: CompareView, input: Input, size: Size): CompareView | 'close' {
	switch (actionFor('compare', input)) {
		case 'nextPane':
			return {...view, pane: neighbour(view.pane, 1), scroll: AT_TOP};
		case 'previousPane':
			return {...view, pane: neighbour(view.pane, -1), scroll: AT_TOP};
		default:
	}

	const action = actionFor('view', input);
	if (action === 'close') {
		return 'close';
	}

	const {length} = compareBody(view, size.columns);
	return {...view, scroll: reduceScroll(view.scroll, action, length, compareHeight(size))};
}

/** Lines between the title with the panes and the footer. */
export function compareHeight(size: Size): number {
	return Math.max(1, drawableRows(size) - 3);
}

function neighbour(pane: ComparePane, step: number): ComparePane {
	const {length} = COMPARE_PANES;
	return COMPARE_PANES[(COMPARE_PANES.indexOf(pane) + step + length) % length]!;
}
