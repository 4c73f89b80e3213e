import chalk from 'chalk';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Table} from '../../../source/database/cell.js';
import {drawableRows, type Input, type Size} from '../../../source/ui/input.js';
import {KEYMAP} from '../../../source/ui/keymap.js';
import {type Grid, openGrid, reduceGrid} from '../../../source/ui/screens/grid.js';
import {gridLines} from '../../../source/ui/screens/grid-lines.js';
import {AWKWARD, expectDrawable, plain, table, tables} from '../awkward-tables.js';

chalk.level = 1;

const people = table(
	['id', 'name', 'city'],
	[
		[1n, '日本', 'Wien'],
		[2n, 'e\u0301va', null],
		[10n, '', 'a\nb'],
	],
	{rowCount: 1234, truncated: 'kept'},
);

function frame(table: Table, names: string[], size: Size, title = 'Who is where?'): string {
	let grid: Grid = openGrid(title, table);
	for (const name of names) {
		const next = reduceGrid(grid, {kind: 'key', name, text: name.length === 1 ? name : ''}, size);
		if (next === 'close') {
			throw new Error('closed');
		}

		grid = next;
	}

	return plain(gridLines(grid, size));
}

describe('gridLines', () => {
	it('draws the grid', () => {
		expect(frame(people, ['down', 'right'], {columns: 60, rows: 10})).toBe(
			[
				'Who is where?',
				'  id  name  city',
				'   1  日本  Wien',
				'▸  2  e\u0301va   NULL',
				"  10  ''    a␊b",
				'',
				'',
				'row 2 of 3 (1,234 in all) · column 2 of 3 name',
				'enter open · / filter · s sort · q back · ? keys',
			].join('\n'),
		);
	});

	it('says which column is sorted, and by which text rows are chosen', () => {
		expect(frame(people, ['right', 's', '/', 'i', 'enter'], {columns: 80, rows: 8})).toBe(
			[
				'Who is where?',
				'  id  name ↑  city',
				'▸  1  日本    Wien',
				'',
				'',
				'row 1 of 1 with "i", of 3 (1,234 in all) · column 2 of 3 name · sorted up among…',
				'enter open · / filter · s sort · q back · ? keys',
			].join('\n'),
		);
	});

	it('draws the filter while it is written', () => {
		expect(frame(people, ['/', 'w', 'x'], {columns: 60, rows: 8})).toBe(
			[
				'Who is where?',
				'  id  name  city',
				'(no row holds that)',
				'',
				'',
				'filter: wx   0 of 3 (1,234 in all)',
				'enter keep · esc no filter',
			].join('\n'),
		);
	});

	it('draws a record', () => {
		expect(frame(people, ['down', 'right', 'enter'], {columns: 60, rows: 9})).toBe(
			[
				'Who is where?',
				'  id    2',
				'▸ name  e\u0301va',
				'  city  NULL',
				'',
				'',
				'row 2 of 3 (1,234 in all) · column 2 of 3 name',
				'enter open · q back · ? keys',
			].join('\n'),
		);
	});

	it('draws a cell in full', () => {
		const poem = table(['id', 'text'], [[1n, 'the quick brown fox\njumps over the lazy dog and runs']]);
		expect(frame(poem, ['enter', 'down', 'enter', 'down'], {columns: 24, rows: 8}, 'A poem')).toBe(
			[
				'A poem',
				'text · TEXT, 52 charact…',
				'the quick brown fox',
				'jumps over the lazy dog',
				'and runs',
				'row 1 of 1 · column 2 o…',
				'q back · ? keys',
			].join('\n'),
		);
	});

	it('says how much of a cell has been shown', () => {
		const text = Array.from({length: 100}, (_, index) => `line ${String(index).padStart(2, '0')}`).join('\n');
		const drawn = (...names: string[]) =>
			frame(table(['a'], [[text]]), ['enter', 'enter', ...names], {columns: 60, rows: 9})
				.split('\n')
				.slice(1, 3);
		expect(drawn()).toEqual(['a · TEXT, 799 characters · 4 %', 'line 00']);
		expect(drawn('end')).toEqual(['a · TEXT, 799 characters · 100 %', 'line 96']);
	});

	it('has no title where there are few rows', () => {
		expect(frame(people, ['down'], {columns: 60, rows: 5})).toBe(
			[
				'  id  name  city',
				'▸  2  e\u0301va   NULL',
				'row 2 of 3 (1,234 in all) · column 1 of 3 id',
				'enter open · / filter · s sort · q back · ? keys',
			].join('\n'),
		);
	});

	it('shows a part of a column that does not fit', () => {
		const wide = table(['id', 'long', 'longer'], [[1n, 'x'.repeat(39), 'y'.repeat(100)]]);
		expect(frame(wide, [], {columns: 60, rows: 8}).split('\n').slice(1, 3)).toEqual([
			`  id  long${' '.repeat(37)}longer`,
			`▸  1  ${'x'.repeat(39)}  ${'y'.repeat(12)}…`,
		]);
		expect(frame(wide, ['right', 'right'], {columns: 60, rows: 8}).split('\n').slice(1, 3)).toEqual([
			'  longer',
			`▸ ${'y'.repeat(39)}…`,
		]);
	});

	it('draws a table without rows', () => {
		expect(frame(table(['a', 'b'], []), ['down', 'right'], {columns: 60, rows: 7})).toBe(
			[
				'Who is where?',
				'  a  b',
				'(0 rows)',
				'',
				'no rows · column 2 of 2 b',
				'enter open · / filter · s sort · q back · ? keys',
			].join('\n'),
		);
	});

	it('says that rows were not counted', () => {
		const many = table(['a'], [[1n]], {rowCount: 10_000, truncated: 'uncounted'});
		expect(frame(many, [], {columns: 80, rows: 7})).toContain(
			'row 1 of 1 (more than 10,000 in all) · column 1 of 1 a',
		);
	});
});

