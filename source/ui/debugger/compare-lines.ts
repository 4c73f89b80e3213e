/** The comparison of two trajectories, drawn. */
import type {Size} from '../input.js';
import {footer, frame, oneLine, titled} from '../screens/frame.js';
import {positionNote, scrolled} from '../screens/scroll.js';
import {fitText} from '../screens/text.js';
import {theme} from '../theme.js';
import {compareBody} from './compare-body.js';
import {COMPARE_PANES, type CompareView, compareHeight} from './compare-view.js';

/** The whole screen, the footer last. */
export function compareLines(view: CompareView, size: Size): string[] {
	const {left, right, scroll} = view;
	const {columns} = size;
	const body = compareBody(view, columns);
	const height = compareHeight(size);
	const question = oneLine(right.trajectory.question) || '(no question)';
	const title = `${oneLine(left.name)} and ${oneLine(right.name)} · ${question}`;
	return frame(
		[
			titled(title, positionNote(scroll, body.length, height), columns),
			panes(view, columns),
			...scrolled(body, scroll, height),
		],
		footer('compare', columns),
		size,
	);
}

/** The pane that is seen stands in brackets; where there is no room for all it is the only one. */
function panes({pane}: CompareView, width: number): string {
	const named = COMPARE_PANES.map(name => (name === pane ? `[${name}]` : ` ${name} `));
	if (named.join('').length > width) {
		const short = `[${pane}] ${COMPARE_PANES.indexOf(pane) + 1}/${COMPARE_PANES.length}`;
		return theme.strong(fitText(short, width));
	}

	return named.map(name => (name.startsWith('[') ? theme.strong(name) : theme.quiet(name))).join('');
}
