/** Tables and views of a schema as one list. */

import {estimateTokens} from '../../protocol/prompt.js';
import {dumpSchema, type Schema, type TableSchema, type ViewSchema} from '../../protocol/schema.js';
import {counted} from '../../rows/outcome-words.js';
import {type Filter, matches} from './filter.js';

export type SchemaObject = ({kind: 'table'} & TableSchema) | ({kind: 'view'} & ViewSchema);

/** Tables, then views, as in the schema: so the model is shown them too. */
export function objectsOf({tables, views}: Schema): SchemaObject[] {
	return [
		...tables.map(table => ({kind: 'table' as const, ...table})),
		...views.map(view => ({kind: 'view' as const, ...view})),
	];
}

export function filtered<T extends {name: string}>(objects: readonly T[], filter: Filter): T[] {
	return objects.filter(({name}) => matches(filter, name));
}

/** About how many tokens an object takes in the prompt. */
export function tokensOf(object: SchemaObject): number {
	const schema: Schema =
		object.kind === 'table' ? {tables: [object], views: []} : {tables: [], views: [object]};
	return estimateTokens(dumpSchema(schema));
}

/** `11 tables, 2 views`. */
export function objectsWords(objects: readonly SchemaObject[]): string {
	const tables = objects.filter(({kind}) => kind === 'table').length;
	return [
		...(tables > 0 || objects.length === 0 ? [counted(tables, 'table')] : []),
		...(objects.length > tables ? [counted(objects.length - tables, 'view')] : []),
	].join(', ');
}
