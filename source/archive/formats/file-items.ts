/** The values of one file while they are found, told of and looked at. */
import {crc32} from 'node:zlib';
import {messageOf} from '../../errors.js';
import type {Entry, Fault} from '../book.js';
import type {BookEvent} from './book-messages.js';
import {readAhead} from './file-bytes.js';
import {checkLength} from './json-text.js';
import {lookAt} from './look.js';

export type Say = (event: BookEvent) => void;

export type FileItems = {
	/** How many were found. */
	count(): number;
	/** The bytes of the next. */
	add(start: number, end: number, line: number): void;
	/** Tells where those are that were found since. */
	tell(): void;
	/** Looks at the next ones: at no more than `most`, and at none after so many bytes. */
	look(most?: number, bytes?: number): void;
	/** All were looked at: says what of them was not kept. */
	end(): void;
};

/** Values that are told of together, and how long they may wait. */
const BATCH = {items: 256, ms: 50};

/** Different notes of one file; more would not be read. */
const MOST_NOTES = 20;

/** `looked` is told how many bytes were looked at. */
export function fileItems(
	{file, fd, size}: {file: number; fd: number; size: number},
	say: Say,
	looked: (bytes: number) => void,
): FileItems {
	/** Start, end and line of each. */
	const bounds: number[] = [];
	const notes = new Map<string, number>();
	const bytesOf = readAhead(fd, size);
	let toldOf = 0;
	let lookedAt = 0;
	const count = () => bounds.length / 3;
	const tell = (end = count()) => {
		if (end > toldOf) {
			say({kind: 'items', file, bounds: Float64Array.from(bounds.slice(3 * toldOf, 3 * end))});
			toldOf = end;
		}
	};

	const lookAtNext = () => {
		const [start, end] = [bounds[3 * lookedAt]!, bounds[3 * lookedAt + 1]!];
		try {
			checkLength(end - start);
			const bytes = bytesOf(start, end);
			const found = lookAt({bytes, offset: start, number: lookedAt});
			for (const note of found.notes) {
				notes.set(note, (notes.get(note) ?? 0) + 1);
			}

			return {entries: found.entries, sum: crc32(bytes)};
		} catch (error) {
			return {entries: [{kind: 'fault', reason: messageOf(error)} satisfies Fault], sum: 0};
		} finally {
			lookedAt++;
			looked(end - start);
		}
	};

	return {
		count,
		add: (start, end, line) => {
			bounds.push(start, end, line);
		},
		tell,
		look(most = count(), bytes = Number.POSITIVE_INFINITY) {
			const stop = Math.min(count(), lookedAt + most);
			const limit = lookedAt < stop ? bounds[3 * lookedAt]! + bytes : 0;
			while (lookedAt < stop && bounds[3 * lookedAt]! < limit) {
				const first = lookedAt;
				const since = performance.now();
				const batch: Array<Array<Entry | Fault>> = [];
				const sums: number[] = [];
				do {
					const {entries, sum} = lookAtNext();
					batch.push(entries);
					sums.push(sum);
					// The samples of a vote have their places one after the other, before what comes after it.
				} while (
					batch.at(-1)!.length === 1 &&
					batch.length < BATCH.items &&
					performance.now() - since < BATCH.ms &&
					lookedAt < stop &&
					bounds[3 * lookedAt]! < limit
				);
				tell(lookedAt);
				say({kind: 'entries', file, first, entries: batch, sums: Uint32Array.from(sums)});
			}
		},
		end() {
			const note = (text: string) => say({kind: 'note', file, isLoss: false, text});
			for (const [text, times] of [...notes].slice(0, MOST_NOTES)) {
				note(times === 1 ? text : `${text} (${times.toLocaleString('en-US')} times)`);
			}

			if (notes.size > MOST_NOTES) {
				note(`there are ${(notes.size - MOST_NOTES).toLocaleString('en-US')} more notes of this kind`);
			}
		},
	};
}
