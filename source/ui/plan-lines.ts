import type {Cell, Table} from '../database/cell.js';
import {cellText} from '../rows/cell-text.js';
import {textWidth} from '../text-width.js';
import {visible} from '../visible.js';
import {theme} from './theme.js';
import {wrapLine} from './wrap-line.js';

type Step = {detail: string; children: Step[]};

const BRANCH = '├─ ';
const LAST_BRANCH = '└─ ';

/** The rows of EXPLAIN QUERY PLAN (`id, parent, notused, detail`) as a tree; what is too long goes on below. */
export function planLines({rows}: Table, width: number): string[] {
	const roots = planTree(rows);
	return roots.length === 0
		? [theme.quiet('(no steps)')]
		: roots.flatMap(step => stepLines(step, '', '', width));
}

/** A step's parent comes before it; one whose parent is not there is a root. */
function planTree(rows: Cell[][]): Step[] {
	const roots: Step[] = [];
	const steps = new Map<string, Step>();
	for (const [id = null, parent = null, , detail = null] of rows) {
		const step = {detail: detail === null ? '' : cellText(detail), children: []};
		(steps.get(String(parent))?.children ?? roots).push(step);
		steps.set(String(id), step);
	}

	return roots;
}

/** @param head what stands before the step, @param rest what stands before all below it; as long as `head`. */
function stepLines({detail, children}: Step, head: string, rest: string, width: number): string[] {
	const text = visible(detail);
	const room = width - rest.length;
	const [first = '', ...others] =
		textWidth(text) <= room
			? [text]
			: wrapLine(text, Math.max(2, room - BRANCH.length)).map(({from, to}) => text.slice(from, to).trimEnd());
	const below = rest + (children.length > 0 ? '│' : '').padEnd(BRANCH.length);
	// The branches take half of the width at most.
	const deep = rest.length + BRANCH.length > width / 2;
	return [
		theme.quiet(head) + first,
		...others.map(line => theme.quiet(below) + line),
		...children.flatMap((child, index) => {
			const last = index === children.length - 1;
			return deep
				? stepLines(child, rest, rest, width)
				: stepLines(child, rest + (last ? LAST_BRANCH : BRANCH), rest + (last ? '   ' : '│  '), width);
		}),
	];
}
