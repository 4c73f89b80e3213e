import {describe, expect, it} from 'vitest';
import {solve} from '../../source/agent/solve.js';
import type {Trajectory} from '../../source/agent/trajectory.js';
import type {Archive, ArchivedVote, Place} from '../../source/archive/archive.js';
import {openRecorder, type RecorderOptions} from '../../source/archive/recorder.js';
import {ArchiveError} from '../../source/errors.js';
import {modelDouble, question, surroundings} from '../support/agent-doubles.js';
import {SESSION, testArchive} from '../support/archived.js';

/** An archive that takes what it is given unless it is out of order. */
function archiveDouble() {
	const calls: string[] = [];
	let trouble: ArchiveError | null = null;
	const call = (name: string) => {
		if (trouble) {
			throw trouble;
		}

		calls.push(name);
	};
	const notes: string[] = [];
	const archive = {
		notes,
		store: ({id, ending}: Trajectory, {sample}: Place) =>
			call(`${id} ${ending}${sample === null ? '' : ` #${sample}`}`),
		storeVote: ({k}: ArchivedVote) => call(`vote of ${k}`),
		close: () => calls.push('closed'),
	} as unknown as Archive;
	return {
		archive,
		calls,
		notes,
		fail: (message: string | null) => {
			trouble = message === null ? null : new ArchiveError(message, '');
		},
	};
}

function recorded(given: Partial<RecorderOptions> & Pick<RecorderOptions, 'open'>) {
	const told: string[] = [];
	const recorder = openRecorder({
		session: SESSION,
		onFailure: ({message}) => told.push(message),
		onRecovered: () => told.push('recovered'),
		onNote: note => told.push(`note: ${note}`),
		clock: () => Date.UTC(2026, 0, 2),
		newId: () => 'new-id',
		...given,
	});
	return {recorder, told};
}

const VOTE = {k: 3, seedBase: 0, stoppedEarly: false, probeCacheHits: 0, elapsedMs: null, taken: null};
const at = (id: string) => question({id});

it('stores each step of the driver before it goes on', async () => {
	const archive = testArchive();
	const {recorder, told} = recorded({open: async () => archive});
	const asked = recorder.question();
	expect(asked.id).toBe('new-id');
	const model = modelDouble(turn => ({
		text: turn === 0 ? '<sql> SELECT 1 </sql>' : '<answer> SELECT 2 </answer>',
	}));
	for await (const {kind, trajectory} of solve(question(), surroundings({model}))) {
		if (kind !== 'chunk') {
			await asked.store(trajectory);
			expect(await archive.trajectory(trajectory.id)).toEqual(trajectory);
		}
	}

	expect(await archive.question('new-id')).toMatchObject({
		session: SESSION,
		askedAt: '2026-01-02T00:00:00.000Z',
	});
	expect(told).toEqual([]);
});

it('may be used before the archive is open', async () => {
	const {archive, calls} = archiveDouble();
	let open = (_: Archive) => {};
	const {recorder} = recorded({
		open: () =>
			new Promise(resolve => {
				open = resolve;
			}),
	});
	const asked = recorder.question('q');
	const stores = [asked.store(at('a')), asked.store(at('b'), 2), asked.vote(VOTE)];
	expect(calls).toEqual([]);
	open(archive);
	await Promise.all(stores);
	expect(calls).toEqual(['a open', 'b open #2', 'vote of 3']);
	await recorder.close();
	expect(calls.at(-1)).toBe('closed');
});

it('does nothing where no archive is wanted', async () => {
	const {recorder, told} = recorded({open: async () => null});
	await recorder.question().store(at('a'));
	expect(await recorder.archive()).toBeNull();
	await recorder.close();
	expect(told).toEqual([]);
});

describe('where something goes wrong', () => {
	it('tells each trouble once, goes on, and stores all when it is over', async () => {
		const {archive, calls, fail} = archiveDouble();
		const {recorder, told} = recorded({open: async () => archive});
		const asked = recorder.question();
		await asked.store(at('a'));
		fail('the disk is full');
		await asked.store(at('b'));
		await asked.store({...at('b'), ending: 'aborted'});
		await asked.store(at('c'));
		fail('it is busy');
		await asked.store(at('c'));
		fail('the disk is full');
		await asked.store(at('c'));
		expect(told).toEqual(['the disk is full', 'it is busy']);
		fail(null);
		await asked.store(at('d'));
		expect(calls).toEqual(['a open', 'd open', 'b aborted', 'c open']);
		expect(told).toEqual(['the disk is full', 'it is busy', 'recovered']);
		fail('the disk is full');
		await asked.store(at('e'));
		expect(told.slice(3)).toEqual(['the disk is full']);
	});

	it('stores at the end what it could not store before', async () => {
		const {archive, calls, fail} = archiveDouble();
		const {recorder} = recorded({open: async () => archive});
		fail('it is busy');
		await recorder.question().store(at('a'));
		fail(null);
		await recorder.close();
		expect(calls).toEqual(['a open', 'closed']);
	});

	it('opens the archive again with the next step', async () => {
		const {archive, calls} = archiveDouble();
		let attempts = 0;
		const {recorder, told} = recorded({
			open: async () => {
				attempts++;
				if (attempts < 3) {
					throw new ArchiveError('it cannot be opened', '');
				}

				return archive;
			},
		});
		const asked = recorder.question();
		await asked.store(at('a'));
		await asked.store(at('b'));
		expect(told).toEqual(['it cannot be opened']);
		await asked.store(at('c'));
		expect(calls).toEqual(['c open', 'a open', 'b open']);
		expect(told).toEqual(['it cannot be opened', 'recovered']);
		expect(attempts).toBe(3);
	});

	it('never throws, whatever it is', async () => {
		const {recorder, told} = recorded({
			open: () => {
				throw new TypeError('out of order');
			},
		});
		await recorder.question().store(at('a'));
		await recorder.close();
		expect(told).toEqual(['the archive cannot be used: out of order']);
	});
});

it('tells what is to be known of the archive', async () => {
	const {archive, notes} = archiveDouble();
	notes.push('one');
	const {recorder, told} = recorded({open: async () => archive});
	await recorder.archive();
	notes.push('two');
	await recorder.question().store(at('a'));
	await recorder.question().store(at('a'));
	expect(told).toEqual(['note: one', 'note: two']);
});
