/** A trajectory in a file of its own. */
import {randomUUID} from 'node:crypto';
import {link, open, rm} from 'node:fs/promises';
import path from 'node:path';
import type {Trajectory} from '../../agent/trajectory.js';
import {type ExportFormat, exported} from '../../archive/export.js';
import {codeOf, messageOf, UsageError} from '../../errors.js';
import {expandHome} from '../../home.js';

/**
 * Gives its absolute path. The file is there when it is whole: it is written beside its place first. Throws a
 * UsageError if the file is there already or cannot be written.
 */
export async function writeExport(
	trajectory: Trajectory,
	format: ExportFormat,
	file: string,
): Promise<string> {
	const target = path.resolve(expandHome(file));
	const draft = `${target}.${randomUUID()}.part`;
	try {
		const handle = await open(draft, 'wx');
		try {
			const what = {title: trajectory.question, trajectories: [trajectory]};
			for await (const piece of exported(what, format)) {
				await handle.appendFile(piece);
			}
		} finally {
			await handle.close();
		}

		await link(draft, target);
		return target;
	} catch (error) {
		throw codeOf(error) === 'EEXIST'
			? new UsageError(`${target} is there already`, 'Name another file, or remove that one.')
			: codeOf(error).startsWith('E')
				? new UsageError(`${target} cannot be written: ${messageOf(error)}`, 'Name another file.')
				: error;
	} finally {
		await rm(draft, {force: true});
	}
}
