/** Which place in a book each value of its files has, and what stands there: a book as data, filled in as it is read. */
import {UsageError} from '../errors.js';
import type {Entry, Fault} from './book.js';
import type {BookEvent} from './formats/book-messages.js';

export type ShelfFile = {
	path: string;
	name: string;
	version: string;
	isList: boolean;
	/** Start, end and line of each value. */
	bounds: number[];
	/** CRC-32 of the bytes of each value that was looked at. */
	sums: number[];
	/** The place of each value, of a vote that of its first sample. */
	places: number[];
	/** Places before a file was read anew, by where their values begin; those that are left are gone. */
	before: Map<string, number>;
	/** How often each id is there. */
	ids: Map<string, number>;
};

/** Where a trajectory is: `sample` is 0 where its value holds no other, else from 1. */
export type Spot = {file: number; item: number; sample: number};

export type Shelf = {
	files: ShelfFile[];
	spots: Spot[];
	entries: Array<Entry | Fault | undefined>;
};

export function newShelf(): Shelf {
	return {files: [], spots: [], entries: []};
}

/** A file that is to be read, at the end of those that are there. Gives its number. */
export function addFile(shelf: Shelf, {path, name}: {path: string; name: string}): number {
	const empty = {
		version: '',
		isList: false,
		bounds: [],
		sums: [],
		places: [],
		before: new Map(),
		ids: new Map(),
	};
	return shelf.files.push({path, name, ...empty}) - 1;
}

/** The files are to be read anew: what stands where something stood keeps its place. */
export function beginAnew({files, spots}: Shelf, numbers: ReadonlySet<number>): void {
	for (const [place, {file: at, item, sample}] of spots.entries()) {
		const file = files[at]!;
		if (numbers.has(at) && item < file.places.length) {
			file.before.set(keyOf(file, item, sample), place);
		}
	}

	for (const at of numbers) {
		Object.assign(files[at]!, {version: '', bounds: [], sums: [], places: []});
	}
}

/** All of the file was read: what is left of before is gone. */
export function finishFile(shelf: Shelf, at: number): void {
	const {before, name} = shelf.files[at]!;
	for (const place of before.values()) {
		setEntry(shelf, place, {kind: 'fault', reason: `it is no longer in ${name}`});
		shelf.spots[place] = {file: at, item: Number.POSITIVE_INFINITY, sample: 0};
	}

	before.clear();
}

export function addItems(shelf: Shelf, {file: at, bounds}: Extract<BookEvent, {kind: 'items'}>): void {
	const file = shelf.files[at]!;
	for (let index = 0; index < bounds.length; index += 3) {
		file.bounds.push(bounds[index]!, bounds[index + 1]!, bounds[index + 2]!);
		const item = file.places.length;
		file.places.push(takePlace(shelf, at, item, 0));
	}
}

export function addEntries(
	shelf: Shelf,
	{file: at, first, entries, sums}: Extract<BookEvent, {kind: 'entries'}>,
): void {
	const file = shelf.files[at]!;
	for (const [index, samples] of entries.entries()) {
		const item = first + index;
		file.sums[item] = sums[index]!;
		for (const [sample, entry] of samples.entries()) {
			const number = samples.length === 1 ? 0 : sample + 1;
			const place = sample === 0 ? file.places[item]! : takePlace(shelf, at, item, number);
			shelf.spots[place] = {file: at, item, sample: number};
			setEntry(shelf, place, entry);
		}
	}
}

function takePlace(shelf: Shelf, at: number, item: number, sample: number): number {
	const file = shelf.files[at]!;
	const key = keyOf(file, item, sample);
	const place = file.before.get(key) ?? shelf.spots.length;
	file.before.delete(key);
	shelf.spots[place] = {file: at, item, sample};
	if (place === shelf.entries.length) {
		shelf.entries.push(undefined);
	}

	return place;
}

/** The first sample of a vote has the key that its value had before it was known to be a vote. */
function keyOf({bounds}: ShelfFile, item: number, sample: number): string {
	return `${bounds[3 * item]}:${Math.max(1, sample)}`;
}

function setEntry({entries, files, spots}: Shelf, place: number, entry: Entry | Fault): void {
	const {ids} = files[spots[place]!.file]!;
	for (const [one, step] of [
		[entries[place], -1],
		[entry, 1],
	] as const) {
		if (one?.kind === 'trajectory') {
			ids.set(one.id, (ids.get(one.id) ?? 0) + step);
		}
	}

	entries[place] = entry;
}

/** Where a trajectory is from, for a person: `run.jsonl:3`, `list.json[2]`, `vote.json, sample 4`. */
export function nameOf(shelf: Shelf, place: number): string {
	const spot = shelf.spots[place];
	const file = spot && shelf.files[spot.file];
	if (!file) {
		return '';
	}

	const {item, sample} = spot;
	const line = file.bounds[3 * item + 2];
	const isOnly = file.places.length <= 1;
	const value = isOnly || line === undefined ? '' : file.isList ? `[${item}]` : `:${line}`;
	return `${file.name}${value}${sample > 0 ? `, sample ${sample}` : ''}`;
}

/** The name of the file that what stands at a place is in. */
export function fileOf(shelf: Shelf, place: number): string {
	const spot = shelf.spots[place];
	return (spot && shelf.files[spot.file]?.name) ?? '';
}

/** A note on ids that are there more than once in one file, or none: two runs have the same. */
export function doubleIds({files}: Shelf): string[] {
	const double = files.flatMap(({ids}) => [...ids].filter(([, count]) => count > 1));
	if (double.length === 0) {
		return [];
	}

	const [first] = double[0]!;
	return [
		double.length === 1
			? `the id ${first} is there ${double[0]![1]} times; all are shown`
			: `${double.length.toLocaleString('en-US')} ids are there more than once (${first} is one); all are shown`,
	];
}

/** The bytes of what stands at a place. Throws a UsageError where nothing does, or what is known to be no trajectory. */
export function boundsAt(shelf: Shelf, place: number) {
	const entry = shelf.entries[place];
	if (entry?.kind === 'fault') {
		throw new UsageError(`${nameOf(shelf, place)}: ${entry.reason}`, 'Check the file.');
	}

	const spot = shelf.spots[place];
	const file = spot && shelf.files[spot.file];
	const [start, end] = file ? file.bounds.slice(3 * spot.item, 3 * spot.item + 2) : [];
	if (!file || start === undefined || end === undefined) {
		throw new UsageError('there is no trajectory at this place', 'Choose another.');
	}

	const {item, sample} = spot;
	return {file, item, sample, start, end, sum: file.sums[item]};
}
