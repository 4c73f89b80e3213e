import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {DatabaseError, ModelError} from '../../../source/errors.js';
import type {ChosenModel} from '../../../source/model/chosen-model.js';
import {ENDLESS, numbers, write} from '../../support/test-reader.js';
import {waitFor} from '../../support/wait-for.js';
import {ANSWER, newest, noted, notes, type Options, PROBE, phase, start} from './started-core.js';
import {key, letters} from './support.js';

describe('a question', () => {
	it('is reviewed, observed and answered', async () => {
		const {core, press, send, chats} = await start();
		send('How many?');
		await phase(core, 'reviewing');
		press('y');
		await phase(core, 'answered');
		const {ending, turns, answer, question} = newest(core);
		expect({ending, question}).toEqual({ending: 'answered', question: 'How many?'});
		expect(turns.map(({verdict}) => verdict)).toEqual([{kind: 'approved', by: 'person'}, undefined]);
		expect(answer).toMatchObject({by: 'model', outcome: {table: {columns: ['n'], rows: [[3n]]}}});
		expect(chats).toHaveLength(2);
		expect(core.session.shown?.trajectory).toBe(newest(core));
	});

	it.each<[string, string[], object, string]>([
		['rejected', ['n', ...letters('not now'), 'enter'], {kind: 'rejected', note: 'not now'}, 'not now'],
		['edited', ['e', ...letters(' LIMIT 1'), 'enter'], {kind: 'edited', sql: 'SELECT a FROM t LIMIT 1'}, 'x'],
		['cut short', ['f'], {kind: 'finish', by: 'person'}, ''],
	])('whose probe is %s goes on', async (_, keys, verdict, told) => {
		const {core, press, send, chats} = await start();
		send('How many?');
		await phase(core, 'reviewing');
		press(...keys);
		await phase(core, 'answered');
		expect(newest(core).turns[0]?.verdict).toEqual(verdict);
		expect(newest(core).ending).toBe('answered');
		expect(chats[1]?.at(-1)?.content).toContain(told);
		expect(chats[1]?.at(-1)?.content).not.toContain('\nz');
	});

	it('runs through where probes are approved by policy, with the evidence in force', async () => {
		const {core, send, chats} = await start();
		send('/approve auto');
		send('/evidence a is the name');
		send('How many?');
		await phase(core, 'answered');
		expect(newest(core).turns[0]?.verdict).toEqual({kind: 'approved', by: 'policy'});
		expect(newest(core).evidence).toBe('a is the name');
		expect(chats[0]?.[0]?.content).toContain('a is the name');
	});

	it('is told of each probe it makes, in the same session', async () => {
		const {core, press, send} = await start(turn => ({text: turn < 3 ? PROBE : ANSWER}));
		send('How many?');
		await phase(core, 'reviewing');
		press('a');
		await phase(core, 'answered');
		expect(newest(core).turns).toHaveLength(4);
	});

	it('about a choice of tables shows the model those only', async () => {
		const {core, send, chats} = await start(undefined, {session: {chosen: new Set()}});
		send('How many?');
		await phase(core, 'reviewing');
		expect(chats[0]?.[0]?.content).not.toContain('CREATE TABLE t');
	});

	it('that does not fit is not sent', async () => {
		const {core, send, chats} = await start(undefined, {model: {contextLength: async () => 10}});
		await waitFor(() => core.session.contextTokens === 10);
		core.dispatch({kind: 'input', input: key('q'), at: 0});
		send('How many?');
		await phase(core, 'answered');
		expect(chats).toEqual([]);
		expect(newest(core).ending).toBe('failed');
		expect(core.session.views.map(({kind}) => kind)).toEqual(['tables']);
	});

	it('to a model that counts for itself is sent, however long it seems', async () => {
		const {core, send, chats} = await start(undefined, {
			model: {
				async *prepare() {
					yield {kind: 'loaded', loaded: {fileBytes: 1, memoryBytes: 1, contextTokens: 10}};
				},
			},
		});
		await waitFor(() => core.session.contextTokens === 10);
		expect(core.session.views).toEqual([]);
		send('How many?');
		await phase(core, 'reviewing');
		expect(chats).toHaveLength(1);
	});

	it('goes to the model that was chosen just before', async () => {
		const {core, send, folder} = await start();
		const file = path.join(folder, 'mine.gguf');
		writeFileSync(file, '');
		send('/approve auto');
		send(`/model ${file}`);
		send('How many?');
		await phase(core, 'answered');
		expect(newest(core).model.name).toBe('file');
	});

	it('sent with another before it is answered is the one that is answered', async () => {
		const {core, press, send} = await start();
		send('One?');
		send('Two?');
		await phase(core, 'reviewing');
		press('y');
		await phase(core, 'answered');
		expect(newest(core).question).toBe('Two?');
		expect(newest(core).ending).toBe('answered');
		expect(notes(core).join()).toContain('One?');
		expect(core.session.printed.filter(({kind}) => kind === 'question')).toHaveLength(1);
	});

	it('is answered again, and goes on after it was stopped', async () => {
		const {core, press, send} = await start();
		send('How many?');
		await phase(core, 'reviewing');
		press('escape');
		await phase(core, 'answered');
		const stopped = newest(core);
		expect(stopped.ending).toBe('aborted');
		press('R');
		await phase(core, 'reviewing');
		press('y');
		await phase(core, 'answered');
		expect(newest(core)).toMatchObject({id: stopped.id, ending: 'answered'});
		press('G');
		await phase(core, 'answered');
		expect(newest(core)).toMatchObject({ending: 'answered', parent: {id: stopped.id, turn: 1}});
		expect(newest(core).id).not.toBe(stopped.id);
	});
});

