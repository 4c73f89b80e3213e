/** Two clusters, one beside the other: their queries, and the rows that only one of them has. */
import type {Cell, Table} from '../../database/cell.js';
import {rowKey} from '../../database/row-key.js';
import {counted, rowsWords} from '../../rows/outcome-words.js';
import type {Ballot} from '../../vote/ballot.js';
import {type Cluster, tally} from '../../vote/tally.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {pad} from '../lines.js';
import {labelOf} from '../model-label.js';
import {footer, frame, titled} from '../screens/frame.js';
import {rowLines} from '../screens/row-lines.js';
import {AT_TOP, positionNote, reduceScroll, type Scroll, scrolled} from '../screens/scroll.js';
import {sqlText} from '../screens/sql-text.js';
import {fitText, wrapText} from '../screens/text.js';
import {theme} from '../theme.js';
import {letterOf} from './board.js';

/** `keys`: the clusters, the one that more samples are for first. */
export type DifferencesView = {
	ballot: Ballot;
	seen: readonly string[];
	keys: readonly [string, string];
	scroll: Scroll;
};

/** From here on the two stand side by side. */
const WIDE = 72;

const BETWEEN = ' │ ';

/** Rows that are shown of each. */
const SHOWN_ROWS = 30;

/** The difference between a cluster and the winner, or of the winner and the second; null where there is one cluster. */
export function openDifferences(
	ballot: Ballot,
	seen: readonly string[],
	key: string,
): DifferencesView | null {
	const [winner, second] = tally(ballot).clusters;
	return winner && second
		? {ballot, seen, keys: [winner.key, key === winner.key ? second.key : key], scroll: AT_TOP}
		: null;
}

export function reduceDifferences(
	view: DifferencesView,
	input: Input,
	size: Size,
): DifferencesView | 'close' {
	const action = actionFor('view', input);
	if (action === 'close') {
		return 'close';
	}

	const {length} = differencesBody(view, size.columns);
	return {...view, scroll: reduceScroll(view.scroll, action, length, bodyHeight(size))};
}

/** The whole screen, the footer last. */
export function differencesLines(view: DifferencesView, size: Size): string[] {
	const {columns} = size;
	const {seen, keys, scroll} = view;
	const body = differencesBody(view, columns);
	const height = bodyHeight(size);
	const title = `${letterOf(seen, keys[0])} and ${letterOf(seen, keys[1])}: what differs`;
	return frame(
		[titled(title, positionNote(scroll, body.length, height), columns), ...scrolled(body, scroll, height)],
		footer(null, columns),
		size,
	);
}

function bodyHeight(size: Size): number {
	return Math.max(1, drawableRows(size) - 2);
}

type Side = {letter: string; cluster: Cluster; only: Cell[][]};

function differencesBody(view: DifferencesView, width: number): string[] {
	const {ballot, keys} = view;
	const {clusters} = tally(ballot);
	const [left, right] = keys.map(key => clusters.find(cluster => cluster.key === key));
	if (!left || !right) {
		return [];
	}

	const [a, b] = [sideOf(view, left, right), sideOf(view, right, left)];
	const label = labelOf(ballot.samples[left.samples[0]!]!.trajectory.model);
	const isCut = left.table.truncated !== false || right.table.truncated !== false;
	return [
		...(label === '' ? [] : wrapText(label, width).map(line => theme.quiet(line))),
		...(isCut
			? wrapText('Of long results only the rows that are kept are compared.', width).map(line =>
					theme.warning(line),
				)
			: []),
		...(width >= WIDE ? sideBySide(a, b, width) : [a, b].flatMap(side => allLines(side, width))),
	];
}

function sideOf({seen}: DifferencesView, cluster: Cluster, other: Cluster): Side {
	return {letter: letterOf(seen, cluster.key), cluster, only: rowsOnlyIn(cluster.table, other.table)};
}

/** Each part begins on one line in both. */
function sideBySide(a: Side, b: Side, width: number): string[] {
	const half = Math.floor((width - BETWEEN.length) / 2);
	return [queryLines, onlyLines].flatMap(part => {
		const [left, right] = [part(a, half), part(b, half)];
		return Array.from(
			{length: Math.max(left.length, right.length)},
			(_, at) => pad(left[at] ?? '', half) + theme.quiet(BETWEEN) + (right[at] ?? ''),
		);
	});
}

function allLines(side: Side, width: number): string[] {
	return [...queryLines(side, width), ...onlyLines(side, width), ''];
}

function queryLines({letter, cluster}: Side, width: number): string[] {
	const title = `── ${letter} · ${counted(cluster.samples.length, 'sample')} · ${rowsWords(cluster.table)}`;
	return [theme.heading(fitText(title, width)), ...sqlText(cluster.sql, width), ''];
}

function onlyLines({letter, cluster, only}: Side, width: number): string[] {
	const title = `── ${counted(only.length, 'row')} only in ${letter}`;
	const more = only.length - SHOWN_ROWS;
	return [
		theme.heading(fitText(title, width)),
		...(only.length === 0 ? [] : rowLines({...cluster.table, rows: only}, width, SHOWN_ROWS)),
		...(more > 0 ? [theme.quiet(fitText(`… ${more.toLocaleString('en-US')} more`, width))] : []),
	];
}

/** The rows of one result that the other has not, each once, equal as a vote has it: by cells, without their names. */
export function rowsOnlyIn(table: Pick<Table, 'rows'>, other: Pick<Table, 'rows'>): Cell[][] {
	const there = new Set(other.rows.map(row => rowKey(row, 'alike')));
	const only = new Map(table.rows.map(row => [rowKey(row, 'alike'), row] as const));
	return [...only].flatMap(([key, row]) => (there.has(key) ? [] : [row]));
}
