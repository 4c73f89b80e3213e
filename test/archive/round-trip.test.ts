import fc from 'fast-check';
import {expect, it} from 'vitest';
import {solve} from '../../source/agent/solve.js';
import {forked, reopened, type Trajectory} from '../../source/agent/trajectory.js';
import {modelDouble, question, surroundings} from '../support/agent-doubles.js';
import {answeredWith, integrityOf, placeOf, plainly, testArchive} from '../support/archived.js';
import {trajectories, turns} from '../support/trajectories.js';

it('any trajectory comes back as it was stored last, whatever was stored of it before', async () => {
	const archive = testArchive();
	await fc.assert(
		fc.asyncProperty(fc.uuid(), fc.array(trajectories, {minLength: 1, maxLength: 4}), async (id, states) => {
			for (const [at, state] of states.entries()) {
				const trajectory = {...state, id};
				archive.store(trajectory, placeOf(at));
				expect(await archive.trajectory(id)).toStrictEqual(plain(trajectory));
			}
		}),
		{numRuns: 150},
	);
	expect(integrityOf(archive.file)).toBe('ok');
});

it('turns that are added, changed and taken away one by one come back', async () => {
	const archive = testArchive();
	const start = {...question(), ending: 'open' as const};
	const place = placeOf(1);
	await fc.assert(
		fc.asyncProperty(
			fc.uuid(),
			fc.array(fc.tuple(fc.nat({max: 6}), turns, fc.boolean()), {maxLength: 8}),
			async (id, changes) => {
				let trajectory: Trajectory = {...start, id};
				for (const [length, turn, isStored] of changes) {
					trajectory = {...trajectory, turns: [...trajectory.turns.slice(0, length), turn]};
					if (isStored) {
						archive.store(trajectory, place);
						expect(await archive.trajectory(id)).toStrictEqual(plain(trajectory));
					}
				}
			},
		),
		{numRuns: 100},
	);
});

/** Objects that fast-check makes without a prototype, as any other. */
function plain<T>(value: T): T {
	if (Array.isArray(value)) {
		return value.map(plain) as T;
	}

	return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
		? (Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)])) as T)
		: value;
}

it('two hundred turns come back, and a step writes one of them', async () => {
	const archive = testArchive();
	const [turn] = fc.sample(turns, {numRuns: 1, seed: 1});
	let trajectory = question();
	for (let count = 0; count < 200; count++) {
		trajectory = {...trajectory, turns: [...trajectory.turns, {...plain(turn!), elapsedMs: count}]};
		archive.store(trajectory, placeOf(1));
	}

	expect(await archive.trajectory(trajectory.id)).toStrictEqual(trajectory);
	plainly(archive.file, db => {
		db.exec(
			'CREATE TABLE written (place); CREATE TRIGGER note AFTER UPDATE ON turn BEGIN INSERT INTO written VALUES (new.place); END',
		);
	});
	const last = trajectory.turns.at(-1)!;
	trajectory = {...trajectory, turns: trajectory.turns.with(199, {...last, elapsedMs: 7000})};
	archive.store(trajectory, placeOf(1));
	expect(plainly(archive.file, db => db.prepare('SELECT place FROM written').all())).toEqual([{place: 199}]);
	expect(await archive.trajectory(trajectory.id)).toStrictEqual(trajectory);
});

it('each step of the driver is there for another program before the driver goes on', async () => {
	const archive = testArchive();
	const other = testArchive(archive.file);
	const model = modelDouble(turn => ({
		text: turn < 3 ? `<sql> SELECT ${turn} </sql>` : '<answer> SELECT 9 </answer>',
		usage: {promptTokens: 1, completionTokens: 2},
	}));
	const kinds: string[] = [];
	for await (const event of solve(question(), surroundings({model}))) {
		if (event.kind !== 'chunk') {
			archive.store(event.trajectory, placeOf(1));
			kinds.push(event.kind);
			expect(await other.trajectory(event.trajectory.id)).toStrictEqual(event.trajectory);
		}
	}

	expect(kinds).toEqual([...Array(3).fill(['replied', 'judged', 'observed']).flat(), 'replied', 'ended']);
});

it('a trajectory that was ended, and is open again, loses its answer', async () => {
	const archive = testArchive();
	const first = answeredWith('a', 'Q?', 'SELECT 1');
	archive.store(first, placeOf(1));
	const {answer: _, ...again} = reopened(first);
	archive.store(again, placeOf(1));
	expect(await archive.trajectory('a')).toStrictEqual(again);
	const answer = {sql: 'SELECT 2', by: 'person' as const};
	archive.store({...again, answer}, placeOf(1));
	archive.store(again, placeOf(1));
	expect(await archive.trajectory('a')).toStrictEqual(again);
});

it('forks are found from what they are taken from', async () => {
	const archive = testArchive();
	const [turn] = fc.sample(turns, {numRuns: 1, seed: 1});
	const parent: Trajectory = {...question({id: 'parent'}), turns: [plain(turn!)]};
	const forks = ['z', 'a'].map(id => forked(parent, 1, id));
	for (const trajectory of [parent, ...forks]) {
		archive.store(trajectory, placeOf(1));
	}

	expect(await archive.children('parent')).toStrictEqual(forks);
	expect(await archive.children('a')).toEqual([]);
	expect(archive.questionOf('z')).toBe('question-1');
	expect(archive.questionOf('unknown')).toBeNull();
});

it('what another program stored of the same trajectory is not mixed with what this one stores', async () => {
	const archive = testArchive();
	const other = testArchive(archive.file);
	const [a, b, c] = fc.sample(turns, {numRuns: 3, seed: 1}).map(plain);
	archive.store({...question(), turns: [a!]}, placeOf(1));
	other.store({...question(), turns: [b!, b!, b!]}, placeOf(1));
	const theirs = {...question(), turns: [b!, b!, b!]};
	expect(() => archive.store({...question(), turns: [a!, c!]}, placeOf(1))).toThrow('in another window');
	expect(await archive.trajectory(theirs.id)).toStrictEqual(theirs);
});

it('a system prompt is stored once', () => {
	const archive = testArchive();
	for (let number = 0; number < 20; number++) {
		archive.store(question({id: `t${number}`, schema: `CREATE TABLE t${number % 2} (x);`}), placeOf(number));
	}

	expect(plainly(archive.file, db => db.prepare('SELECT count(*) AS n FROM prompt').get())).toEqual({n: 2});
});

it('a user and a password in the address of a model do not get into the file', async () => {
	const archive = testArchive();
	const model = {name: 'm', baseUrl: 'http://me:sk-secret-0123@host:8000/v1'};
	archive.store(question({model}), placeOf(1));
	const read = await archive.trajectory(question().id);
	expect(read?.model).toEqual({name: 'm', baseUrl: 'http://host:8000/v1'});
	expect(plainly(archive.file, db => db.serialize()).includes('sk-secret')).toBe(false);
});

it('what cannot be read back is named, and nothing else is lost', async () => {
	const archive = testArchive();
	archive.store(question({id: 'good'}), placeOf(1));
	archive.store(question({id: 'bad'}), placeOf(2));
	plainly(archive.file, db => db.exec(`UPDATE trajectory SET head = '{"format":1}' WHERE id = 'bad'`));
	await expect(archive.trajectory('bad')).rejects.toMatchObject({
		name: 'ArchiveError',
		message: expect.stringContaining('the trajectory bad cannot be read back'),
	});
	expect(await archive.trajectory('good')).toStrictEqual(question({id: 'good'}));
	expect(archive.notes).toEqual([]);
});
