import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Trajectory} from '../../source/agent/trajectory.js';
import type {Forgetting} from '../../source/archive/archive.js';
import {MIGRATIONS} from '../../source/archive/migrations.js';
import {openArchive} from '../../source/archive/store.js';
import {rowsOutcome} from '../support/agent-doubles.js';
import {
	answeredWith,
	archiveFile,
	integrityOf,
	placeOf,
	plainly,
	SESSION,
	testArchive,
} from '../support/archived.js';

/** A trajectory with a word in each of its texts, long ones among them. */
function tellTale(word: string): Trajectory {
	const sql = `SELECT ${word}`;
	const long = `${word} `.repeat(3000);
	const start = answeredWith(`id-${word}`, `What of ${word}?`, sql, {
		evidence: word,
		schema: `CREATE TABLE ${word} (x);`,
	});
	return {
		...start,
		turns: [
			{
				reply: long,
				thinking: word,
				summary: word,
				action: {kind: 'sql', sql},
				verdict: {kind: 'rejected', note: word},
				outcome: rowsOutcome([word], [long]),
				response: {kind: 'observation', text: long},
				startedAt: '',
				elapsedMs: 1,
			},
		],
		extra: {unfinished: word},
	};
}

/** The files beside and with the archive in whose bytes there is a word, in any case. */
function filesWith(file: string, word: string): string[] {
	const folder = path.dirname(file);
	return readdirSync(folder).filter(name =>
		readFileSync(path.join(folder, name)).toString('latin1').toLowerCase().includes(word),
	);
}

const OTHER = {...SESSION, id: 'session-2'};

function stored(file = archiveFile()) {
	const archive = testArchive(file);
	archive.store(tellTale('zebra'), placeOf(1));
	archive.store(tellTale('yak'), placeOf(2));
	archive.store(tellTale('xerus'), placeOf(3, OTHER));
	return archive;
}

it.each<[string, Forgetting, string[], string[]]>([
	['a question', {question: 'question-1'}, ['zebra'], ['yak', 'xerus']],
	['a session', {session: SESSION.id}, ['zebra', 'yak'], ['xerus']],
	['everything', 'everything', ['zebra', 'yak', 'xerus'], []],
	['nothing that there is', {question: 'none'}, [], ['zebra', 'yak', 'xerus']],
])('what is forgotten leaves no trace in the bytes: %s', async (_, what, gone, left) => {
	const archive = stored();
	expect(filesWith(archive.file, 'zebra')).not.toEqual([]);
	expect(archive.forget(what)).toBe(gone.length);
	for (const word of gone) {
		expect(filesWith(archive.file, word)).toEqual([]);
		expect(archive.history({text: word, limit: 5})).toEqual([]);
		expect(await archive.trajectory(`id-${word}`)).toBeNull();
	}

	for (const word of left) {
		expect(await archive.trajectory(`id-${word}`)).toEqual(tellTale(word));
		expect(archive.history({text: word, limit: 5})).toHaveLength(1);
	}

	expect(archive.sessions({limit: 5})).toHaveLength(left.length === 0 ? 0 : left.includes('yak') ? 2 : 1);
	archive.close();
	expect(integrityOf(archive.file)).toBe('ok');
	plainly(archive.file, db => {
		expect(db.pragma('foreign_key_check')).toEqual([]);
		expect(db.prepare('SELECT count(*) FROM prompt').pluck().get()).toBe(left.length);
	});
});

it('what was rewritten and moved about before is gone as well', () => {
	const archive = stored();
	for (let round = 0; round < 50; round++) {
		const {turns, ...rest} = tellTale('zebra');
		archive.store({...rest, turns: round % 2 === 0 ? [] : turns}, placeOf(1));
		archive.store(answeredWith(`other-${round}`, `Question ${round}`, 'SELECT 1'), placeOf(10 + round));
	}

	archive.forget({question: 'question-1'});
	expect(filesWith(archive.file, 'zebra')).toEqual([]);
	expect(archive.history({text: 'question', limit: 100})).toHaveLength(50);
});

