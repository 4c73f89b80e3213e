import {describe, expect, it} from 'vitest';
import {unfinished} from '../../../source/agent/trajectory.js';
import {ModelError} from '../../../source/errors.js';
import type {ReplyChunk} from '../../../source/model/model.js';
import {actionFor, type Context, KEYMAP} from '../../../source/ui/keymap.js';
import type {SessionEvent} from '../../../source/ui/session/event.js';
import {printedLines} from '../../../source/ui/session/printed-lines.js';
import type {Effect, Phase, Session} from '../../../source/ui/session/state.js';
import {table, trajectory} from '../screens/support.js';
import {
	ANSWER,
	ANSWERED,
	answered,
	askedOf,
	choosing,
	choosingModel,
	editing,
	ended,
	happened,
	key,
	kinds,
	letters,
	locating,
	naming,
	OBSERVED,
	PROBE,
	paste,
	phaseOf,
	press,
	pressAt,
	querying,
	ROWS,
	reviewing,
	running,
	SAMPLING,
	START,
	send,
	session,
	solve,
	thinking,
	UNJUDGED,
	voted,
	voting,
} from './support.js';

const DRAFT = 'what I was writing';

/** Each state with a draft in the composer. */
const drafted = () => paste(session(), DRAFT).session;
const withDraft = (state: Session): Session => ({...state, composer: drafted().composer});

const STATES: Record<string, {context: Context; state: () => Session}> = {
	composing: {context: 'composer', state: () => session()},
	searching: {context: 'search', state: () => press(session(), 'ctrl+r').session},
	thinking: {context: 'running', state: thinking},
	running: {context: 'running', state: running},
	querying: {context: 'running', state: querying},
	reviewing: {context: 'reviewing', state: reviewing},
	'editing a probe': {context: 'editing', state: () => press(reviewing(), 'e').session},
	'noting a rejection': {context: 'editing', state: () => press(reviewing(), 'n').session},
	answered: {context: 'answered', state: answered},
	'editing the answer': {context: 'editing', state: editing},
	choosing: {context: 'menu', state: choosing},
	voting: {context: 'voting', state: () => voting('AAB..')},
	'a vote that has ended': {context: 'voting', state: () => voted('AABx')},
	'choosing a sample': {context: 'samples', state: () => press(voting('AAB..'), 's').session},
	'choosing a vote': {context: 'menu', state: () => press(answered(), 'v').session},
	naming: {context: 'editing', state: naming},
	'choosing a model': {context: 'menu', state: () => choosingModel()},
	'typing an address': {context: 'editing', state: () => locating('server')},
	'typing a path': {context: 'editing', state: () => locating('file')},
};

