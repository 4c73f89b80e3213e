/** What goes wrong with the archive's file, in words. */
import {ArchiveError, codeOf, messageOf} from '../errors.js';

/** The file is not what the archive wrote: SQLite cannot make sense of it. */
export function isDamage(error: unknown): boolean {
	return saysDamage(codeOf(error));
}

function saysDamage(code: string): boolean {
	return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT');
}

/** An ArchiveError for whatever was thrown while the archive was used. */
export function archiveFailure(file: string, error: unknown): ArchiveError {
	if (error instanceof ArchiveError) {
		return error;
	}

	const [what, advice] = explain(codeOf(error), messageOf(error));
	return new ArchiveError(`the archive ${file} ${what}`, advice, {cause: error});
}

const ANOTHER_PLACE = 'Name another folder with SQRL_TUI_HOME, or go without an archive with --no-archive.';

function explain(code: string, message: string): [string, string] {
	if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
		return [
			'cannot be written: the disk is full',
			'Free some space: what could not be stored is stored with the next step.',
		];
	}

	if (/^(?:SQLITE_READONLY|SQLITE_PERM|EACCES|EPERM|EROFS)/.test(code)) {
		return [
			'cannot be written: it or its folder is read-only',
			`Make both writable for yourself. ${ANOTHER_PLACE}`,
		];
	}

	if (/^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/.test(code)) {
		return [
			'is kept busy by another program',
			'Close that program, or wait: what could not be stored is stored with the next step.',
		];
	}

	if (code === 'SQLITE_TOOBIG' || message === 'Invalid string length') {
		return ['cannot hold this step: its rows are too long', 'Select fewer or shorter columns.'];
	}

	if (code === 'ENOTDIR' || code === 'EEXIST') {
		return ['cannot be made: a part of its path is no folder', ANOTHER_PLACE];
	}

	if (saysDamage(code)) {
		return [`is damaged (${message})`, `Move it away: a new one is begun then. ${ANOTHER_PLACE}`];
	}

	if (code === 'ERR_DLOPEN_FAILED' || code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') {
		return [
			`cannot be opened: the SQLite driver does not load (${message.split('\n')[0]})`,
			'Build it for this Node.js: npm rebuild better-sqlite3',
		];
	}

	if (code.startsWith('SQLITE_IOERR')) {
		return [
			`cannot be read or written: the disk reports an error (${message})`,
			`See that the disk is there, is sound and has room. ${ANOTHER_PLACE}`,
		];
	}

	return [`cannot be used (${message})`, `See that it can be read and written. ${ANOTHER_PLACE}`];
}
