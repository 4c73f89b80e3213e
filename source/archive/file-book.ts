/** A book of files: they are looked through by a thread of their own, and each trajectory is read when it is opened. */
import {constants} from 'node:fs';
import {open, stat} from 'node:fs/promises';
import {Worker} from 'node:worker_threads';
import {crc32} from 'node:zlib';
import {codeOf, messageOf, UsageError} from '../errors.js';
import {builtFile} from '../package-root.js';
import type {Book, Catalogue} from './book.js';
import {findFiles} from './formats/book-files.js';
import {type BookEvent, type BookFile, fileVersion} from './formats/book-messages.js';
import {checkLength} from './formats/json-text.js';
import {trajectoryOf} from './formats/look.js';
import {
	addEntries,
	addFile,
	addItems,
	beginAnew,
	boundsAt,
	doubleIds,
	fileOf,
	finishFile,
	nameOf,
	newShelf,
} from './shelf.js';

export type FileBook = Book & {
	/** Notes on what could not be read at all, such as a last line that was cut off. */
	losses(): readonly string[];
	/** What its files are called in `nameOf`, no two the same. */
	files(): readonly string[];
	/** Their absolute paths, in the same order. */
	paths(): readonly string[];
};

type Note = {file: number; text: string; isLoss: boolean};

/**
 * Opens files, and folders of them; resolves when the first trajectories are there, or all. Throws a UsageError for a
 * path that holds none; whatever is wrong further in stands in its place.
 */
export async function openBook(paths: readonly string[]): Promise<FileBook> {
	const shelf = newShelf();
	let found = await findFiles(paths);
	let notes: Note[] = [];
	let progress: Catalogue['progress'] = null;
	let worker: Worker | null = null;
	/** Whether something was left that is not looked at, because looking was broken off. */
	let isPartly = false;
	let current: Catalogue | null = null;
	const listeners = new Set<() => void>();
	const changed = () => {
		current = null;
		for (const listener of listeners) {
			listener();
		}
	};

	const take = (event: BookEvent) => {
		switch (event.kind) {
			case 'file':
				Object.assign(shelf.files[event.file]!, {version: event.version, isList: event.isList});
				break;
			case 'items':
				addItems(shelf, event);
				break;
			case 'entries':
				addEntries(shelf, event);
				break;
			case 'note':
				notes.push(event);
				break;
			case 'progress':
				progress = {done: event.done, total: event.total};
				break;
		}
	};

	const wordsOf = ({file, text}: Note) =>
		shelf.files.length === 1 ? text : `${shelf.files[file]!.name}: ${text}`;

	/** Resolves with the first entries. */
	const lookThrough = (files: BookFile[]) =>
		new Promise<void>(resolve => {
			const thread = new Worker(builtFile('book-worker.js'), {workerData: files, execArgv: []});
			worker = thread;
			progress = {done: 0, total: 0};
			isPartly = true;
			const end = () => {
				progress = null;
				worker = null;
				resolve();
				changed();
			};
			thread.on('message', (event: BookEvent) => {
				if (worker !== thread) {
					return;
				}

				if (event.kind === 'done') {
					isPartly = false;
					for (const {at} of files) {
						finishFile(shelf, at);
					}

					end();
					return;
				}

				take(event);
				if (event.kind === 'entries') {
					resolve();
				}

				changed();
			});
			thread.on('error', error => {
				if (worker === thread) {
					const text = `looking through the files was broken off: ${messageOf(error)}`;
					notes.push({file: files[0]!.at, isLoss: true, text});
					end();
				}
			});
			// Ended from outside: whoever waits is let go.
			thread.on('exit', () => resolve());
		});

	const stop = async () => {
		const running = worker;
		worker = null;
		await running?.terminate();
	};

	let reloading = Promise.resolve();
	const reload = async () => {
		const next = await findFiles(paths);
		await stop();
		const gone = new Map(shelf.files.map(({path}, at) => [path, at]));
		const files: BookFile[] = [];
		for (const file of next.files) {
			const at = gone.get(file.path) ?? addFile(shelf, file);
			gone.delete(file.path);
			if (isPartly || (await versionAt(file.path)) !== shelf.files[at]!.version) {
				files.push({at, path: file.path});
			}
		}

		const anew = new Set([...files.map(({at}) => at), ...gone.values()]);
		beginAnew(shelf, anew);
		for (const at of gone.values()) {
			finishFile(shelf, at);
		}

		found = next;
		notes = notes.filter(({file}) => !anew.has(file));
		progress = null;
		if (files.length > 0) {
			await lookThrough(files);
		} else {
			changed();
		}
	};

	await lookThrough(found.files.map(file => ({at: addFile(shelf, file), path: file.path})));
	return {
		get title() {
			return found.title;
		},
		catalogue() {
			current ??= {
				count: shelf.spots.length,
				entries: shelf.entries,
				nameOf: place => nameOf(shelf, place),
				fileOf: place => fileOf(shelf, place),
				progress,
				notes: [...found.notes, ...notes.map(wordsOf), ...(progress ? [] : doubleIds(shelf))],
			};
			return current;
		},
		files: () => found.files.map(({name}) => name),
		paths: () => found.files.map(({path}) => path),
		losses: () => notes.filter(({isLoss}) => isLoss).map(wordsOf),
		async open(place) {
			const {file, item, sample, start, end, sum} = boundsAt(shelf, place);
			const name = nameOf(shelf, place);
			const bytes = await readValue(file, {start, end, sum}, name);
			return trajectoryOf({bytes, offset: start, number: item}, Math.max(0, sample - 1), name);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		reload() {
			reloading = reloading.catch(() => {}).then(reload);
			return reloading;
		},
		close: stop,
	};
}

async function versionAt(path: string): Promise<string> {
	return stat(path, {bigint: true}).then(fileVersion, () => '');
}

/** The bytes of a value, if they are those that were looked at. */
async function readValue(
	{path, version}: {path: string; version: string},
	{start, end, sum}: {start: number; end: number; sum: number | undefined},
	name: string,
): Promise<Buffer> {
	const changed = () =>
		// How it is read anew is told by whoever shows it.
		new UsageError(`${name} is no longer what it was: the file has changed`, '');
	checkLengthOf(name, end - start);
	try {
		const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			const isSame = fileVersion(await handle.stat({bigint: true})) === version;
			const bytes = Buffer.allocUnsafeSlow(end - start);
			for (let done = 0; done < bytes.length; ) {
				const {bytesRead} = await handle.read(bytes, done, bytes.length - done, start + done);
				if (bytesRead === 0) {
					throw changed();
				}

				done += bytesRead;
			}

			if (!isSame && (sum === undefined || crc32(bytes) !== sum)) {
				throw changed();
			}

			return bytes;
		} finally {
			await handle.close();
		}
	} catch (error) {
		throw error instanceof UsageError
			? error
			: new UsageError(
					codeOf(error) === 'ENOENT'
						? `${name}: the file is no longer there`
						: `${name} cannot be read: ${messageOf(error)}`,
					'Check the path.',
				);
	}
}

function checkLengthOf(name: string, bytes: number): void {
	try {
		checkLength(bytes);
	} catch (error) {
		throw error instanceof UsageError ? new UsageError(`${name}: ${error.message}`, error.advice) : error;
	}
}
