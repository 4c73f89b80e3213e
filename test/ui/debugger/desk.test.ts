import {describe, expect, it, onTestFinished} from 'vitest';
import type {Trajectory} from '../../../source/agent/trajectory.js';
import {memoryBook} from '../../../source/archive/memory-book.js';
import {ArchiveError, ModelError, UsageError} from '../../../source/errors.js';
import {type DeskOptions, type RunRecord, startDesk} from '../../../source/ui/debugger/desk.js';
import type {DebuggerEvent, Request} from '../../../source/ui/debugger/event.js';
import {modelDouble, readerDouble} from '../../support/agent-doubles.js';
import {waitFor} from '../../support/wait-for.js';
import {answered, several} from './support.js';

const MODEL = modelDouble(() => ({text: 'So.\n<answer>SELECT 1</answer>'}));

/** A desk in memory; `run` gives what came of a request, until nothing runs any more. */
function desk(trajectories: readonly Trajectory[], change: Partial<DeskOptions> = {}, note = '') {
	const double = readerDouble();
	const reader = {
		async query(sql: string) {
			const outcome = await double.query(sql);
			return 'table' in outcome ? {...outcome, table: {...outcome.table, digest: sql}} : outcome;
		},
		database: {path: '/chinook.db', name: 'chinook', version: '1'},
		version: async () => '2',
	};
	const events: DebuggerEvent[] = [];
	let ended = () => {};
	const started = startDesk(
		{
			book: memoryBook('run.jsonl', trajectories),
			readers: {of: async () => ({reader: reader as never, note}), close: async () => {}},
			models: {names: ['double'], named: async () => MODEL},
			gold: null,
			rule: 'bird',
			queryTimeoutMs: 1000,
			clock: () => 0,
			newId: () => 'fork',
			forkQuestion: () => ({store: async () => {}}),
			forksOf: async () => [],
			editExternally: async () => ({error: ''}),
			write: async () => '/x.md',
			leave: () => {},
			...change,
		},
		event => {
			events.push(event);
			if (event.kind === 'task' && event.task === null) {
				ended();
			}
		},
	);
	onTestFinished(() => started.close());
	return {
		events,
		async run(request: Request): Promise<string> {
			const done = new Promise<void>(resolve => {
				ended = resolve;
			});
			started.perform(request);
			await done;
			const last = events.at(-1);
			return last?.kind === 'notice' ? last.text : '';
		},
		perform: (request: Request) => started.perform(request),
		notices: () => events.flatMap(event => (event.kind === 'notice' ? [event.text] : [])),
	};
}

function forkOf(parent: Trajectory): Extract<Request, {kind: 'fork'}> {
	const {sampling} = parent;
	return {
		kind: 'fork',
		parent,
		plan: {turn: 1, change: {kind: 'again'}, sampling, evidence: null, count: 1},
		model: 'double',
	};
}

describe('judging many', () => {
	it('counts only what was judged', async () => {
		const all = several(5, index => ({
			answer: {sql: index < 2 ? `SELECT ${index}` : 'SELECT 9', by: 'model'},
		}));
		const gold = ['SELECT 0', 'SELECT 1', 'SELECT 2', 'SELECT fail', null];
		const {run} = desk(all, {gold: {count: 4, of: ({id}) => gold[Number(id.slice(3))] ?? null}});
		expect(
			await run({
				kind: 'judge-all',
				targets: all.map((trajectory, node) => ({node, trajectory, file: 'run.jsonl'})),
			}),
		).toBe('2 of 3 right by bird · 1 has a gold query that fails · 1 has none');
	});

	it('tells why some could not be judged, and where none was', async () => {
		const [one] = several(1);
		const given = {
			gold: {count: 1, of: () => 'SELECT 1'},
			readers: {
				of: async () => {
					throw new UsageError('the database is gone');
				},
				close: async () => {},
			},
		};
		expect(
			await desk([one!], given).run({
				kind: 'judge-all',
				targets: [{node: 0, trajectory: null, file: 'run.jsonl'}],
			}),
		).toBe('None was judged · 1 could not be judged: the database is gone');
	});
});

