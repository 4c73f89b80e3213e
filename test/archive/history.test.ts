import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {forked, type Trajectory} from '../../source/agent/trajectory.js';
import type {ArchivedVote, SessionRef} from '../../source/archive/archive.js';
import {question} from '../support/agent-doubles.js';
import {answeredWith, placeOf, SESSION, testArchive} from '../support/archived.js';

const VOTE: ArchivedVote = {
	k: 3,
	seedBase: 7,
	stoppedEarly: false,
	probeCacheHits: 2,
	elapsedMs: null,
	taken: null,
};

function found(archive: ReturnType<typeof testArchive>, text: string, more = {}): string[] {
	return archive.history({text, limit: 100, ...more}).map(({id}) => id);
}

describe('a search', () => {
	const questions = [
		answeredWith('a', 'How many Tracks are there?', 'SELECT count(*) FROM Track'),
		answeredWith('b', 'Which Künstler sold most?', 'SELECT name FROM artist', {
			evidence: 'sold means invoice-line',
		}),
		question({
			id: 'c',
			question: '曲は何曲ありますか',
			database: {path: '/other.sqlite', name: 'other', version: '1'},
		}),
	];
	const stored = () => {
		const archive = testArchive();
		for (const [at, trajectory] of questions.entries()) {
			archive.store(trajectory, placeOf(at));
		}

		return archive;
	};

	it.each<[string, string[]]>([
		['', ['question-2', 'question-1', 'question-0']],
		['  \t ', ['question-2', 'question-1', 'question-0']],
		['track', ['question-0']],
		['TRACKS', ['question-0']],
		['many tra', ['question-0']],
		['racks', []],
		['kunst', ['question-1']],
		['KÜNSTLER', ['question-1']],
		['invoice-li', ['question-1']],
		['count(*)', ['question-0']],
		['artist', ['question-1']],
		['曲は', ['question-2']],
		['select', ['question-1', 'question-0']],
		['select track', ['question-0']],
		// None of these is syntax.
		['track OR artist', []],
		['NOT track', []],
		['sql:artist', []],
		['{sql}', []],
		['^how', ['question-0']],
		['"many" ? -', ['question-0']],
		["'", []],
		['"', []],
		['a\0b', []],
	])('for %j finds the questions with words that begin so', (text, ids) => {
		expect(found(stored(), text)).toEqual(ids);
	});

	it('is for text of any kind', () => {
		const archive = stored();
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string({unit: 'binary'}),
					fc
						.array(
							fc.constantFrom(
								'"',
								'*',
								'NEAR(',
								')',
								':',
								'-',
								'^',
								'+',
								'AND',
								' ',
								'a',
								'{',
								'\0',
								'\ud83d',
							),
						)
						.map(all => all.join('')),
				),
				text => {
					archive.history({text, limit: 5});
				},
			),
			{numRuns: 500},
		);
		expect(found(archive, 'word '.repeat(20_000))).toEqual([]);
		expect(archive.notes).toEqual([]);
	});

	it('finds in one database, and a page at a time', () => {
		const archive = stored();
		expect(found(archive, '', {databasePath: '/other.sqlite'})).toEqual(['question-2']);
		expect(found(archive, 'select', {databasePath: '/other.sqlite'})).toEqual([]);
		expect(found(archive, 'select', {databasePath: '/music.sqlite'})).toEqual(['question-1', 'question-0']);
		expect(found(archive, '', {limit: 1, offset: 1})).toEqual(['question-1']);
		expect(found(archive, 'select', {limit: 1, offset: 1})).toEqual(['question-0']);
		expect(found(archive, '', {limit: 0})).toEqual([]);
	});

	it('has the newest first, by when they were asked, whenever they were stored', () => {
		const archive = testArchive();
		for (const number of [5, 2, 9, 3]) {
			archive.store(question({id: `t${number}`}), placeOf(number));
		}

		archive.store(question({id: 't2-again'}), {
			...placeOf(2),
			question: {...placeOf(2).question, id: 'the same time'},
		});
		for (const text of ['', 'tracks']) {
			expect(found(archive, text)).toEqual([
				'question-9',
				'question-5',
				'question-3',
				'the same time',
				'question-2',
			]);
		}
	});
});

it('an entry says what became of the question', () => {
	const archive = testArchive();
	archive.store(answeredWith('a', 'How many?', 'SELECT 1', {evidence: 'a hint'}), placeOf(0));
	archive.store(question({id: 'b', database: null}), placeOf(1));
	expect(archive.history({text: '', limit: 5})).toEqual([
		{
			id: 'question-1',
			session: SESSION.id,
			kind: SESSION.kind,
			askedAt: '2026-01-01T00:01:00.000Z',
			database: '',
			databasePath: '',
			question: 'How many tracks?',
			evidence: '',
			ending: 'open',
			sql: '',
			rowCount: null,
			votes: null,
		},
		{
			id: 'question-0',
			session: SESSION.id,
			kind: SESSION.kind,
			askedAt: '2026-01-01T00:00:00.000Z',
			database: 'music',
			databasePath: '/music.sqlite',
			question: 'How many?',
			evidence: 'a hint',
			ending: 'answered',
			sql: 'SELECT 1',
			rowCount: 2,
			votes: null,
		},
	]);
});

