import {describe, expect, it} from 'vitest';
import {ModelError} from '../../../source/errors.js';
import type {Schema} from '../../../source/protocol/schema.js';
import {beginSession} from '../../../source/ui/session/begin-session.js';
import type {SessionEvent} from '../../../source/ui/session/event.js';
import type {Session} from '../../../source/ui/session/state.js';
import {
	answered,
	CHINOOK,
	choosingModel,
	EMBEDDED,
	happened,
	kinds,
	LOADED,
	letters,
	local,
	locating,
	paste,
	phaseOf,
	press,
	reviewing,
	SAMPLING,
	SERVED,
	START,
	send,
	session,
	solve,
	thinking,
	UNJUDGED,
} from './support.js';

const none = () => session({model: null});
const options = (state: Session) => phaseOf(state, 'choosing').menu.options.map(({label}) => label);
const written = ({composer}: Session) => composer.editor.text;
const WAYS = ['A server’s address', 'A GGUF file', 'sqrl-tiny, in the box'];

const served: SessionEvent = {kind: 'model', model: SERVED, sampling: SAMPLING, runsHere: false};
const embedded: SessionEvent = {kind: 'model', model: EMBEDDED, sampling: SAMPLING, runsHere: true};

function begun(model: {ref: typeof SERVED; runsHere: boolean} | null, schema?: Schema): Session {
	const {size, database, address, sampling, maxSteps, chosen, suggestions, profiles} = session();
	return beginSession({
		size,
		database: {...database, ...(schema && {schema})},
		model,
		address,
		profiles,
		calibrations: [],
		sampling,
		maxSteps,
		chosen,
		suggestions,
		now: START,
	});
}

describe('a session that begins', () => {
	it('without a model has the choice of one open', () => {
		const state = begun(null);
		expect(options(state)).toEqual(WAYS);
		expect(state.printed).toEqual([{kind: 'welcome', database: state.database, model: null}]);
		expect(state).toMatchObject({model: null, readiness: null});
	});

	it('with a model is composing, and asks what it takes once it is drawn', () => {
		const state = begun({ref: SERVED, runsHere: false});
		expect(state).toMatchObject({phase: {kind: 'composing'}, model: SERVED, readiness: null});
		expect(happened(state, {kind: 'drawn'}).effects).toEqual([{kind: 'get-ready'}]);
		expect(happened(begun(null), {kind: 'drawn'}).effects).toEqual([]);
	});

	it('with one that runs here has it still to load', () => {
		expect(begun({ref: EMBEDDED, runsHere: true}).readiness).toEqual({
			step: {kind: 'loading', done: 0, total: 0},
			loaded: null,
		});
	});

	it('warns of the embedded model on another schema than Chinook\u2019s', () => {
		const items = ({printed}: Session) => printed.map(({kind}) => kind);
		expect(items(begun({ref: EMBEDDED, runsHere: true}))).toEqual(['welcome', 'unfamiliar']);
		expect(items(begun({ref: EMBEDDED, runsHere: true}, CHINOOK))).toEqual(['welcome']);
		expect(items(begun({ref: SERVED, runsHere: false}))).toEqual(['welcome']);
	});
});