describe('runs', () => {
	const record = (file: string, gold: string, notes: string[] = []): RunRecord => ({
		file,
		read: async () => ({
			run: {rule: 'spider', gold: {count: 1, of: () => gold}, verdicts: new Map(), fault: null},
			notes,
		}),
	});
	const [one] = several(1, () => ({answer: {sql: 'SELECT 1', by: 'model'}})) as [Trajectory];

	const recordedOf = (events: readonly DebuggerEvent[]) => events.filter(event => event.kind === 'recorded');

	it('are read when that is asked for, and with the files again', async () => {
		const {events, perform} = desk([one], {
			records: [record('a', 'SELECT 1', ['note a']), record('b', 'SELECT 2')],
		});
		perform({kind: 'read-runs'});
		await waitFor(() => recordedOf(events).length === 1);
		expect(recordedOf(events)).toMatchObject([{gold: 2, notes: ['note a']}]);
		perform({kind: 'reload'});
		await waitFor(() => recordedOf(events).length === 2);
		expect(events.map(({kind}) => kind)).toEqual(['recorded', 'reloaded', 'recorded']);
	});

	it('have gold queries of their own, each for its file; what a person has named or typed counts before', async () => {
		const judge = async (request: Partial<Request>, change: Partial<DeskOptions> = {}, typed?: string) => {
			const records = [record('a', 'SELECT 1'), record('b', 'SELECT 2')];
			const {events, perform, run} = desk([one], {records, ...change});
			perform({kind: 'read-runs'});
			await waitFor(() => recordedOf(events).length === 1);
			if (typed !== undefined) {
				await run({kind: 'judge', trajectory: one, file: 'a', gold: typed});
			}

			await run({kind: 'judge', trajectory: one, file: 'a', gold: null, ...request} as Request);
			const found = events.findLast(event => event.kind === 'judged');
			return found?.kind === 'judged' && [found.judgement.gold.sql, found.judgement.verdict, found.isTyped];
		};

		expect(await judge({file: 'a'})).toEqual(['SELECT 1', 'right', false]);
		expect(await judge({file: 'b'})).toEqual(['SELECT 2', 'wrong', false]);
		// A fork is in no file.
		expect(await judge({file: ''})).toEqual(['SELECT 1', 'right', false]);
		expect(await judge({file: 'a'}, {gold: {count: 1, of: () => 'SELECT 3'}})).toEqual([
			'SELECT 3',
			'wrong',
			false,
		]);
		expect(await judge({file: 'a'}, {}, 'SELECT 4')).toEqual(['SELECT 4', 'wrong', true]);
	});

	it('are told only as they were read last', async () => {
		let reads = 0;
		const slow: RunRecord = {
			file: 'a',
			read: signal =>
				reads++ === 0
					? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
					: record('a', 'SELECT 1').read(signal),
		};
		const {events, notices, perform} = desk([one], {records: [slow]});
		perform({kind: 'read-runs'});
		perform({kind: 'reload'});
		await waitFor(() => recordedOf(events).length === 1);
		expect(reads).toBe(2);
		expect(notices()).toEqual([]);
	});
});

describe('a fork of what was asked of another version', () => {
	it('says so when it begins and when it ends, and keeps it', async () => {
		const {run, notices, events} = desk([], {}, 'chinook has changed since this was recorded.');
		const parent = answered({id: 'p', database: {path: '/chinook.db', name: 'chinook', version: '1'}});
		expect(await run(forkOf(parent))).toBe(
			'The fork answered. chinook has changed since this was recorded. c compares.',
		);
		expect(notices()[0]).toBe('chinook has changed since this was recorded.');
		const begun = events.find(event => event.kind === 'forks');
		expect(begun?.kind === 'forks' && begun.forks[0]).toMatchObject({
			database: {version: '2'},
			extra: {parentDatabase: {path: '/chinook.db', version: '1'}},
		});
	});
});

it('says what to do where the model of a fork is not reached', async () => {
	const error = new ModelError('unreachable', 'nobody listens', 'Start the server.');
	const named = async () => modelDouble(() => ({text: '', error}));
	expect(await desk([], {models: {names: ['double'], named}}).run(forkOf(answered()))).toBe(
		'The fork has no answer. Start the server.',
	);
});

it('the forks of a trajectory are those that ask the same: samples of another run have the same ids', async () => {
	const [one] = several(1) as [Trajectory];
	const forkOf = (id: string, question: string) => answered({id, question, parent: {id: one.id, turn: 0}});
	const {events, perform} = desk([one], {
		forksOf: async () => [forkOf('own', one.question), forkOf('other', 'Another?')],
	});
	perform({kind: 'open', place: 0});
	await waitFor(() => events.length === 2);
	expect(events[1]).toMatchObject({kind: 'forks', forks: [{id: 'own'}]});
	expect(events[1]?.kind === 'forks' && events[1].forks).toHaveLength(1);
});

it('a trajectory is opened though the archive cannot be asked for its forks, which is said', async () => {
	const [one] = several(1) as [Trajectory];
	const {events, notices, perform} = desk([one], {
		forksOf: async () => {
			throw new ArchiveError('the archive is locked', 'Try again.');
		},
	});
	perform({kind: 'open', place: 0});
	await waitFor(() => notices().length > 0);
	expect(notices()).toEqual(['the archive is locked.\nTry again.']);
	expect(events.map(({kind}) => kind)).toEqual(['opened', 'notice']);
});