it('text that is no Unicode is listed as it is', () => {
	const archive = testArchive();
	const text = 'half \ud83d of \0 it';
	archive.store(answeredWith('a', text, text), placeOf(0));
	expect(archive.history({text: 'half', limit: 1})).toMatchObject([{question: text, sql: text}]);
});

describe('a question', () => {
	it('has its forks in order, and the last counts', async () => {
		const archive = testArchive();
		const first = answeredWith('z', 'Q?', 'SELECT apples');
		const second: Trajectory = {...forked(first, 0, 'b'), ending: 'aborted'};
		const third: Trajectory = {...answeredWith('a', 'Q?', 'SELECT pears'), parent: {id: 'b', turn: 0}};
		for (const trajectory of [first, second, third, {...second, ending: 'failed' as const}]) {
			archive.store(trajectory, placeOf(1));
		}

		const read = await archive.question('question-1');
		expect(read).toEqual({
			id: 'question-1',
			session: SESSION,
			askedAt: placeOf(1).question.askedAt,
			question: 'Q?',
			trajectories: [first, {...second, ending: 'failed'}, third],
			vote: null,
		});
		expect(archive.history({text: '', limit: 1})).toMatchObject([{sql: 'SELECT pears', ending: 'answered'}]);
		expect(found(archive, 'pears')).toEqual(['question-1']);
		expect(found(archive, 'apples')).toEqual([]);
		expect(await archive.question('none')).toBeNull();
	});

	it('of a vote has its samples by their index, and the one that was taken counts', async () => {
		const archive = testArchive();
		const place = placeOf(1);
		archive.storeVote(VOTE, place);
		expect(archive.history({text: '', limit: 5})).toEqual([]);
		const samples = ['SELECT apples', 'SELECT pears', 'SELECT plums'].map((sql, at) =>
			answeredWith(`s${at}`, 'Q?', sql),
		);
		for (const at of [2, 0, 1]) {
			archive.store(samples[at]!, {...place, sample: at});
		}

		expect(found(archive, 'apples')).toEqual(['question-1']);
		archive.storeVote({...VOTE, taken: 2, elapsedMs: 9}, place);
		expect(await archive.question('question-1')).toMatchObject({
			trajectories: samples,
			vote: {...VOTE, taken: 2, elapsedMs: 9},
		});
		expect(archive.history({text: 'plums', limit: 5})).toMatchObject([{sql: 'SELECT plums', votes: 3}]);
		expect(found(archive, 'apples')).toEqual([]);
	});

	it('keeps a trajectory that is stored again from another session', async () => {
		const archive = testArchive();
		archive.store(question({id: 'a'}), placeOf(1));
		archive.store({...question({id: 'a'}), ending: 'aborted'}, placeOf(2, {...SESSION, id: 'later'}));
		expect(archive.questionOf('a')).toBe('question-1');
		expect(archive.sessions({limit: 5}).map(({id}) => id)).toEqual([SESSION.id]);
		expect((await archive.trajectory('a'))?.ending).toBe('aborted');
	});
});

it('sessions are listed, the one that was asked in last first', async () => {
	const archive = testArchive();
	const other: SessionRef = {id: 'other', startedAt: '2025-01-01T00:00:00.000Z', kind: 'ask', database: null};
	archive.store(question({id: 'a', question: 'First?'}), placeOf(1));
	archive.store(question({id: 'b', question: 'Second?'}), placeOf(3));
	archive.store(question({id: 'c', question: 'Other?'}), placeOf(2, other));
	const [mine, theirs] = [
		{...SESSION, questions: 2, question: 'First?', lastAskedAt: placeOf(3).question.askedAt},
		{...other, questions: 1, question: 'Other?', lastAskedAt: placeOf(2).question.askedAt},
	];
	expect(archive.sessions({limit: 5})).toEqual([mine, theirs]);
	expect(archive.sessions({limit: 1})).toEqual([mine]);
	expect(archive.sessions({limit: 5, kind: 'ask'})).toEqual([theirs]);
	expect(archive.sessions({limit: 5, kind: 'replay'})).toEqual([]);
	expect(archive.sessions({limit: 5, databasePath: '/music.sqlite'})).toEqual([mine]);
	const read = await archive.session(SESSION.id);
	expect(read).toMatchObject(SESSION);
	expect(read?.questions.map(({question}) => question)).toEqual(['First?', 'Second?']);
	expect(await archive.session('none')).toBeNull();
});
