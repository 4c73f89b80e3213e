import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {ModelError, PromptTooLong, UsageError} from '../../../source/errors.js';
import type {ChosenModel} from '../../../source/model/chosen-model.js';
import type {LoadedModel, Preparing} from '../../../source/model/model.js';
import type {ModelPlace} from '../../../source/model/model-place.js';
import {type ModelSurroundings, startAskedModel} from '../../../source/ui/session/asked-model.js';
import type {SessionEvent} from '../../../source/ui/session/event.js';
import {reduce} from '../../../source/ui/session/reduce.js';
import type {Session} from '../../../source/ui/session/state.js';
import {modelDouble} from '../../support/agent-doubles.js';
import {temporaryFolder} from '../../support/temporary-folder.js';
import {waitFor} from '../../support/wait-for.js';
import {LOADED, PROFILES, press, SAMPLING, send, session} from './support.js';

const SERVER = {kind: 'server' as const, baseUrl: 'http://me:secret@host/v1', name: 'sqrl-4b'};
const SHOWN = 'http://host/v1';

type Step = Preparing | ModelError | Error | Promise<void>;

/** How a model that runs here is prepared: what it tells, waits for or throws, at each time anew. */
type Script = (time: number, system: string) => Step[];

const READY: Step[] = [
	{kind: 'loading', done: 1, total: 2},
	{kind: 'loaded', loaded: LOADED},
	{kind: 'reading', done: 300, total: 1270},
];

const LOADING: Session['readiness'] = {step: {kind: 'loading', done: 0, total: 0}, loaded: null};

/** What is asked of models, written down; doubles of them, without anything that could be asked. */
function doubles(script: Script = () => READY) {
	const log: string[] = [];
	const systems: string[] = [];
	const closing: {until: Promise<void>} = {until: Promise.resolve()};
	const served = {names: ['sqrl-4b', 'other'], failure: null as Error | null};
	function modelAt(place: ModelPlace): ChosenModel {
		if (place.kind === 'server' && !place.baseUrl.startsWith('http')) {
			throw new UsageError('this is no address of a server', 'Write it whole.');
		}

		const common = {
			...modelDouble(() => ({text: ''})),
			async close() {
				log.push(`closing ${name}`);
				await closing.until;
				log.push(`closed ${name}`);
			},
		};
		const name = place.kind === 'server' ? place.name : place.kind;
		if (place.kind === 'server') {
			return {
				...common,
				ref: {name, baseUrl: SHOWN},
				async contextLength() {
					log.push(`asked ${name}`);
					return 32_768;
				},
				async models() {
					if (served.failure) {
						throw served.failure;
					}

					return served.names.map(id => ({id, contextLength: null}));
				},
			};
		}

		return {
			...common,
			ref: {name: place.kind === 'file' ? path.basename(place.file) : 'sqrl-tiny', file: 'sqrl-tiny.gguf'},
			async *prepare(system, signal) {
				log.push(`preparing ${name}`);
				systems.push(system);
				for (const step of script(systems.length - 1, system)) {
					if (step instanceof Error) {
						throw step;
					}

					if (step instanceof Promise) {
						await step;
						signal?.throwIfAborted();
					} else {
						yield step;
					}
				}
			},
		};
	}

	return {log, systems, closing, served, modelAt};
}

type Doubles = ReturnType<typeof doubles>;

/** A session that does of its effects only those that are of the model. */
function open(given: Doubles, change: Partial<Session> & {place?: ModelPlace | null} = {}) {
	const {place = SERVER, ...rest} = change;
	const first = place && {place, model: given.modelAt(place)};
	const kept: ModelPlace[] = [];
	const keepChoice: ModelSurroundings['keepChoice'] = async place => {
		kept.push(place);
		return '/config.json';
	};
	let state = session({model: first?.model.ref ?? null, address: SHOWN, ...rest});
	const surroundings = {
		first,
		modelAt: given.modelAt,
		keepChoice,
		server: SERVER,
		profiles: PROFILES,
		sampling: SAMPLING,
	};
	const failures: unknown[] = [];
	const report = (error: unknown) => {
		failures.push(error);
	};
	const asked = startAskedModel(surroundings, {session: () => state, dispatch, report});
	onTestFinished(() => asked.close());
	const notices: string[] = [];
	function dispatch(event: SessionEvent): void {
		const step = reduce(state, event);
		state = step.session;
		if (event.kind === 'notice') {
			notices.push(event.text);
		}

		perform(step.effects);
	}

	function perform(effects: ReturnType<typeof reduce>['effects']): void {
		for (const effect of effects) {
			if (effect.kind === 'use-model') {
				void asked.use(effect.wanted).catch(report);
			} else if (effect.kind === 'list-models') {
				void asked.list().catch(report);
			} else if (effect.kind === 'get-ready') {
				void asked.getReady().catch(report);
			}
		}
	}

	return {
		get session() {
			return state;
		},
		asked,
		kept,
		notices,
		failures,
		surroundings,
		dispatch,
		send(text: string) {
			const step = send(state, text);
			state = step.session;
			perform(step.effects);
		},
		press(...names: string[]) {
			const step = press(state, ...names);
			state = step.session;
			perform(step.effects);
		},
		uses: (name: string) => waitFor(() => state.model?.name === name, `${name} is not used`),
		is: (kind: string) => waitFor(() => state.readiness?.step.kind === kind, `it is not ${kind}`),
	};
}

