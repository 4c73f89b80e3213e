/** Bytes of a file as a value of JSON. */
import {constants, isUtf8} from 'node:buffer';
import {getHeapStatistics} from 'node:v8';
import {byteSize} from '../../byte-size.js';
import {messageOf, UsageError} from '../../errors.js';

/** The longest text that can be held; one byte is at least one character of it or a part of one. */
export const LONGEST_BYTES = constants.MAX_STRING_LENGTH;

/** Reads a value. `offset` is where its bytes stand in their file. Throws a UsageError that says what is wrong. */
export function parseJson(bytes: Buffer, offset: number): unknown {
	checkLength(bytes.length);
	checkParts(bytes);
	if (!isUtf8(bytes)) {
		throw new UsageError(
			`it is not UTF-8: byte ${(offset + firstInvalid(bytes)).toLocaleString('en-US')} of the file`,
			'A trajectory must be exact: write it anew as UTF-8.',
		);
	}

	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch (error) {
		throw new UsageError(`it is not JSON: ${messageOf(error)}`, 'Check the file.');
	}
}

/** Throws a UsageError for more bytes than can be read as one value. */
export function checkLength(bytes: number): void {
	if (bytes > LONGEST_BYTES) {
		throw new UsageError(
			`it is ${byteSize(bytes)} long, and more than ${byteSize(LONGEST_BYTES)} cannot be read as one`,
			'Split the file.',
		);
	}
}

/** Values up to this size fit into memory, whatever they are. */
const SMALL_BYTES = 64 * 2 ** 20;

/** Memory that one element of a list or object takes, at the most. */
const PART_BYTES = 32;

/** A large value of very many small parts takes many times its size, and what does not fit ends the program. */
function checkParts(bytes: Buffer): void {
	if (bytes.length <= SMALL_BYTES) {
		return;
	}

	let parts = 0;
	for (const byte of bytes) {
		if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
			parts++;
		}
	}

	if (2 * bytes.length + PART_BYTES * parts > getHeapStatistics().heap_size_limit / 3) {
		throw new UsageError(
			`its ${byteSize(bytes.length)} are ${parts.toLocaleString('en-US')} parts, more than fit into memory`,
			'Split the file, or give Node.js more memory: NODE_OPTIONS=--max-old-space-size=16000',
		);
	}
}

const [COMMA, OPEN_LIST, OPEN_OBJECT] = Buffer.from(',[{');

const BLOCK = 2 ** 16;

/** Where the first character begins that is none, in bytes. */
export function firstInvalid(bytes: Buffer): number {
	let at = 0;
	while (at < bytes.length) {
		const end = characterStart(bytes, Math.min(at + BLOCK, bytes.length));
		const block = bytes.subarray(at, end > at ? end : at + 1);
		if (!isUtf8(block)) {
			return at + invalidIn(block);
		}

		at += block.length;
	}

	return at;
}

function invalidIn(block: Buffer): number {
	let at = 0;
	while (at < block.length) {
		const length = [1, 2, 3, 4].find(length => isUtf8(block.subarray(at, at + length)));
		if (length === undefined) {
			break;
		}

		at += length;
	}

	return at;
}

/** The nearest place before `at` where a character begins. */
function characterStart(bytes: Buffer, at: number): number {
	let start = at;
	while (start < bytes.length && start > at - 4 && start > 0 && (bytes[start]! & 0xc0) === 0x80) {
		start--;
	}

	return start;
}
