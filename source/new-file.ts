import {randomUUID} from 'node:crypto';
import {link, open, rm} from 'node:fs/promises';
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
	const draft = `${target}.${randomUUID()}.part`;
	const refusal = (error: unknown) =>
		codeOf(error) === 'EEXIST'
			? new UsageError(`${target} is there already`, 'Name another file, or remove that one.')
			: new UsageError(`${target} cannot be written: ${messageOf(error)}`, 'Name another file.');
	const orRefusal = <T>(step: Promise<T>) =>
		step.catch(error => {
			throw refusal(error);
		});
	try {
		const handle = await orRefusal(open(draft, 'wx'));
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
