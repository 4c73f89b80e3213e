/**
 * How hard a gold query of Spider is, from its parsed form. The rules are those of the dataset's `evaluation.py`: a
 * query has components, nested queries and other things that make it harder, and their counts decide.
 */

export const HARDNESSES = ['easy', 'medium', 'hard', 'extra'] as const;

export type Hardness = (typeof HARDNESSES)[number];

/** Conditions with `and` and `or` between them: `[condition, 'or', condition, …]`. */
type Conditions = ReadonlyArray<Condition | string>;

/** Whether it is negated, its operator, what it compares, and the one or two values it compares with. */
type Condition = readonly [
	isNegated: boolean,
	operator: number,
	unit: unknown,
	first: unknown,
	second: unknown,
];

/** Arithmetic: its operator, and the one or two columns that it is of. */
type ValueUnit = readonly [operator: number, first: ColumnUnit | null, second: ColumnUnit | null];

/** A column with the number of its aggregate, 0 for none. */
type ColumnUnit = readonly [aggregate: number, column: unknown, isDistinct: boolean];

type ParsedQuery = {
	select: readonly [isDistinct: boolean, units: ReadonlyArray<readonly [aggregate: number, unit: unknown]>];
	from: {table_units: readonly unknown[]; conds: Conditions};
	where: Conditions;
	groupBy: readonly ColumnUnit[];
	having: Conditions;
	orderBy: readonly [] | readonly [direction: string, units: readonly ValueUnit[]];
	limit: number | null;
	intersect: unknown;
	union: unknown;
	except: unknown;
};

/** Where LIKE stands among the operators of a condition. */
const LIKE = 9;

/** Of a query as Spider's files have it under `sql`; null for anything else. */
export function hardness(parsed: unknown): Hardness | null {
	if (!isQuery(parsed)) {
		return null;
	}

	try {
		return hardnessOf(components(parsed), nestedQueries(parsed), others(parsed));
	} catch (error) {
		// Some part of it has another shape than in Spider.
		if (error instanceof TypeError) {
			return null;
		}

		throw error;
	}
}

function isQuery(value: unknown): value is ParsedQuery {
	const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
	return ['select', 'where', 'groupBy', 'having', 'orderBy'].every(name => Array.isArray(fields[name]));
}

function hardnessOf(components: number, nested: number, others: number): Hardness {
	if (nested === 0) {
		if (components <= 1 && others === 0) {
			return 'easy';
		}

		if ((components <= 1 && others <= 2) || (components <= 2 && others < 2)) {
			return 'medium';
		}

		if ((components <= 2 && others > 2) || (components === 3 && others <= 2)) {
			return 'hard';
		}
	}

	return nested === 1 && components <= 1 && others === 0 ? 'hard' : 'extra';
}

/** WHERE, GROUP BY, ORDER BY, LIMIT, each join, each OR and each LIKE. */
function components(query: ParsedQuery): number {
	const {from, where, groupBy, orderBy, limit} = query;
	const clauses = [where.length > 0, groupBy.length > 0, orderBy.length > 0, limit !== null];
	const joins = Math.max(0, from.table_units.length - 1);
	const all = [from.conds, where, query.having];
	const ors = all.flatMap(connectives).filter(word => word === 'or');
	const likes = all.flatMap(conditions).filter(([, operator]) => operator === LIKE);
	return clauses.filter(Boolean).length + joins + ors.length + likes.length;
}

/** Queries that conditions compare with, and those that the query is combined with. */
function nestedQueries({from, where, having, intersect, union, except}: ParsedQuery): number {
	const values = [from.conds, where, having]
		.flatMap(conditions)
		.flatMap(([, , , first, second]) => [first, second]);
	const compared = values.filter(
		value => typeof value === 'object' && value !== null && !Array.isArray(value),
	);
	return compared.length + [intersect, union, except].filter(query => query !== null).length;
}

/** More than one aggregate, column, condition of WHERE, or column of GROUP BY: one for each of the four. */
function others({select, where, groupBy, orderBy, having}: ParsedQuery): number {
	const [, columns] = select;
	const [, ordered = []] = orderBy;
	const units = ordered.flatMap(([, first, second]) => [first, second]).filter(unit => unit !== null);
	// As the script counts: of conditions it takes the first field for an aggregate, which says whether one is negated;
	// and those of HAVING with what stands between them, of which a word counts as one.
	const aggregates =
		count(columns, ([aggregate]) => aggregate !== 0) +
		count(conditions(where), ([isNegated]) => isNegated) +
		count(groupBy, ([aggregate]) => aggregate !== 0) +
		count(units, ([aggregate]) => aggregate !== 0) +
		count(having, one => typeof one === 'string' || one[0]);
	return [aggregates, columns.length, where.length, groupBy.length].filter(number => number > 1).length;
}

function count<T>(items: readonly T[], test: (item: T) => boolean): number {
	return items.filter(test).length;
}

function conditions(all: Conditions): Condition[] {
	return all.filter((one): one is Condition => typeof one !== 'string');
}

function connectives(all: Conditions): string[] {
	return all.filter(one => typeof one === 'string');
}