describe('stopping', () => {
	/** Writes until it is stopped. */
	const endless: Partial<ChosenModel> = {
		async *reply(_chat, _sampling, signal) {
			yield {kind: 'text', text: 'thinking on'};
			await new Promise((_, reject) => {
				signal?.addEventListener('abort', () => reject(signal.reason), {once: true});
			});
		},
	};

	it.each(['escape', 'ctrl+c'])('the model, with %s', async stop => {
		const {core, press, send} = await start(undefined, {model: endless});
		send('How many?');
		await waitFor(() => core.session.phase.kind === 'thinking');
		press(stop);
		await phase(core, 'answered');
		expect(newest(core).ending).toBe('aborted');
	});

	it.each([`<sql>${ENDLESS}</sql>`, `<answer>${ENDLESS}</answer>`])('what runs: %s', async text => {
		const {core, press, send} = await start(() => ({text}));
		send('/approve auto');
		send('How many?');
		await phase(core, 'running');
		press('escape');
		await phase(core, 'answered');
		expect(newest(core).ending).toBe('aborted');
		send('/sql SELECT 1');
		await waitFor(() => core.session.printed.at(-1)?.kind === 'result');
	});

	it('a query of one\u2019s own', async () => {
		const {core, press, send} = await start();
		send(`/sql ${ENDLESS}`);
		press('escape');
		await phase(core, 'answered');
		expect(core.session.printed.at(-1)).toMatchObject({
			kind: 'result',
			outcome: {error: {kind: 'cancelled'}},
		});
	});

	it('the model itself, at the end', async () => {
		let closed = false;
		const close = async () => {
			closed = true;
		};
		const {core, send} = await start(undefined, {model: {...endless, close}});
		send('How many?');
		await phase(core, 'thinking');
		await core.close();
		expect(closed).toBe(true);
	});

	it('all of it, by quitting', async () => {
		const {core, press, send} = await start(undefined, {model: endless});
		send('How many?');
		await phase(core, 'thinking');
		press('ctrl+c');
		core.dispatch({kind: 'input', input: key('ctrl+c'), at: core.session.now + 10});
		await core.finished;
		expect(core.session.phase.kind).toBe('quit');
	});
});

