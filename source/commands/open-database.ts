import {existsSync} from 'node:fs';
import {openReader, type Reader} from '../database/reader.js';
import {DatabaseError} from '../errors.js';
import {builtFile} from '../package-root.js';
import type {Notes} from '../streams.js';

/** Samples of a vote do not wait for each other's queries. */
export const VOTE_QUERIES = {concurrency: 4};

/** Opens the database that a command names, or the sample; says so where a copy is read. */
export async function openDatabase(
	operand: string | undefined,
	flags: Record<string, unknown>,
	notes: Notes,
	options: Parameters<typeof openReader>[1] = {},
): Promise<{reader: Reader; given: string}> {
	const given = flags.sample ? samplePath() : (operand ?? '');
	const reader = await openReader(given, options);
	if (reader.copied === 'read-only-folder') {
		notes.line(
			`${given}: its folder cannot be written to, which a database in WAL mode needs: a private copy is read.`,
		);
	} else if (reader.copied === 'unfinished-transaction') {
		notes.line(
			`${given}: a program that wrote to it was broken off: a private copy is read, with that transaction rolled back.`,
		);
	}

	return {reader, given};
}

function samplePath(): string {
	const file = builtFile('sample.sqlite');
	if (!existsSync(file)) {
		throw new DatabaseError('the sample database is not there', 'Build it: npm run build');
	}

	return file;
}