/** A promise and what ends it. */
function gate() {
	let pass = () => {};
	const until = new Promise<void>(resolve => {
		pass = resolve;
	});
	return {until, pass};
}

const printed = ({printed}: Session) =>
	printed.map(item => (item.kind === 'note' ? `${item.tone}: ${item.text}` : item.kind));

describe('a choice', () => {
	it.each<[string, string, Partial<ModelPlace>, string]>([
		['a name of the same server', 'other', {...SERVER, name: 'other'}, 'other'],
		[
			'the name of another organisation',
			'feyninc/sqrl-4b',
			{...SERVER, name: 'feyninc/sqrl-4b'},
			'feyninc/sqrl-4b',
		],
		['another address', 'HTTP://else/v1', {kind: 'server', baseUrl: 'HTTP://else/v1'}, 'sqrl-4b'],
		['the address that is shown, for the whole of it', SHOWN, SERVER, 'sqrl-4b'],
		['the embedded model', 'embedded', {kind: 'embedded'}, 'sqrl-tiny'],
		['the embedded model by its name', 'sqrl-tiny', {kind: 'embedded'}, 'sqrl-tiny'],
	])('is %s', async (_, text, place, name) => {
		const given = doubles();
		const places: ModelPlace[] = [];
		const {modelAt} = given;
		const opened = open({
			...given,
			modelAt: place => {
				places.push(place);
				return modelAt(place);
			},
		});
		opened.send(`/model ${text}`);
		await waitFor(() => places.length === 2);
		expect(places[1]).toMatchObject(place);
		await opened.uses(name);
		expect(JSON.stringify(opened.session)).not.toContain('secret');
		expect(opened.kept).toEqual([]);
	});

	it('is a file, by its name or because there is one', async () => {
		const folder = temporaryFolder();
		for (const name of ['a.gguf', 'B.GGUF', 'model']) {
			writeFileSync(path.join(folder, name), '');
			const opened = open(doubles());
			opened.send(`/model ${path.join(folder, name)}`);
			await opened.uses(name);
		}
	});

	it.each([
		['/model nowhere.gguf', SERVER, /no file nowhere\.gguf/],
		['/model ftp:/', {kind: 'embedded' as const}, /no server is asked[\s\S]*Write an address/],
	])('that leads nowhere is told: %s', async (command, place, told) => {
		const given = doubles();
		const opened = open(given, {place});
		const before = opened.session.model;
		opened.send(command);
		await waitFor(() => opened.session.notice !== '');
		expect(opened.session.notice).toMatch(told);
		expect(opened.session.model).toBe(before);
		expect(given.log).toEqual([]);
	});

	it('says where the server does not list the model, and where it cannot be asked', async () => {
		const given = doubles();
		const opened = open(given);
		opened.send('/model third');
		await waitFor(() => opened.session.notice.includes('does not list "third"'));
		given.served.failure = new ModelError('unreachable', 'nobody answers at http://host/v1', '');
		opened.send('/model fourth');
		await waitFor(() => opened.session.notice.includes('nobody answers'));
	});

	it('is from the list of the server; a list that fails is a note, and the other ways are there', async () => {
		const given = doubles();
		const opened = open(given);
		opened.send('/model');
		await waitFor(() => opened.session.phase.kind === 'choosing');
		opened.press('2');
		await opened.uses('other');
		given.served.failure = new ModelError('unreachable', 'nobody answers', 'Start it.');
		opened.send('/model');
		await waitFor(() => opened.session.phase.kind === 'choosing');
		expect(opened.failures).toEqual([given.served.failure]);
		opened.press('3');
		await opened.uses('sqrl-tiny');
		opened.send('/model');
		await waitFor(() => opened.session.phase.kind === 'choosing');
	});

	it('made while another is sought comes after it', async () => {
		const folder = temporaryFolder();
		const file = path.join(folder, 'a.gguf');
		writeFileSync(file, '');
		const opened = open(doubles());
		opened.send(`/model ${file}`);
		opened.send('/model embedded');
		await opened.asked.settled();
		expect(opened.asked.current().ref.name).toBe('sqrl-tiny');
		expect(opened.session.model?.name).toBe('sqrl-tiny');
	});
});

