/** What an id stands for in the archive. */
import {existsSync} from 'node:fs';
import type {Archive} from '../archive/archive.js';
import {archivePath} from '../archive/archive-path.js';
import type {Exported} from '../archive/export.js';
import {UsageError} from '../errors.js';

/** The fewest characters of an id that may stand for it. */
const SHORTEST_PREFIX = 4;

/**
 * The trajectory, the question with its trajectories, or the session that has this id; its beginning is enough, where no
 * other has it. Throws a UsageError where there is none.
 *
 * @param tell what a person is to know of the archive
 */
export async function findInArchive(
	id: string,
	environment: NodeJS.ProcessEnv,
	tell: (note: string) => void,
): Promise<Exported> {
	const file = await archivePath(environment);
	if (file === null || !existsSync(file)) {
		throw new UsageError(
			`there is no file ${id}, and no archive yet that could have this id`,
			'Name a file of trajectories, or an id of the archive.',
		);
	}

	const {openArchive} = await import('../archive/store.js');
	const archive = openArchive(file);
	try {
		archive.notes.forEach(tell);
		const found = (await withId(archive, id)) ?? (await withId(archive, wholeId(archive, id)));
		if (!found) {
			throw new UsageError(
				`there is no file ${id}, and nothing in the archive has this id`,
				'Name a file of trajectories, or the id of a trajectory, a question or a session.',
			);
		}

		return found;
	} finally {
		archive.close();
	}
}

async function withId(archive: Archive, id: string): Promise<Exported | null> {
	const trajectory = await archive.trajectory(id);
	if (trajectory) {
		return {title: trajectory.question, trajectories: [trajectory]};
	}

	const question = await archive.question(id);
	if (question) {
		return {title: question.question, trajectories: question.trajectories};
	}

	const session = await archive.session(id);
	return (
		session && {
			title: [`Session of ${session.startedAt.slice(0, 10)}`, session.database?.name ?? '']
				.filter(part => part !== '')
				.join(' · '),
			trajectories: session.questions.flatMap(({trajectories}) => trajectories),
		}
	);
}

/** The one id that begins so, else what was given. Throws a UsageError where there are several. */
function wholeId(archive: Archive, beginning: string): string {
	if (beginning.length < SHORTEST_PREFIX) {
		return beginning;
	}

	const given = archive.idsFrom(beginning);
	// A UUID is written in small letters here, whatever it was copied from.
	const ids = given.length > 0 ? given : archive.idsFrom(beginning.toLowerCase());
	if (ids.length > 1) {
		throw new UsageError(
			`${ids.length.toLocaleString('en-US')} ids of the archive begin with ${beginning}`,
			`Write more of it: ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''}`,
		);
	}

	return ids[0] ?? beginning;
}