describe('what goes wrong', () => {
	it('with a server that breaks off keeps what came, and can be tried again', async () => {
		let attempts = 0;
		const {core, press, send} = await start(turn => {
			const error = new ModelError('cut', 'the server closed the connection', '');
			return turn === 1 && attempts++ === 0
				? {text: 'Half an ans', error}
				: {text: turn === 0 ? PROBE : ANSWER};
		});
		send('How many?');
		await phase(core, 'reviewing');
		press('y');
		await phase(core, 'answered');
		expect(newest(core)).toMatchObject({ending: 'failed', turns: [{summary: 'I look.'}]});
		expect(newest(core).extra).toMatchObject({unfinished: 'Half an ans'});
		expect(notes(core).join()).toContain('closed the connection');
		press('R');
		await phase(core, 'answered');
		expect(newest(core)).toMatchObject({ending: 'answered'});
		expect(newest(core).turns).toHaveLength(2);
	});

	it('without anybody having foreseen it ends the question with a note', async () => {
		const {core, send} = await start(undefined, {
			model: {
				// biome-ignore lint/correctness/useYield: it breaks before.
				async *reply() {
					throw new TypeError('undefined is not a function');
				},
			},
		});
		send('How many?');
		await noted(core, 'undefined is not a function');
		expect(core.session.phase.kind).toBe('answered');
		expect(newest(core).ending).toBe('failed');
		send('/sql SELECT 1');
		await waitFor(() => core.session.printed.at(-1)?.kind === 'result');
	});

	it('with a database that is gone is told, and the session goes on', async () => {
		const {core, send} = await start(undefined, {
			reader: () => ({
				version: async () => {
					throw new DatabaseError('the file is gone', 'Bring it back.');
				},
			}),
		});
		send('How many?');
		await noted(core, /the file is gone[\s\S]*Bring it back/);
		expect(core.session.phase.kind).toBe('composing');
	});

	it.each<[string, Partial<Options>, (given: Awaited<ReturnType<typeof start>>) => void, RegExp]>([
		['evidence from no file', {}, ({send}) => send('/evidence file /nowhere/at/all.txt'), /all\.txt/],
		[
			'a clipboard',
			{
				surroundings: {
					copy: () => {
						throw new Error('no clipboard');
					},
				},
			},
			({send, press, core}) => {
				send('/sql SELECT 1');
				void phase(core, 'answered').then(() => press('c'));
			},
			/no clipboard/,
		],
		[
			'an editor',
			{
				surroundings: {
					editExternally: async () => {
						throw new Error('no editor');
					},
				},
			},
			({press}) => press('ctrl+g'),
			/no editor/,
		],
		[
			'a suspension',
			{
				surroundings: {
					suspend: async () => {
						throw new Error('no job control');
					},
				},
			},
			({press}) => press('ctrl+z'),
			/no job control/,
		],
	])('with %s is a note', async (_, options, act, told) => {
		const given = await start(undefined, options);
		act(given);
		await noted(given.core, told);
		expect(['composing', 'answered']).toContain(given.core.session.phase.kind);
	});
});

