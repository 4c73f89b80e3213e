/**
 * A program of its own that stores the steps of scripted trajectories in an archive, and prints a line of JSON before
 * and after each. For what tests need another process for: one that is killed, that shares an archive, or that may not
 * write. Arguments: the archive, a prefix for its ids, how many questions (0: without end), and the id of a trajectory
 * that it goes on with first. Where LATER is set it is of a later version, to which the archive is brought slowly.
 */
import {createHash} from 'node:crypto';
import {writeSync} from 'node:fs';
import {solve} from '../../source/agent/solve.js';
import {next, type Trajectory, type Verdict} from '../../source/agent/trajectory.js';
import {trajectoryToJson} from '../../source/agent/trajectory-json.js';
import type {Place} from '../../source/archive/archive.js';
import {MIGRATIONS, type Migration} from '../../source/archive/migrations.js';
import {openArchive} from '../../source/archive/store.js';
import {ArchiveError} from '../../source/errors.js';
import {modelDouble, question, surroundings} from './agent-doubles.js';

export type ProgramLine =
	| {kind: 'started'}
	/** What the archive held of the trajectory that is gone on with. */
	| {kind: 'resumed'; id: string; digest: string}
	| {kind: 'storing' | 'stored'; id: string; step: string; digest: string; next: string}
	| {kind: 'failed'; message: string; advice: string}
	| {kind: 'done'; notes: readonly string[]};

export function digestOf(trajectory: Trajectory): string {
	return createHash('sha256')
		.update(JSON.stringify(trajectoryToJson(trajectory)))
		.digest('hex');
}

/** What a trajectory waits for. */
export function nextOf(trajectory: Trajectory): string {
	return JSON.stringify(next(trajectory));
}

const VERDICTS: Verdict[] = [
	{kind: 'approved', by: 'person'},
	{kind: 'edited', sql: 'SELECT 7'},
	{kind: 'rejected', note: 'another way'},
	{kind: 'approved', by: 'policy'},
];

const slowMigration: Migration = db => {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
	// Fails where it is done twice.
	db.exec('ALTER TABLE session ADD COLUMN note TEXT');
};

function print(line: ProgramLine): void {
	// At once, before anything else happens.
	writeSync(1, `${JSON.stringify(line)}\n`);
}

async function run(file: string, prefix: string, count: number, resumed?: string): Promise<void> {
	print({kind: 'started'});
	const archive = openArchive(file, process.env.LATER ? {migrations: [...MIGRATIONS, slowMigration]} : {});
	const model = modelDouble(turn => ({
		text: turn < VERDICTS.length ? `Look.\n<sql> SELECT ${turn} </sql>` : '<answer> SELECT 9 </answer>',
	}));
	const around = surroundings({
		model,
		review: ({turn}) => ({turn, verdict: VERDICTS[turn % VERDICTS.length]!}),
	});

	if (resumed) {
		const trajectory = (await archive.trajectory(resumed))!;
		print({kind: 'resumed', id: resumed, digest: digestOf(trajectory)});
		await solveAndStore(trajectory);
	}

	for (let number = 0; count === 0 || number < count; number++) {
		// Each with a system prompt of its own, as of another database.
		await solveAndStore(
			question({id: `${prefix}-${number}`, schema: `CREATE TABLE t${number} (x);`.repeat(50)}),
		);
	}

	archive.close();
	print({kind: 'done', notes: archive.notes});

	async function solveAndStore(start: Trajectory): Promise<void> {
		const place: Place = {
			session: {id: prefix, startedAt: '2026-01-01T00:00:00.000Z', kind: 'session', database: null},
			question: {id: `question-${start.id}`, askedAt: new Date().toISOString()},
			sample: null,
		};
		for await (const {kind, trajectory} of solve(start, around)) {
			if (kind === 'chunk') {
				continue;
			}

			const line = {id: start.id, step: kind, digest: digestOf(trajectory), next: nextOf(trajectory)};
			print({kind: 'storing', ...line});
			try {
				archive.store(trajectory, place);
				print({kind: 'stored', ...line});
			} catch (error) {
				tell(error);
			}
		}
	}
}

function tell(error: unknown): void {
	if (!(error instanceof ArchiveError)) {
		throw error;
	}

	print({kind: 'failed', message: error.message, advice: error.advice});
}

const [program, file, prefix = '', count = '1', resumed] = process.argv.slice(1);
if (program?.includes('archive-program') && file) {
	await run(file, prefix, Number(count), resumed).catch(tell);
}