describe('the choice of a model', () => {
	it.each<[string, string[], ReturnType<typeof press>['effects'], string]>([
		['the embedded one', ['3'], [{kind: 'use-model', wanted: {kind: 'embedded'}}], 'composing'],
		['a server', ['enter'], [], 'locating'],
		['a file', ['down', 'enter'], [], 'locating'],
		['none', ['escape'], [], 'composing'],
		['none, in a hurry', ['ctrl+c'], [], 'composing'],
	])('is %s', (_, keys, effects, phase) => {
		const step = press(choosingModel(), ...keys);
		expect(step.effects).toEqual(effects);
		expect(step.session.phase.kind).toBe(phase);
	});

	it('opens when a question is sent without a model, which stays', () => {
		const state = send(none(), 'How many?');
		expect(state.effects).toEqual([]);
		expect(options(state.session)).toEqual(WAYS);
		expect(written(state.session)).toBe('How many?');
		expect(state.session.notice).not.toBe('');
		const left = press(state.session, 'escape').session;
		expect(left.phase.kind).toBe('composing');
		expect(options(press(left, 'enter').session)).toEqual(WAYS);
		const chosen = happened(state.session, served).session;
		expect(chosen.phase.kind).toBe('composing');
		expect(press(chosen, 'enter').effects).toEqual([{kind: 'ask', question: 'How many?'}]);
	});

	it('lets commands through', () => {
		expect(send(none(), '/sql SELECT 1').session.phase.kind).toBe('querying');
		expect(send(none(), '/model').effects).toEqual([{kind: 'list-models'}]);
	});

	it('has the models of the server before the other ways', () => {
		const state = happened(session(), {kind: 'models', names: ['sqrl-4b', 'other']}).session;
		expect(options(state)).toEqual(['sqrl-4b', 'other', ...WAYS]);
		expect(phaseOf(state, 'choosing').menu.options[0]).toEqual({label: 'sqrl-4b', note: 'now'});
		expect(press(state, 'down', 'enter').effects).toEqual([
			{kind: 'use-model', wanted: {kind: 'named', name: 'other'}},
		]);
		expect(options(happened(session(), {kind: 'models', names: []}).session)).toEqual(WAYS);
	});

	it('says which is used now', () => {
		const notes = (state: Session) =>
			phaseOf(happened(state, {kind: 'models', names: []}).session, 'choosing').menu.options.map(
				({note}) => note,
			);
		expect(notes(local({kind: 'asked'}))).toEqual([undefined, undefined, 'now; for trying things out']);
		const file = {name: 'mine', file: '/mine.gguf'};
		expect(notes(session({model: file}))).toEqual([undefined, 'now mine', 'for trying things out']);
	});

	it('does not disturb what has begun meanwhile', () => {
		const state = happened(reviewing(), {kind: 'models', names: ['a']}).session;
		expect(state.phase.kind).toBe('reviewing');
		expect(state.notice).toContain('/model');
	});

	it('that is left leads back to the answer, where there is one', () => {
		const state = happened(answered(), {kind: 'models', names: []}).session;
		expect(press(state, 'escape').session.phase.kind).toBe('answered');
	});
});

describe('where a model is', () => {
	it('is the address that is offered, or the one that is typed in its place', () => {
		const state = locating('server');
		expect(phaseOf(state, 'locating').editor.text).toBe('');
		expect(press(state, 'enter').effects).toEqual([
			{kind: 'use-model', wanted: {kind: 'server', address: 'http://127.0.0.1:8000/v1'}},
		]);
		expect(press(state, ...letters('http://a/v2'), 'enter').effects).toEqual([
			{kind: 'use-model', wanted: {kind: 'server', address: 'http://a/v2'}},
		]);
	});

	it('is a path', () => {
		const step = press(locating('file'), ...letters('~/a b.gguf'), 'enter');
		expect(step.effects).toEqual([{kind: 'use-model', wanted: {kind: 'file', path: '~/a b.gguf'}}]);
	});

	it('stands there while it is looked for, and where it is not found', () => {
		const sent = press(locating('file'), ...letters('/nowhere'), 'enter').session;
		const told = happened(sent, {kind: 'notice', text: 'there is no file /nowhere'}).session;
		expect(phaseOf(told, 'locating').editor.text).toBe('/nowhere');
		expect(happened(told, embedded).session.phase.kind).toBe('composing');
	});

	it('of nothing is not looked for', () => {
		const step = press(locating('file'), 'space', 'enter');
		expect(step.effects).toEqual([]);
		expect(step.session.notice).not.toBe('');
	});

	it('can be left for the choice, and the question is still there', () => {
		const state = press(locating('server'), 'escape').session;
		expect(options(state)).toEqual(WAYS);
		expect(written(press(state, 'escape').session)).toBe('How many?');
	});
});

describe('/model', () => {
	it.each(['other', 'http://host/v1', '~/a.gguf', 'sqrl-tiny'])('%s wants that model', text => {
		expect(send(session(), `/model ${text}`).effects).toEqual([
			{kind: 'use-model', wanted: {kind: 'written', text}},
		]);
	});
});

