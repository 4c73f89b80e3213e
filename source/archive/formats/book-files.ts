/** The files of a book: what a person names, checked before anything waits on it. */
import {constants} from 'node:fs';
import {open, readdir, stat} from 'node:fs/promises';
import path from 'node:path';
import {codeOf, messageOf, UsageError} from '../../errors.js';
import {expandHome} from '../../home.js';
import {counted} from '../../rows/outcome-words.js';
import {HEAD_BYTES, headFault} from './layout.js';

export type FoundFiles = {
	title: string;
	/** Absolute paths, each with its name for a person, no two the same. */
	files: Array<{path: string; name: string}>;
	/** What was found in folders. */
	notes: string[];
};

/** The file that a run leaves its trajectories in. */
const RUN_FILE = 'trajectories.jsonl';

/** Finds the files that paths stand for, of a folder those in it. Throws a UsageError for a path that is none. */
export async function findFiles(given: readonly string[]): Promise<FoundFiles> {
	const found = await Promise.all(given.map(findFile));
	const paths = [...new Set(found.flatMap(({paths}) => paths))];
	const names = paths.map(file => path.basename(file));
	const areDifferent = new Set(names).size === names.length;
	const title =
		found.length === 1 && (found[0]!.isFolder || paths.length === 1)
			? path.basename(found[0]!.root)
			: counted(paths.length, 'file');
	return {
		title,
		files: paths.map((file, at) => ({
			path: file,
			name: areDifferent ? names[at]! : path.relative('', file),
		})),
		notes: found.flatMap(({note}) => note ?? []),
	};
}

type Found = {root: string; isFolder: boolean; paths: string[]; note?: string};

async function findFile(given: string): Promise<Found> {
	const root = absolute(given);
	const info = await stat(root).catch(error => {
		throw cannotRead(given, error);
	});
	if (info.isDirectory()) {
		return findInFolder(root, given);
	}

	if (!info.isFile()) {
		throw new UsageError(
			`${given} is no ordinary file (a pipe, socket or device)`,
			'Copy its contents to a file first, and name that.',
		);
	}

	if (info.size === 0) {
		throw new UsageError(`${given} is empty (0 bytes)`, 'Check the path.');
	}

	const fault = headFault(await headOf(root, given));
	if (fault) {
		throw new UsageError(`${given} ${fault.why}`, fault.advice);
	}

	return {root, isFolder: false, paths: [root]};
}

async function findInFolder(root: string, given: string): Promise<Found> {
	const names = await readdir(root).catch(error => {
		throw cannotRead(given, error);
	});
	const wanted = names.includes(RUN_FILE)
		? [RUN_FILE]
		: names.filter(name => /\.jsonl?$/i.test(name) && !name.startsWith('.')).sort();
	if (wanted.length === 0) {
		throw new UsageError(
			`${given} is a folder without ${RUN_FILE} and without any .json or .jsonl`,
			'Name the file, or the folder that they are in.',
		);
	}

	const what = wanted[0] === RUN_FILE ? RUN_FILE : counted(wanted.length, 'file');
	return {
		root,
		isFolder: true,
		paths: wanted.map(name => path.join(root, name)),
		note: `in ${path.basename(root)}: ${what}`,
	};
}

async function headOf(file: string, given: string): Promise<Buffer> {
	try {
		const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			const {buffer, bytesRead} = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
			return buffer.subarray(0, bytesRead);
		} finally {
			await handle.close();
		}
	} catch (error) {
		throw cannotRead(given, error);
	}
}

function absolute(given: string): string {
	if (given === '' || given.includes('\0')) {
		throw new UsageError('no file is named', 'Name a file of trajectories, or a folder.');
	}

	try {
		return path.resolve(expandHome(given));
	} catch (error) {
		throw cannotRead(given, error);
	}
}

function cannotRead(given: string, error: unknown): UsageError {
	const words: Record<string, string> = {
		ENOENT: 'there is no such file',
		ENOTDIR: 'a part of its path is no folder',
		EACCES: 'you have no permission to read it',
		EPERM: 'you have no permission to read it',
		ELOOP: 'its links lead in a circle',
		ENAMETOOLONG: 'the name is too long',
	};
	return new UsageError(
		`${given} cannot be read: ${words[codeOf(error)] ?? messageOf(error)}`,
		'Check the path.',
	);
}
