import {randomUUID} from 'node:crypto';
import type {Archive, SessionRef} from '../archive/archive.js';
import {archivePath} from '../archive/archive-path.js';
import type {ResolvedSettings} from '../settings.js';

/**
 * The archive of this person; null where nothing is to be kept, or there is no home to keep it in. The driver is loaded
 * with it. Throws an ArchiveError.
 */
export async function openedArchive(
	{values}: ResolvedSettings,
	environment: NodeJS.ProcessEnv,
): Promise<Archive | null> {
	const file = values['no-archive'] ? null : await archivePath(environment);
	if (file === null) {
		return null;
	}

	const {openArchive} = await import('../archive/store.js');
	return openArchive(file);
}

/** A session that begins now. */
export function sessionOf(kind: SessionRef['kind'], database: SessionRef['database']): SessionRef {
	return {id: randomUUID(), startedAt: new Date().toISOString(), kind, database};
}