/** What each action of a state leads to: the phase, and what is to be done. */
const LEADS_TO: Record<string, Record<string, [Phase['kind'], ...Effect['kind'][]]>> = {
	composing: {
		submit: ['composing'],
		newline: ['composing'],
		complete: ['composing'],
		older: ['composing'],
		newer: ['composing'],
		search: ['composing'],
		external: ['composing', 'write-externally'],
		leave: ['composing'],
		quit: ['quit', 'quit'],
	},
	searching: {take: ['composing'], older: ['composing'], newer: ['composing'], cancel: ['composing']},
	thinking: {fold: ['thinking'], foldAll: ['thinking'], stop: ['thinking', 'stop']},
	running: {fold: ['running'], foldAll: ['running'], stop: ['running', 'stop']},
	querying: {fold: ['querying'], foldAll: ['querying'], stop: ['querying', 'stop']},
	reviewing: {
		approve: ['running', 'judge'],
		approveRest: ['running', 'judge'],
		edit: ['reviewing'],
		external: ['reviewing', 'write-externally'],
		reject: ['reviewing'],
		finish: ['running', 'judge'],
		fold: ['reviewing'],
		foldAll: ['reviewing'],
		stop: ['reviewing', 'stop'],
	},
	'editing a probe': {
		submit: ['running', 'judge'],
		newline: ['reviewing'],
		external: ['reviewing', 'write-externally'],
		cancel: ['reviewing'],
	},
	'noting a rejection': {
		submit: ['running', 'judge'],
		newline: ['reviewing'],
		external: ['reviewing'],
		cancel: ['reviewing'],
	},
	answered: {
		compose: ['composing'],
		command: ['composing'],
		edit: ['editing'],
		grid: ['answered'],
		trajectory: ['answered', 'find-forks'],
		copySql: ['answered', 'copy'],
		copyRows: ['answered', 'copy'],
		export: ['choosing'],
		plan: ['answered', 'plan'],
		bars: ['answered'],
		vote: ['choosing'],
		regenerate: ['answered', 'regenerate'],
		nudge: ['answered'],
		retry: ['answered'],
		help: ['answered'],
	},
	'editing the answer': {
		submit: ['querying', 'query'],
		newline: ['editing'],
		external: ['editing', 'write-externally'],
		cancel: ['answered'],
	},
	choosing: {up: ['choosing'], down: ['choosing'], take: ['naming'], cancel: ['answered']},
	voting: {
		up: ['voting'],
		down: ['voting'],
		open: ['voting'],
		take: ['voting', 'stop'],
		differences: ['voting'],
		sample: ['voting'],
		more: ['voting'],
		escalate: ['voting'],
		leave: ['voting', 'stop'],
		help: ['voting'],
	},
	'a vote that has ended': {
		up: ['voting'],
		down: ['voting'],
		open: ['voting'],
		take: ['answered', 'keep-vote'],
		differences: ['voting'],
		sample: ['voting'],
		more: ['voting', 'vote-on'],
		escalate: ['voting'],
		leave: ['answered', 'keep-vote'],
		help: ['voting'],
	},
	'choosing a sample': {up: ['voting'], down: ['voting'], open: ['voting', 'find-forks'], cancel: ['voting']},
	'choosing a vote': {up: ['choosing'], down: ['choosing'], take: ['answered', 'vote'], cancel: ['answered']},
	naming: {submit: ['answered', 'export'], newline: ['naming'], external: ['naming'], cancel: ['answered']},
	'choosing a model': {up: ['choosing'], down: ['choosing'], take: ['locating'], cancel: ['composing']},
	'typing an address': {
		submit: ['locating', 'use-model'],
		newline: ['locating'],
		external: ['locating'],
		cancel: ['choosing'],
	},
	'typing a path': {
		submit: ['locating'],
		newline: ['locating'],
		external: ['locating'],
		cancel: ['choosing'],
	},
};

const ALL_KEYS = [
	...new Set(Object.values(KEYMAP).flatMap(bindings => Object.values(bindings).flatMap(({keys}) => keys))),
	...['backspace', 'delete', 'f1', 'Z', '9', '日'],
];

describe.each(Object.entries(STATES))('%s', (name, {context, state}) => {
	it.each(
		Object.entries(KEYMAP[context]).flatMap(([action, {keys}]) =>
			(keys as readonly string[]).map(chord => [action, chord] as const),
		),
	)('%s (%s)', (action, chord) => {
		const [phase, ...effects] = LEADS_TO[name]![action]!;
		const step = press(state(), chord);
		expect(step.session.phase.kind).toBe(phase);
		expect(kinds(step.effects)).toEqual(effects);
	});

	it('is left as it is by keys of other contexts', () => {
		const before = state();
		for (const chord of ALL_KEYS) {
			const input = key(chord);
			if (actionFor(context, input) !== null || actionFor('always', input) !== null) {
				continue;
			}

			// A digit takes an option of a menu, or a sample.
			if ((before.phase.kind === 'choosing' || context === 'samples') && /^\d$/.test(chord)) {
				continue;
			}

			const step = press(before, chord);
			expect(step.effects, chord).toEqual([]);
			expect(step.session.phase.kind, chord).toBe(before.phase.kind);
			expect(step.session.views, chord).toEqual([]);
			expect(step.session.printed, chord).toEqual(before.printed);
		}
	});

	it('suspends with Ctrl-Z, and is the same afterwards', () => {
		const before = state();
		const step = press(before, 'ctrl+z');
		expect(step.effects).toEqual([{kind: 'suspend'}]);
		expect(step.session).toEqual({...before, now: step.session.now, notice: '', interruptedAt: null});
	});

	it('quits with Ctrl-C twice', () => {
		const step = press(state(), 'ctrl+c', 'ctrl+c');
		expect(step.session.phase).toEqual({kind: 'quit'});
		expect(kinds(step.effects)).toContain('quit');
	});

	it('is never submitted by a paste', () => {
		const before = state();
		const step = paste(before, 'a\nb\r\nc\n');
		expect(step.effects).toEqual([]);
		const goesOn = before.phase.kind === 'answered' ? 'composing' : before.phase.kind;
		expect(step.session.phase.kind).toBe(goesOn);
	});

	it('takes another size', () => {
		const before = state();
		const size = {columns: 40, rows: 15};
		expect(happened(before, {kind: 'resized', size})).toEqual({session: {...before, size}, effects: []});
	});
});

