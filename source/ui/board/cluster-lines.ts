/** The clusters of a vote: a bar for each, with its size, what it says, its query and its time. */
import type {Table} from '../../database/cell.js';
import {drawCell} from '../../rows/draw-cell.js';
import {milliseconds} from '../../rows/outcome-words.js';
import {rightBar} from '../bars.js';
import {fitLine} from '../lines.js';
import {windowAround} from '../screens/cursor.js';
import {oneLine} from '../screens/frame.js';
import {cell} from '../screens/text.js';
import {theme} from '../theme.js';
import type {Placed} from './board.js';

/** From here on there is room for the time. */
const WIDE = 60;

const TIME_COLUMNS = 9;

export type ClusterStyle = {
	/** The key of the cluster at hand, or null. */
	atHand: string | null;
	/** Samples in all, which would fill the bar: it only grows. */
	k: number;
	width: number;
	height: number;
};

/** A line a cluster, at most `height`: those around the one at hand, and a line that counts where there are more. */
export function clusterLines(clusters: readonly Placed[], style: ClusterStyle): string[] {
	const {atHand, height, width} = style;
	const cursor = clusters.findIndex(({cluster}) => cluster.key === atHand);
	const isCounted = clusters.length > height && height > 1;
	const {from, to} = windowAround(cursor, clusters.length, isCounted ? height - 1 : height);
	const lines = clusters.slice(from, to).map(one => clusterLine(one, style));
	return isCounted
		? [...lines, theme.quiet(fitLine(`  clusters ${from + 1}–${to} of ${clusters.length}`, width))]
		: lines;
}

function clusterLine({letter, cluster}: Placed, {atHand, k, width}: ClusterStyle): string {
	const {key, samples, sql, table, elapsedMs} = cluster;
	const isAtHand = key === atHand;
	const isWide = width >= WIDE;
	const barWidth = isWide ? 16 : 8;
	const valueWidth = Math.min(24, Math.floor(width / 5));
	const bar = rightBar(samples.length / k, barWidth);
	const name = `${isAtHand ? '❯' : ' '}${letter} `;
	const size = ` ${String(samples.length).padStart(2)}  `;
	const value = cell(firstRow(table, valueWidth), valueWidth);
	const time = isWide ? milliseconds(elapsedMs).padStart(TIME_COLUMNS) : '';
	const room = width - name.length - barWidth - size.length - valueWidth - 2 - time.length;
	const query = room < 4 ? '' : `  ${theme.sql(cell(oneLine(sql), room))}`;
	const line = `${isAtHand ? theme.accent(name) : name}${theme.accent(bar)}${' '.repeat(barWidth - bar.length)}${size}${value}`;
	return `${line}${query}${theme.quiet(time)}`;
}

/** The first row in few words: a cell, or cells beside one another. */
function firstRow({rows}: Table, width: number): string {
	const [row] = rows;
	return row ? fitLine(row.map(value => drawCell(value, width)).join(' · '), width) : '(0 rows)';
}
