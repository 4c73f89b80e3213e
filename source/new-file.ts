import {randomUUID} from 'node:crypto';
import {link, open, rename, rm, stat} from 'node:fs/promises';
import path from 'node:path';
import {codeOf, messageOf, UsageError} from './errors.js';
import {expandHome} from './home.js';

/**
 * Writes pieces of text to a new file, and gives its path. The file is there when it is whole: it is written beside
 * its place first. Throws a UsageError if it is there already or cannot be written; what fails in the pieces leaves no
 * file.
 */
export async function writeNewFile(file: string, pieces: AsyncIterable<string>): Promise<string> {
	const target = path.resolve(expandHome(file));
	const {dir, base} = path.parse(target);
	// Part of the name tells whose draft it is; with all of it the name could be too long.
	const draft = path.join(dir, `${base.slice(0, 40)}.${randomUUID()}.part`);
	const orRefusal = <T>(step: Promise<T>) =>
		step.catch(error => {
			throw refusal(target, error);
		});
	if (await isFolder(target)) {
		throw new UsageError(`${target} is a folder`, 'Name a new file in it.');
	}

	const handle = await orRefusal(open(draft, 'wx'));
	try {
		try {
			for await (const piece of pieces) {
				await orRefusal(handle.appendFile(piece));
			}
		} finally {
			await handle.close();
		}

		await orRefusal(link(draft, target));
		return target;
	} finally {
		await rm(draft, {force: true});
	}
}

/**
 * Puts a file in the place of an older one when it is whole and on the disk. Throws the system's error; then the older
 * one stays.
 */
export async function replaceFile(
	target: string,
	text: string,
	{mode = 0o666}: {mode?: number} = {},
): Promise<void> {
	const draft = `${target}.${randomUUID()}.part`;
	try {
		const handle = await open(draft, 'wx', mode);
		try {
			await handle.writeFile(text);
			await handle.datasync();
		} finally {
			await handle.close();
		}

		await rename(draft, target);
	} finally {
		await rm(draft, {force: true});
	}
}

async function isFolder(target: string): Promise<boolean> {
	const found = await stat(target).catch(() => null);
	return found?.isDirectory() ?? false;
}

/** In words that know nothing of the draft: the system's name it. */
function refusal(target: string, error: unknown): UsageError {
	const code = codeOf(error);
	if (code === 'EEXIST') {
		return new UsageError(`${target} is there already`, 'Name another file, or remove that one.');
	}

	const folder = path.dirname(target);
	const words: Record<string, [why: string, advice: string]> = {
		ENOENT: [`there is no folder ${folder}`, 'Make it first, or name another file.'],
		ENOTDIR: [`${folder} is no folder`, 'Name another file.'],
		EACCES: [`you have no permission to write in ${folder}`, 'Name a file in another folder.'],
		EPERM: [`you have no permission to write in ${folder}`, 'Name a file in another folder.'],
		EROFS: [`${folder} is read-only`, 'Name a file in another folder.'],
		ENOSPC: ['the disk is full', 'Make room, or name a file on another disk.'],
		EDQUOT: ['your share of the disk is full', 'Make room, or name a file on another disk.'],
		ENAMETOOLONG: ['the name is too long', 'Name another file.'],
	};
	const [why, advice] = words[code] ?? [messageOf(error).replace(/, \w+ '.*$/s, ''), 'Name another file.'];
	return new UsageError(`${target} cannot be written: ${why}`, advice);
}