it('has a row for every action of every context', () => {
	for (const [name, {context}] of Object.entries(STATES)) {
		expect(Object.keys(LEADS_TO[name]!), name).toEqual(Object.keys(KEYMAP[context]));
	}
});

describe('Ctrl-C', () => {
	it.each(['thinking', 'running', 'querying', 'reviewing', 'editing a probe', 'voting'])('stops %s', name => {
		const before = withDraft(STATES[name]!.state());
		const step = press(before, 'ctrl+c');
		expect(step.effects).toEqual([{kind: 'stop'}]);
		expect(step.session.phase.kind).toBe(before.phase.kind);
		expect(step.session.composer).toEqual(before.composer);
		expect(step.session.notice).not.toBe('');
	});

	it('clears what is written', () => {
		expect(press(drafted(), 'ctrl+c').session.composer.editor.text).toBe('');
		const searching = press(drafted(), 'ctrl+r', 'x').session;
		expect(press(searching, 'ctrl+c').session.composer).toMatchObject({search: null});
	});

	it('stops a probe that has only just appeared', () => {
		const state = happened(running(), {kind: 'review', turn: 0, sql: PROBE, at: START}).session;
		expect(pressAt(state, 'ctrl+c', START + 1).effects).toEqual([{kind: 'stop'}]);
	});

	it.each([
		[0, true],
		[1999, true],
		[2000, true],
		[2001, false],
		[60_000, false],
	])('pressed again after %d ms', (ms, quits) => {
		const first = pressAt(session(), 'ctrl+c', START);
		expect(first.session.phase.kind).toBe('composing');
		expect(pressAt(first.session, 'ctrl+c', START + ms).session.phase.kind === 'quit').toBe(quits);
	});

	it('does not quit where another key was between', () => {
		const step = press(session(), 'ctrl+c', 'a', 'ctrl+c');
		expect(step.session.phase.kind).toBe('composing');
		expect(step.effects).toEqual([]);
	});

	it('closes views where nothing runs', () => {
		const state = press(answered(), 'g', '?').session;
		expect(state.views).toHaveLength(2);
		const step = press(state, 'ctrl+c');
		expect(step.session.views).toEqual([]);
		expect(step.session.phase.kind).toBe('answered');
	});

	it.each([editing, choosing, naming])('goes back to the answer', state => {
		expect(press(state(), 'ctrl+c').session.phase.kind).toBe('answered');
	});

	it('leaves a choice for the composer where there is no answer', () => {
		const state = happened(session(), {kind: 'models', names: ['a', 'b']}).session;
		expect(press(state, 'ctrl+c').session.phase.kind).toBe('composing');
	});
});

describe('a session that was quit', () => {
	const quit = press(session(), 'ctrl+d').session;
	const late: SessionEvent[] = [
		{kind: 'started', trajectory: trajectory(), at: START},
		{kind: 'review', turn: 0, sql: PROBE, at: START},
		{kind: 'models', names: ['a']},
		{kind: 'written', text: 'late'},
		{kind: 'queried', outcome: ROWS},
		{kind: 'context', tokens: 1},
		solve({kind: 'ended', trajectory: ANSWERED}),
	];
	it.each(late.map(event => [event.kind, event] as const))('stays so when %s comes', (_, event) => {
		const step = happened(quit, event);
		expect(step.session.phase.kind).toBe('quit');
		expect(step.session.views).toEqual([]);
	});

	it.each(['ctrl+c', 'enter', 'a', 'escape'])('stays so at %s', chord => {
		expect(press(quit, chord).session.phase.kind).toBe('quit');
	});
});

