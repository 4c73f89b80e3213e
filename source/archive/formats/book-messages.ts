/** What a book and the thread that looks through its files say. */
import type {BigIntStats} from 'node:fs';
import type {Entry, Fault} from '../book.js';

/** `at` is the file's number in the book. */
export type BookFile = {at: number; path: string};

export type BookEvent =
	/** A file is begun. `isList` where its values are told apart by their number, not by their line. */
	| {kind: 'file'; file: number; version: string; isList: boolean}
	/** More values of a file, in its order: start, end and line of each, three numbers. */
	| {kind: 'items'; file: number; bounds: Float64Array}
	/** What stands there, from the value `first` on: of a vote more than one. `sums` are the CRC-32 of their bytes. */
	| {kind: 'entries'; file: number; first: number; entries: Array<Array<Entry | Fault>>; sums: Uint32Array}
	/** In words for a person. With `isLoss` something of the file could not be read. */
	| {kind: 'note'; text: string; file: number; isLoss: boolean}
	/** In bytes, of all files. */
	| {kind: 'progress'; done: number; total: number}
	| {kind: 'done'};

/** Changes whenever the file does. */
export function fileVersion({dev, ino, size, mtimeNs}: BigIntStats): string {
	return `${dev}-${ino}-${size}-${mtimeNs}`;
}