describe('a model that takes over', () => {
	it('is asked from then on, and what was known of the other is forgotten', () => {
		const step = happened(session({contextTokens: 100}), embedded);
		expect(step.session).toMatchObject({model: EMBEDDED, contextTokens: null});
		expect(step.session.readiness?.step).toEqual({kind: 'loading', done: 0, total: 0});
		expect(step.session.printed[0]).toMatchObject({text: 'From here on sqrl-tiny is asked.'});
		expect(step.effects).toEqual([{kind: 'get-ready'}]);
		expect(happened(local({kind: 'ready'}), served).session).toMatchObject({model: SERVED, readiness: null});
	});

	it('leaves alone what a person is writing or has open', () => {
		const draft = paste(session(), 'a draft').session;
		expect(happened(draft, embedded).session.composer).toEqual(draft.composer);
		const exporting = press(answered(), 'x').session;
		expect(happened(exporting, served).session.phase).toEqual(exporting.phase);
	});

	it('is warned of once, if it is the embedded one and the schema is not Chinook\u2019s', () => {
		const told = happened(session(), embedded, served, embedded).session;
		expect(told.printed.map(({kind}) => kind)).toEqual(['note', 'unfamiliar', 'note', 'note']);
		const {database} = session();
		const chinook = session({database: {...database, schema: CHINOOK}});
		for (const model of [embedded, served]) {
			expect(happened(chinook, model).session.printed.map(({kind}) => kind)).toEqual(['note']);
		}

		// The file under its name is another one now.
		const changed = happened(chinook, embedded, {kind: 'database', database}).session;
		expect(changed.printed.map(({kind}) => kind)).toEqual(['note', 'note', 'unfamiliar']);
	});
});

describe('how far a model that runs here is', () => {
	const step = (state: Session) => state.readiness?.step.kind;

	it.each<[string, Session, SessionEvent, string | undefined]>([
		[
			'its file',
			local({kind: 'ready'}),
			{kind: 'preparing', progress: {kind: 'loading', done: 1, total: 2}},
			'loading',
		],
		[
			'its prompt',
			local({kind: 'asked'}),
			{kind: 'preparing', progress: {kind: 'reading', done: 1, total: 2}},
			'reading',
		],
		['nothing more', local({kind: 'reading', done: 1, total: 2}), {kind: 'prepared'}, 'ready'],
		['a question', local({kind: 'ready'}), {kind: 'started', trajectory: UNJUDGED, at: START}, 'asked'],
		[
			'a question that comes early',
			local({kind: 'loading', done: 1, total: 2}),
			{kind: 'started', trajectory: UNJUDGED, at: START},
			'loading',
		],
		[
			'a reply though it failed',
			thinking(local({kind: 'failed', failure: 'unusable'})),
			solve({kind: 'replied', turn: 0, trajectory: UNJUDGED}),
			'asked',
		],
		['nothing of a server\u2019s', session(), {kind: 'prepared'}, undefined],
	])('is told by %s', (_, state, event, expected) => {
		expect(step(happened(state, event).session)).toBe(expected);
	});

	it('is with what it takes, once it is loaded', () => {
		const state = happened(local({kind: 'loading', done: 1, total: 2}), {
			kind: 'preparing',
			progress: {kind: 'loaded', loaded: LOADED},
		}).session;
		expect(state).toMatchObject({readiness: {loaded: LOADED}, contextTokens: 4096, views: []});
	});

	it.each<[string, Session, string[]]>([
		['/evidence US is USA', local({kind: 'ready'}), ['get-ready']],
		['/evidence US is USA', session(), []],
		['/evidence none', local({kind: 'ready'}), []],
		['/approve auto', local({kind: 'ready'}), []],
	])('begins again where the prompt changes: %s', (command, state, effects) => {
		expect(kinds(send(state, command).effects)).toEqual(effects);
	});

	it('opens the choice of tables once where the prompt is too long', () => {
		const error = new ModelError('context', 'too long', 'Fewer tables.');
		const state = happened(
			local({kind: 'loading', done: 1, total: 2}),
			{kind: 'unprepared', error},
			{kind: 'unprepared', error},
		).session;
		expect(state.views).toMatchObject([{kind: 'tables'}]);
		expect(state.printed).toEqual([{kind: 'note', text: 'too long.\nFewer tables.', tone: 'bad'}]);
	});
});
