/** Bytes of an open file, synchronously. */
import {closeSync, constants, fstatSync, openSync, readSync} from 'node:fs';

/** Opens an ordinary file; a pipe would be waited for, and is refused. */
export function openFile(path: string): number {
	const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	if (!fstatSync(fd).isFile()) {
		closeSync(fd);
		throw new Error('it is no ordinary file');
	}

	return fd;
}

/** Throws an Error where there are fewer. */
export function readBytes(fd: number, start: number, end: number): Buffer {
	const bytes = Buffer.allocUnsafeSlow(end - start);
	fill(fd, bytes, start);
	return bytes;
}

function fill(fd: number, bytes: Buffer, start: number): void {
	for (let done = 0; done < bytes.length; ) {
		const count = readSync(fd, bytes, done, bytes.length - done, start + done);
		if (count === 0) {
			throw new Error('the file has become shorter');
		}

		done += count;
	}
}

/** Bytes that are read ahead. */
const AHEAD_BYTES = 2 ** 20;

/** Reads ranges of a file of `size` bytes, one after the other; what it gives holds until the next. */
export function readAhead(fd: number, size: number): (start: number, end: number) => Buffer {
	const buffer = Buffer.allocUnsafeSlow(Math.min(size, AHEAD_BYTES));
	let held = {start: 0, end: 0};
	return (start, end) => {
		if (end - start > buffer.length) {
			return readBytes(fd, start, end);
		}

		if (start < held.start || end > held.end) {
			held = {start, end: Math.min(size, start + buffer.length)};
			fill(fd, buffer.subarray(0, held.end - held.start), start);
		}

		return buffer.subarray(start - held.start, end - held.start);
	};
}