const sizes = fc.record({columns: fc.integer({min: 20, max: 300}), rows: fc.integer({min: 5, max: 60})});

const keyNames = [KEYMAP.grid, KEYMAP.filter, KEYMAP.view]
	.flatMap(context => Object.values(context))
	.flatMap(({keys}) => keys as readonly string[]);

const inputs: fc.Arbitrary<Input> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.constantFrom(...keyNames, 'backspace', 'a', '日').map(
			(name): Input => ({
				kind: 'key',
				name,
				text: name === 'space' ? ' ' : [...name].length === 1 ? name : '',
			}),
		),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom(...Object.values(AWKWARD)).map((text): Input => ({kind: 'paste', text})),
	},
);

describe('any grid after any keys on any screen', () => {
	it('is never wider or longer than the screen, is safe to draw, and has its cursor in the table', () => {
		fc.assert(
			fc.property(
				tables,
				fc.constantFrom('A question?', ...Object.values(AWKWARD)),
				fc.array(fc.tuple(inputs, sizes), {maxLength: 30}),
				(table, title, steps) => {
					let grid = openGrid(title, table);
					for (const [input, size] of steps) {
						const next = reduceGrid(grid, input, size);
						// What is closed is opened again: all else goes on from where it was.
						grid = next === 'close' ? openGrid(title, table) : next;
						expectDrawable(gridLines(grid, size), size.columns, drawableRows(size));
						expect(grid.cursor.column).toBeLessThan(table.columns.length);
						expect(grid.cursor.row).toBeLessThan(Math.max(1, grid.order.length));
						expect(plain(gridLines(grid, size))).toMatch(
							grid.mode.kind === 'cell' || grid.mode.kind === 'filter' || grid.order.length === 0
								? /./
								: /^▸ /m,
						);
					}
				},
			),
			{numRuns: 200},
		);
	});

	it('is drawn at a size that no key was pressed at', () => {
		fc.assert(
			fc.property(tables, fc.array(inputs, {maxLength: 20}), sizes, sizes, (table, keys, before, after) => {
				let grid = openGrid('', table);
				for (const input of keys) {
					const next = reduceGrid(grid, input, before);
					grid = next === 'close' ? grid : next;
				}

				expectDrawable(gridLines(grid, after), after.columns, drawableRows(after));
			}),
			{numRuns: 100},
		);
	});
});

describe('a large table', () => {
	const fast = (what: () => void) => {
		const started = performance.now();
		what();
		return performance.now() - started;
	};
	const press = (grid: Grid, name: string, size: Size): Grid => {
		const next = reduceGrid(grid, {kind: 'key', name, text: ''}, size);
		return next === 'close' ? grid : next;
	};

	it('opens at once with 2,000 columns', () => {
		const names = Array.from({length: 2000}, (_, index) => `column ${index}`);
		const row = names.map((_, index) => `value ${index}`);
		const wide = table(
			names,
			Array.from({length: 1000}, () => row),
		);
		const size = {columns: 300, rows: 60};
		expect(
			fast(() => {
				let grid = openGrid('', wide);
				for (const name of [
					'down',
					'right',
					'pagedown',
					'end',
					'enter',
					'down',
					'enter',
					'escape',
					'escape',
				]) {
					grid = press(grid, name, size);
					gridLines(grid, size);
				}
			}),
		).toBeLessThan(1000);
	});

	it('opens at once with cells of 5 MB', () => {
		const huge = table(
			['text', 'wide', 'blob'],
			Array.from({length: 6}, () => ['x'.repeat(5e6), '日'.repeat(5e6), new Uint8Array(5e6)]),
		);
		const size = {columns: 120, rows: 40};
		expect(
			fast(() => {
				let grid = openGrid('', huge);
				for (const name of [
					'down',
					'enter',
					'enter',
					'pagedown',
					'end',
					'right',
					'end',
					'up',
					'right',
					'escape',
				]) {
					grid = press(grid, name, size);
					gridLines(grid, size);
				}
			}),
		).toBeLessThan(1500);
	});
});
