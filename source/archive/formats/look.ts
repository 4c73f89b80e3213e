/** What stands at a place of a file: for a list in few words, or whole. */
import {messageOf, SqrlError, UsageError} from '../../errors.js';
import type {Entry, Fault} from '../book.js';
import {entryOf} from '../entry.js';
import {parseJson} from './json-text.js';
import {inexactNumbers} from './long-numbers.js';
import {type Read, readTrajectories} from './read-trajectory.js';

/** The bytes of one value, where they stand in their file, and the number of the value in it, from 0. */
export type Item = {bytes: Buffer; offset: number; number: number};

/** The trajectories of a value. Whatever is wrong with it is its reason. */
export function readItem({bytes, offset, number}: Item): Read[] {
	try {
		const read = readTrajectories(parseJson(bytes, offset), String(number));
		const first = read.find(one => 'trajectory' in one);
		first?.notes.push(...inexactNumbers(bytes).map(inexactNote));
		return read;
	} catch (error) {
		// What nests too deep, or has a table too large, is no fault of this program.
		return [{reason: error instanceof SqrlError ? error.message : `it cannot be read: ${messageOf(error)}`}];
	}
}

function inexactNote(text: string): string {
	const given = text.length > 40 ? `${text.slice(0, 40)}…` : text;
	return `the number ${given} is not kept to its last digit: it is read as ${Number(text)}`;
}

/** The same in few words, and what of it is not kept. */
export function lookAt(item: Item): {entries: Array<Entry | Fault>; notes: string[]} {
	const read = readItem(item);
	return {
		entries: read.map(one =>
			'reason' in one ? {kind: 'fault', reason: one.reason.slice(0, 500)} : entryOf(one.trajectory),
		),
		notes: read.flatMap(one => ('reason' in one ? [] : one.notes)),
	};
}

/** One trajectory of a value: of a vote the sample, from 0. Throws a UsageError that names it. */
export function trajectoryOf(item: Item, sample: number, name: string) {
	const read = readItem(item)[sample];
	if (!read || 'reason' in read) {
		throw new UsageError(`${name}: ${read?.reason ?? 'it is not there'}`, 'Check the file.');
	}

	return read.trajectory;
}
