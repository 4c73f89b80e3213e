/** The session of before that a person wants to go on with. */
import path from 'node:path';
import type {Archive, ArchivedSession} from '../archive/archive.js';
import {UsageError} from '../errors.js';
import {builtFile} from '../package-root.js';
import type {Invocation} from './command.js';
import {wantsScreenReader} from './on-screen.js';
import {openedArchive} from './open-archive.js';

/** The archive it is in is open. `session` is null where the person took none. */
export type Continued = {archive: Archive; session: ArchivedSession | null};

/** Sessions to choose from. */
const OFFERED = 1000;

/** Null where neither `--continue` nor `--resume` is given. Throws a UsageError where there is none to go on with. */
export async function continuedSession(invocation: Invocation): Promise<Continued | null> {
	const {flags, settings, environment, operands, notes} = invocation;
	if (!flags.continue && !flags.resume) {
		return null;
	}

	if (flags.continue && flags.resume) {
		throw new UsageError('--continue and --resume exclude each other', 'Give one of them.');
	}

	const archive = await openedArchive(settings, environment);
	if (!archive) {
		throw new UsageError(
			'there is no archive to go on from',
			'Nothing is kept with --no-archive, SQRL_NO_ARCHIVE or no-archive in the config.',
		);
	}

	for (const note of archive.notes) {
		notes.line(note);
	}

	const databasePath = flags.sample ? builtFile('sample.sqlite') : operands[0] && path.resolve(operands[0]);
	const sessions = archive.sessions({
		kind: 'session',
		limit: flags.continue ? 1 : OFFERED,
		...(databasePath !== undefined && {databasePath}),
	});
	const newest = sessions[0];
	if (!newest) {
		throw new UsageError(
			databasePath === undefined
				? 'there is no session to go on with'
				: 'there is no session of this database to go on with',
			'Begin one: sqrl-tui <database>',
		);
	}

	const id = flags.continue ? newest.id : await chosen(sessions, invocation);
	return {archive, session: id === null ? null : await archive.session(id)};
}

async function chosen(
	sessions: Parameters<typeof import('../ui/choose-session.js').chooseSession>[0],
	invocation: Invocation,
): Promise<string | null> {
	const {chooseSession} = await import('../ui/choose-session.js');
	return chooseSession(sessions, {
		screenReader: wantsScreenReader(invocation),
		environment: invocation.environment,
	});
}
