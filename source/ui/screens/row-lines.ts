/** A few rows of a result as lines. */
import type {Table} from '../../database/cell.js';
import {tableWriter} from '../../rows/table.js';
import {fitText} from './text.js';

/** At most `limit` rows, aligned where they fit and else a column a line, each cut to `width` columns. */
export function rowLines({columns, rows}: Table, width: number, limit: number): string[] {
	const writer = tableWriter(width);
	const text = writer.begin(columns) + writer.rows(rows.slice(0, limit)) + writer.end();
	return text
		.trimEnd()
		.split('\n')
		.map(line => fitText(line, width));
}
