import type {Schema} from './schema.js';

/** The schema with only the tables and views of those names; null stands for all. */
export function chosenSchema(schema: Schema, names: ReadonlySet<string> | null): Schema {
	return names === null
		? schema
		: {
				tables: schema.tables.filter(({name}) => names.has(name)),
				views: schema.views.filter(({name}) => names.has(name)),
			};
}
