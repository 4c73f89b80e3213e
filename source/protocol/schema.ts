/**
 * The schema as the model reads it: plain data, and its dump. The database side fills the data in; here it
 * only becomes text, so that the same schema always gives the same bytes.
 */

export type Column = {
	name: string;
	/** The declared type as written, or '' if the column has none. */
	type: string;
	notNull: boolean;
	/** The place in the primary key, from 1; 0 if the column is not part of it. */
	keyPosition: number;
};

export type ForeignKey = {
	columns: string[];
	table: string;
	/** The columns referred to; empty where the parent has no key to refer to. */
	references: string[];
};

export type TableSchema = {
	name: string;
	columns: Column[];
	foreignKeys: ForeignKey[];
};

export type ViewSchema = {name: string; columns: string[]};

/** Tables and views in the order of `sqlite_master`. */
export type Schema = {tables: TableSchema[]; views: ViewSchema[]};

/**
 * The dump that fills `{schema}` in the system prompt: CREATE TABLE-like, a blank line between the
 * objects, no line break at the end.
 */
export function dumpSchema(schema: Schema): string {
	return [...schema.tables.map(dumpTable), ...schema.views.map(dumpView)].join('\n\n');
}

/** A table's part of the dump. */
export function dumpTable(table: TableSchema): string {
	const key = table.columns.filter(column => column.keyPosition > 0);
	const lines = table.columns.map(column => {
		const words = [identifier(column.name)];
		if (column.type !== '') {
			words.push(column.type);
		}

		if (key.length === 1 && column === key[0]) {
			words.push('PRIMARY KEY');
		} else if (column.notNull) {
			words.push('NOT NULL');
		}

		return words.join(' ');
	});
	if (key.length > 1) {
		const ordered = key.toSorted((a, b) => a.keyPosition - b.keyPosition);
		lines.push(`PRIMARY KEY ${list(ordered.map(column => column.name))}`);
	}

	for (const {columns, table: parent, references} of inColumnOrder(table)) {
		const target = references.length > 0 ? ` ${list(references)}` : '';
		lines.push(`FOREIGN KEY ${list(columns)} REFERENCES ${identifier(parent)}${target}`);
	}

	return `CREATE TABLE ${identifier(table.name)} (\n${lines.map(line => `  ${line}`).join(',\n')}\n);`;
}

function dumpView(view: ViewSchema): string {
	return `CREATE VIEW ${identifier(view.name)} ${list(view.columns)};`;
}

/** Foreign keys by the place of their first column in the table; those that share it keep their order. */
function inColumnOrder({columns, foreignKeys}: TableSchema): ForeignKey[] {
	const place = new Map(columns.map((column, index) => [column.name.toLowerCase(), index]));
	const placeOf = (key: ForeignKey) => place.get(key.columns[0]?.toLowerCase() ?? '') ?? columns.length;
	return foreignKeys.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function list(names: readonly string[]): string {
	return `(${names.map(identifier).join(', ')})`;
}

/** A name as it stands in the dump: bare where SQLite reads it bare, else in backticks. */
export function identifier(name: string): string {
	return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !KEYWORDS.has(name.toUpperCase())
		? name
		: `\`${name.replaceAll('`', '``')}\``;
}

/** The 147 keywords of SQLite, https://www.sqlite.org/lang_keywords.html. */
const KEYWORDS = new Set(
	`ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY
	CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE
	CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP
	EACH ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM
	FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT
	INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING
	NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY
	RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK
	ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE
	UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT`.split(/\s+/),
);
