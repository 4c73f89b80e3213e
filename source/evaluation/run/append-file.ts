/** A file that only grows, by whole lines: what could not be written whole leaves nothing of it. */
import {type FileHandle, open} from 'node:fs/promises';

export type AppendFile = {
	/**
	 * Writes a line with its line feed, or several; they stand in the order in which they were given. Resolves when
	 * it is written. Throws the system's error; after the first nothing more is written, and it is thrown again.
	 */
	append(line: string | Buffer): Promise<void>;
	/** Waits for what is under way, and until the disk has it. */
	close(): Promise<void>;
};

/** What is needed of a file that is open. */
export type AppendHandle = Pick<FileHandle, 'write' | 'truncate' | 'stat' | 'datasync' | 'close'>;

/**
 * Opens a file to append to, and makes it where there is none.
 *
 * @param size what of it counts, in bytes: what follows was torn, and is cut off.
 */
export async function openAppendFile(
	file: string,
	size: number,
	openFile: (file: string) => Promise<AppendHandle> = file => open(file, 'a'),
): Promise<AppendFile> {
	const handle = await openFile(file);
	let end = size;
	let fault: {error: unknown} | null = null;
	let work: Promise<void> = Promise.resolve();

	async function write(line: string | Buffer): Promise<void> {
		if (fault) {
			throw fault.error;
		}

		try {
			const bytes = typeof line === 'string' ? Buffer.from(line) : line;
			let {bytesWritten: written} = await handle.write(bytes);
			// The system may take a part, and say with the next one why: so it is where the disk is full.
			while (written < bytes.length) {
				written += (await handle.write(bytes, written)).bytesWritten;
			}

			// A file that was removed takes all that is written, and nobody will find it.
			if ((await handle.stat()).nlink === 0) {
				throw Object.assign(new Error('the file was removed'), {code: 'ENOENT'});
			}

			end += bytes.length;
		} catch (error) {
			fault = {error};
			// Where this fails, too, what is torn is cut off when the file is opened again.
			await handle.truncate(end).catch(() => {});
			throw error;
		}
	}

	try {
		if ((await handle.stat()).size > size) {
			await handle.truncate(size);
		}
	} catch (error) {
		await handle.close().catch(() => {});
		throw error;
	}

	return {
		append(line) {
			const written = work.then(() => write(line));
			work = written.catch(() => {});
			return written;
		},
		async close() {
			await work;
			try {
				if (!fault) {
					await handle.datasync();
				}
			} finally {
				await handle.close();
			}
		},
	};
}
