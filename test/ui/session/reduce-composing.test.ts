import {describe, expect, it} from 'vitest';
import {SLASH_COMMANDS} from '../../../source/ui/session/slash-commands.js';
import type {Effect, Session} from '../../../source/ui/session/state.js';
import {answered, kinds, letters, paste, press, send, session} from './support.js';

const text = ({composer}: Session) => composer.editor.text;

function asked(start: Session, ...questions: string[]): Session {
	return questions.reduce((state, question) => send(state, question).session, start);
}

describe('a question', () => {
	it('is sent with Enter, trimmed, and the composer is empty', () => {
		const step = send(session(), '  Which country?\n');
		expect(step.effects).toEqual([{kind: 'ask', question: 'Which country?'}]);
		expect(text(step.session)).toBe('');
		expect(step.session.history.entries).toEqual(['Which country?']);
	});

	it.each(['', '   ', '\n\n'])('of nothing is not sent: %j', written => {
		expect(send(session(), written).effects).toEqual([]);
	});

	it('has lines by Alt-Enter, Ctrl-J and a \\ before Enter', () => {
		const step = press(session(), 'a', 'alt+enter', 'b', 'ctrl+j', 'c', '\\', 'enter', 'd', 'shift+enter');
		expect(step.effects).toEqual([]);
		expect(text(step.session)).toBe('a\nb\nc\nd\n');
		expect(press(step.session, 'e', 'enter').effects).toEqual([{kind: 'ask', question: 'a\nb\nc\nd\ne'}]);
	});

	it('ends at a \\ before the cursor, not at one elsewhere', () => {
		const inside = press(session(), 'a', '\\', 'b', 'left', 'enter');
		expect(inside.effects).toEqual([]);
		expect(text(inside.session)).toBe('a\nb');
		expect(press(session(), 'a', '\\', 'b', 'enter').effects).toEqual([{kind: 'ask', question: 'a\\b'}]);
		expect(press(session(), 'a', '\\', 'left', 'enter').effects).toEqual([{kind: 'ask', question: 'a\\'}]);
	});

	it('is written by a paste of 10,000 lines, which is not sent', () => {
		const lines = 'a line\r\n'.repeat(10_000);
		const step = paste(session(), lines);
		expect(step.effects).toEqual([]);
		expect(text(step.session)).toBe('a line\n'.repeat(10_000));
		expect(kinds(press(step.session, 'enter').effects)).toEqual(['ask']);
	});

	it.each(['/', '/schema', '/quit', '/sql DROP TABLE t'])('pasted command %s waits for Enter', command => {
		const step = paste(session(), `${command}\n`);
		expect(step.effects).toEqual([]);
		expect(step.session.views).toEqual([]);
		expect(step.session.phase.kind).toBe('composing');
	});
});

describe('the history', () => {
	const state = paste(asked(session(), 'one', 'two', 'three'), 'draft').session;

	it.each([
		[['up'], 'three'],
		[['up', 'up', 'up'], 'one'],
		[['up', 'up', 'up', 'up'], 'one'],
		[['up', 'down'], 'draft'],
		[['up', 'up', 'down'], 'three'],
		[['down'], 'draft'],
		[['up', '!', 'down'], 'draft'],
		[['up', '!', 'down', 'up'], 'three!'],
	])('%j leads to %s', (keys, expected) => {
		expect(text(press(state, ...keys).session)).toBe(expected);
	});

	it('is left by the lines of a text first', () => {
		const lines = press(asked(session(), 'one'), 'a', 'alt+enter', 'b').session;
		expect(text(press(lines, 'up').session)).toBe('a\nb');
		expect(text(press(lines, 'up', 'up').session)).toBe('one');
		expect(text(press(lines, 'up', 'up', 'down').session)).toBe('a\nb');
	});

	it('has commands too, and not the same text twice in a row', () => {
		const {history} = asked(session(), 'one', 'one', '/approve auto');
		expect(history.entries).toEqual(['one', '/approve auto']);
	});

	it('keeps what is unknown in the composer', () => {
		const step = send(session(), '/nothing');
		expect(text(step.session)).toBe('/nothing');
		expect(step.session.history.entries).toEqual([]);
	});
});

describe('the search', () => {
	const state = paste(asked(session(), 'tracks by genre', 'one', 'Tracks by country'), 'draft').session;
	const search = (...keys: string[]) => press(state, 'ctrl+r', ...keys);

	it.each([
		[[...letters('tracks'), 'enter'], 'Tracks by country'],
		[[...letters('tracks'), 'up', 'enter'], 'tracks by genre'],
		[[...letters('tracks'), 'ctrl+r', 'ctrl+r', 'ctrl+r', 'enter'], 'tracks by genre'],
		[[...letters('tracks'), 'up', 'down', 'enter'], 'Tracks by country'],
		[[...letters('genre tr'), 'enter'], 'tracks by genre'],
		[[...letters('nowhere'), 'enter'], 'draft'],
		[[...letters('tracks'), 'escape'], 'draft'],
		[['escape'], 'draft'],
	])('%j', (keys, expected) => {
		const step = search(...keys);
		expect(step.effects).toEqual([]);
		expect(text(step.session)).toBe(expected);
		expect(step.session.composer.search).toBeNull();
	});

	it('begins anew from the newest match when the words change', () => {
		const {composer} = search(...letters('tracks'), 'up', 'space').session;
		expect(composer.search).toMatchObject({match: 0, query: {text: 'tracks '}});
	});

	it('sends nothing by itself', () => {
		const step = search(...letters('tracks'), 'enter');
		expect(step.effects).toEqual([]);
		expect(press(step.session, 'enter').effects).toEqual([{kind: 'ask', question: 'Tracks by country'}]);
	});

	it('of an empty history takes nothing', () => {
		expect(text(press(session(), 'a', 'ctrl+r', 'b', 'enter').session)).toBe('a');
	});
});

