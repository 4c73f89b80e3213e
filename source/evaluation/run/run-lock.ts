/**
 * One program at a time writes a run. The lock is a file that names the process; it outlives a program that is killed,
 * and is nobody's when that process is gone.
 */
import {execFile} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {link, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {hostname} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import * as z from 'zod';
import {codeOf, UsageError} from '../../errors.js';

export const LOCK_FILE = 'run.lock';

const owner = z.object({pid: z.int().positive(), started: z.string(), host: z.string()});

type Owner = z.infer<typeof owner>;

const ATTEMPTS = 5;

/**
 * Takes the lock of a folder that is there, and gives what returns it. Throws a UsageError where a program has it, and
 * the system's error where the folder cannot be written.
 */
export async function lockRun(folder: string): Promise<() => Promise<void>> {
	const file = path.join(folder, LOCK_FILE);
	const draft = path.join(folder, `${LOCK_FILE}.${randomUUID()}.part`);
	const own: Owner = {pid: process.pid, started: await startOf(process.pid), host: hostname()};
	const text = `${JSON.stringify(own)}\n`;
	try {
		await writeFile(draft, text, {flag: 'wx'});
		for (let attempt = 1; ; attempt++) {
			try {
				await link(draft, file);
				return async () => {
					if ((await textOf(file)) === text) {
						await rm(file, {force: true});
					}
				};
			} catch (error) {
				if (codeOf(error) !== 'EEXIST' || attempt === ATTEMPTS) {
					throw error;
				}

				await removeStale(folder, file);
			}
		}
	} finally {
		await rm(draft, {force: true});
	}
}

/** Removes a lock whose process is gone. Throws a UsageError where it is not. */
async function removeStale(folder: string, file: string): Promise<void> {
	const text = await textOf(file);
	if (text === null) {
		return;
	}

	const holder = ownerOf(text);
	if (holder && (await isThere(holder))) {
		throw heldBy(holder, folder, file);
	}

	// Another program may have found it stale as well, and have its own by now: only what was looked at is removed.
	const aside = `${file}.${randomUUID()}.part`;
	await rename(file, aside).catch(error => {
		if (codeOf(error) !== 'ENOENT') {
			throw error;
		}
	});
	const removed = await textOf(aside);
	if (removed !== null && removed !== text) {
		await link(aside, file).catch(() => {});
	}

	await rm(aside, {force: true});
}

function heldBy({pid, host}: Owner, folder: string, file: string): UsageError {
	return host === hostname()
		? new UsageError(
				`another program is writing the run in ${folder} (process ${pid})`,
				'Wait for it, end it, or name another folder with --out.',
			)
		: new UsageError(
				`another program is writing the run in ${folder} (process ${pid} on ${host})`,
				`Wait for it, or name another folder with --out. If it has ended there, remove ${file}.`,
			);
}

/** Of another machine it cannot be told: it counts as there. */
async function isThere({pid, started, host}: Owner): Promise<boolean> {
	if (host !== hostname()) {
		return true;
	}

	try {
		process.kill(pid, 0);
	} catch (error) {
		// A process of another user may not be signalled, but is there.
		if (codeOf(error) === 'ESRCH') {
			return false;
		}
	}

	// A number is given to another process in time: when it began tells which one it is.
	const now = await startOf(pid);
	return now === '' || started === '' || now === started;
}

/** When a process began, in the words of the system; '' where they are not to be had. */
async function startOf(pid: number): Promise<string> {
	const stat = await textOf(`/proc/${pid}/stat`);
	if (stat !== null) {
		// The name of the program stands in brackets, and may hold anything. The start is the 20th field after it.
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
	}

	const told = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
	return told.then(
		({stdout}) => stdout.trim(),
		() => '',
	);
}

function ownerOf(text: string): Owner | null {
	try {
		return owner.parse(JSON.parse(text));
	} catch {
		// It is no lock of a program: a power cut left it empty.
		return null;
	}
}

async function textOf(file: string): Promise<string | null> {
	return readFile(file, 'utf8').catch(() => null);
}
