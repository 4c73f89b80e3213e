/** The key under which two results count as the same answer. */
import {type Cell, integerOfReal} from '../../source/database/cell.js';
import {Digest} from '../../source/database/digest.js';
import {QueryFailure, type Reader} from '../../source/database/reader.js';

const DIGITS = 6;

/**
 * The reader's digest of all rows of a query, with REAL values rounded first: sums of the same values in another
 * order differ in their last digits. Null for a query that fails. The rows are read here, not taken from a
 * trajectory, which keeps only the first thousand. After an abort the signal's reason is thrown.
 */
export async function resultKey(
	reader: Pick<Reader, 'stream'>,
	sql: string,
	{timeoutMs, signal}: {timeoutMs: number; signal?: AbortSignal | undefined},
): Promise<string | null> {
	try {
		const digest = new Digest();
		const {batches} = await reader.stream(sql, {timeoutMs, signal});
		for await (const batch of batches) {
			for (const row of batch) {
				digest.add(row.map(rounded));
			}
		}

		return digest.toString();
	} catch (error) {
		signal?.throwIfAborted();
		if (error instanceof QueryFailure) {
			return null;
		}

		throw error;
	}
}

/**
 * A REAL with six significant digits, any other cell as it is. A REAL that counts as an INTEGER stays, too:
 * rounding may only make equal what the digest tells apart, never the other way round.
 */
export function rounded(cell: Cell): Cell {
	return typeof cell === 'number' && integerOfReal(cell) === null ? Number(cell.toPrecision(DIGITS)) : cell;
}
