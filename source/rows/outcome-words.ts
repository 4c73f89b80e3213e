/** Counts and times of results, in the words that every place uses for them. */
import type {Table} from '../database/cell.js';

/** `1 column`, `1,000 columns`. */
export function counted(count: number | bigint, noun: string): string {
	return `${count.toLocaleString('en-US')} ${noun}${BigInt(count) === 1n ? '' : 's'}`;
}

/** How many rows a result has: `1 row`, `more than 10,000 rows`. */
export function rowsWords({rowCount, truncated}: Pick<Table, 'rowCount' | 'truncated'>): string {
	return `${truncated === 'uncounted' ? 'more than ' : ''}${counted(rowCount, 'row')}`;
}

/** A query's time: `0.4 ms`, `12 ms`. */
export function milliseconds(ms: number): string {
	return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
