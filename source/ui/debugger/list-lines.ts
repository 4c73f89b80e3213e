/** The list of trajectories with all of the screen: more of each is seen than beside a turn. */
import type {Size} from '../input.js';
import {windowAround} from '../screens/cursor.js';
import {oneLine} from '../screens/frame.js';
import {cell, fitText} from '../screens/text.js';
import {theme} from '../theme.js';
import {type Debugger, entryAt} from './debugger.js';
import {listHeight} from './layout.js';
import {nodeText} from './node-words.js';
import {forkIndex, type Node} from './tree.js';
import {wordAt} from './tree-lines.js';
import {OUTCOME_WORDS} from './words.js';

const ENDING_WIDTH = Math.max(...Object.values(OUTCOME_WORDS).map(({length}) => length));

/** From here on database and model are told, too. */
const WIDE = 90;

/** From here on it is told how it ended, beside the verdict or how long it is. */
const ROOMY = 50;

export function listLines(given: Debugger, at: Node, size: Size): string[] {
	const {nodes} = given.tree;
	const {columns} = size;
	const {from, to} = windowAround(Math.max(0, nodes.indexOf(at)), nodes.length, listHeight(size));
	return nodes.slice(from, to).map((node, offset) => rowLine(given, from + offset, node === at, columns));
}

function rowLine(given: Debugger, index: number, isCurrent: boolean, width: number): string {
	const node = given.tree.nodes[index]!;
	const entry = entryAt(given, node);
	const depth = Math.min(6, given.tree.depths.get(node) ?? 0);
	const number =
		forkIndex(node) === null
			? String(node + 1).padStart(String(given.catalogue.count).length)
			: ' '.repeat(String(given.catalogue.count).length);
	const branch = depth === 0 ? '' : `${'  '.repeat(depth - 1)}└ `;
	const start = `${isCurrent ? '❯' : ' '} ${number} ${branch}`;
	const word = wordAt(given, node, entry);
	const ending = entry?.kind === 'trajectory' ? OUTCOME_WORDS[entry.ending] : '';
	const more =
		entry?.kind === 'trajectory' && width >= WIDE
			? `  ${cell(oneLine(entry.database), 14)}  ${cell(oneLine(entry.model), 12)}`
			: '';
	const text = nodeText(given, node, index);
	const end = `${more}${width >= ROOMY ? `  ${cell(word === ending ? '' : ending, ENDING_WIDTH)}` : ''}  ${word.padStart(ENDING_WIDTH)}`;
	const room = width - end.length;
	const line =
		room < 12 ? fitText(`${start}${text}`, width) : fitText(cell(`${start}${text}`, room) + end, width);
	return isCurrent ? theme.accent(line) : line;
}
