import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Size} from '../../../source/ui/input.js';
import {schemaLines} from '../../../source/ui/screens/schema-lines.js';
import {
	openSchema,
	reduceSchema,
	type SchemaRequest,
	type SchemaView,
	schemaAnswer,
} from '../../../source/ui/screens/schema-view.js';
import {
	expectDrawable,
	inputs,
	key,
	LARGE,
	SCHEMA,
	SMALL,
	schemas,
	seen,
	sizes,
	table,
	tables,
	texts,
} from './support.js';

function press(
	view: SchemaView,
	keys: string,
	size: Size = LARGE,
): {view: SchemaView; requests: SchemaRequest[]} {
	const requests: SchemaRequest[] = [];
	for (const name of keys.split(' ').filter(Boolean)) {
		const next = reduceSchema(view, key(name), size);
		if (next === 'close') {
			throw new Error(`${name} closed the view`);
		}

		view = 'request' in next ? next.view : next;
		requests.push(...('request' in next ? [next.request] : []));
	}

	return {view, requests};
}

const opened = openSchema(SCHEMA);

describe('reduceSchema', () => {
	it.each([
		['j', 1],
		['j j j j', 2],
		['k', 0],
		['end', 2],
		['end home', 0],
		['pagedown', 2],
	])('%s leads to the object at %i', (keys, cursor) => {
		expect(press(opened, keys).view.cursor).toBe(cursor);
	});

	it('asks for the first rows once', () => {
		const {view, requests} = press(opened, 'j enter');
		expect(view.open?.name).toBe('PlaylistTrack');
		expect(requests).toEqual([{kind: 'first-rows', table: 'PlaylistTrack'}]);
		expect(press(view, 'h l').requests).toEqual([]);
		expect(
			press(schemaAnswer(view, {table: 'PlaylistTrack', rows: table(['a'], [])}), 'h l').requests,
		).toEqual([]);
		expect(press(schemaAnswer(view, {table: 'PlaylistTrack', rows: 'locked'}), 'h l').requests).toHaveLength(
			1,
		);
	});

	it('asks for a count, but not twice at once', () => {
		const {view, requests} = press(opened, 'c c');
		expect(requests).toEqual([{kind: 'count', table: 'Customer'}]);
		expect(press(schemaAnswer(view, {table: 'Customer', count: 59n}), 'c').requests).toHaveLength(1);
		expect(press(press(opened, 'enter').view, 'c').requests).toEqual(requests);
	});

	it('goes back from a table to the list, and from there out', () => {
		for (const name of ['h', 'left', 'q', 'escape']) {
			expect(press(opened, `enter ${name}`).view.open).toBeNull();
		}

		expect(reduceSchema(opened, key('q'), LARGE)).toBe('close');
		expect(reduceSchema(opened, key('escape'), LARGE)).toBe('close');
	});

	it('narrows the list while a filter is typed; its letters are no keys', () => {
		const typed = press(opened, 'j / q').view;
		expect(typed.filter).toEqual({text: 'q', typing: true});
		expect(press(typed, 'enter enter').requests).toEqual([]);
		const found = press(opened, '/ b e').view;
		expect(press(found, 'enter enter').view.open?.name).toBe('Best');
		expect(press(found, 'backspace').view.filter.text).toBe('b');
		expect(press(found, 'escape').view.filter).toEqual({text: '', typing: false});
		expect(reduceSchema(press(opened, '/').view, {kind: 'paste', text: 'play\nlist'}, LARGE)).toMatchObject({
			filter: {text: 'play list'},
		});
	});
});

describe('schemaLines', () => {
	it('lists tables and views', () => {
		const {view} = press(schemaAnswer(opened, {table: 'PlaylistTrack', count: 8715n}), 'c j');
		expect(seen(schemaLines(view, LARGE))).toBe(`\
Schema · 2 tables, 1 view
  Customer                                                 3 columns · counting…
❯ PlaylistTrack                                           2 columns · 8,715 rows
  Best                                                          view · 2 columns
${'\n'.repeat(17)}
enter open · c count rows · / filter · q back · ? keys`);
	});

	it('shows a table in full', () => {
		const {view} = press(opened, 'enter c');
		const known = schemaAnswer(view, {
			table: 'Customer',
			count: 'the database is locked',
			rows: table(
				['CustomerId', 'Country'],
				[
					[1n, 'Brazil'],
					[2n, null],
				],
				59,
			),
		});
		expect(seen(schemaLines(known, LARGE))).toBe(`\
Customer · not counted: the database is locked · table · 3 columns
── columns
CustomerId    INTEGER       key · not null
Country       NVARCHAR(40)
SupportRepId  INTEGER       → Employee.EmployeeId

── first rows
CustomerId  Country
──────────  ───────
         1  Brazil
         2  NULL
${'\n'.repeat(10)}
c count rows · q back · ? keys`);
	});

	it('shows keys of several columns, on a small screen too', () => {
		expect(seen(schemaLines(press(opened, 'j enter').view, SMALL))).toBe(`\
PlaylistTrack · table · 2 columns
── columns
PlaylistId  INTEGER  key 1 · not null
TrackId              key 2 · not null

── foreign keys of several columns
(PlaylistId, TrackId) → Pair

── first rows
They are being read…
${'\n'.repeat(2)}
c count rows · q back · ? keys`);
	});

	it('shows the filter, and that nothing has it', () => {
		const lines = seen(schemaLines(press(opened, '/ x y').view, SMALL)).split('\n');
		expect(lines.slice(0, 3)).toEqual(['Schema · 2 tables, 1 view', '/xy', 'No name contains “xy”.']);
		expect(lines.at(-1)).toBe('enter keep · esc no filter');
	});

	it('says that there is nothing, and why rows are not there', () => {
		expect(seen(schemaLines(openSchema({tables: [], views: []}), SMALL))).toContain(
			'Schema · 0 tables\nThe database has no tables.\n',
		);
		const failed = schemaAnswer(press(opened, 'enter').view, {table: 'Customer', rows: 'no such module: x'});
		expect(seen(schemaLines(failed, LARGE))).toContain('── first rows\nno such module: x\n');
	});

	it('is drawable whatever is in it and whatever is pressed', () => {
		fc.assert(
			fc.property(
				schemas,
				fc.array(fc.tuple(inputs, sizes), {maxLength: 15}),
				fc.oneof(texts, tables),
				fc.oneof(texts, fc.bigInt({min: 0n})),
				(schema, presses, rows, count) => {
					let view = openSchema(schema);
					for (const [input, size] of presses) {
						const next = reduceSchema(view, input, size);
						if (next !== 'close') {
							view =
								'request' in next
									? schemaAnswer(next.view, {
											table: next.request.table,
											...(next.request.kind === 'count' ? {count} : {rows}),
										})
									: next;
						}

						expectDrawable(schemaLines(view, size), size);
					}
				},
			),
		);
	});
});