describe('a profile', () => {
	it('is asked where it is and drawn from as it says; another model again as the settings say', async () => {
		const opened = open(doubles());
		opened.send('/model big');
		await opened.uses('sqrl-9b');
		expect(opened.session.sampling).toEqual(PROFILES[0]!.sampling);
		opened.send('/model embedded');
		await opened.uses('sqrl-tiny');
		expect(opened.session.sampling).toEqual(SAMPLING);
	});

	it('that is not there is told of', async () => {
		const opened = open(doubles());
		await opened.asked.use({kind: 'profile', name: 'none'});
		expect(opened.session.notice).toContain('there is no profile "none"');
	});
});

describe('the first choice', () => {
	it('is kept, and says where', async () => {
		const opened = open(doubles(), {place: null});
		opened.send('How many?');
		opened.press('3');
		await waitFor(() => opened.session.notice.includes('Kept in /config.json'));
		expect(opened.kept).toEqual([{kind: 'embedded'}]);
		expect(opened.session.composer.editor.text).toBe('How many?');
		// Later ones are for the session.
		opened.press('ctrl+u');
		opened.send('/model http://else/v1');
		await opened.uses('sqrl-4b');
		expect(opened.kept).toHaveLength(1);
	});

	it('that does not answer is not kept, and the next that does is', async () => {
		const given = doubles();
		given.served.failure = new ModelError('unreachable', 'nothing answers', 'Start it.');
		const opened = open(given, {place: null});
		await opened.asked.use({kind: 'server', address: 'http://nowhere/v1'});
		await waitFor(() => opened.session.notice.includes('This choice is not kept.'));
		expect(opened.kept).toEqual([]);
		await opened.asked.use({kind: 'embedded'});
		await waitFor(() => opened.kept.length > 0);
		expect(opened.kept).toEqual([{kind: 'embedded'}]);
	});

	it('that cannot be kept is used all the same', async () => {
		const given = doubles();
		const opened = open(given, {place: null});
		opened.surroundings.keepChoice = async () => {
			throw new UsageError('the config cannot be written', 'Check the folder.');
		};
		const asked = startAskedModel(opened.surroundings, {
			session: () => opened.session,
			dispatch: opened.dispatch,
			report: () => {},
		});
		await asked.use({kind: 'embedded'});
		await asked.getReady();
		await waitFor(() => /not kept: the config cannot be written/.test(opened.session.notice));
		expect(opened.session.model?.name).toBe('sqrl-tiny');
	});

	it('is a typed address, which is written again where it is none', async () => {
		const opened = open(doubles(), {place: null});
		opened.send('How many?');
		opened.press('1');
		opened.press('ctrl+u', ...'host', 'enter');
		await waitFor(() => opened.session.notice.includes('no address of a server'));
		expect(opened.session.phase).toMatchObject({kind: 'locating', editor: {text: 'host'}});
		opened.press('ctrl+u', ...'http://else/v1', 'enter');
		await opened.uses('sqrl-4b');
		expect(opened.session.phase.kind).toBe('composing');
		expect(opened.kept).toEqual([{kind: 'server', baseUrl: 'http://else/v1', name: 'sqrl-4b'}]);
	});

	it('of a server that does not have the default model says both', async () => {
		const given = doubles();
		given.served.names = ['mine'];
		const opened = open(given, {place: null});
		await opened.asked.use({kind: 'server', address: SHOWN});
		await waitFor(() => opened.session.notice.includes('does not list'));
		expect(opened.session.notice).toContain('Kept in /config.json');
	});

	it('is none while none is made', () => {
		expect(() => open(doubles(), {place: null}).asked.current()).toThrow(/no model is chosen/);
	});
});

describe('a model that is given up', () => {
	it('is closed, and the next is loaded when it has ended', async () => {
		const given = doubles();
		const {until, pass} = gate();
		given.closing.until = until;
		const opened = open(given, {place: {kind: 'embedded'}});
		await opened.asked.use({kind: 'embedded'});
		expect(given.log).toEqual(['closing embedded']);
		pass();
		await opened.is('ready');
		expect(given.log).toEqual(['closing embedded', 'closed embedded', 'preparing embedded']);
	});

	it('is closed at the end, too, and that is waited for', async () => {
		const given = doubles();
		const opened = open(given);
		await opened.asked.use({kind: 'embedded'});
		await opened.asked.close();
		expect(given.log.filter(line => line.startsWith('clos'))).toEqual([
			'closing sqrl-4b',
			'closed sqrl-4b',
			'closing embedded',
			'closed embedded',
		]);
	});

	it('and cannot be closed is told of', async () => {
		const given = doubles();
		given.closing.until = Promise.reject(new Error('it hangs'));
		const opened = open(given);
		await opened.asked.use({kind: 'embedded'});
		await opened.asked.vacated;
		expect(opened.failures).toEqual([new Error('it hangs')]);
	});
});

