/** The schema to look through: the list of its tables and views, and one of them in full. */
import type {Table} from '../../database/cell.js';
import type {Schema} from '../../protocol/schema.js';
import {drawableRows, type Input, type Size} from '../input.js';
import {actionFor} from '../keymap.js';
import {clampIndex, reduceCursor} from './cursor.js';
import {type Filter, NO_FILTER, reduceFilter} from './filter.js';
import {objectBody} from './schema-body.js';
import {filtered, objectsOf, type SchemaObject} from './schema-objects.js';
import {AT_TOP, reduceScroll, type Scroll} from './scroll.js';

/** Something that is asked of the database. */
export type Asked<T> = {kind: 'asked'} | {kind: 'given'; value: T} | {kind: 'failed'; message: string};

/** What is known of a table besides its schema. */
export type Known = {count?: Asked<bigint>; rows?: Asked<Table>};

export type SchemaView = {
	objects: readonly SchemaObject[];
	/** An index into the objects that the filter leaves. */
	cursor: number;
	filter: Filter;
	/** The table or view that is shown in full; null: the list is shown. */
	open: SchemaObject | null;
	/** Of the one that is open. */
	scroll: Scroll;
	known: ReadonlyMap<string, Known>;
};

/** What the view needs of the database; `schemaAnswer` brings it. `table` may be a view. */
export type SchemaRequest = {kind: 'count' | 'first-rows'; table: string};

/** A result, or the text of an error; what is not given stays as it was. */
export type SchemaResult = {table: string; count?: bigint | string; rows?: Table | string};

export function openSchema(schema: Schema): SchemaView {
	const objects = objectsOf(schema);
	return {objects, cursor: 0, filter: NO_FILTER, open: null, scroll: AT_TOP, known: new Map()};
}

export function reduceSchema(
	view: SchemaView,
	input: Input,
	size: Size,
): SchemaView | 'close' | {view: SchemaView; request: SchemaRequest} {
	return view.open ? reduceOpen(view, view.open, input, size) : reduceList(view, input, size);
}

/** The view with what the database gave. */
export function schemaAnswer(view: SchemaView, {table, count, rows}: SchemaResult): SchemaView {
	return know(view, table, {
		...(count !== undefined && {
			count: typeof count === 'bigint' ? {kind: 'given', value: count} : {kind: 'failed', message: count},
		}),
		...(rows !== undefined && {
			rows: typeof rows === 'string' ? {kind: 'failed', message: rows} : {kind: 'given', value: rows},
		}),
	});
}

/** The objects that the filter leaves. */
export function listed({objects, filter}: SchemaView): SchemaObject[] {
	return filtered(objects, filter);
}

/** The lines for the list, or for the body of the object that is open. */
export function schemaHeight({open, filter}: SchemaView, size: Size): number {
	const hasFilterLine = !open && (filter.typing || filter.text !== '');
	return Math.max(1, drawableRows(size) - 2 - (hasFilterLine ? 1 : 0));
}

function reduceList(view: SchemaView, input: Input, size: Size): ReturnType<typeof reduceSchema> {
	const filter = view.filter.typing ? reduceFilter(view.filter, input) : null;
	if (filter) {
		// A name that is typed is looked for from the top.
		return {...view, filter, cursor: filter.text === view.filter.text ? view.cursor : 0};
	}

	const objects = listed(view);
	const current = objects[clampIndex(view.cursor, objects.length)];
	if (!view.filter.typing) {
		switch (actionFor('schema', input)) {
			case 'open':
				return current ? openObject(view, current) : view;
			case 'count':
				return current ? askCount(view, current) : view;
			case 'filter':
				return {...view, filter: {...view.filter, typing: true}};
			default:
		}
	}

	const action = actionFor('view', input);
	return action === 'close'
		? 'close'
		: {...view, cursor: reduceCursor(view.cursor, action, objects.length, schemaHeight(view, size))};
}

function reduceOpen(
	view: SchemaView,
	open: SchemaObject,
	input: Input,
	size: Size,
): ReturnType<typeof reduceSchema> {
	switch (actionFor('schema', input)) {
		case 'back':
			return {...view, open: null};
		case 'count':
			return askCount(view, open);
		default:
	}

	const action = actionFor('view', input);
	if (action === 'close') {
		return {...view, open: null};
	}

	const {length} = objectBody(open, view.known.get(open.name), size.columns);
	return {...view, scroll: reduceScroll(view.scroll, action, length, schemaHeight(view, size))};
}

function openObject(view: SchemaView, object: SchemaObject): ReturnType<typeof reduceSchema> {
	const opened = {...view, open: object, scroll: AT_TOP};
	const rows = view.known.get(object.name)?.rows;
	return rows?.kind === 'given' || rows?.kind === 'asked'
		? opened
		: {
				view: know(opened, object.name, {rows: {kind: 'asked'}}),
				request: {kind: 'first-rows', table: object.name},
			};
}

/** Rows are counted anew at each wish, but not while they are counted. */
function askCount(view: SchemaView, {name}: SchemaObject): ReturnType<typeof reduceSchema> {
	return view.known.get(name)?.count?.kind === 'asked'
		? view
		: {view: know(view, name, {count: {kind: 'asked'}}), request: {kind: 'count', table: name}};
}

function know(view: SchemaView, table: string, change: Known): SchemaView {
	return {...view, known: new Map(view.known).set(table, {...view.known.get(table), ...change})};
}