describe('completion', () => {
	const tab = (written: string, ...keys: string[]) =>
		text(press(paste(session(), written).session, 'tab', ...keys).session);

	it.each([
		['/ev', '/evidence'],
		['/qu', '/quit'],
		['how many Cust', 'how many Customer'],
		['of PlaylistT', 'of PlaylistTrack'],
		['by Coun', 'by Country'],
		['from Bes', 'from Best'],
		['xyz', 'xyz'],
		['', ''],
	])('of %j is %j', (written, expected) => {
		expect(tab(written).trimEnd()).toBe(expected.trimEnd());
	});

	it('goes round the options', () => {
		const options = ['Customer', 'CustomerId'];
		const seen = ['tab', 'tab', 'tab'].map((_, count) => tab('cus', ...Array(count).fill('tab')));
		for (const option of options) {
			expect(seen).toContain(option);
		}
	});

	it('is over when another key is pressed', () => {
		expect(press(paste(session(), 'cus').session, 'tab', 'x').session.composer.completion).toBeNull();
	});

	it('knows every command', () => {
		const {composer} = press(paste(session(), '/').session, 'tab').session;
		expect(composer.completion?.options).toEqual(Object.keys(SLASH_COMMANDS).map(name => `/${name}`));
	});
});

describe('a command', () => {
	const views = ({views}: Session) => views.map(({kind}) => kind);

	it.each<[string, Effect[], (state: Session) => unknown, unknown]>([
		['/evidence US means USA', [], ({evidence}) => evidence, 'US means USA'],
		['/evidence two\nlines', [], ({evidence}) => evidence, 'two\nlines'],
		['/evidence none', [], ({evidence}) => evidence, ''],
		['/evidence', [], ({evidence}) => evidence, 'before'],
		['/evidence file', [], ({evidence}) => evidence, 'before'],
		[
			'/evidence file a b.txt',
			[{kind: 'read-evidence', file: 'a b.txt'}],
			({evidence}) => evidence,
			'before',
		],
		['/approve auto', [], ({approve}) => approve, 'auto'],
		['/approve manual', [], ({approve}) => approve, 'manual'],
		['/approve', [], ({approve}) => approve, 'manual'],
		['/approve perhaps', [], ({approve}) => approve, 'manual'],
		['/APPROVE auto', [], ({approve}) => approve, 'auto'],
		['/schema', [], views, ['schema']],
		['/tables', [], views, ['tables']],
		['/help', [], views, ['help']],
		['/sql SELECT 1', [{kind: 'query', sql: 'SELECT 1'}], ({phase}) => phase.kind, 'querying'],
		['/sql\nSELECT 1', [{kind: 'query', sql: 'SELECT 1'}], ({phase}) => phase.kind, 'querying'],
		['/sql', [], ({phase}) => phase.kind, 'composing'],
		['/model', [{kind: 'list-models'}], ({phase}) => phase.kind, 'composing'],
		[
			'/model other',
			[{kind: 'use-model', wanted: {kind: 'written', text: 'other'}}],
			({phase}) => phase.kind,
			'composing',
		],
		['/quit', [{kind: 'quit'}], ({phase}) => phase.kind, 'quit'],
		['/', [], ({phase}) => phase.kind, 'composing'],
		['/nothing at all', [], ({phase}) => phase.kind, 'composing'],
		['/constructor', [], ({phase}) => phase.kind, 'composing'],
		['/__proto__', [], ({phase}) => phase.kind, 'composing'],
	])('%s', (written, effects, look, expected) => {
		const step = send(session({evidence: 'before'}), written);
		expect(step.effects).toEqual(effects);
		expect(look(step.session)).toEqual(expected);
	});

	it.each([
		'/evidence',
		'/evidence file',
		'/evidence none',
		'/evidence a hint',
		'/approve',
		'/approve perhaps',
		'/approve auto',
		'/sql',
		'/',
		'/nothing',
		'/constructor',
	])('%s says what became of it', written => {
		expect(send(session(), written).session.notice).not.toBe('');
	});

	it('/approve auto is for the session, until /approve manual', () => {
		const auto = send(session(), '/approve auto').session;
		expect(send(auto, 'a question').session.approve).toBe('auto');
		expect(send(auto, '/approve manual').session.approve).toBe('manual');
	});

	it('is asked for with / after an answer', () => {
		const step = press(answered(), '/', ...letters('schema'), 'enter');
		expect(step.session.views.map(({kind}) => kind)).toEqual(['schema']);
	});
});

describe('leaving', () => {
	it('goes to the answer where there is one, and keeps what is written', () => {
		const state = press(answered(), 'n', 'a').session;
		const left = press(state, 'escape').session;
		expect(left.phase.kind).toBe('answered');
		expect(text(left)).toBe('a');
		expect(press(session(), 'a', 'escape').session.phase.kind).toBe('composing');
	});

	it('with Ctrl-D only where nothing is written', () => {
		expect(kinds(press(session(), 'ctrl+d').effects)).toEqual(['quit']);
		const step = press(session(), 'a', 'b', 'left', 'ctrl+d');
		expect(step.effects).toEqual([]);
		expect(text(step.session)).toBe('a');
	});
});
