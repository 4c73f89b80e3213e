import fc from 'fast-check';
import type {Cell} from '../../source/database/cell.js';

/** Any INTEGER of SQLite, its extremes and the edge of JSON's whole numbers often. */
export const integers = fc.oneof(
	fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n}),
	fc.constantFrom(0n, 1n, -1n, 2n ** 53n - 1n, 2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n)),
);

/** Any REAL of SQLite: it has no NaN. */
export const reals = fc.oneof(
	fc.double({noNaN: true}),
	fc.integer().map(Number),
	fc.constantFrom(-0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e16, 2 ** 53, 2 ** 63, 5e-324),
);

/** Any text that SQLite gives back: no lone surrogates. */
export const texts = fc.string({unit: 'grapheme'});

export const cells: fc.Arbitrary<Cell> = fc.oneof(
	fc.constant(null),
	integers,
	reals,
	texts,
	fc.uint8Array({maxLength: 40}),
);

/** Rows of one width, with a name for each column. */
export const tables = fc.integer({min: 1, max: 4}).chain(width =>
	fc.record({
		columns: fc.array(fc.oneof(texts, fc.constantFrom('a', 'a_2', '__proto__', '')), {
			minLength: width,
			maxLength: width,
		}),
		rows: fc.array(fc.array(cells, {minLength: width, maxLength: width}), {maxLength: 6}),
	}),
);
