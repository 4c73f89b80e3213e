import {once} from 'node:events';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Archive} from '../../../source/archive/archive.js';
import {openArchive} from '../../../source/archive/store.js';
import type {ChosenModel} from '../../../source/model/chosen-model.js';
import {temporaryFolder} from '../../support/temporary-folder.js';
import {waitFor} from '../../support/wait-for.js';
import {ANSWER, newest, noted, PROBE, phase, SESSION, start} from './started-core.js';

function archived(): Archive {
	const archive = openArchive(path.join(temporaryFolder(), 'archive.sqlite'));
	onTestFinished(() => archive.close());
	return archive;
}

const all = {text: '', limit: 100};

/** The only question of the archive, with its trajectories. */
async function onlyQuestion(archive: Archive) {
	const entries = archive.history(all);
	expect(entries).toHaveLength(1);
	return (await archive.question(entries[0]!.id))!;
}

describe('a question', () => {
	it('is in the archive before the model is asked, and at its review as far as it is', async () => {
		const archive = archived();
		const {core, send, press} = await start(undefined, {archive});
		send('How many?');
		await phase(core, 'reviewing');
		const waiting = (await onlyQuestion(archive)).trajectories;
		expect(waiting).toMatchObject([
			{question: 'How many?', ending: 'open', turns: [{action: {kind: 'sql', sql: 'SELECT a FROM t'}}]},
		]);
		expect(waiting[0]!.turns[0]).not.toHaveProperty('verdict');
		press('y');
		await phase(core, 'answered');
		const {trajectories} = await onlyQuestion(archive);
		expect(trajectories).toEqual([newest(core)]);
	});

	it('whose model never answers is there, too', async () => {
		const archive = archived();
		const silent: Partial<ChosenModel> = {
			// biome-ignore lint/correctness/useYield: it says nothing until it is left.
			async *reply(_, __, signal) {
				await once(signal!, 'abort');
				throw signal!.reason;
			},
		};
		const {core, send} = await start(undefined, {archive, model: silent});
		send('How many?');
		await waitFor(() => archive.history(all).length === 1);
		expect((await onlyQuestion(archive)).trajectories).toMatchObject([{ending: 'open', turns: []}]);
		await core.close();
	});

	it('keeps what is done to its answer, and answers given again, together', async () => {
		const archive = archived();
		const {core, send, press} = await start(() => ({text: ANSWER}), {archive});
		send('How many?');
		await phase(core, 'answered');
		press('e');
		core.dispatch({kind: 'input', input: {kind: 'paste', text: ' LIMIT 1'}, at: 0});
		press('enter');
		await waitFor(() => core.session.shown?.trajectory?.answer?.by === 'person');
		await waitFor(async () => (await onlyQuestion(archive)).trajectories[0]!.answer?.by === 'person');
		press('G');
		await waitFor(async () => (await onlyQuestion(archive)).trajectories.at(-1)?.ending === 'answered');
		const {trajectories} = await onlyQuestion(archive);
		expect(trajectories).toMatchObject([
			{answer: {by: 'person', sql: 'SELECT count(*) AS n FROM t LIMIT 1'}},
			{answer: {by: 'model'}, parent: {id: trajectories[0]!.id, turn: 0}},
		]);
	});

	it('that another model goes on with is a fork, which tells of that model', async () => {
		const archive = archived();
		const {core, send, press} = await start(turn => ({text: turn === 0 ? PROBE : ANSWER}), {archive});
		send('How many?');
		await phase(core, 'reviewing');
		press('escape');
		await phase(core, 'answered');
		send('/model other');
		await waitFor(() => core.session.model?.name === 'other');
		press('escape', 'R');
		await phase(core, 'reviewing');
		press('y');
		await phase(core, 'answered');
		const {trajectories} = await onlyQuestion(archive);
		expect(trajectories).toMatchObject([
			{ending: 'aborted', model: {name: 'double'}},
			{ending: 'answered', model: {name: 'other'}, parent: {id: trajectories[0]!.id, turn: 1}},
		]);
	});

	it('ends in the archive when the session does', async () => {
		const archive = archived();
		const {core, send} = await start(undefined, {archive});
		send('How many?');
		await phase(core, 'reviewing');
		await core.close();
		expect((await onlyQuestion(archive)).trajectories).toMatchObject([{ending: 'aborted', turns: [{}]}]);
	});
});

