import {renameSync, rmSync, writeFileSync} from 'node:fs';
import {sampleBytes} from './sample-bytes.js';

/** The seed of the sample that everybody gets. */
const SEED = 2021;

/** What SQLite may have left beside an earlier file of the same name, and would apply to the new one. */
const LEFTOVERS = ['-journal', '-wal', '-shm'];

/**
 * Writes the sample database, a music store in Chinook's schema with invented contents, in place of the file.
 * It is always the same to the byte. The name never stands for a part of it: it is written under another name
 * beside it and renamed.
 */
export function buildSample(file: string): void {
	const draft = `${file}.${process.pid}.tmp`;
	try {
		writeFileSync(draft, sampleBytes(SEED), {flush: true});
		for (const ending of LEFTOVERS) rmSync(file + ending, {force: true});
		renameSync(draft, file);
	} catch (error) {
		rmSync(draft, {force: true});
		throw error;
	}
}
