import {readdirSync} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import {expect, it, onTestFinished} from 'vitest';
import {MIGRATIONS} from '../../source/archive/migrations.js';
import {openArchive} from '../../source/archive/store.js';
import {question} from '../support/agent-doubles.js';
import {digestOf} from '../support/archive-program.js';
import {archiveFile, integrityOf, placeOf, plainly, testArchive} from '../support/archived.js';
import {buildArchiveProgram, runArchiveProgram} from '../support/run-archive-program.js';

const program = await buildArchiveProgram();

/** Of a scripted trajectory; with its beginning of a new archive each program stores more than 200 steps. */
const STEPS = 14;
const QUESTIONS = 15;

it('two programs that make an archive and write to it at once lose nothing', async () => {
	const file = archiveFile();
	const programs = ['a', 'b'].map(name => runArchiveProgram(program, [file, name, String(QUESTIONS)]));
	await Promise.all(programs.map(({ended}) => ended));
	const archive = openArchive(file);
	for (const {lines} of programs) {
		expect(lines.filter(({kind}) => kind === 'failed')).toEqual([]);
		expect(lines.at(-1)).toEqual({kind: 'done', notes: []});
		const stored = lines.flatMap(line => (line.kind === 'stored' ? line : []));
		expect(stored).toHaveLength(STEPS * QUESTIONS);
		for (const [id, {digest}] of new Map(stored.map(line => [line.id, line]))) {
			expect(digestOf((await archive.trajectory(id))!)).toBe(digest);
		}
	}

	expect(archive.history({text: 'tracks', limit: 100})).toHaveLength(2 * QUESTIONS);
	archive.close();
	expect(integrityOf(file)).toBe('ok');
	// The prompts of both are the same.
	expect(plainly(file, db => db.prepare('SELECT count(*) FROM prompt').pluck().get())).toBe(QUESTIONS);
});

it('a program that holds the archive for long is told of, and nothing is lost when it lets go', async () => {
	const file = archiveFile();
	openArchive(file).close();
	const other = new Database(file);
	other.exec('BEGIN IMMEDIATE');
	const {lines, ended} = runArchiveProgram(program, [file, 'a', '1'], {
		onLine: ({kind}) => {
			if (kind === 'failed') {
				other.close();
			}
		},
	});
	await ended;
	const failed = lines.flatMap(line => (line.kind === 'failed' ? line : []));
	expect(failed).toEqual([
		{
			kind: 'failed',
			message: `the archive ${file} is kept busy by another program`,
			advice: 'Close that program, or wait: what could not be stored is stored with the next step.',
		},
	]);
	const last = lines.findLast(line => line.kind === 'stored');
	const archive = openArchive(file);
	expect(digestOf((await archive.trajectory('a-0'))!)).toBe((last as {digest: string}).digest);
	archive.close();
});

it('two programs that bring an archive to a later version at once do so once', async () => {
	const file = archiveFile();
	const archive = openArchive(file);
	archive.store(question(), placeOf(1));
	archive.close();
	const programs = ['a', 'b', 'c'].map(name =>
		runArchiveProgram(program, [file, name, '1'], {before: 'export LATER=1'}),
	);
	await Promise.all(programs.map(({ended}) => ended));
	for (const {lines} of programs) {
		expect(lines.at(-1)).toEqual({kind: 'done', notes: []});
		expect(lines.filter(({kind}) => kind === 'stored')).toHaveLength(STEPS);
	}

	expect(integrityOf(file)).toBe('ok');
	const names = readdirSync(path.dirname(file)).sort();
	expect(names).toEqual(['archive.sqlite', `archive.v${MIGRATIONS.length}.backup.sqlite`]);
	plainly(path.join(path.dirname(file), names[1]!), db => {
		expect(db.prepare('SELECT id FROM trajectory').pluck().all()).toEqual([question().id]);
	});
});

it('a trajectory that two programs go on with is the last one\u2019s, and the other is told', async () => {
	const first = testArchive();
	const second = openArchive(first.file);
	onTestFinished(() => second.close());
	const trajectory = question();
	first.store(trajectory, placeOf(0));
	const taken = (await second.trajectory(trajectory.id))!;
	second.store(taken, placeOf(0));
	expect(() => first.store({...trajectory, ending: 'aborted'}, placeOf(0))).toThrow('in another window');
	second.store({...taken, ending: 'failed'}, placeOf(0));
	expect(await first.trajectory(trajectory.id)).toMatchObject({ending: 'failed'});
});
