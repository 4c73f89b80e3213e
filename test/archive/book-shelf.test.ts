import {expect, it} from 'vitest';
import type {Entry} from '../../source/archive/book.js';
import {entryOf} from '../../source/archive/entry.js';
import {
	addEntries,
	addFile,
	addItems,
	beginAnew,
	boundsAt,
	doubleIds,
	finishFile,
	nameOf,
	newShelf,
	type Shelf,
} from '../../source/archive/shelf.js';
import {madeTrajectory} from '../support/made-trajectory.js';

const entry = (id: string): Entry => entryOf(madeTrajectory(id));

/** Tells a shelf of values of ten bytes, a line each, and of what is in them. */
function read(shelf: Shelf, file: number, ids: string[][], start = 0): void {
	const bounds = ids.flatMap((_, at) => [10 * (start + at), 10 * (start + at) + 9, start + at + 1]);
	addItems(shelf, {kind: 'items', file, bounds: Float64Array.from(bounds)});
}

function look(shelf: Shelf, file: number, ids: string[][], first = 0): void {
	const entries = ids.map(samples => samples.map(entry));
	addEntries(shelf, {kind: 'entries', file, first, entries, sums: Uint32Array.from(ids, () => 1)});
}

const idsOf = (shelf: Shelf) =>
	shelf.entries.map(entry => (entry?.kind === 'trajectory' ? entry.id : (entry?.reason ?? null)));

function twoFiles(): Shelf {
	const shelf = newShelf();
	addFile(shelf, {path: '/a', name: 'a'});
	addFile(shelf, {path: '/b', name: 'b'});
	return shelf;
}

it('a value that turns out to be a vote has its further samples at the end', () => {
	const shelf = twoFiles();
	const values = [['s1', 's2', 's3'], ['x']];
	read(shelf, 0, values);
	read(shelf, 1, [['y']]);
	expect(idsOf(shelf)).toEqual([null, null, null]);
	look(shelf, 0, values);
	look(shelf, 1, [['y']]);
	expect(idsOf(shelf)).toEqual(['s1', 'x', 'y', 's2', 's3']);
	expect([0, 1, 2, 3, 4].map(place => nameOf(shelf, place))).toEqual([
		'a:1, sample 1',
		'a:2',
		'b',
		'a:1, sample 2',
		'a:1, sample 3',
	]);
	expect(boundsAt(shelf, 4)).toMatchObject({item: 0, sample: 3, start: 0, end: 9, sum: 1});
});

it('a file that is read anew keeps the places of all, the samples of a vote too', () => {
	const shelf = twoFiles();
	const values = [['s1', 's2'], ['x']];
	read(shelf, 0, values);
	look(shelf, 0, values);
	read(shelf, 1, [['y']]);
	look(shelf, 1, [['y']]);
	const before = idsOf(shelf);
	beginAnew(shelf, new Set([0]));
	expect(idsOf(shelf)).toEqual(before);
	read(shelf, 0, [...values, ['z']]);
	look(shelf, 0, [...values, ['z']]);
	finishFile(shelf, 0);
	expect(idsOf(shelf)).toEqual([...before, 'z']);
	beginAnew(shelf, new Set([0]));
	read(shelf, 0, [['s1']]);
	look(shelf, 0, [['s1']]);
	finishFile(shelf, 0);
	expect(idsOf(shelf)).toEqual(
		before
			.map(id => (id === 's1' || id === 'y' ? id : 'it is no longer in a'))
			.concat('it is no longer in a'),
	);
	expect(() => boundsAt(shelf, before.indexOf('x'))).toThrow('it is no longer in a');
});

it('ids are counted as they come and go', () => {
	const shelf = twoFiles();
	read(shelf, 0, [['x'], ['x']]);
	look(shelf, 0, [['x'], ['x']]);
	expect(doubleIds(shelf)).toEqual(['the id x is there 2 times; all are shown']);
	beginAnew(shelf, new Set([0]));
	read(shelf, 0, [['x']]);
	look(shelf, 0, [['x']]);
	finishFile(shelf, 0);
	expect(doubleIds(shelf)).toEqual([]);
});

it('there is nothing where there is no place', () => {
	expect(() => boundsAt(newShelf(), 0)).toThrow('there is no trajectory at this place');
});
