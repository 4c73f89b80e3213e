/** The schema view, drawn. */

import stringWidth from 'string-width';
import {counted} from '../../rows/outcome-words.js';
import {visible} from '../../visible.js';
import type {Size} from '../input.js';
import {theme} from '../theme.js';
import {clampIndex, windowAround} from './cursor.js';
import {filterLine} from './filter.js';
import {footer, frame, titled} from './frame.js';
import {objectBody} from './schema-body.js';
import {objectsWords, type SchemaObject} from './schema-objects.js';
import {type Known, listed, type SchemaView, schemaHeight} from './schema-view.js';
import {positionNote, scrolled} from './scroll.js';
import {cell, fitText} from './text.js';

/** The whole screen, the footer last. */
export function schemaLines(view: SchemaView, size: Size): string[] {
	return view.open ? openLines(view, view.open, size) : listLines(view, size);
}

function listLines(view: SchemaView, size: Size): string[] {
	const {columns} = size;
	const objects = listed(view);
	const height = schemaHeight(view, size);
	const cursor = clampIndex(view.cursor, objects.length);
	const {from, to} = windowAround(cursor, objects.length, height);
	const filter = filterLine(view.filter, columns);
	return frame(
		[
			titled(
				`Schema · ${objectsWords(view.objects)}`,
				positionNote({top: from}, objects.length, height),
				columns,
			),
			...(filter === '' ? [] : [filter]),
			...(objects.length === 0 ? [theme.quiet(fitText(nothing(view), columns))] : []),
			...objects
				.slice(from, to)
				.map((object, at) => objectLine(object, view.known.get(object.name), from + at === cursor, columns)),
		],
		view.filter.typing ? footer('filter', columns, {shared: null}) : footer('schema', columns),
		size,
	);
}

function objectLine(
	object: SchemaObject,
	known: Known | undefined,
	isCurrent: boolean,
	width: number,
): string {
	const rows = countWords(known, 'short');
	const facts = [
		...(object.kind === 'view' ? ['view'] : []),
		counted(object.columns.length, 'column'),
		...(rows === '' ? [] : [rows]),
	].join(' · ');
	// Half of the line is the name's, however much there is to say of it.
	const factsWidth = Math.min(stringWidth(facts), Math.floor(width / 2));
	const name = cell(`${isCurrent ? '❯' : ' '} ${visible(object.name)}`, width - factsWidth - 1);
	const told = fitText(facts, factsWidth);
	return isCurrent ? theme.accent(`${name} ${told}`) : `${name} ${theme.quiet(told)}`;
}

function openLines(view: SchemaView, object: SchemaObject, size: Size): string[] {
	const {columns} = size;
	const known = view.known.get(object.name);
	const body = objectBody(object, known, columns);
	const height = schemaHeight(view, size);
	const rows = countWords(known, 'full');
	// What was asked for comes first: on a narrow screen the end is cut.
	const facts = [...(rows === '' ? [] : [rows]), object.kind, counted(object.columns.length, 'column')];
	return frame(
		[
			titled(
				`${visible(object.name)} · ${facts.join(' · ')}`,
				positionNote(view.scroll, body.length, height),
				columns,
			),
			...scrolled(body, view.scroll, height),
		],
		footer('schema', columns, {omit: ['open', 'filter']}),
		size,
	);
}

function countWords(known: Known | undefined, length: 'short' | 'full'): string {
	const count = known?.count;
	switch (count?.kind) {
		case 'given':
			return counted(count.value, 'row');
		case 'asked':
			return 'counting…';
		case 'failed':
			return length === 'short' ? 'not counted' : `not counted: ${visible(count.message)}`;
		default:
			return '';
	}
}

function nothing({objects, filter}: SchemaView): string {
	return objects.length === 0 ? 'The database has no tables.' : `No name contains “${visible(filter.text)}”.`;
}
