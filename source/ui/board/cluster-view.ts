/** A cluster in full: the queries of its samples, and its rows. */
import type {Table} from '../../database/cell.js';
import {counted, rowsWords} from '../../rows/outcome-words.js';
import type {Ballot} from '../../vote/ballot.js';
import {type Cluster, tally} from '../../vote/tally.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {labelOf} from '../model-label.js';
import {footer, frame, oneLine, titled} from '../screens/frame.js';
import {rowLines} from '../screens/row-lines.js';
import {AT_TOP, positionNote, reduceScroll, type Scroll, scrolled} from '../screens/scroll.js';
import {sqlText} from '../screens/sql-text.js';
import {fitText, wrapText} from '../screens/text.js';
import {queryTime} from '../screens/trajectory-words.js';
import {theme} from '../theme.js';
import {letterOf, winnerOf} from './board.js';

export type ClusterView = {ballot: Ballot; seen: readonly string[]; key: string; scroll: Scroll};

/** What a person wants that the view cannot do itself. */
export type ClusterExit = 'close' | 'take' | 'differences' | {open: 'grid'; title: string; table: Table};

/** Rows that are shown here; the grid has the others. */
const SHOWN_ROWS = 50;

export function openCluster(ballot: Ballot, seen: readonly string[], key: string): ClusterView {
	return {ballot, seen, key, scroll: AT_TOP};
}

export function reduceCluster(view: ClusterView, input: Input, size: Size): ClusterView | ClusterExit {
	const own = actionFor('cluster', input);
	if (own === 'grid') {
		const cluster = clusterOf(view);
		return cluster ? {open: 'grid', title: oneLine(cluster.sql), table: cluster.table} : view;
	}

	if (own !== null) {
		return own;
	}

	const action = actionFor('view', input);
	if (action === 'close') {
		return 'close';
	}

	const {length} = clusterBody(view, size.columns);
	return {...view, scroll: reduceScroll(view.scroll, action, length, bodyHeight(size))};
}

/** The whole screen, the footer last. */
export function clusterViewLines(view: ClusterView, size: Size): string[] {
	const {columns} = size;
	const {ballot, seen, key, scroll} = view;
	const result = tally(ballot);
	const cluster = clusterOf(view);
	const body = clusterBody(view, columns);
	const height = bodyHeight(size);
	const wins = winnerOf(result)?.key === key ? ' · the winner' : '';
	const title = `${letterOf(seen, key)} · ${cluster?.samples.length ?? 0} of ${result.k} samples${wins}`;
	return frame(
		[titled(title, positionNote(scroll, body.length, height), columns), ...scrolled(body, scroll, height)],
		footer('cluster', columns),
		size,
	);
}

function bodyHeight(size: Size): number {
	return Math.max(1, drawableRows(size) - 2);
}

function clusterOf({ballot, key}: ClusterView): Cluster | null {
	return tally(ballot).clusters.find(cluster => cluster.key === key) ?? null;
}

function clusterBody(view: ClusterView, width: number): string[] {
	const cluster = clusterOf(view);
	if (!cluster) {
		return [];
	}

	const {table, samples, elapsedMs} = cluster;
	const label = labelOf(view.ballot.samples[samples[0]!]!.trajectory.model);
	const rows = `rows of sample ${samples[0]! + 1} · ${rowsWords(table)} · ${queryTime(elapsedMs)}`;
	return [
		...(label === '' ? [] : wrapText(label, width).map(line => theme.quiet(line))),
		...queriesOf(view.ballot, cluster).flatMap(({sql, samples}) => [
			theme.heading(fitText(`── ${writtenBy(samples)}`, width)),
			...sqlText(sql, width),
			'',
		]),
		theme.heading(fitText(`── ${rows}`, width)),
		...rowLines(table, width, SHOWN_ROWS),
		...(table.rowCount > SHOWN_ROWS ? [theme.quiet(fitText('g has the others', width))] : []),
	];
}

/** The distinct queries that gave the rows of a cluster, the most frequent first, with the samples that wrote them. */
export function queriesOf(
	ballot: Ballot,
	{samples, sql: shown}: Cluster,
): Array<{sql: string; samples: number[]}> {
	const written = new Map<string, number[]>();
	for (const index of samples) {
		const sql = ballot.samples[index]?.trajectory.answer?.sql ?? shown;
		written.set(sql, [...(written.get(sql) ?? []), index]);
	}

	return [...written]
		.map(([sql, samples]) => ({sql, samples}))
		.sort((a, b) => b.samples.length - a.samples.length);
}

function writtenBy(samples: readonly number[]): string {
	const numbers = samples.map(index => index + 1).join(', ');
	return samples.length === 1 ? `sample ${numbers}` : `${counted(samples.length, 'sample')}: ${numbers}`;
}
