/** Texts that are given by stdin or by a file. */
import {isUtf8} from 'node:buffer';
import {constants, createReadStream, fstatSync, openSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {Socket} from 'node:net';
import {addAbortSignal, type Readable} from 'node:stream';
import {codeOf, messageOf, UsageError} from '../errors.js';
import {expandHome} from '../home.js';

/** More is no question and no evidence; a prompt of this length fits no context. */
const LONGEST_BYTES = 8 * 2 ** 20;

/** All of a stream as UTF-8. Throws a UsageError where it is too long; an abort ends the wait. */
export async function readStream(stream: Readable, what: string, signal: AbortSignal): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of addAbortSignal(signal, stream)) {
		chunks.push(Buffer.from(chunk));
		bytes += chunk.length;
		if (bytes > LONGEST_BYTES) {
			throw new UsageError(`${what} is longer than ${LONGEST_BYTES / 2 ** 20} MB`, 'Shorten it.');
		}
	}

	return Buffer.concat(chunks).toString('utf8');
}

/** A file, or a pipe such as a shell's `<(…)`, as UTF-8. Throws a UsageError; an abort ends the wait. */
export async function readTextFile(file: string, what: string, signal: AbortSignal): Promise<string> {
	try {
		// A pipe that nobody writes to would hold up the opening itself, where nothing can end it.
		const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
		const stream = fstatSync(fd).isFIFO() ? new Socket({fd, readable: true}) : createReadStream('', {fd});
		return await readStream(stream, what, signal);
	} catch (error) {
		signal.throwIfAborted();
		throw error instanceof UsageError
			? error
			: new UsageError(`${what} cannot be read: ${messageOf(error)}`, 'Check the path.');
	}
}

/** A file of a dataset or of predictions, of any size, as UTF-8. Throws a UsageError. */
export async function readWholeFile(file: string, what: string): Promise<string> {
	return (await bytesOf(file, what)).toString('utf8');
}

/** The same; throws a UsageError as well where it is in another encoding, of which letters would be lost. */
export async function readUtf8File(file: string, what: string): Promise<string> {
	const bytes = await bytesOf(file, what);
	if (!isUtf8(bytes)) {
		throw new UsageError(
			`${what} are not text in UTF-8`,
			'Convert the file first, for instance with: iconv -f latin1 -t utf-8',
		);
	}

	return bytes.toString('utf8');
}

async function bytesOf(file: string, what: string): Promise<Buffer> {
	try {
		return await readFile(expandHome(file));
	} catch (error) {
		const why = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
		throw new UsageError(`${what} cannot be read: ${why}`, `Check the path: ${file}`);
	}
}
