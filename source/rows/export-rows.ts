import type {Reader} from '../database/reader.js';
import {writeNewFile} from '../new-file.js';
import {type RowFormat, rowWriter} from './row-writer.js';

/**
 * Writes every row of a query to a new file, raw, as `writeNewFile` does and with its errors; a query that fails throws a
 * QueryFailure, and leaves no file.
 */
export async function exportRows(
	reader: Reader,
	{format, file, sql}: {format: RowFormat; file: string; sql: string},
	timeoutMs: number,
): Promise<{rows: number; path: string}> {
	let rows = 0;
	const path = await writeNewFile(file, pieces());
	return {rows, path};

	/** Asked for when the file is open: a stream of rows that nobody reads would keep the reader from all others. */
	async function* pieces(): AsyncGenerator<string> {
		const writer = await rowWriter(format);
		const {columns, batches} = await reader.stream(sql, {timeoutMs});
		let text = writer.begin(columns);
		for await (const batch of batches) {
			rows += batch.length;
			yield text + writer.rows(batch);
			text = '';
		}

		yield text + writer.end();
	}
}