describe('a question on its way', () => {
	it('leaves the draft alone from its beginning to its end', () => {
		const start = drafted();
		const {composer, history} = start;
		let state = start;
		const look = (next: Session) => {
			state = next;
			expect(state.composer).toEqual(composer);
			expect(state.history).toEqual(history);
		};
		look(happened(state, {kind: 'started', trajectory: trajectory(), at: START}).session);
		look(press(state, ...letters('abc y'), 'enter', 'up', 'tab', 'backspace').session);
		look(paste(state, 'pasted').session);
		const chunk = {kind: 'text' as const, text: 'th'};
		look(happened(state, solve({kind: 'chunk', chunk, trajectory: trajectory()})).session);
		look(happened(state, solve({kind: 'replied', turn: 0, trajectory: UNJUDGED})).session);
		look(press(state, ...letters('xyz'), 'enter').session);
		look(happened(state, {kind: 'review', turn: 0, sql: PROBE, at: state.now}).session);
		look(press(state, 'e', ...letters('more'), 'escape', 'n', ...letters('why'), 'escape').session);
		look(press(state, 'y').session);
		look(happened(state, solve({kind: 'judged', turn: 0, trajectory: UNJUDGED})).session);
		look(happened(state, solve({kind: 'observed', turn: 0, trajectory: OBSERVED})).session);
		look(happened(state, solve({kind: 'ended', trajectory: ANSWERED})).session);
		look(press(state, 'e', 'escape', 'x', 'escape', 'g', 'q', 't', 'q', '?', 'q').session);
		look(press(state, 'n').session);
		expect(press(state, '!').session.composer.editor.text).toBe(`${DRAFT}!`);
	});

	it('streams into one reply, and begins anew after an observation', () => {
		const text = (text: string) =>
			solve({kind: 'chunk', chunk: {kind: 'text', text}, trajectory: trajectory()});
		const streamed = happened(thinking(), text('one '), text('two')).session;
		expect(askedOf(streamed).stream.text).toBe('one two');
		const observed = happened(streamed, solve({kind: 'observed', turn: 0, trajectory: OBSERVED}, START + 50));
		expect(askedOf(observed.session).stream).toMatchObject({text: '', startedAt: START + 50});
		expect(observed.session.phase.kind).toBe('thinking');
	});

	it('says why it waits until something comes', () => {
		const chunk = (chunk: ReplyChunk) => solve({kind: 'chunk', chunk, trajectory: trajectory()});
		const waiting = happened(thinking(), chunk({kind: 'waiting', reason: 'busy'})).session;
		expect(askedOf(waiting).stream.wait).toEqual({kind: 'waiting', reason: 'busy'});
		expect(askedOf(happened(waiting, chunk({kind: 'text', text: 'a'})).session).stream.wait).toBeNull();
	});

	it('tells once of a reasoning parser', () => {
		const chunk = solve({
			kind: 'chunk',
			chunk: {kind: 'reasoning', text: 'hm'},
			trajectory: trajectory(),
		});
		const state = happened(thinking(), chunk, chunk, chunk).session;
		expect(state.printed).toHaveLength(1);
		expect(state.printed[0]).toMatchObject({kind: 'note', tone: 'bad'});
		expect(askedOf(state).stream.reasoning).toBe('hmhmhm');
	});

	it('is printed once when it ends, and its answer is at hand', () => {
		const state = answered();
		expect(state.printed).toEqual([{kind: 'question', trajectory: ANSWERED, elapsedMs: 2000}]);
		expect(state.shown).toEqual({sql: ANSWER, outcome: ROWS, trajectory: ANSWERED});
		const again = happened(state, solve({kind: 'ended', trajectory: ANSWERED}));
		expect(again.session.printed).toHaveLength(1);
	});

	it('keeps the text of a reply that broke off', () => {
		const error = new ModelError('cut', 'the server closed the connection', 'Try again.');
		const chunk = {kind: 'text' as const, text: '<think>Half a thou'};
		const ended = unfinished(trajectory({ending: 'failed'}), {text: chunk.text, reasoning: ''});
		const state = happened(
			thinking(),
			solve({kind: 'chunk', chunk, trajectory: trajectory()}),
			solve({kind: 'ended', trajectory: ended, error}),
		).session;
		expect(state.printed.map(({kind}) => kind)).toEqual(['question', 'note']);
		const note = state.printed[1];
		expect(note?.kind === 'note' && note.text).toMatch(/closed the connection[\s\S]*Try again/);
		// As it is read: the tag is for the machine.
		const seen = printedLines(state.printed[0]!, 79).join('\n');
		expect(seen).toContain('Half a thou');
		expect(seen).not.toContain('<think>');
		expect(kinds(press(state, 'R').effects)).toEqual(['resume']);
	});

	it('that does not fit the context opens the choice of tables', () => {
		const error = new ModelError('context', 'too long', 'Fewer tables.');
		const event = solve({kind: 'ended', trajectory: trajectory({ending: 'failed'}), error});
		const {views, phase} = happened(thinking(), event).session;
		expect(views.map(({kind}) => kind)).toEqual(['tables']);
		expect(phase.kind).toBe('answered');
	});

	it('without an answer leaves its last probe to edit', () => {
		const state = ended({...OBSERVED, ending: 'aborted'});
		expect(state.shown).toMatchObject({sql: PROBE, outcome: null});
		expect(phaseOf(press(state, 'e').session, 'editing').editor.text).toBe(PROBE);
	});

	it.each(['chunk', 'replied', 'judged', 'observed', 'ended'] as const)(
		'that is over changes nothing any more: %s',
		kind => {
			const event = kind === 'chunk' ? {kind, chunk: {kind: 'text' as const, text: 'late'}} : {kind, turn: 0};
			const state = answered();
			const step = happened(state, solve({...event, trajectory: trajectory({question: 'late'})} as never));
			expect(step.session.printed).toEqual(state.printed);
			expect(step.session.phase).toEqual(state.phase);
			expect(step.effects).toEqual([]);
		},
	);

	it('survives a list of models, a text from an editor and a note that come late', () => {
		for (const state of [thinking(), running(), reviewing()]) {
			for (const event of [
				{kind: 'models', names: ['a', 'b']},
				{kind: 'models', names: []},
				{kind: 'note', text: 'exported', tone: 'good'},
				{kind: 'notice', text: 'copied'},
				{kind: 'planned', sql: 'SELECT 1', outcome: ROWS},
				{kind: 'queried', outcome: ROWS},
				{kind: 'model', model: {name: 'b'}, sampling: SAMPLING, runsHere: false},
				{kind: 'preparing', progress: {kind: 'reading', done: 1, total: 2}},
				{kind: 'prepared'},
				{kind: 'unprepared', error: new ModelError('unusable', 'no such file', '')},
				{kind: 'evidence', text: 'a hint'},
				{kind: 'context', tokens: 100_000},
			] satisfies SessionEvent[]) {
				expect(happened(state, event).session.phase, `${state.phase.kind} ${event.kind}`).toEqual(
					state.phase,
				);
			}
		}

		expect(happened(running(), {kind: 'written', text: 'late'}).session.phase.kind).toBe('running');
	});
});

