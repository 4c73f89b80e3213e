import {describe, expect, it} from 'vitest';
import type {Cell} from '../../../source/database/cell.js';
import type {Input} from '../../../source/ui/input.js';
import {type Grid, openGrid, reduceGrid} from '../../../source/ui/screens/grid.js';
import {table} from '../awkward-tables.js';

const SIZE = {columns: 80, rows: 24};

/** Names of keys, or what is typed after `type:`. */
function keys(...names: string[]): Input[] {
	return names.flatMap((name): Input[] =>
		name.startsWith('type:')
			? [...name.slice(5)].map(text => ({kind: 'key', name: text === ' ' ? 'space' : text, text}))
			: [{kind: 'key', name, text: name.length === 1 ? name : ''}],
	);
}

function pressed(grid: Grid, inputs: Input[], size = SIZE): Grid {
	let at = grid;
	for (const input of inputs) {
		const next = reduceGrid(at, input, size);
		if (next === 'close') {
			throw new Error('closed');
		}

		at = next;
	}

	return at;
}

function at(grid: Grid): Cell {
	return grid.table.rows[grid.order[grid.cursor.row]!]![grid.cursor.column]!;
}

function column(grid: Grid, index = 0): Cell[] {
	return grid.order.map(row => grid.table.rows[row]![index]!);
}

const letters = table(
	['letter', 'n'],
	[...'abcdefghijklmnopqrstuvwxyz'].map((letter, index) => [letter, BigInt(index)]),
);

describe('moving', () => {
	it.each<[string, string[], number, number]>([
		['down', ['down', 'j'], 2, 0],
		['up, at most to the top', ['down', 'up', 'k', 'up'], 0, 0],
		['right, at most to the last column', ['right', 'l', 'l'], 0, 1],
		['left, at most to the first column', ['right', 'left', 'h'], 0, 0],
		['to the end', ['end'], 25, 0],
		['to the beginning', ['end', 'home'], 0, 0],
		// 24 rows less the one that may not be drawn, title, names, position and footer: 19.
		['a page down', ['pagedown'], 19, 0],
		['a page down and up', ['end', 'pageup'], 6, 0],
		['past the end', ['pagedown', 'space'], 25, 0],
	])('goes %s', (_, names, row, column) => {
		expect(pressed(openGrid('', letters), keys(...names)).cursor).toEqual({row, column});
	});

	it('keeps the cursor on the screen', () => {
		const grid = pressed(openGrid('', letters), keys('end'));
		expect(grid.top).toBe(26 - 19);
		expect(pressed(grid, keys('up')).top).toBe(26 - 19);
		expect(pressed(grid, keys('home')).top).toBe(0);
	});

	it('keeps the cursor on a screen that shrinks, and fills one that grows', () => {
		const grid = pressed(openGrid('', letters), keys('end'));
		const small = pressed(grid, keys('x'), {columns: 20, rows: 8});
		expect(small.cursor.row).toBe(25);
		// 8 rows less 1, title, names, position and footer: 3.
		expect(small.top).toBe(23);
		expect(pressed(small, keys('x'), {columns: 80, rows: 60}).top).toBe(0);
	});

	it('scrolls over columns as they fit', () => {
		const names = Array.from({length: 30}, (_, index) => `column ${index}`);
		const wide = openGrid('', table(names, [names.map((_, index) => BigInt(index))]));
		const moved = pressed(wide, keys(...Array<string>(12).fill('right')));
		expect(moved.cursor.column).toBe(12);
		// 78 columns: 8 and 9 wide, and gaps: seven of them.
		expect(moved.left).toBe(6);
		expect(pressed(moved, keys(...Array<string>(12).fill('left'))).left).toBe(0);
	});

	it('does nothing in a table without rows', () => {
		const empty = openGrid('', table(['a', 'b'], []));
		const moved = pressed(empty, keys('down', 'end', 'pageup', 'enter', 'right', 's'));
		expect(moved.cursor).toEqual({row: 0, column: 1});
		expect(moved.mode.kind).toBe('grid');
	});

	it('takes no keys that mean nothing here, and no paste', () => {
		const grid = pressed(openGrid('', letters), [...keys('?', 'x', 'f1'), {kind: 'paste', text: 'b'}]);
		expect(grid).toEqual(openGrid('', letters));
	});
});

