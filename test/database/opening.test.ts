import {execFileSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {
	chmodSync,
	chownSync,
	copyFileSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import Database from 'better-sqlite3';
import {describe, expect, it, onTestFinished} from 'vitest';
import {privateCopy} from '../../source/database/file.js';
import {openReader} from '../../source/database/reader.js';
import {DatabaseError} from '../../source/errors.js';
import {packageRoot} from '../../source/package-root.js';
import {lock, withHotJournal} from '../support/lock-database.js';
import {runReaderProgram} from '../support/run-reader-program.js';
import {temporaryFolder} from '../support/temporary-folder.js';
import {makeDatabase, readerProcesses, rowsOf, testReader} from '../support/test-reader.js';
import {waitFor} from '../support/wait-for.js';

const SQL = "CREATE TABLE t(a); INSERT INTO t VALUES ('one'), ('two')";

/** What opening a file says: the message and the advice. */
async function refusalOf(file: string): Promise<[string, string]> {
	const start = performance.now();
	try {
		const reader = await openReader(file);
		await reader.close();
	} catch (error) {
		expect(error).toBeInstanceOf(DatabaseError);
		const {message, advice, exitCode} = error as DatabaseError;
		expect(exitCode).toBe(4);
		expect(advice).not.toBe('');
		expect(performance.now() - start).toBeLessThan(5000);
		return [message, advice];
	}

	throw new Error(`${file} was opened`);
}

describe('what is no database is not opened', () => {
	const folder = temporaryFolder();
	const make = (name: string, contents: string | Uint8Array) => {
		const file = path.join(folder, name);
		writeFileSync(file, contents);
		return file;
	};

	const database = readFileSync(makeDatabase(folder, 'good.sqlite', SQL));
	const changed = (from: number, to: number, bytes = randomBytes(to - from)) => {
		const copy = Buffer.from(database);
		copy.set(bytes, from);
		return copy;
	};

	it.each<[string, () => string, RegExp, RegExp]>([
		['nothing', () => '', /no database/, /./],
		['a missing file', () => path.join(folder, 'none.sqlite'), /no such file/, /path/],
		['a file in a missing folder', () => path.join(folder, 'none', 'x.sqlite'), /no such file/, /path/],
		['a file in a file', () => path.join(make('file', 'x'), 'x.sqlite'), /no folder/, /path/],
		['a name with a NUL', () => path.join(folder, 'a\0b'), /./, /./],
		['a name that is too long', () => path.join(folder, 'x'.repeat(300)), /too long/, /./],
		['a folder', () => folder, /folder/, /file/],
		['an empty file', () => make('empty.sqlite', ''), /empty/, /path/],
		['/dev/zero', () => '/dev/zero', /no ordinary file/, /./],
		['/dev/null', () => '/dev/null', /no ordinary file/, /./],
		['SQL', () => make('dump.sql', `${SQL};\n`), /not a SQLite database/, /text.*sqlite3/],
		['a short text', () => make('short.txt', 'x'), /not a SQLite database/, /./],
		['gzip', () => make('good.sqlite.gz', gzipSync(database)), /not a SQLite database/, /gunzip/],
		[
			'a zip archive',
			() => make('x.zip', 'PK\u0003\u0004 and so on and on'),
			/not a SQLite database/,
			/unpack/,
		],
		['a database cut off in its header', () => make('cut.sqlite', database.subarray(0, 50)), /./, /./],
		['only the first bytes of a database', () => make('start.sqlite', 'SQLite format 3\0'), /./, /./],
		['random bytes', () => make('random.sqlite', randomBytes(8192)), /not a SQLite database/, /./],
		[
			'what looks encrypted',
			() => make('encrypted.sqlite', changed(0, 4096)),
			/not a SQLite database/,
			/encrypted/,
		],
		[
			'a damaged header',
			() => make('header.sqlite', changed(16, 24, Buffer.alloc(8, 255))),
			/not a SQLite|damaged/,
			/./,
		],
		['a damaged first page', () => make('page.sqlite', changed(100, 4096)), /damaged/, /recover/],
		[
			'a damaged schema',
			() =>
				make(
					'schema.sqlite',
					Buffer.from(database.toString('latin1').replace('CREATE TABLE t', 'CREATX TABLE t'), 'latin1'),
				),
			/damaged/,
			/recover/,
		],
		[
			'a -wal',
			() => make('good.sqlite-wal', Buffer.from('377f0682002de218', 'hex')),
			/not a SQLite/,
			/good\.sqlite instead/,
		],
		[
			'a -journal',
			() => make('good.sqlite-journal', Buffer.from('d9d505f920a163d7', 'hex')),
			/not a SQLite/,
			/good\.sqlite instead/,
		],
		['a name that ends in a space', () => make('space.sqlite ', database), /white space/, /Rename/],
		['a name that ends in a line feed', () => make('line.sqlite\n', database), /white space/, /Rename/],
	])('%s', async (_, file, message, advice) => {
		const [said, advised] = await refusalOf(file());
		expect(said).toMatch(message);
		expect(advised).toMatch(advice);
		expect(readerProcesses(folder)).toEqual([]);
	});

	it('a FIFO, at once', async () => {
		const file = path.join(folder, 'fifo');
		execFileSync('mkfifo', [file]);
		const start = performance.now();
		expect((await refusalOf(file))[0]).toMatch(/no ordinary file/);
		expect(performance.now() - start).toBeLessThan(1000);
	});

	it('a link to nothing, and links in a circle', async () => {
		const dangling = path.join(folder, 'dangling');
		symlinkSync(path.join(folder, 'none.sqlite'), dangling);
		expect((await refusalOf(dangling))[0]).toMatch(/no such file/);
		const loop = path.join(folder, 'loop');
		symlinkSync(loop, loop);
		expect((await refusalOf(loop))[0]).toMatch(/circle/);
	});

	it('leaves nothing beside it', () => {
		expect(
			readdirSync(folder)
				.filter(name => /-(?:shm|wal|journal)$/.test(name))
				.sort(),
		).toEqual(['good.sqlite-journal', 'good.sqlite-wal']);
	});
});

describe('a database is opened', () => {
	it.each([
		'what?.sqlite',
		'sms#1.db',
		'chat.db?mode=rwc',
		'100%41.sqlite',
		'two words.sqlite',
		"o'clock.sqlite",
		'say "hello".sqlite',
		'Müller.sqlite',
		'日本.sqlite',
		'line\nfeed.sqlite',
		'-rf.sqlite',
		'--help',
		' leading.sqlite',
		'$(touch made) `touch made`; touch made',
		'file:x.sqlite',
		'\\back\\slash',
		':memory:',
	])('whose name is %j', async name => {
		const folder = temporaryFolder();
		const file = path.join(folder, name);
		copyFileSync(makeDatabase(folder, 'made.sqlite', SQL), file);
		const reader = await testReader(file);
		expect(reader.database).toMatchObject({path: file, name: path.parse(file).name});
		expect(reader.copied).toBeNull();
		expect(await rowsOf(reader, 'SELECT a FROM t')).toEqual([['one'], ['two']]);
		await reader.close();
		expect(readdirSync(folder).sort()).toEqual([name, 'made.sqlite'].sort());
	});

	it('by a relative path, and by a link', async () => {
		const folder = temporaryFolder();
		const file = makeDatabase(folder, 'x.sqlite', SQL);
		const relative = await testReader(path.relative(process.cwd(), file));
		expect(relative.database.path).toBe(file);
		expect(relative.sqliteVersion).toMatch(/^3\.\d+\.\d+$/);
		const link = path.join(folder, 'link.sqlite');
		symlinkSync(file, link);
		expect(await rowsOf(await testReader(link), 'SELECT count(*) FROM t')).toEqual([[2n]]);
	});

	it('that holds no table', async () => {
		const file = makeDatabase(temporaryFolder(), 'x.sqlite', 'CREATE TABLE t(a); DROP TABLE t');
		expect((await (await testReader(file)).schema()).schema).toEqual({tables: [], views: []});
	});
});

describe('a database that another process has locked', () => {
	it('is told as that, and is read when it is free again', async () => {
		const file = makeDatabase(temporaryFolder(), 'x.sqlite', SQL);
		const open = await testReader(file);
		const release = await lock(file, 'BEGIN EXCLUSIVE');
		const [[message, advice], outcome] = await Promise.all([refusalOf(file), open.query('SELECT * FROM t')]);
		expect(message).toMatch(/locked/);
		expect(advice).toMatch(/program/);
		expect(outcome).toMatchObject({
			error: {kind: 'database', message: expect.stringMatching(/locked/)},
		});
		await release();
		expect(await rowsOf(open, 'SELECT count(*) FROM t')).toEqual([[2n]]);
		expect(await rowsOf(await testReader(file), 'SELECT count(*) FROM t')).toEqual([[2n]]);
	});

	it('is read while the other has only begun to write', async () => {
		const file = makeDatabase(temporaryFolder(), 'x.sqlite', SQL);
		const release = await lock(file, "BEGIN IMMEDIATE; INSERT INTO t VALUES ('three')");
		const reader = await testReader(file);
		expect(reader.copied).toBeNull();
		expect(await rowsOf(reader, 'SELECT count(*) FROM t')).toEqual([[2n]]);
		await release();
	});

	it('is read in WAL mode', async () => {
		const file = makeDatabase(temporaryFolder(), 'x.sqlite', `PRAGMA journal_mode = WAL; ${SQL}`);
		const release = await lock(file, "BEGIN EXCLUSIVE; INSERT INTO t VALUES ('three')");
		expect(await rowsOf(await testReader(file), 'SELECT count(*) FROM t')).toEqual([[2n]]);
		await release();
	});
});

describe('a database with an unfinished transaction', () => {
	it('is read from a copy too where it may not be written to', async () => {
		const file = await withHotJournal(temporaryFolder());
		chmodSync(file, 0o444);
		chmodSync(`${file}-journal`, 0o444);
		const copy = await privateCopy(file);
		onTestFinished(copy.dispose);
		// The superuser may write to anything: what others may is the mode.
		for (const suffix of ['', '-journal']) {
			expect(statSync(copy.file + suffix).mode & 0o777).toBe(0o600);
		}
	});

	it('is read from a copy without it, and stays as it is', async () => {
		const folder = temporaryFolder();
		const file = await withHotJournal(folder);
		const before = [readFileSync(file), readFileSync(`${file}-journal`)];
		const reader = await testReader(file, {concurrency: 3});
		expect(reader.copied).toBe('unfinished-transaction');
		expect(reader.database.path).toBe(file);
		const counts = await Promise.all(
			[1, 2, 3, 4].map(() => rowsOf(reader, 'SELECT count(*), min(a) FROM t')),
		);
		expect(counts).toEqual(counts.map(() => [[300n, 'before']]));
		expect(await rowsOf(reader, 'PRAGMA integrity_check')).toEqual([['ok']]);
		await reader.close();
		expect(
			[readFileSync(file), readFileSync(`${file}-journal`)].map((now, i) => now.equals(before[i]!)),
		).toEqual([true, true]);
		expect(readdirSync(folder).sort()).toEqual(['hot.sqlite', 'hot.sqlite-journal']);
	});

	it('is read from a copy when it gets one while it is open', async () => {
		const folder = temporaryFolder();
		const file = path.join(folder, 'hot.sqlite');
		makeDatabase(folder, 'hot.sqlite', 'CREATE TABLE t(a)');
		const reader = await testReader(file);
		expect(await rowsOf(reader, 'SELECT count(*) FROM t')).toEqual([[0n]]);
		await withHotJournal(folder);
		// At most one query finds out.
		await reader.query('SELECT count(*) FROM t');
		expect(await rowsOf(reader, 'SELECT count(*), min(a) FROM t')).toEqual([[300n, 'before']]);
		expect(reader.copied).toBe('unfinished-transaction');

		// Another program finishes it: the file itself can be read again.
		const db = new Database(file);
		db.exec("UPDATE t SET a = 'after'");
		db.close();
		expect(await rowsOf(reader, 'SELECT count(*), min(a) FROM t')).toEqual([[300n, 'after']]);
		expect(reader.copied).toBeNull();
	});
});

describe('private copies', () => {
	it.each(['close', 'exit', 'throw'] as const)('are gone after the program (%s)', async end => {
		const folder = temporaryFolder();
		const temporary = temporaryFolder();
		const file = await withHotJournal(folder);
		const program = await runReaderProgram(end, file, {temporary, sql: 'SELECT count(*) FROM t'});
		expect(program.report).toMatchObject({
			copied: 'unfinished-transaction',
			outcome: {table: {rows: [[300]]}},
		});
		await program.ended;
		expect(readdirSync(temporary)).toEqual([]);
		await waitFor(() => readerProcesses(temporary).length === 0);
	});

	it('are in a folder that only their user can read', async () => {
		const folder = temporaryFolder();
		const temporary = temporaryFolder();
		await runReaderProgram('stay', await withHotJournal(folder), {temporary});
		const [name, ...others] = readdirSync(temporary);
		expect(others).toEqual([]);
		const mode = execFileSync('ls', ['-ld', path.join(temporary, name!)], {encoding: 'utf8'}).slice(0, 10);
		expect(mode).toBe('drwx------');
	});

	it('that cannot be made are told of', async () => {
		const folder = temporaryFolder();
		const file = await withHotJournal(folder);
		const program = await runReaderProgram('close', file, {temporary: path.join(folder, 'none')});
		expect(program.report.error).toMatchObject({
			name: 'DatabaseError',
			message: expect.stringMatching(/copy/),
		});
		expect(program.report.error!.advice).toMatch(/TMPDIR/);
	});
});

/** A user whom permissions bind: root reads everything. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const noUserReason =
	!isRoot || canRunAsNobody() ? '' : ' (skipped: another user cannot run the program here)';

describe.skipIf(noUserReason !== '')(`with a user's permissions${noUserReason}`, () => {
	const user = isRoot ? {user: NOBODY} : {};
	const sql = 'SELECT count(*) FROM t';

	/** A folder of the user's, and one for temporary files. */
	function userFolders(): {folder: string; temporary: string} {
		const [folder, temporary] = [temporaryFolder(), temporaryFolder()];
		if (isRoot) {
			chownSync(folder, NOBODY, NOBODY);
			chownSync(temporary, NOBODY, NOBODY);
		}

		onTestFinished(() => chmodSync(folder, 0o700));
		return {folder, temporary};
	}

	function giveAway(folder: string): void {
		for (const name of readdirSync(folder)) {
			if (isRoot) {
				chownSync(path.join(folder, name), NOBODY, NOBODY);
			}
		}
	}

	it('a file that may not be read', async () => {
		const {folder, temporary} = userFolders();
		const file = makeDatabase(folder, 'x.sqlite', SQL);
		chmodSync(file, 0);
		giveAway(folder);
		const {report} = await runReaderProgram('close', file, {temporary, ...user});
		expect(report.error).toMatchObject({name: 'DatabaseError', message: expect.stringMatching(/permission/)});
		expect(report.error!.advice).toMatch(/owner/);
	});

	it('a file in a folder that may not be entered', async () => {
		const {folder, temporary} = userFolders();
		const file = makeDatabase(folder, 'x.sqlite', SQL);
		chmodSync(folder, 0);
		const {report} = await runReaderProgram('close', file, {temporary, ...user});
		expect(report.error).toMatchObject({name: 'DatabaseError', message: expect.stringMatching(/permission/)});
	});

	it('a file that may only be read, in a folder that may only be read', async () => {
		const {folder, temporary} = userFolders();
		const file = makeDatabase(folder, 'x.sqlite', SQL);
		chmodSync(file, 0o400);
		giveAway(folder);
		chmodSync(folder, 0o500);
		const {report} = await runReaderProgram('close', file, {temporary, sql, ...user});
		expect(report).toMatchObject({copied: null, outcome: {table: {rows: [[2]]}}});
	});

	it('WAL in a folder that may only be read, without -wal and -shm: from a copy', async () => {
		const {folder, temporary} = userFolders();
		const file = makeDatabase(folder, 'x.sqlite', `PRAGMA journal_mode = WAL; ${SQL}`);
		giveAway(folder);
		chmodSync(folder, 0o500);
		const before = readFileSync(file);
		const {report, ended} = await runReaderProgram('close', file, {temporary, sql, ...user});
		expect(report).toMatchObject({copied: 'read-only-folder', outcome: {table: {rows: [[2]]}}});
		await ended;
		expect(readFileSync(file).equals(before)).toBe(true);
		expect(readdirSync(folder)).toEqual(['x.sqlite']);
		expect(readdirSync(temporary)).toEqual([]);
	});

	it.each([
		['-wal and -shm', ['-wal', '-shm'], null],
		['only -wal', ['-wal'], 'read-only-folder'],
	] as const)(
		'WAL in a folder that may only be read, with %s: sees what is in the log',
		async (_, files, copied) => {
			const {folder, temporary} = userFolders();
			const source = makeDatabase(temporaryFolder(), 'x.sqlite', `PRAGMA journal_mode = WAL; ${SQL}`);
			const file = path.join(folder, 'x.sqlite');
			const db = new Database(source);
			db.exec("INSERT INTO t VALUES ('three')");
			copyFileSync(source, file);
			for (const suffix of files) {
				copyFileSync(source + suffix, file + suffix);
			}

			db.close();
			giveAway(folder);
			chmodSync(folder, 0o500);
			const {report} = await runReaderProgram('close', file, {temporary, sql, ...user});
			expect(report).toMatchObject({copied, outcome: {table: {rows: [[3]]}}});
		},
	);
});

/** Whether a process of that user can run this package at all. */
function canRunAsNobody(): boolean {
	try {
		execFileSync(process.execPath, ['--import', 'tsx', '-e', ''], {
			cwd: packageRoot(),
			uid: NOBODY,
			gid: NOBODY,
			env: {PATH: process.env.PATH, TSX_DISABLE_CACHE: '1'},
			stdio: 'ignore',
		});
		return true;
	} catch {
		return false;
	}
}