describe('what comes back', () => {
	it('from $EDITOR goes to where it was taken from', () => {
		const text = 'SELECT 2';
		const written: SessionEvent = {kind: 'written', text};
		expect(phaseOf(happened(editing(), written).session, 'editing').editor.text).toBe(text);
		expect(phaseOf(happened(reviewing(), written).session, 'reviewing').way).toMatchObject({
			kind: 'editing',
			editor: {text},
		});
		expect(happened(drafted(), written).session.composer.editor.text).toBe(text);
		expect(press(drafted(), 'ctrl+g').effects).toEqual([{kind: 'write-externally', text: DRAFT}]);
		expect(press(reviewing(), 'ctrl+g').effects).toEqual([{kind: 'write-externally', text: PROBE}]);
		expect(press(editing(), 'ctrl+g').effects).toEqual([{kind: 'write-externally', text: ANSWER}]);
	});

	it('of a schema goes to the view that asked', () => {
		const state = send(session(), '/schema').session;
		const asked = press(state, 'enter');
		expect(asked.effects).toEqual([{kind: 'first-rows', table: 'Customer'}]);
		expect(press(state, 'c').effects).toEqual([{kind: 'count', table: 'Customer'}]);
		const rows = table(['CustomerId'], [[1n]]);
		const told = happened(
			asked.session,
			{kind: 'schema-answer', table: 'Customer', rows},
			{kind: 'schema-answer', table: 'Customer', count: 59n},
		).session;
		const view = told.views[0];
		expect(view?.kind === 'schema' && view.view.known.get('Customer')).toEqual({
			rows: {kind: 'given', value: rows},
			count: {kind: 'given', value: 59n},
		});
		const failed = happened(told, {kind: 'schema-answer', table: 'Customer', count: 'no such table'}).session;
		const failedView = failed.views[0];
		expect(failedView?.kind === 'schema' && failedView.view.known.get('Customer')).toMatchObject({
			count: {kind: 'failed', message: 'no such table'},
		});
		expect(happened(session(), {kind: 'schema-answer', table: 'x', count: 1n}).session).toEqual(session());
	});

	it('of a query is a result, and what the letters act on', () => {
		const state = happened(querying(), {kind: 'queried', outcome: ROWS}).session;
		expect(state.printed).toEqual([{kind: 'result', sql: 'SELECT 1', outcome: ROWS, edited: false}]);
		expect(state.shown).toEqual({sql: 'SELECT 1', outcome: ROWS, trajectory: null});
		expect(state.phase.kind).toBe('answered');
	});

	it('of an edited answer is the person\u2019s answer to the question', () => {
		const sent = press(editing(), ...letters(' LIMIT 1'), 'enter');
		const sql = `${ANSWER} LIMIT 1`;
		expect(sent.effects).toEqual([{kind: 'query', sql}]);
		const {shown, printed} = happened(sent.session, {kind: 'queried', outcome: ROWS}).session;
		expect(printed.at(-1)).toEqual({kind: 'result', sql, outcome: ROWS, edited: true});
		expect(shown?.trajectory?.answer).toEqual({sql, by: 'person', outcome: ROWS});
		const error = {elapsedMs: 1, error: {kind: 'sql' as const, message: 'no such column: x'}};
		const failed = happened(sent.session, {kind: 'queried', outcome: error}).session;
		expect(failed.shown).toMatchObject({sql, outcome: error});
		expect(phaseOf(press(failed, 'e').session, 'editing').editor.text).toBe(sql);
	});

	it('of the context opens the choice of tables where the schema does not fit', () => {
		const small = happened(session(), {kind: 'context', tokens: 100}).session;
		expect(small.views.map(({kind}) => kind)).toEqual(['tables']);
		expect(small.contextTokens).toBe(100);
		expect(happened(session(), {kind: 'context', tokens: 100_000}).session.views).toEqual([]);
		expect(happened(session(), {kind: 'context', tokens: null}).session.views).toEqual([]);
		const chosen = session({chosen: new Set(['Customer'])});
		expect(happened(chosen, {kind: 'context', tokens: 100}).session.views).toEqual([]);
	});

	it('of a database that changed is its new schema, with all tables', () => {
		const state = session({chosen: new Set(['Customer'])});
		const database = {...state.database, schema: {tables: [], views: []}};
		const changed = happened(state, {kind: 'database', database}).session;
		expect(changed).toMatchObject({database, chosen: null});
		expect(changed.printed).toMatchObject([{kind: 'note'}]);
	});
});

it('forgets a notice at the next key', () => {
	const state = happened(session(), {kind: 'notice', text: 'Copied.'}).session;
	expect(state.notice).toBe('Copied.');
	expect(press(state, 'a').session.notice).toBe('');
});
