/** The trajectories around the one that is open, which is unfolded: its turns, and the forks of it. */
import type {Entry, Fault} from '../../archive/book.js';
import {windowAround} from '../screens/cursor.js';
import {cell, fitText} from '../screens/text.js';
import {turnLine} from '../screens/trajectory-lines.js';
import {theme} from '../theme.js';
import {type Debugger, entryAt, openTrajectoryOf, verdictAt} from './debugger.js';
import {nodeText} from './node-words.js';
import {forkIndex, type Node} from './tree.js';
import {entryWord} from './words.js';

/** At most `height` lines; the turn at hand is among them. */
export function treeLines(given: Debugger, width: number, height: number): string[] {
	const {nodes} = given.tree;
	const view = openTrajectoryOf(given);
	const turns = view?.trajectory.turns.length ?? 0;
	const index = nodes.indexOf(given.at);
	const open = index === -1 ? nodes.length : index;
	const cursor = open + (turns > 0 ? 1 + (view?.turn ?? 0) : 0);
	const {from, to} = windowAround(cursor, nodes.length + turns, height);
	return Array.from({length: to - from}, (_, offset) => {
		const line = from + offset;
		if (line <= open || !view) {
			return line < nodes.length ? nodeLine(given, line, width) : '';
		}

		const indent = '  '.repeat(1 + depthOf(given, given.at));
		return line <= open + turns
			? fitIndented(indent, turnLine(view, line - open - 1, Math.max(1, width - indent.length)), width)
			: nodeLine(given, line - turns, width);
	});
}

/** Deeper ones are drawn at this depth: there would be no room for their words. */
const DEEPEST = 6;

function depthOf({tree}: Debugger, node: Node): number {
	return Math.min(DEEPEST, tree.depths.get(node) ?? 0);
}

function fitIndented(indent: string, line: string, width: number): string {
	return indent.length >= width ? '' : indent + line;
}

/** @param index into the nodes that are listed. */
function nodeLine(given: Debugger, index: number, width: number): string {
	const node = given.tree.nodes[index]!;
	const entry = entryAt(given, node);
	const isOpen = node === given.at;
	const word = wordAt(given, node, entry);
	const depth = depthOf(given, node);
	const branch = depth === 0 ? '' : `${'  '.repeat(depth - 1)}└ `;
	const left = `${isOpen ? '▾' : ' '}${branch}${numberOf(given, node)}${nodeText(given, node, index)}`;
	const room = width - word.length - 1;
	const line = room < 8 ? fitText(left, width) : `${cell(left, room)} ${word}`;
	return isOpen ? theme.strong(line) : line;
}

/** A fork that was made here has no place in the book. */
function numberOf({catalogue}: Debugger, node: Node): string {
	return forkIndex(node) === null ? `${String(node + 1).padStart(String(catalogue.count).length)} ` : '';
}

/** The word at the right of a node. */
export function wordAt(given: Debugger, node: Node, entry: Entry | Fault | undefined): string {
	return entryWord(entry, verdictAt(given, node)?.verdict);
}
