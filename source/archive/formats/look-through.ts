/**
 * The pass over the files of a book: where its values are, and what they are. It reads synchronously, and is for a
 * thread of its own.
 */
import {closeSync, fstatSync, readSync, statSync} from 'node:fs';
import {codeOf, messageOf} from '../../errors.js';
import {type BookFile, fileVersion} from './book-messages.js';
import {openFile, readBytes} from './file-bytes.js';
import {type FileItems, fileItems, type Say} from './file-items.js';
import {LONGEST_BYTES, parseJson} from './json-text.js';
import {HEAD_BYTES, headFault, layoutOf} from './layout.js';
import {type Scan, scanLines, scanValues} from './scan.js';

/** Bytes that are read at once: as many as stay in a core's cache while they are looked at. */
const CHUNK_BYTES = 2 ** 18;

/** A file up to this size is looked through while its values are found; a larger one is indexed first. */
const SMALL_BYTES = 64 * 2 ** 20;

/** How much of a larger one is looked at before the rest is indexed: the first screen. */
const FIRST = {items: 100, bytes: 2 ** 22};

/** Values that are told of together where they are not looked at. */
const INDEX_BATCH = 5000;

/** Looks through the files in their order. Whatever is wrong with one of them is told in its place. */
export function lookThrough(files: readonly BookFile[], tell: Say): void {
	const total = files.reduce((sum, {path}) => sum + sizeOf(path), 0);
	let done = 0;
	const progress = () => tell({kind: 'progress', done: Math.min(done, total), total});
	const say: Say = event => {
		tell(event);
		if (event.kind === 'entries') {
			progress();
		}
	};
	const looked = (bytes: number) => {
		done += bytes;
	};

	progress();
	// Those that are only indexed now are looked through when all are.
	const later = files.map(file => looking(file, say, looked));
	for (const look of later) {
		look();
	}

	tell({kind: 'done'});
}

/** Finds all values of a file, and looks at them if it is small. Gives what is left to do. */
function looking(given: BookFile, say: Say, looked: (bytes: number) => void): () => void {
	const {at: file} = given;
	try {
		return indexed(given, openFile(given.path), say, looked);
	} catch (error) {
		sayFault(file, whyUnreadable(error), say);
		return () => {};
	}
}

function indexed({at: file}: BookFile, fd: number, say: Say, looked: (bytes: number) => void): () => void {
	const close = () => closeSync(fd);
	try {
		const info = fstatSync(fd, {bigint: true});
		const size = Number(info.size);
		const head = readBytes(fd, 0, Math.min(size, HEAD_BYTES));
		const layout = layoutOf(head);
		say({kind: 'file', file, version: fileVersion(info), isList: layout.kind === 'values'});
		const fault = size === 0 ? 'is empty' : headFault(head)?.why;
		if (fault) {
			sayFault(file, `it ${fault}`, say);
			close();
			return () => {};
		}

		const items = fileItems({file, fd, size}, say, looked);
		const scan =
			layout.kind === 'lines'
				? scanLines(layout.start, items.add)
				: scanValues(layout.start, layout.inList, items.add);
		const isSmall = size <= SMALL_BYTES;
		scanFile({fd, start: layout.start, size, scan}, isSmall ? () => items.look() : indexing(items));
		finish({fd, file, size, scan, items}, say);
		if (!isSmall) {
			items.tell();
			return () => lookAtAll(items, close);
		}

		lookAtAll(items, close);
		return () => {};
	} catch (error) {
		say({kind: 'note', file, isLoss: true, text: `it could not be read to its end: ${messageOf(error)}`});
		close();
		return () => {};
	}
}

function lookAtAll(items: FileItems, close: () => void): void {
	items.look();
	items.end();
	close();
}

/** What is done after each chunk of a large file. */
function indexing(items: FileItems): () => void {
	let first = true;
	let told = 0;
	return () => {
		if (first && items.count() > 0) {
			items.look(FIRST.items, FIRST.bytes);
			first = false;
		}

		if (items.count() - told >= INDEX_BATCH) {
			items.tell();
			told = items.count();
		}
	};
}

function scanFile(
	{fd, start, size, scan}: {fd: number; start: number; size: number; scan: Scan},
	each: () => void,
): void {
	const chunk = Buffer.allocUnsafeSlow(Math.min(size, CHUNK_BYTES));
	for (let at = start; at < size; ) {
		const count = readSync(fd, chunk, 0, Math.min(chunk.length, size - at), at);
		if (count === 0) {
			throw new Error('the file has become shorter');
		}

		scan.take(chunk.subarray(0, count));
		at += count;
		each();
	}
}

/** What stands after the last value that was found: one without a line break after it, or one that was cut off. */
function finish(
	{fd, file, size, scan, items}: {fd: number; file: number; size: number; scan: Scan; items: FileItems},
	say: Say,
): void {
	const rest = scan.rest();
	if (!rest) {
		if (items.count() === 0) {
			say({kind: 'note', file, isLoss: false, text: 'there is nothing in it'});
		}

		return;
	}

	if (isWhole(fd, rest.start, size)) {
		items.add(rest.start, size, rest.line);
		return;
	}

	const what = rest.line > 0 ? `line ${rest.line.toLocaleString('en-US')}, its last,` : 'its end';
	const where = `from byte ${rest.start.toLocaleString('en-US')} on`;
	say({
		kind: 'note',
		file,
		isLoss: true,
		text: `${what} is cut off (${where}); what stands before it was read`,
	});
}

/** Whether bytes are a whole value. Those that are too many are taken for one, which then says so. */
function isWhole(fd: number, start: number, end: number): boolean {
	if (end - start > LONGEST_BYTES) {
		return true;
	}

	try {
		parseJson(readBytes(fd, start, end), start);
		return true;
	} catch {
		return false;
	}
}

/** The file has one place, where it says what is wrong with it. */
function sayFault(file: number, reason: string, say: Say): void {
	say({kind: 'items', file, bounds: Float64Array.of(0, 0, 0)});
	say({kind: 'entries', file, first: 0, entries: [[{kind: 'fault', reason}]], sums: Uint32Array.of(0)});
}

function whyUnreadable(error: unknown): string {
	return codeOf(error) === 'ENOENT'
		? 'the file is no longer there'
		: `it cannot be read: ${messageOf(error)}`;
}

function sizeOf(path: string): number {
	try {
		return statSync(path).size;
	} catch {
		return 0;
	}
}
