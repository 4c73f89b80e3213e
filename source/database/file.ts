import {constants, rmSync} from 'node:fs';
import {chmod, copyFile, mkdtemp, open, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {codeOf, DatabaseError, messageOf} from '../errors.js';

/** A database as a trajectory names it; `version` changes whenever the file or its write-ahead log does. */
export type DatabaseRef = {path: string; name: string; version: string};

const HEADER = Buffer.from('SQLite format 3\0', 'latin1');

/**
 * Checks, without SQLite, that a path is a file that SQLite may be let at: it waits for ever on a FIFO and
 * takes an empty file or a device for an empty database. Gives the absolute path; throws a DatabaseError.
 */
export async function checkFile(given: string): Promise<string> {
	if (given === '' || given.includes('\0')) {
		throw new DatabaseError('no database is named', 'Name a SQLite file: sqrl-tui music.sqlite');
	}

	const file = absolute(given);
	const info = await stat(file).catch(error => {
		throw cannotRead(given, error);
	});
	if (info.isDirectory()) {
		throw new DatabaseError(`${given} is a folder`, 'Name the SQLite file in it.');
	}

	if (!info.isFile()) {
		throw new DatabaseError(
			`${given} is no ordinary file (a pipe, socket or device)`,
			'Copy its contents to a file first, and name that.',
		);
	}

	if (info.size === 0) {
		throw new DatabaseError(
			`${given} is empty (0 bytes): it holds no database`,
			'Check the path: SQLite makes such a file when a wrong name is opened for writing.',
		);
	}

	if (file !== file.trim()) {
		throw new DatabaseError(
			`the name "${given}" ends in white space, which SQLite's driver cuts off`,
			'Rename the file, or make a link to it under another name.',
		);
	}

	await checkHeader(file, given);
	return file;
}

/** Without a working folder, one that was removed, only a path that is whole leads anywhere. */
function absolute(given: string): string {
	try {
		return path.resolve(given);
	} catch (error) {
		throw cannotRead(given, error);
	}
}

async function checkHeader(file: string, given: string): Promise<void> {
	const start = Buffer.alloc(HEADER.length);
	try {
		const handle = await open(file, 'r');
		try {
			await handle.read(start, 0, start.length, 0);
		} finally {
			await handle.close();
		}
	} catch (error) {
		throw cannotRead(given, error);
	}

	if (!start.equals(HEADER)) {
		throw new DatabaseError(`${given} is not a SQLite database`, adviceForContents(file, start));
	}
}

function adviceForContents(file: string, start: Buffer): string {
	if (/-(?:wal|shm|journal)$/.test(file)) {
		return `It belongs to a database: name ${path.basename(file).replace(/-\w+$/, '')} instead.`;
	}

	if (start[0] === 0x1f && start[1] === 0x8b) {
		return 'It is compressed with gzip: unpack it first (gunzip).';
	}

	if (start.subarray(0, 2).toString('latin1') === 'PK') {
		return 'It is a zip archive: unpack it first.';
	}

	if (/^[\t\n\r\x20-\x7e]*$/.test(start.toString('latin1'))) {
		return 'It is text. A dump of SQL becomes a database with: sqlite3 new.sqlite < dump.sql';
	}

	return 'It may be encrypted, cut off at its beginning, or of another program.';
}

function cannotRead(given: string, error: unknown): DatabaseError {
	const words: Record<string, [string, string]> = {
		ENOENT: ['there is no such file', 'Check the path.'],
		ENOTDIR: ['a part of its path is no folder', 'Check the path.'],
		EACCES: ['you have no permission to read it', 'Ask its owner, or copy it where you may read it.'],
		EPERM: ['you have no permission to read it', 'Ask its owner, or copy it where you may read it.'],
		ELOOP: ['its links lead in a circle', 'Name the file that is meant.'],
		ENAMETOOLONG: ['the name is too long', 'Check the path.'],
	};
	const [why, advice] = words[codeOf(error)] ?? [messageOf(error), 'Check the path.'];
	return new DatabaseError(`${given} cannot be read: ${why}`, advice, {cause: error});
}

/** The state of a file and its write-ahead log: inode, size and time of change in nanoseconds of each. */
export async function versionOf(file: string): Promise<string> {
	const info = await stat(file, {bigint: true}).catch(error => {
		throw cannotRead(file, error);
	});
	const log = await stat(`${file}-wal`, {bigint: true}).catch(() => null);
	const main = `${info.ino}-${info.size}-${info.mtimeNs}`;
	// An empty log is what opening a database in WAL mode leaves: no change.
	return log && log.size > 0n ? `${main}+${log.ino}-${log.size}-${log.mtimeNs}` : main;
}

/**
 * The file's identity: another file under the same name has another one, a change in place has not, unless
 * it empties the file (SQLite would go on with a database of no tables).
 */
export async function identityOf(file: string): Promise<string> {
	const info = await stat(file, {bigint: true}).catch(error => {
		throw cannotRead(file, error);
	});
	return `${info.dev}-${info.ino}${info.size === 0n ? '-empty' : ''}`;
}

/** Why a database is read from a copy: SQLite would have to write beside it, or into it. */
export type CopyReason = 'read-only-folder' | 'unfinished-transaction';

/** SQLite's codes that say it cannot read this file without writing. */
export function copyReason(code: string): CopyReason | null {
	switch (code) {
		case 'SQLITE_READONLY_ROLLBACK':
			return 'unfinished-transaction';
		case 'SQLITE_READONLY_DIRECTORY':
		case 'SQLITE_READONLY_RECOVERY':
		case 'SQLITE_READONLY_CANTINIT':
		case 'SQLITE_READONLY_CANTLOCK':
		case 'SQLITE_CANTOPEN':
			return 'read-only-folder';
		default:
			return null;
	}
}

export type PrivateCopy = {
	file: string;
	/** The version of the file that was copied. */
	version: string;
	dispose: () => Promise<void>;
};

/**
 * Copies a database with its log or journal into a new folder of the user's own (mode 0700), which
 * `dispose` and the end of the program remove. Throws a DatabaseError.
 */
export async function privateCopy(file: string): Promise<PrivateCopy> {
	const folder = await mkdtemp(path.join(tmpdir(), 'sqrl-tui-')).catch(error => {
		throw copyFailure(file, error);
	});
	if (folders.size === 0) {
		process.on('exit', removeFolders);
	}

	folders.add(folder);

	const dispose = async () => {
		await rm(folder, {recursive: true, force: true});
		folders.delete(folder);
		if (folders.size === 0) {
			process.off('exit', removeFolders);
		}
	};
	const target = path.join(folder, path.basename(file));
	try {
		for (let attempt = 0; attempt < COPY_ATTEMPTS; attempt++) {
			const before = await versionOf(file);
			await copyOver(file, target);
			for (const suffix of ['-wal', '-journal']) {
				await copyIfThere(file + suffix, target + suffix);
			}

			if ((await versionOf(file)) === before) {
				return {file: target, version: before, dispose};
			}
		}
	} catch (error) {
		await dispose();
		throw copyFailure(file, error);
	}

	await dispose();
	throw new DatabaseError(
		`${file} can only be read from a copy, and changed each time while it was copied`,
		'Try again when the program that writes to it is done.',
	);
}

function copyFailure(file: string, error: unknown): DatabaseError {
	return new DatabaseError(
		`${file} can only be read from a copy, and copying it failed: ${messageOf(error)}`,
		/^(?:ENOSPC|EDQUOT|EROFS)$/.test(codeOf(error)) || messageOf(error).includes('mkdtemp')
			? `Free space in ${tmpdir()}, or set TMPDIR to a folder with room.`
			: 'See that the file, its -wal and its -journal can be read.',
		{cause: error},
	);
}

const COPY_ATTEMPTS = 3;

const folders = new Set<string>();

function removeFolders(): void {
	for (const folder of folders) {
		rmSync(folder, {recursive: true, force: true});
	}
}

/** A copy is its reader's own: the file may be read-only, but what recovers the copy writes to it. */
async function copyOver(from: string, to: string): Promise<void> {
	await rm(to, {force: true});
	await copyFile(from, to, constants.COPYFILE_FICLONE);
	await chmod(to, 0o600);
}

async function copyIfThere(from: string, to: string): Promise<void> {
	await rm(to, {force: true});
	await copyOver(from, to).catch(error => {
		if (codeOf(error) !== 'ENOENT') {
			throw error;
		}
	});
}

/** A DatabaseError for what SQLite said when it opened the file. */
export function openFailure(file: string, code: string, message: string): DatabaseError {
	const [what, advice] = explain(code, message);
	return new DatabaseError(`${file} ${what}`, advice);
}

function explain(code: string, message: string): [string, string] {
	if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
		return ['is locked by another program', 'Close that program, or try again when it has finished writing.'];
	}

	if (code.startsWith('SQLITE_CORRUPT')) {
		return [
			`is damaged (${message})`,
			'Rescue what is left with: sqlite3 damaged.sqlite .recover | sqlite3 rescued.sqlite',
		];
	}

	if (code === 'SQLITE_NOTADB') {
		return ['is not a SQLite database', 'It may be encrypted, or damaged at its beginning.'];
	}

	if (code === 'ERR_DLOPEN_FAILED' || code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') {
		return [
			`cannot be opened: the SQLite driver does not load (${message.split('\n')[0]})`,
			'Build it for this Node.js: npm rebuild better-sqlite3',
		];
	}

	return [
		`cannot be opened (${message})`,
		'Copy it to another folder with its -wal and -journal, and open that.',
	];
}