describe('getting ready', () => {
	it('asks a server what it takes', async () => {
		const opened = open(doubles());
		opened.dispatch({kind: 'drawn'});
		await waitFor(() => opened.session.contextTokens === 32_768);
		expect(opened.session.readiness).toBeNull();
	});

	it('loads a model that runs here and lets it read the prompt', async () => {
		const {until, pass} = gate();
		const given = doubles(() => [...READY, until]);
		const opened = open(given, {place: {kind: 'embedded'}, readiness: LOADING});
		opened.dispatch({kind: 'drawn'});
		await opened.is('reading');
		expect(opened.session).toMatchObject({
			contextTokens: 4096,
			readiness: {step: {done: 300, total: 1270}, loaded: LOADED satisfies LoadedModel},
		});
		pass();
		await opened.is('ready');
		expect(given.systems[0]).toContain('CREATE TABLE Customer');
	});

	it.each<[string, (opened: ReturnType<typeof open>) => void, RegExp]>([
		['evidence', opened => opened.send('/evidence US is USA'), /US is USA/],
		[
			'tables',
			opened => {
				opened.send('/tables');
				opened.press('x', 'enter');
			},
			/PlaylistTrack/,
		],
		[
			'a schema',
			opened => {
				const {database} = opened.session;
				opened.dispatch({kind: 'database', database: {...database, schema: {tables: [], views: []}}});
			},
			/read-only/,
		],
	])('begins anew with other %s, and the one before is given up', async (_, change, expected) => {
		const {until, pass} = gate();
		const given = doubles(time => (time === 0 ? [until] : READY));
		const opened = open(given, {place: {kind: 'embedded'}, readiness: LOADING});
		opened.dispatch({kind: 'drawn'});
		await waitFor(() => given.systems.length === 1);
		change(opened);
		pass();
		await opened.is('ready');
		expect(given.systems).toHaveLength(2);
		expect(given.systems[1]).toMatch(expected);
		expect(printed(opened.session).filter(text => text.startsWith('bad'))).toEqual([]);
	});

	it('does not begin anew for the same prompt', async () => {
		const given = doubles();
		const opened = open(given, {place: {kind: 'embedded'}, readiness: LOADING});
		opened.dispatch({kind: 'drawn'});
		await opened.is('ready');
		opened.send('/tables');
		opened.press('enter');
		opened.send('/evidence none');
		opened.dispatch({kind: 'drawn'});
		await opened.asked.settled();
		expect(given.systems).toHaveLength(1);
		expect(opened.session.readiness?.step.kind).toBe('ready');
	});

	it.each([
		new ModelError('unusable', 'model.gguf is cut short', 'Download it again.'),
		new TypeError('model.gguf is cut short'),
	])('that fails is told once, and can be tried again: %s', async error => {
		const given = doubles(() => [{kind: 'loading', done: 1, total: 2}, error]);
		const opened = open(given, {place: {kind: 'embedded'}, readiness: LOADING});
		opened.dispatch({kind: 'drawn'});
		await opened.is('failed');
		expect(printed(opened.session)).toEqual([expect.stringMatching(/^bad: model\.gguf is cut short/)]);
		opened.send('/evidence US is USA');
		await waitFor(() => given.systems.length === 2);
		await opened.is('failed');
		expect(printed(opened.session)).toHaveLength(1);
		opened.send('How many?');
		expect(opened.session.phase.kind).toBe('composing');
	});

	it('of a prompt that is too long opens the choice of tables, and goes on with fewer', async () => {
		const given = doubles((_, system) =>
			system.includes('Customer') ? [new PromptTooLong(9000, 4096)] : READY,
		);
		const opened = open(given, {place: {kind: 'embedded'}, readiness: LOADING});
		opened.dispatch({kind: 'drawn'});
		await opened.is('failed');
		expect(opened.session.views).toMatchObject([
			{kind: 'tables', view: {reason: expect.stringContaining('Too long')}},
		]);
		expect(printed(opened.session).join()).toMatch(/9,000[\s\S]*\/tables/);
		opened.press('x', 'enter');
		await opened.is('ready');
	});

	it('of one that was given up is not told of', async () => {
		const {until, pass} = gate();
		const given = doubles(() => [until, {kind: 'loaded', loaded: LOADED}, new Error('late')]);
		const opened = open(given, {place: {kind: 'embedded'}, readiness: LOADING});
		opened.dispatch({kind: 'drawn'});
		await waitFor(() => given.systems.length === 1);
		opened.send('/model http://else/v1');
		await opened.uses('sqrl-4b');
		pass();
		await waitFor(() => opened.session.contextTokens === 32_768);
		expect(printed(opened.session)).toEqual(['plain: From here on sqrl-4b is asked.']);
		expect(opened.session.readiness).toBeNull();
	});
});