describe('a vote', () => {
	it('is kept with its samples and what was taken', async () => {
		const archive = archived();
		const {core, send, press} = await start(() => ({text: ANSWER}), {archive});
		send('/vote 3');
		send('How many?');
		await phase(core, 'voting');
		await waitFor(() => core.session.phase.kind === 'voting' && core.session.phase.board.ballot.open === 0);
		await waitFor(
			() => core.session.phase.kind === 'voting' && core.session.phase.board.course.kind === 'ended',
		);
		press('escape');
		await waitFor(async () => (await onlyQuestion(archive)).vote?.taken === 0);
		const {trajectories, vote} = await onlyQuestion(archive);
		expect(vote).toMatchObject({k: 3, stoppedEarly: false, taken: 0});
		expect(trajectories.map(({ending, sampling}) => [ending, sampling.seed])).toEqual(
			[0, 1, 2].map(at => ['answered', vote!.seedBase + at]),
		);
		expect(archive.history(all)).toMatchObject([{votes: 3, rowCount: 1}]);
	});
});

describe('/history and /forget', () => {
	it('find, open, ask again and forget', async () => {
		const archive = archived();
		const {core, send, press} = await start(() => ({text: ANSWER}), {archive});
		for (const question of ['How many apples?', 'How many pears?']) {
			send(question);
			await waitFor(() => core.session.shown?.trajectory?.question === question);
		}

		const listed = () => {
			const view = core.session.views.at(-1);
			return view?.kind === 'history' ? view.view.entries.map(({question}) => question) : null;
		};
		send('/history app');
		await waitFor(() => listed()?.length === 1);
		expect(listed()).toEqual(['How many apples?']);
		press('enter');
		await waitFor(() => core.session.views.length === 2);
		press('q', 'a');
		await waitFor(() => archive.history(all).length === 3);
		await phase(core, 'answered');
		expect(core.session.views).toEqual([]);

		send('/history');
		await waitFor(() => listed()?.length === 3);
		press('x', 'x');
		await waitFor(() => listed()?.length === 2);
		expect(archive.history(all)).toHaveLength(2);
		press('q');
		send('/forget everything');
		await phase(core, 'choosing');
		press('enter');
		expect(archive.history(all)).toHaveLength(2);
		send('/forget everything');
		press('2');
		await waitFor(() => archive.history(all).length === 0);
		await waitFor(() => core.session.notice === 'Forgotten, with what was forked from it: 2 questions.');
		expect(core.session.history.entries.filter(entry => !entry.startsWith('/'))).toEqual([]);
	});

	it('say that nothing is kept where nothing is', async () => {
		const {core, send} = await start();
		send('/history');
		await waitFor(() => core.session.views.length === 1);
		await waitFor(() => JSON.stringify(core.session.views).includes('nothing of this session is kept'));
		core.dispatch({kind: 'input', input: {kind: 'key', name: 'q', text: 'q'}, at: 0});
		send('/forget session');
		await phase(core, 'choosing');
		core.dispatch({kind: 'input', input: {kind: 'key', name: '2', text: '2'}, at: 0});
		await waitFor(() => core.session.notice.includes('nothing of this session is kept'));
	});
});

it('an archive that cannot be written is told of once, and the session goes on', async () => {
	const archive = archived();
	const broken: Archive = {
		...archive,
		store() {
			throw new Error('disk full');
		},
	};
	const {core, send, press} = await start(undefined, {archive: broken});
	send('How many?');
	await phase(core, 'reviewing');
	await noted(core, 'disk full');
	press('y');
	await phase(core, 'answered');
	expect(core.session.printed.filter(item => item.kind === 'note')).toHaveLength(1);
	expect(SESSION.kind).toBe('session');
});
