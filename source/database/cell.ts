/**
 * What a query gives back, as data: cells, tables, outcomes, and their JSON. This file knows nobody;
 * everything that carries a result across a process, a file or the screen rests on it.
 */

/** A SQLite value. INTEGER is a bigint and REAL a number, so that 1 and 1.0 stay apart. */
export type Cell = null | bigint | number | string | Uint8Array;

/**
 * The rows of a query. `rowCount` is exact unless `truncated` is 'uncounted' (then it is the number at
 * which counting stopped); 'kept' means that fewer rows are held here than the query has.
 */
export type Table = {
	columns: string[];
	rows: Cell[][];
	rowCount: number;
	truncated: false | 'kept' | 'uncounted';
	digest?: string;
};

export type FailureKind = 'refused' | 'sql' | 'timeout' | 'memory' | 'cancelled' | 'database';

export type Failure = {kind: FailureKind; message: string};

/**
 * What became of one query, with the milliseconds it took in the reader. `readAsText` names the
 * double-quoted tokens that are no column and were read as text, as SQLite's default build does.
 */
export type QueryOutcome = {elapsedMs: number; readAsText?: string[]} & ({table: Table} | {error: Failure});

/** A cell in JSON: lossless both ways, see `cellToJson`. */
export type CellJson = null | string | number | {int: string} | {real: string} | {hex: string};

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const SAFE_MIN = BigInt(Number.MIN_SAFE_INTEGER);
const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * A REAL as Python's `repr` writes a float: `1.0`, `1e-05`, `1e+16`, `inf`, `-0.0`.
 *
 * Both languages print the shortest digits that read back as the same double; they differ only in when
 * they turn to an exponent (Python: below 1e-4 and from 1e16) and in how they write it.
 */
export function realText(value: number): string {
	if (!Number.isFinite(value)) {
		return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
	}

	if (Object.is(value, -0)) {
		return '-0.0';
	}

	const magnitude = Math.abs(value);
	if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
		const [digits = '', exponent = ''] = value.toExponential().split('e');
		return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
	}

	// JavaScript turns to an exponent only below 1e-6 and from 1e21, both out of this range.
	const text = String(value);
	return text.includes('.') ? text : `${text}.0`;
}

/** The double that `realText` wrote. Throws a RangeError for anything else. */
export function realFromText(text: string): number {
	if (text === 'inf' || text === '-inf') {
		return text === 'inf' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
	}

	if (text === 'nan') {
		return Number.NaN;
	}

	const value = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
	if (!Number.isFinite(value)) {
		throw new RangeError(`"${text}" is no REAL`);
	}

	return value;
}

/** Lower-case hex of a BLOB, without a prefix. */
export function hex(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/**
 * A cell as JSON that loses nothing: null; a string is TEXT; a number is an INTEGER within ±(2^53 − 1)
 * or a finite REAL that is not integral; what a JSON number cannot say is tagged `int`, `real` or `hex`.
 */
export function cellToJson(cell: Cell): CellJson {
	switch (typeof cell) {
		case 'string':
			return cell;
		case 'bigint':
			return cell >= SAFE_MIN && cell <= SAFE_MAX ? Number(cell) : {int: String(cell)};
		case 'number':
			return Number.isFinite(cell) && !Number.isInteger(cell) ? cell : {real: realText(cell)};
		default:
			return cell === null ? null : {hex: hex(cell)};
	}
}

/** The cell that `cellToJson` wrote. Throws a RangeError that says what is wrong with any other value. */
export function cellFromJson(json: unknown): Cell {
	if (json === null || typeof json === 'string') {
		return json;
	}

	if (typeof json === 'number') {
		// A whole number beyond ±(2^53 − 1) does not tell which INTEGER or REAL it was.
		if (Number.isSafeInteger(json)) {
			return BigInt(json);
		}

		if (Number.isFinite(json) && !Number.isInteger(json)) {
			return json;
		}
	}

	if (typeof json === 'object') {
		const {int, real, hex} = json as {int?: unknown; real?: unknown; hex?: unknown};
		if (typeof int === 'string' && /^-?\d{1,19}$/.test(int)) {
			const value = BigInt(int);
			if (value >= INT64_MIN && value <= INT64_MAX) {
				return value;
			}
		} else if (typeof real === 'string') {
			return realFromText(real);
		} else if (typeof hex === 'string' && /^(?:[\da-f]{2})*$/i.test(hex)) {
			return Uint8Array.from(Buffer.from(hex, 'hex'));
		}
	}

	throw new RangeError(`${JSON.stringify(json)} is no cell`);
}

/** The INTEGER that a REAL counts as where values are compared (1.0 is 1, -0.0 is 0), or null if it is none. */
export function integerOfReal(value: number): bigint | null {
	// 2^63 is a double, 2^63 − 1 is not: below it is the test for int64.
	return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(value) : null;
}

/** A Table in JSON, as trajectories carry it. */
export type TableJson = {
	columns: string[];
	rows: CellJson[][];
	row_count: number;
	truncated: Table['truncated'];
	digest?: string;
};

/** A QueryOutcome in JSON, as trajectories carry it. */
export type OutcomeJson = {elapsed_ms: number; read_as_text?: string[]} & (
	| {table: TableJson}
	| {error: Failure}
);

/** An outcome in JSON; lossless, see `cellToJson`. */
export function outcomeToJson(outcome: QueryOutcome): OutcomeJson {
	const result =
		'error' in outcome
			? {error: {kind: outcome.error.kind, message: outcome.error.message}}
			: {
					table: {
						columns: outcome.table.columns,
						rows: outcome.table.rows.map(row => row.map(cellToJson)),
						row_count: outcome.table.rowCount,
						truncated: outcome.table.truncated,
						...(outcome.table.digest !== undefined && {digest: outcome.table.digest}),
					},
				};
	return {
		...result,
		elapsed_ms: outcome.elapsedMs,
		...(outcome.readAsText && {read_as_text: outcome.readAsText}),
	};
}

/** Reads `outcomeToJson`'s form, whose shape was checked before; throws a RangeError on a value that is no cell. */
export function outcomeFromJson(json: OutcomeJson): QueryOutcome {
	const result =
		'error' in json
			? {error: json.error}
			: {
					table: {
						columns: json.table.columns,
						rows: json.table.rows.map(row => row.map(cellFromJson)),
						rowCount: json.table.row_count,
						truncated: json.table.truncated,
						...(json.table.digest !== undefined && {digest: json.table.digest}),
					},
				};
	return {
		...result,
		elapsedMs: json.elapsed_ms,
		...(json.read_as_text && {readAsText: json.read_as_text}),
	};
}
