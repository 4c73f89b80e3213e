import {randomUUID} from 'node:crypto';
import {type FileHandle, link, open, rm} from 'node:fs/promises';
import path from 'node:path';
import type {Reader} from '../database/reader.js';
import {codeOf, messageOf, UsageError} from '../errors.js';
import {expandHome} from '../home.js';
import {type RowFormat, type RowWriter, rowWriter} from './row-writer.js';

/**
 * Writes every row of a query to a new file, raw. The file is there when it is whole: it is written beside
 * its place first. Throws a UsageError if the file is there already or cannot be written; a query that fails
 * leaves no file.
 */
export async function exportRows(
	reader: Reader,
	{format, file, sql}: {format: RowFormat; file: string; sql: string},
	timeoutMs: number,
): Promise<{rows: number; path: string}> {
	const target = path.resolve(expandHome(file));
	const draft = `${target}.${randomUUID()}.part`;
	try {
		const writer = await rowWriter(format);
		// Before the query: a stream of rows that nobody reads would keep the reader from all others.
		const handle = await open(draft, 'wx');
		let rows: number;
		try {
			rows = await writeRows(handle, writer, await reader.stream(sql, {timeoutMs}));
		} finally {
			await handle.close();
		}

		await link(draft, target);
		return {rows, path: target};
	} catch (error) {
		throw codeOf(error) === 'EEXIST'
			? new UsageError(`${target} is there already`, 'Name another file, or remove that one.')
			: codeOf(error).startsWith('E')
				? new UsageError(`${target} cannot be written: ${messageOf(error)}`, 'Name another file.')
				: error;
	} finally {
		await rm(draft, {force: true});
	}
}

/** Gives the number of rows. What stops the writing leaves the stream too. */
async function writeRows(
	handle: FileHandle,
	writer: RowWriter,
	{columns, batches}: Awaited<ReturnType<Reader['stream']>>,
): Promise<number> {
	let rows = 0;
	let text = writer.begin(columns);
	for await (const batch of batches) {
		rows += batch.length;
		await handle.appendFile(text + writer.rows(batch));
		text = '';
	}

	await handle.appendFile(text + writer.end());
	return rows;
}
