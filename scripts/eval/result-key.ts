/** The keys under which two results count as the same answer. */
import {type Cell, integerOfReal} from '../../source/database/cell.js';
import {Digest} from '../../source/database/digest.js';
import {QueryFailure, type Reader} from '../../source/database/reader.js';

const DIGITS = 6;

/** What people round amounts, minutes and percentages to, and a model that learned it from them. */
const DECIMALS = 2;

/**
 * The reader's digests of a result. `exact` has REAL values with six significant digits: sums of the same values in
 * another order differ in their last ones. `near` has them with two decimals, so that an average is also what rounds
 * it is.
 */
export type ResultKeys = {exact: string; near: string};

/**
 * The keys of all rows of a query, null for one that fails. The rows are read here, not taken from a trajectory, which
 * keeps only the first thousand. After an abort the signal's reason is thrown.
 */
export async function resultKeys(
	reader: Pick<Reader, 'stream'>,
	sql: string,
	{timeoutMs, signal}: {timeoutMs: number; signal?: AbortSignal | undefined},
): Promise<ResultKeys | null> {
	try {
		const exact = new Digest();
		const near = new Digest();
		const {batches} = await reader.stream(sql, {timeoutMs, signal});
		for await (const batch of batches) {
			for (const row of batch) {
				exact.add(row.map(toDigits));
				near.add(row.map(toDecimals));
			}
		}

		return {exact: exact.toString(), near: near.toString()};
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
export function toDigits(cell: Cell): Cell {
	return isFraction(cell) ? Number(cell.toPrecision(DIGITS)) : cell;
}

/** A REAL with two decimals, any other cell as it is. */
export function toDecimals(cell: Cell): Cell {
	return isFraction(cell) ? Number(cell.toFixed(DECIMALS)) : cell;
}

function isFraction(cell: Cell): cell is number {
	return typeof cell === 'number' && Number.isFinite(cell) && integerOfReal(cell) === null;
}
