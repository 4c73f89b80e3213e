import {execFileSync} from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {describe, expect, it} from 'vitest';
import {archivePath} from '../../source/archive/archive-path.js';
import {openArchive} from '../../source/archive/store.js';
import {ArchiveError} from '../../source/errors.js';
import {question} from '../support/agent-doubles.js';
import {archiveFile, placeOf, plainly, testArchive} from '../support/archived.js';
import {temporaryFolder} from '../support/temporary-folder.js';

function modesIn(folder: string): Record<string, string> {
	return Object.fromEntries(
		readdirSync(folder).map(name => [name, (statSync(path.join(folder, name)).mode & 0o777).toString(8)]),
	);
}

describe('the place', () => {
	it('is SQRL_TUI_HOME, else the data folder of the platform', async () => {
		expect(await archivePath({SQRL_TUI_HOME: '/somewhere'})).toBe('/somewhere/archive.sqlite');
		expect(await archivePath({SQRL_TUI_HOME: 'here'})).toBe(path.resolve('here/archive.sqlite'));
		expect(await archivePath({})).toMatch(/^\/.*\/sqrl-tui\/archive\.sqlite$/);
	});
});

describe('an archive', () => {
	it('is for its owner alone, whatever the umask', () => {
		const before = process.umask(0);
		try {
			const file = archiveFile();
			const archive = testArchive(file);
			archive.store(question(), placeOf(1));
			const folder = path.dirname(file);
			expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
			expect(modesIn(folder)).toEqual({
				'archive.sqlite': '600',
				'archive.sqlite-wal': '600',
				'archive.sqlite-shm': '600',
			});
		} finally {
			process.umask(before);
		}
	});

	it('that was copied for all to read is for its owner alone again', () => {
		const file = archiveFile();
		openArchive(file).close();
		chmodSync(file, 0o644);
		const archive = testArchive(file);
		archive.store(question(), placeOf(1));
		expect(new Set(Object.values(modesIn(path.dirname(file))))).toEqual(new Set(['600']));
	});

	it('has a log, is marked as one, and leaves nothing beside it when it is closed', () => {
		const file = archiveFile();
		openArchive(file).close();
		expect(readdirSync(path.dirname(file))).toEqual(['archive.sqlite']);
		plainly(file, db => {
			expect(db.pragma('journal_mode', {simple: true})).toBe('wal');
			expect(db.pragma('application_id', {simple: true})).toBe(
				Number.parseInt(Buffer.from('SQRL').toString('hex'), 16),
			);
			expect(db.pragma('user_version', {simple: true})).toBe(1);
			expect(db.pragma('foreign_key_check')).toEqual([]);
		});
	});

	it('is used where it is when it is a link', async () => {
		const file = archiveFile();
		const link = path.join(temporaryFolder(), 'archive.sqlite');
		openArchive(file).close();
		symlinkSync(file, link);
		const archive = testArchive(link);
		archive.store(question(), placeOf(1));
		expect(await testArchive(file).trajectory(question().id)).toEqual(question());
	});

	it('that is closed says so', () => {
		const archive = openArchive(archiveFile());
		archive.close();
		archive.close();
		expect(() => archive.history({text: '', limit: 1})).toThrow(ArchiveError);
	});

	it('whose file is removed while it is open goes on in a new one, with the whole trajectory', async () => {
		const archive = testArchive();
		const turn = {reply: 'r', thinking: '', summary: '', startedAt: '', elapsedMs: 1};
		const first = {...question(), turns: [{...turn, action: {kind: 'sql' as const, sql: 'SELECT 1'}}]};
		archive.store(first, placeOf(1));
		execFileSync('rm', [archive.file]);
		const second = {
			...first,
			turns: [...first.turns, {...turn, action: {kind: 'answer' as const, sql: 'SELECT 2'}}],
		};
		archive.store(second, placeOf(1));
		expect(await testArchive(archive.file).trajectory(second.id)).toEqual(second);
	});
});

/** What opening it says, in words; the file is as it was afterwards. */
function refusal(file: string): ArchiveError {
	try {
		openArchive(file).close();
	} catch (error) {
		expect(error).toBeInstanceOf(ArchiveError);
		return error as ArchiveError;
	}

	throw new Error('it was opened');
}

describe('what is at the path and no archive', () => {
	it('is refused where it is a database of another program, and not touched', () => {
		const file = path.join(temporaryFolder(), 'archive.sqlite');
		const db = new Database(file);
		db.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
		db.close();
		chmodSync(file, 0o644);
		const bytes = readFileSync(file);
		const {message, advice} = refusal(file);
		expect(message).toContain('is a SQLite database, but no archive of sqrl-tui');
		expect(advice).toContain('SQRL_TUI_HOME');
		expect(readFileSync(file).equals(bytes)).toBe(true);
		expect(modesIn(path.dirname(file))).toEqual({'archive.sqlite': '644'});
	});

	it.each<[string, (file: string) => void, string]>([
		['a folder', file => mkdirSync(file), 'there is a folder of that name'],
		['a FIFO', file => execFileSync('mkfifo', [file]), 'there is no ordinary file of that name'],
		['a link to nothing', file => symlinkSync('/nowhere/x', file), 'a link that leads nowhere'],
	])('is refused where it is %s', (_, make, words) => {
		const file = path.join(temporaryFolder(), 'archive.sqlite');
		make(file);
		expect(refusal(file).message).toContain(words);
	});

	it('is refused where its folder is a file', () => {
		const folder = path.join(temporaryFolder(), 'data');
		writeFileSync(folder, '');
		for (const file of [path.join(folder, 'archive.sqlite'), path.join(folder, 'deep', 'archive.sqlite')]) {
			const {message, advice} = refusal(file);
			expect(message).toContain('a part of its path is no folder');
			expect(advice).toContain('--no-archive');
		}
	});

	it('is used where it is an empty file, which a crash may have left', () => {
		const file = path.join(temporaryFolder(), 'archive.sqlite');
		writeFileSync(file, '');
		const archive = testArchive(file);
		archive.store(question(), placeOf(1));
		expect(archive.notes).toEqual([]);
		expect(existsSync(file)).toBe(true);
	});
});