describe('an effect', () => {
	it('reads evidence from a file', async () => {
		const {core, send, folder} = await start();
		writeFileSync(path.join(folder, 'hint.txt'), '  a hint\n');
		send(`/evidence file ${path.join(folder, 'hint.txt')}`);
		await waitFor(() => core.session.evidence === 'a hint');
	});

	it('takes another model for what is asked from then on', async () => {
		const {core, send} = await start();
		send('/model other');
		await waitFor(() => core.session.model?.name === 'other');
		send('/approve auto');
		send('How many?');
		await phase(core, 'answered');
		expect(newest(core).model.name).toBe('other');
	});

	it('says where the server does not list the model', async () => {
		const {core, send} = await start();
		send('/model a');
		await waitFor(() => core.session.model?.name === 'a');
		expect(core.session.printed.at(-1)).toMatchObject({text: 'From here on a is asked.'});
		send('/model other');
		await waitFor(() => core.session.notice.includes('does not list "other"'));
	});

	it('lists the models of the server', async () => {
		const {core, send} = await start();
		send('/model');
		await phase(core, 'choosing');
	});

	it('counts rows and reads the first of them', async () => {
		const {core, send, press} = await start();
		send('/schema');
		press('c', 'enter');
		await waitFor(() => {
			const view = core.session.views[0];
			const known = view?.kind === 'schema' ? view.view.known.get('t') : undefined;
			return known?.count?.kind === 'given' && known.count.value === 3n && known.rows?.kind === 'given';
		});
	});

	it('asks for a plan, and copies', async () => {
		const {core, send, press, copied} = await start();
		send('/sql SELECT a FROM t');
		await phase(core, 'answered');
		press('p', 'c', 'C');
		await waitFor(() => core.session.printed.at(-1)?.kind === 'plan');
		expect(core.session.printed.at(-1)).toMatchObject({
			outcome: {table: {columns: ['id', 'parent', 'notused', 'detail']}},
		});
		expect(copied).toEqual(['SELECT a FROM t', 'a\nx\ny\nz\n']);
		expect(core.session.notice).toContain('clipboard: the rows');
	});

	it('brings back what was written in an editor', async () => {
		const {core, press, send} = await start();
		send('How many?');
		await phase(core, 'reviewing');
		press('ctrl+g');
		await waitFor(() => core.session.phase.kind === 'reviewing' && core.session.phase.way.kind === 'editing');
		press('enter');
		await phase(core, 'answered');
		expect(newest(core).turns[0]?.verdict).toEqual({kind: 'edited', sql: 'SELECT a FROM t LIMIT 1'});
	});
});

describe('an export', () => {
	async function asked(sql = numbers(2000)) {
		const given = await start();
		given.send(`/sql ${sql}`);
		await phase(given.core, 'answered');
		const target = path.join(given.folder, 'out');
		const exportTo = (name: string) => {
			given.press('x', 'enter', 'ctrl+u');
			given.core.dispatch({kind: 'input', input: {kind: 'paste', text: name}, at: 0});
			given.press('enter');
		};
		return {...given, target, exportTo};
	}

	it('writes all rows, and says where', async () => {
		const {core, target, exportTo} = await asked();
		exportTo(target);
		await noted(core, /^2,000 rows written to .*out$/);
		expect(readFileSync(target, 'utf8').trimEnd().split(/\r?\n/)).toHaveLength(2001);
	});

	it('to a file that is there, and to no folder, is told; the session goes on', async () => {
		const {core, target, folder, exportTo, send} = await asked();
		writeFileSync(target, 'mine');
		exportTo(target);
		await noted(core, /is there already/);
		exportTo(path.join(folder, 'none', 'out'));
		await noted(core, /cannot be written/);
		expect(readFileSync(target, 'utf8')).toBe('mine');
		expect(readdirSync(folder).sort()).toEqual(['out', 'test.sqlite']);
		send('/sql SELECT 1');
		await waitFor(() => core.session.shown?.sql === 'SELECT 1');
	});
});

describe('a database that changed between questions', () => {
	it('is read again where its schema is another', async () => {
		const {core, send, file, chats} = await start();
		send('/approve auto');
		send('How many?');
		await phase(core, 'answered');
		write(file, 'CREATE TABLE u(b)');
		send('And now?');
		await waitFor(() => chats.length === 4);
		expect(chats[2]?.[0]?.content).toContain('CREATE TABLE u');
		expect(core.session.database.schema.tables.map(({name}) => name)).toEqual(['t', 'u']);
		expect(notes(core).join()).toContain('changed');
	});

	it('is the same to the person where only its rows are others', async () => {
		const {core, send, file, chats} = await start();
		send('/approve auto');
		send('How many?');
		await phase(core, 'answered');
		const before = newest(core).database?.version;
		write(file, "INSERT INTO t VALUES ('more')");
		send('And now?');
		await waitFor(() => chats.length === 4);
		await phase(core, 'answered');
		expect(newest(core).answer?.outcome).toMatchObject({table: {rows: [[4n]]}});
		expect(newest(core).database?.version).not.toBe(before);
		expect(notes(core)).toEqual([]);
	});
});
