import {describe, expect, it} from 'vitest';
import type {Session} from '../../../source/ui/session/state.js';
import {answered, letters, paste, press, running, send, session} from './support.js';

const kinds = ({views}: Session) => views.map(({kind}) => kind);

describe('views', () => {
	it('lie on one another, and are left one by one', () => {
		const state = press(answered(), 'g', '?').session;
		expect(kinds(state)).toEqual(['grid', 'help']);
		expect(kinds(press(state, 'q').session)).toEqual(['grid']);
		const left = press(state, 'escape', 'escape').session;
		expect(left.views).toEqual([]);
		expect(left.phase).toEqual(answered().phase);
	});

	it.each([
		['grid', () => press(answered(), 'g').session],
		['schema', () => send(session(), '/schema').session],
		['tables', () => send(session(), '/tables').session],
	])('%s: ? opens the help, which ? closes', (kind, open) => {
		expect(kinds(press(open(), '?').session)).toEqual([kind, 'help']);
		expect(kinds(press(open(), '?', '?').session)).toEqual([kind]);
	});

	it.each([
		['grid', () => press(answered(), 'g').session],
		['schema', () => send(session(), '/schema').session],
		['tables', () => send(session(), '/tables').session],
	])('%s: ? is text while a filter is typed', (kind, open) => {
		const typing = press(open(), '/', 'a', '?').session;
		expect(kinds(typing)).toEqual([kind]);
		const view = typing.views[0]!;
		const filter = view.kind === 'grid' ? view.grid.filter : 'filter' in view && 'view' in view ? null : null;
		const text =
			view.kind === 'grid'
				? filter
				: view.kind === 'schema' || view.kind === 'tables'
					? view.view.filter.text
					: '';
		expect(text).toBe('a?');
		expect(kinds(press(typing, 'enter', '?').session)).toEqual([kind, 'help']);
	});

	it('get the keys and the pastes: nothing of them comes to the session', () => {
		const state = press(answered(), 'g').session;
		const pressed = press(state, ...letters('neyc xGNR'), 'tab', 'up').session;
		expect(pressed.phase).toEqual(state.phase);
		expect(pressed.composer).toEqual(state.composer);
		expect(paste(state, 'a text').session.composer).toEqual(state.composer);
	});

	it('stop what runs with Ctrl-C, and stay', () => {
		const state = {...running(), views: press(answered(), 'g').session.views};
		const step = press(state, 'ctrl+c');
		expect(step.effects).toEqual([{kind: 'stop'}]);
		expect(kinds(step.session)).toEqual(['grid']);
	});
});

describe('the choice of tables', () => {
	const open = send(session(), '/tables').session;

	it('is what the model is shown', () => {
		const {chosen, views, notice} = press(open, 'x', 'enter').session;
		expect([...(chosen ?? [])]).toEqual(['PlaylistTrack', 'Best']);
		expect(views).toEqual([]);
		expect(notice).toContain('2 tables');
		expect(press(open, 'x', 'down', 'x', 'enter').session.notice).toContain('1 table.');
	});

	it('of all is no choice', () => {
		expect(press(open, 'enter').session.chosen).toBeNull();
		expect(press({...open, chosen: new Set(['Best'])}, 'enter').session.chosen).toBeNull();
	});

	it('of none is refused', () => {
		const state = press(open, 'a', 'enter').session;
		expect(kinds(state)).toEqual(['tables']);
		expect(state.chosen).toBeNull();
	});

	it('is left as it was', () => {
		expect(press(open, 'x', 'q').session.chosen).toBeNull();
		const chosen = send(session({chosen: new Set(['Best'])}), '/tables').session;
		expect([...(press(chosen, 'x', 'escape').session.chosen ?? [])]).toEqual(['Best']);
	});
});