it('the index of words keeps none of many questions that are forgotten one after the other', () => {
	const archive = testArchive();
	// What words have in common at their beginning the index has once: these have nothing.
	const words = Array.from({length: 400}, (_, at) => createHash('sha256').update(String(at)).digest('hex'));
	for (const [at, word] of words.entries()) {
		const {answer: _, ...start} = answeredWith(`t${at}`, `What of ${word}?`, '');
		archive.store({...start, ending: 'open'}, placeOf(at));
		archive.store(answeredWith(`t${at}`, `What of ${word}?`, `SELECT ${word}`), placeOf(at));
	}

	for (let at = 0; at < words.length; at += 40) {
		expect(filesWith(archive.file, words[at]!)).not.toEqual([]);
		archive.forget({question: `question-${at}`});
		expect(filesWith(archive.file, words[at]!)).toEqual([]);
	}

	expect(archive.history({text: 'what of', limit: 1000})).toHaveLength(words.length - 10);
	expect(archive.history({text: words[1]!, limit: 10})).toHaveLength(1);
	archive.close();
	expect(integrityOf(archive.file)).toBe('ok');
});

it('the space of what is forgotten is given back', () => {
	const archive = stored();
	archive.forget('everything');
	archive.close();
	expect(statSync(archive.file).size).toBeLessThan(200_000);
});

it('copies of what is forgotten go, too: backups always, archives that were set aside with everything', () => {
	const file = archiveFile();
	stored(file).close();
	const migrations = [...MIGRATIONS, () => {}];
	const archive = testArchive(file, {migrations});
	const folder = path.dirname(file);
	const others = [
		'archive.damaged-2026-01-01T00-00-00.sqlite',
		'archive.damaged-2026-01-01T00-00-00.sqlite-wal',
		'mine.sqlite',
	];
	for (const name of others) {
		writeFileSync(path.join(folder, name), '');
	}

	const beside = () =>
		readdirSync(folder)
			.filter(name => !/^archive\.sqlite/.test(name))
			.sort();
	expect(beside()).toEqual([...others.slice(0, 2), `archive.v${MIGRATIONS.length}.backup.sqlite`, others[2]]);
	archive.forget({question: 'question-1'});
	expect(beside()).toEqual(others);
	archive.forget('everything');
	expect(beside()).toEqual(['mine.sqlite']);
});

describe('what goes on after it was forgotten', () => {
	it('is stored no more, and what is asked anew is', async () => {
		const archive = testArchive();
		const trajectory: Trajectory = {...tellTale('zebra'), ending: 'open'};
		archive.store(trajectory, placeOf(1));
		archive.forget('everything');
		archive.store({...trajectory, ending: 'aborted'}, placeOf(1));
		// Another sample of the same question, and its vote.
		archive.store({...trajectory, id: 'other'}, placeOf(1));
		archive.storeVote(
			{k: 2, seedBase: 1, stoppedEarly: false, probeCacheHits: 0, elapsedMs: null, taken: null},
			placeOf(1),
		);
		expect(await archive.trajectory(trajectory.id)).toBeNull();
		expect(archive.history({text: '', limit: 5})).toEqual([]);
		archive.store({...trajectory, id: 'new'}, placeOf(2));
		expect(archive.history({text: '', limit: 5})).toHaveLength(1);
	});

	it('is stored no more by another program either', async () => {
		const archive = testArchive();
		const trajectory: Trajectory = {...tellTale('zebra'), ending: 'open'};
		archive.store(trajectory, placeOf(1));
		const other = openArchive(archive.file);
		other.forget({session: SESSION.id});
		other.close();
		archive.store({...trajectory, ending: 'aborted'}, placeOf(1));
		expect(await archive.trajectory(trajectory.id)).toBeNull();
	});
});

it('what was forked goes with what it was forked from, and its forks with it', () => {
	const archive = testArchive();
	const kept = {...tellTale('kept'), id: 'kept'};
	const first = {...tellTale('zebra'), id: 'first'};
	const fork: Trajectory = {...first, id: 'fork', parent: {id: 'first', turn: 0}};
	const forkOfFork: Trajectory = {...first, id: 'fork of fork', parent: {id: 'fork', turn: 0}};
	const elsewhere = {...SESSION, id: 'debugger', kind: 'replay' as const};
	archive.store(kept, placeOf(0));
	archive.store(first, placeOf(1));
	archive.store(fork, {...placeOf(2), session: elsewhere});
	archive.store(forkOfFork, {...placeOf(3), session: elsewhere});
	expect(archive.forget({question: placeOf(1).question.id})).toBe(3);
	expect(archive.history({text: '', limit: 5}).map(({id}) => id)).toEqual([placeOf(0).question.id]);
});
