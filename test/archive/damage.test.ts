import {
	closeSync,
	openSync,
	readdirSync,
	readFileSync,
	statSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {openArchive} from '../../source/archive/store.js';
import {question} from '../support/agent-doubles.js';
import {answeredWith, archiveFile, integrityOf, placeOf, plainly, testArchive} from '../support/archived.js';

const PAGE = 4096;

/** An archive of some hundred pages. */
function filled(): string {
	const file = archiveFile();
	const archive = openArchive(file);
	for (let number = 0; number < 300; number++) {
		archive.store(
			answeredWith(`t${number}`, `Question ${number}? ${'x'.repeat(2000)}`, 'SELECT 1'),
			placeOf(number),
		);
	}

	archive.close();
	return file;
}

function overwrite(file: string, from: number, length: number): void {
	const handle = openSync(file, 'r+');
	writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, from);
	closeSync(handle);
}

/** The page that a table begins with, counted from 0. */
function rootOf(file: string, table: string): number {
	return plainly(
		file,
		db => Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table)) - 1,
	);
}

function damagedIn(file: string): string[] {
	return readdirSync(path.dirname(file)).filter(name => /\.damaged-.*\.sqlite$/.test(name));
}

it.each<[string, (file: string) => void]>([
	['header', file => overwrite(file, 0, 100)],
	['first page, after its header', file => overwrite(file, 100, PAGE - 100)],
	['table of trajectories', file => overwrite(file, rootOf(file, 'trajectory') * PAGE, PAGE)],
	['end, which is missing', file => truncateSync(file, Math.floor(statSync(file).size / PAGE / 2) * PAGE)],
	['length, which is no whole number of pages', file => truncateSync(file, 3 * PAGE + 17)],
	['whole, which is text', file => writeFileSync(file, 'this is no archive at all\n'.repeat(100))],
])('an archive that is damaged in its %s is set aside, named, and a new one begun', async (_, damage) => {
	const file = filled();
	damage(file);
	const bytes = readFileSync(file);
	const archive = testArchive(file);
	const [name, ...others] = damagedIn(file);
	expect(others).toEqual([]);
	expect(name).toMatch(/^archive\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.sqlite$/);
	const target = path.join(path.dirname(file), name!);
	expect(archive.notes).toEqual([expect.stringContaining(target)]);
	expect(readFileSync(target).equals(bytes)).toBe(true);
	expect((statSync(target).mode & 0o777).toString(8)).toBe('600');
	archive.store(question(), placeOf(1));
	expect(await archive.trajectory(question().id)).toEqual(question());
	expect(archive.history({text: '', limit: 10})).toHaveLength(1);
	archive.close();
	expect(integrityOf(file)).toBe('ok');
});

it('damage that shows only when it is read is set aside then, and the work done again in the new archive', async () => {
	const file = filled();
	const size = statSync(file).size;
	const archive = testArchive(file);
	const running = question({id: 'running'});
	archive.store(running, placeOf(1000));
	expect(archive.notes).toEqual([]);
	// All but the pages that are read when it is opened, as a failing disk would.
	overwrite(file, 20 * PAGE, size - 20 * PAGE);
	const other = testArchive(file);
	const answers = await Promise.all(Array.from({length: 300}, (_, number) => other.trajectory(`t${number}`)));
	expect(answers.at(-1)).toBeNull();
	expect(other.notes).toHaveLength(1);
	expect(damagedIn(file)).toHaveLength(1);
	// The program that has the old file open moves to the new one with the next step, and takes its trajectory along.
	archive.store({...running, ending: 'aborted'}, placeOf(1000));
	expect(await other.trajectory('running')).toEqual({...running, ending: 'aborted'});
	archive.close();
	other.close();
	expect(integrityOf(file)).toBe('ok');
	expect(damagedIn(file)).toHaveLength(1);
});

it('a log without the file it belongs to is set aside, not thrown away', () => {
	const file = archiveFile();
	const archive = openArchive(file);
	archive.store(question(), placeOf(1));
	const log = readFileSync(`${file}-wal`);
	archive.close();
	truncateSync(file, 0);
	writeFileSync(`${file}-wal`, log);
	const next = testArchive(file);
	expect(next.notes).toHaveLength(1);
	const target = path.join(path.dirname(file), `${damagedIn(file)[0]}-wal`);
	expect(readFileSync(target).equals(log)).toBe(true);
});

it('two archives that are damaged in the same second get two names', () => {
	const file = archiveFile();
	for (let round = 0; round < 3; round++) {
		openArchive(file).close();
		overwrite(file, 0, 100);
	}

	openArchive(file).close();
	expect(damagedIn(file)).toHaveLength(3);
});
