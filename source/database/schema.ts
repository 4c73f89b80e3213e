import type Database from 'better-sqlite3';
import {messageOf} from '../errors.js';
import type {Column, ForeignKey, Schema} from '../protocol/schema.js';
import type {SchemaWarning} from './messages.js';

type Connection = InstanceType<typeof Database>;

/**
 * Reads the schema, object by object: one that cannot be read (a broken view, a table of a module that is
 * not here) is left out with a warning and costs no other. Shadow tables, SQLite's own tables and hidden
 * columns are left out; generated columns are columns.
 */
export function readSchema(db: Connection): {schema: Schema; warnings: SchemaWarning[]} {
	const objects = db
		.prepare<[], {type: 'table' | 'view'; name: string}>(
			"SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
		)
		.all();
	const shadows = new Set(
		db.prepare("SELECT name FROM pragma_table_list WHERE type = 'shadow' AND schema = 'main'").pluck().all(),
	);
	const readColumns = columnReader(db);
	const readForeignKeys = foreignKeyReader(db, name => readColumns(name));
	const schema: Schema = {tables: [], views: []};
	const warnings: SchemaWarning[] = [];
	for (const {type, name} of objects) {
		if (shadows.has(name)) {
			continue;
		}

		try {
			const columns = readColumns(name);
			if (columns.length === 0) {
				throw new Error('it has no columns that can be read');
			}

			if (type === 'table') {
				schema.tables.push({name, columns, foreignKeys: readForeignKeys(name)});
			} else {
				schema.views.push({name, columns: columns.map(column => column.name)});
			}
		} catch (error) {
			warnings.push({name, message: messageOf(error)});
		}
	}

	return {schema, warnings};
}

function columnReader(db: Connection): (table: string) => Column[] {
	// Hidden is 1 for a virtual table's hidden columns, 2 and 3 for generated ones.
	const statement = db
		.prepare<[string], [string, string, number, number]>(
			'SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid',
		)
		.raw();
	return table =>
		statement.all(table).map(([name, type, notNull, keyPosition]) => ({
			name,
			type,
			notNull: notNull === 1,
			keyPosition,
		}));
}

function foreignKeyReader(
	db: Connection,
	readColumns: (table: string) => Column[],
): (table: string) => ForeignKey[] {
	// SQLite lists foreign keys from the last to the first.
	const statement = db
		.prepare<[string], [number, string, string, string | null]>(
			'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq',
		)
		.raw();
	return table => {
		const keys = new Map<number, ForeignKey & {named: boolean}>();
		for (const [id, parent, from, to] of statement.all(table)) {
			const key = keys.get(id) ?? {columns: [], table: parent, references: [], named: to !== null};
			key.columns.push(from);
			if (to !== null) {
				key.references.push(to);
			}

			keys.set(id, key);
		}

		return [...keys.values()].map(({columns, table: parent, references, named}) => ({
			columns,
			table: parent,
			references: named ? references : primaryKey(readColumns, parent),
		}));
	};
}

/** The key that a foreign key without target columns refers to; none if the parent is not there or has none. */
function primaryKey(readColumns: (table: string) => Column[], table: string): string[] {
	let columns: Column[];
	try {
		columns = readColumns(table);
	} catch {
		// The parent cannot be read, which is warned of where it is listed.
		return [];
	}

	return columns
		.filter(column => column.keyPosition > 0)
		.sort((a, b) => a.keyPosition - b.keyPosition)
		.map(column => column.name);
}