describe('opening', () => {
	it('goes from the grid to the row to the cell, and back', () => {
		const open = (grid: Grid, ...names: string[]) => pressed(grid, keys(...names));
		const record = open(openGrid('', letters), 'down', 'enter');
		expect(record.mode.kind).toBe('record');
		const cell = open(record, 'down', 'enter');
		expect(cell.mode).toMatchObject({kind: 'cell', what: 'INTEGER', text: {text: '1'}});
		expect(open(cell, 'enter', 's', '/').mode.kind).toBe('cell');
		expect(open(cell, 'escape').mode.kind).toBe('record');
		const grid = open(cell, 'escape', 'q');
		expect(grid.mode.kind).toBe('grid');
		expect(grid.cursor).toEqual({row: 1, column: 1});
		expect(reduceGrid(grid, keys('escape')[0]!, SIZE)).toBe('close');
		expect(reduceGrid(grid, keys('q')[0]!, SIZE)).toBe('close');
	});

	it('goes from a record to the next, column by column', () => {
		const record = pressed(openGrid('', letters), keys('enter'));
		expect(at(pressed(record, keys('right', 'right', 'down')))).toBe(2n);
		expect(at(pressed(record, keys('right', 'left', 'end')))).toBe(0n);
	});

	it('goes from a cell to that of the next column', () => {
		const cell = pressed(openGrid('', letters), keys('enter', 'enter', 'right'));
		expect(cell.mode).toMatchObject({kind: 'cell', what: 'INTEGER'});
		expect(pressed(cell, keys('left', 'left')).mode).toMatchObject({what: 'TEXT, 1 character'});
	});

	it.each<[Cell, string, string]>([
		[null, 'NULL', 'NULL'],
		['NULL', 'TEXT, 4 characters', "'NULL'"],
		['', 'TEXT, 0 characters', "''"],
		['a\u{1f600}', 'TEXT, 2 characters', 'a\u{1f600}'],
		[1, 'REAL', '1.0'],
		[Uint8Array.of(255), 'BLOB, 1 byte', "x'ff'"],
	])('says of %s that it is %s', (cell, what, text) => {
		const grid = pressed(openGrid('', table(['a'], [[cell]])), keys('enter', 'enter'));
		expect(grid.mode).toMatchObject({what, text: {text}});
	});

	it('scrolls a long cell, within its ends', () => {
		const text = Array.from({length: 100}, (_, index) => `line ${index}`).join('\n');
		const cell = pressed(openGrid('', table(['a'], [[text]])), keys('enter', 'enter'));
		const place = (...names: string[]) => {
			const {mode} = pressed(cell, keys(...names));
			return mode.kind === 'cell' ? text.slice(mode.place.offset).split('\n', 1)[0] : null;
		};
		expect(place('down', 'j')).toBe('line 2');
		expect(place('pagedown')).toBe('line 19');
		expect(place('end')).toBe('line 81');
		expect(place('end', 'pagedown', 'up')).toBe('line 80');
		expect(place('end', 'home', 'up')).toBe('line 0');
	});
});

describe('the filter', () => {
	const names = openGrid(
		'',
		table(
			['name', 'city'],
			[
				['Ana', 'BERLIN'],
				['Bernd', 'Wien'],
				['Zoë', null],
				[1.5, Uint8Array.of(0xbe)],
			],
		),
	);

	it.each<[string, Cell[]]>([
		['ber', ['Ana', 'Bernd']],
		['ZOË', ['Zoë']],
		['null', ['Zoë']],
		['1.5', [1.5]],
		["x'be", [1.5]],
		['nobody', []],
		['j', []],
		['bernd q', []],
	])('shows rows that hold %s', (filter, found) => {
		expect(column(pressed(names, keys('/', `type:${filter}`)))).toEqual(found);
	});

	it('is kept with enter, and gone with escape', () => {
		const kept = pressed(names, keys('/', 'type:ber', 'enter'));
		expect(kept).toMatchObject({mode: {kind: 'grid'}, filter: 'ber', order: [0, 1]});
		expect(pressed(kept, keys('/', 'escape'))).toMatchObject({
			mode: {kind: 'grid'},
			filter: '',
			order: [0, 1, 2, 3],
		});
	});

	it('is written on, and taken back letter by letter', () => {
		const kept = pressed(names, keys('/', 'type:ber', 'enter', '/', 'type:n\u{1f600}'));
		expect(kept.filter).toBe('bern\u{1f600}');
		expect(pressed(kept, keys('backspace')).filter).toBe('bern');
		expect(pressed(kept, keys(...Array<string>(9).fill('backspace')))).toMatchObject({
			filter: '',
			mode: {kind: 'filter'},
		});
	});

	it('takes a paste, and no control characters', () => {
		const inputs: Input[] = [
			...keys('/'),
			{kind: 'paste', text: 'BER\n'},
			{kind: 'key', name: 'tab', text: '\t'},
		];
		expect(pressed(names, inputs).filter).toBe('BER');
	});

	it('lets the cursor move while it is written, and keeps it on its row', () => {
		expect(pressed(names, keys('/', 'down', 'type:ber')).cursor.row).toBe(1);
		const grid = pressed(names, keys('down', 'down', '/', 'type:zoë'));
		expect(grid.cursor.row).toBe(0);
		expect(pressed(grid, keys('escape')).cursor.row).toBe(2);
		expect(pressed(names, keys('end', '/', 'type:ber')).cursor.row).toBe(1);
	});

	it('does not move when it is left empty', () => {
		expect(pressed(names, keys('down', '/', 'enter')).cursor.row).toBe(1);
	});
});

describe('the sort', () => {
	const mixed = openGrid(
		'',
		table(
			['x', 'n'],
			[
				['b', 1n],
				[2n, 2n],
				[null, 3n],
				[Uint8Array.of(1), 4n],
				['B', 5n],
				[1.5, 6n],
				['b', 7n],
				[null, 8n],
			],
		),
	);

	it('goes up, down and off, in the order of SQLite; rows that are the same stay as they were', () => {
		const up = pressed(mixed, keys('s'));
		expect(column(up, 1)).toEqual([3n, 8n, 6n, 2n, 5n, 1n, 7n, 4n]);
		const down = pressed(up, keys('s'));
		expect(column(down, 1)).toEqual([4n, 1n, 7n, 5n, 2n, 6n, 3n, 8n]);
		expect(column(pressed(down, keys('s')), 1)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]);
	});

	it('begins anew at another column', () => {
		const other = pressed(mixed, keys('s', 's', 'right', 's'));
		expect(other.sort).toEqual({column: 1, direction: 'up'});
	});

	it('leaves the cursor in its place, and holds while rows are filtered', () => {
		const sorted = pressed(mixed, keys('right', 's', 's', '/', 'type:b'));
		expect(sorted.cursor.row).toBe(0);
		expect(column(sorted, 1)).toEqual([7n, 5n, 1n]);
	});
});
