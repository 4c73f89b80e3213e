/** Storing: what is new of a trajectory becomes rows. */
import {createHash} from 'node:crypto';
import type Database from 'better-sqlite3';
import type {Answer, Trajectory, Turn} from '../agent/trajectory.js';
import {answerToJson, trajectoryToJson, turnToJson} from '../agent/trajectory-json.js';
import {ArchiveError} from '../errors.js';
import type {ArchivedVote, Place} from './archive.js';
import {idDigest} from './forget.js';
import {indexQuestion} from './words.js';

/**
 * What is known of a trajectory that was stored. Its parts never change, so the same object is the same content; they
 * are not held, for their rows may be large.
 */
export type Stored = {
	key: number;
	revision: number;
	question: number;
	system: string;
	turns: ReadonlyArray<WeakRef<Turn>>;
	answer: WeakRef<Answer> | null;
};

export type Writer = {
	/**
	 * Stores a trajectory, in a transaction of the caller's; gives what is to be given with it the next time. What is
	 * in the archive need not be what was stored last: another program may have written or forgotten it.
	 */
	trajectory(trajectory: Trajectory, place: Place, before: Stored | undefined): Stored;
	vote(vote: ArchivedVote, place: Omit<Place, 'sample'>): void;
};

export function openWriter(db: Database.Database): Writer {
	const addSession = db.prepare(
		`INSERT INTO session (id, started_at, kind, database_path, database) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET database_path = excluded.database_path, database = excluded.database
		WHERE database <> excluded.database`,
	);
	const keyOfSession = db.prepare('SELECT key FROM session WHERE id = ?').pluck();
	const addQuestion = db.prepare(
		'INSERT INTO question (key, id, session, asked_at, database_path) VALUES (?, ?, ?, ?, ?)',
	);
	const keyOfQuestion = db.prepare('SELECT key FROM question WHERE id = ?').pluck();
	const isQuestion = db.prepare('SELECT 1 FROM question WHERE key = ?').pluck();
	const setDatabase = db.prepare('UPDATE question SET database_path = ? WHERE key = ?');
	const setVote = db.prepare('UPDATE question SET vote = ? WHERE key = ?');
	const addPrompt = db.prepare('INSERT INTO prompt (digest, text) VALUES (?, ?)');
	const keyOfPrompt = db.prepare('SELECT key FROM prompt WHERE digest = ?').pluck();
	const placeOf = db.prepare('SELECT key, question, revision FROM trajectory WHERE id = ?');
	const addTrajectory = db.prepare(
		`INSERT INTO trajectory (id, question, sample, parent, prompt, revision, head)
		VALUES (?, ?, ?, ?, ?, 1, ?)`,
	);
	const setTrajectory = db.prepare(
		'UPDATE trajectory SET sample = ?, parent = ?, prompt = ?, revision = ?, head = ? WHERE key = ?',
	);
	const setHead = db.prepare(
		'UPDATE trajectory SET head = ?, revision = revision + 1 WHERE key = ? AND id = ? AND revision = ?',
	);
	const setAnswer = db.prepare(
		'UPDATE trajectory SET answer_sql = ?, answer_rows = ?, answer = ? WHERE key = ?',
	);
	const setTurn = db.prepare(
		`INSERT INTO turn (trajectory, place, json) VALUES (?, ?, ?)
		ON CONFLICT (trajectory, place) DO UPDATE SET json = excluded.json WHERE json <> excluded.json`,
	);
	const isForgotten = db.prepare('SELECT 1 FROM forgotten WHERE digest IN (?, ?) LIMIT 1').pluck();
	const dropTurns = db.prepare('DELETE FROM turn WHERE trajectory = ? AND place >= ?');

	return {
		trajectory(trajectory, place, before) {
			if (isForgotten.get(idDigest(place.question.id), idDigest(trajectory.id))) {
				return stored(trajectory, NOWHERE);
			}

			const updated = before && update(trajectory, before);
			return updated ?? writeWhole(trajectory, place);
		},
		vote(vote, place) {
			if (isForgotten.get(idDigest(place.question.id), null)) {
				return;
			}

			const question = questionKey(place, place.session.database?.path ?? '');
			setVote.run(JSON.stringify(vote), question);
			indexQuestion(db, question);
		},
	};

	/**
	 * Gives null where the archive does not hold what was stored before. Throws an ArchiveError where another program has
	 * stored it meanwhile: who took it up last keeps it, and neither is lost without a word.
	 */
	function update(trajectory: Trajectory, before: Stored): Stored | null {
		if (trajectory.prompt.system !== before.system) {
			return null;
		}

		const {key, revision, question} = before;
		if (setHead.run(headOf(trajectory), key, trajectory.id, revision).changes === 0) {
			if (placeOf.get(trajectory.id)) {
				throw new ArchiveError(
					'this question goes on in another window, and what comes of it here is not kept',
					'Go on there, or ask it anew.',
				);
			}

			return null;
		}

		for (const [at, turn] of trajectory.turns.entries()) {
			if (!isOf(before.turns[at], turn)) {
				setTurn.run(key, at, JSON.stringify(turnToJson(turn)));
			}
		}

		if (trajectory.turns.length < before.turns.length) {
			dropTurns.run(key, trajectory.turns.length);
		}

		if (!isOf(before.answer, trajectory.answer)) {
			writeAnswer(key, trajectory.answer);
			indexQuestion(db, question);
		}

		return stored(trajectory, {key, revision: revision + 1, question});
	}

	function writeWhole(trajectory: Trajectory, place: Place): Stored {
		const found = placeOf.get(trajectory.id) as Pick<Stored, 'key' | 'question' | 'revision'> | undefined;
		const path = trajectory.database?.path ?? place.session.database?.path ?? '';
		const question = found?.question ?? questionKey(place, path);
		const revision = (found?.revision ?? 0) + 1;
		const parent = trajectory.parent?.id ?? null;
		const prompt = promptKey(trajectory.prompt.system);
		const head = headOf(trajectory);
		let key: number;
		if (found) {
			key = found.key;
			setTrajectory.run(place.sample, parent, prompt, revision, head, key);
		} else {
			const {id} = trajectory;
			key = Number(addTrajectory.run(id, question, place.sample, parent, prompt, head).lastInsertRowid);
			setDatabase.run(path, question);
		}

		for (const [at, turn] of trajectory.turns.entries()) {
			setTurn.run(key, at, JSON.stringify(turnToJson(turn)));
		}

		dropTurns.run(key, trajectory.turns.length);
		writeAnswer(key, trajectory.answer);
		indexQuestion(db, question);
		return stored(trajectory, {key, revision, question});
	}

	function questionKey({session, question}: Omit<Place, 'sample'>, path: string): number {
		const found = keyOfQuestion.get(question.id) as number | undefined;
		if (found !== undefined) {
			return found;
		}

		const {id, startedAt, kind, database} = session;
		addSession.run(id, startedAt, kind, database?.path ?? '', JSON.stringify(database));
		let key = timeKey(question.askedAt);
		while (isQuestion.get(key)) {
			key++;
		}

		addQuestion.run(key, question.id, keyOfSession.get(id), question.askedAt, path);
		return key;
	}

	function promptKey(system: string): number {
		const digest = createHash('sha256').update(system, 'utf16le').digest();
		const found = keyOfPrompt.get(digest) as number | undefined;
		return found ?? Number(addPrompt.run(digest, JSON.stringify(system)).lastInsertRowid);
	}

	function writeAnswer(key: number, answer: Answer | undefined): void {
		if (!answer) {
			setAnswer.run(null, null, null, key);
			return;
		}

		const {sql, outcome} = answer;
		const rows = outcome && 'table' in outcome ? outcome.table.rowCount : null;
		setAnswer.run(JSON.stringify(sql), rows, JSON.stringify(answerToJson(answer)), key);
	}
}

