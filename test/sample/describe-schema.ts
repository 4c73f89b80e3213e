import type Database from 'better-sqlite3';

type Column = {name: string; type: string; notnull: number; pk: number};
type ForeignKey = {from: string; table: string; to: string};
type Index = {name: string; origin: string};

/** What SQLite itself says of the tables: a line for each column, foreign key and index that has a name. */
export function describeSchema(db: Database.Database): string {
	const tables = db
		.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
		.pluck()
		.all();
	const lines = tables.flatMap(table => [
		String(table),
		...(db.pragma(`table_info(${table})`) as Column[]).map(
			({name, type, notnull, pk}) =>
				`\t${name} ${type}${notnull ? ' NOT NULL' : ''}${pk ? ` PRIMARY KEY ${pk}` : ''}`,
		),
		...(db.pragma(`foreign_key_list(${table})`) as ForeignKey[]).map(
			key => `\t${key.from} -> ${key.table}.${key.to}`,
		),
		...(db.pragma(`index_list(${table})`) as Index[])
			.filter(index => index.origin === 'c')
			.map(({name}) => `\t${name} (${indexedColumns(db, name)})`),
	]);
	return lines.join('\n');
}

function indexedColumns(db: Database.Database, index: string): string {
	return (db.pragma(`index_info(${index})`) as Column[]).map(column => column.name).join(', ');
}
