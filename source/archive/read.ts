/** Reading back: rows become trajectories again, in their questions and sessions. */
import type Database from 'better-sqlite3';
import type {Trajectory} from '../agent/trajectory.js';
import {trajectoryFromJson} from '../agent/trajectory-schema.js';
import {ArchiveError, messageOf} from '../errors.js';
import type {ArchivedQuestion, ArchivedSession, SessionRef} from './archive.js';

type TrajectoryRow = {key: number; id: string; prompt: string; head: string; answer: string | null};
type QuestionRow = {key: number; id: string; session: number; asked_at: string; vote: string | null};
type SessionRow = {key: number; id: string; started_at: string; kind: string; database: string};

const TRAJECTORY = `
	SELECT trajectory.key, trajectory.id, prompt.text AS prompt, head, answer
	FROM trajectory JOIN prompt ON prompt.key = trajectory.prompt`;

export function readTrajectory(db: Database.Database, id: string): Trajectory | null {
	const row = db.prepare(`${TRAJECTORY} WHERE trajectory.id = ?`).get(id) as TrajectoryRow | undefined;
	return row ? trajectoryOf(db, row) : null;
}

export function readChildren(db: Database.Database, parent: string): Trajectory[] {
	const rows = db.prepare(`${TRAJECTORY} WHERE parent = ? ORDER BY trajectory.key`).all(parent);
	return (rows as TrajectoryRow[]).map(row => trajectoryOf(db, row));
}

export function readQuestion(db: Database.Database, id: string): ArchivedQuestion | null {
	const row = db.prepare('SELECT * FROM question WHERE id = ?').get(id) as QuestionRow | undefined;
	return row ? questionOf(db, row) : null;
}

export function readSession(db: Database.Database, id: string): ArchivedSession | null {
	const row = db.prepare('SELECT * FROM session WHERE id = ?').get(id) as SessionRow | undefined;
	if (!row) {
		return null;
	}

	const questions = db.prepare('SELECT * FROM question WHERE session = ? ORDER BY key').all(row.key);
	return {
		...sessionRef(row),
		questions: (questions as QuestionRow[]).map(question => questionOf(db, question)),
	};
}

function questionOf(
	db: Database.Database,
	{key, id, session, asked_at, vote}: QuestionRow,
): ArchivedQuestion {
	const rows = db
		.prepare(
			`${TRAJECTORY} WHERE question = ? ORDER BY ${vote === null ? '' : 'sample IS NULL, sample, '}trajectory.key`,
		)
		.all(key) as TrajectoryRow[];
	const trajectories = rows.map(row => trajectoryOf(db, row));
	const row = db.prepare('SELECT * FROM session WHERE key = ?').get(session) as SessionRow;
	return {
		id,
		session: sessionRef(row),
		askedAt: asked_at,
		question: trajectories[0]?.question ?? '',
		trajectories,
		vote: vote === null ? null : JSON.parse(vote),
	};
}

function sessionRef({id, started_at, kind, database}: SessionRow): SessionRef {
	return {
		id,
		startedAt: started_at,
		kind: kind as SessionRef['kind'],
		database: JSON.parse(database),
	};
}

function trajectoryOf(db: Database.Database, {key, id, prompt, head, answer}: TrajectoryRow): Trajectory {
	const turns = db
		.prepare('SELECT json FROM turn WHERE trajectory = ? ORDER BY place')
		.pluck()
		.all(key) as string[];
	try {
		const {user, ...rest} = JSON.parse(head);
		return trajectoryFromJson({
			...rest,
			prompt: {system: JSON.parse(prompt), user},
			messages: [],
			turns: turns.map(turn => JSON.parse(turn)),
			...(answer !== null && {answer: JSON.parse(answer)}),
		});
	} catch (error) {
		throw new ArchiveError(
			`the trajectory ${id} cannot be read back from the archive: ${messageOf(error)}`,
			'The others can. It may have been changed by another program.',
			{cause: error},
		);
	}
}