/** Whether this is the part that was stored; one that is held by nobody any more is not. */
function isOf<T extends object>(stored: WeakRef<T> | null | undefined, part: T | undefined): boolean {
	return part ? stored?.deref() === part : !stored;
}

/** Of what was forgotten, and is stored no more. */
const NOWHERE = {key: -1, revision: 0, question: -1};

/** Questions of one millisecond before their keys run into those of the next: only then the order is not exact. */
const KEYS_OF_A_MILLISECOND = 1000;

/** The first key of a question that was asked at this time. */
function timeKey(askedAt: string): number {
	return (Date.parse(askedAt) || 0) * KEYS_OF_A_MILLISECOND;
}

/** What is in no other column: the JSON form without messages, turns, answer and system prompt. */
function headOf({answer: _, ...trajectory}: Trajectory): string {
	const {messages: __, turns: ___, prompt, ...head} = trajectoryToJson({...trajectory, turns: []});
	const {base_url} = head.model;
	return JSON.stringify({
		...head,
		...(base_url !== undefined && {model: {...head.model, base_url: withoutUser(base_url)}}),
		user: prompt.user,
	});
}

/** The models of this program name no user and no password; a file that was read in may. */
function withoutUser(address: string): string {
	const url = URL.canParse(address) ? new URL(address) : null;
	if (!url || (url.username === '' && url.password === '')) {
		return address;
	}

	url.username = '';
	url.password = '';
	return url.href;
}

function stored(
	{prompt, turns, answer}: Trajectory,
	known: Pick<Stored, 'key' | 'revision' | 'question'>,
): Stored {
	return {
		...known,
		system: prompt.system,
		turns: turns.map(turn => new WeakRef(turn)),
		answer: answer ? new WeakRef(answer) : null,
	};
}
