/** The debugger as a view of the session. */
import {describe, expect, it} from 'vitest';
import {reduce} from '../../../source/ui/session/reduce.js';
import type {Session} from '../../../source/ui/session/state.js';
import {ANSWERED, answered, press} from './support.js';

const opened = press(answered(), 't').session;

function debuggerOf({views}: Session) {
	const [view] = views;
	if (view?.kind !== 'debugger') {
		throw new Error('no debugger is open');
	}

	return view.view;
}

describe('t on an answer', () => {
	it('opens its trajectory at the first turn, and looks for its forks', () => {
		const step = press(answered(), 't');
		expect(step.effects).toEqual([{kind: 'find-forks', trajectories: [ANSWERED.id]}]);
		expect(debuggerOf(step.session).opened).toMatchObject({kind: 'trajectory', view: {turn: 0}});
	});

	it('is left with q or esc, and its desk closed', () => {
		for (const name of ['q', 'escape']) {
			const step = press(opened, name);
			expect(step.session.views).toEqual([]);
			expect(step.effects).toEqual([{kind: 'debug-end'}]);
		}
	});

	it('has its own help and grid, each left by itself', () => {
		expect(debuggerOf(press(opened, '?').session).mode.kind).toBe('help');
		expect(debuggerOf(press(opened, '?', '?').session).mode.kind).toBe('browsing');
		expect(press(opened, '?', 'q').session.views).toHaveLength(1);
	});

	it('has queries run again', () => {
		const {effects} = press(opened, 'R');
		expect(effects).toMatchObject([{kind: 'debug', request: {kind: 'rerun', from: 0, until: 'next'}}]);
	});

	it('stops what runs with Ctrl-C and stays; else Ctrl-C closes it', () => {
		const event = {kind: 'task' as const, task: {kind: 'rerunning' as const, until: 'answer' as const}};
		const busy = reduce(opened, {kind: 'debugger', event}).session;
		const stopped = press(busy, 'ctrl+c');
		expect(stopped.effects).toEqual([{kind: 'debug', request: {kind: 'stop'}}]);
		expect(stopped.session.views).toHaveLength(1);
		expect(press(opened, 'ctrl+c')).toMatchObject({session: {views: []}, effects: [{kind: 'debug-end'}]});
	});

	it('takes what comes after it was closed for nothing', () => {
		const closed = press(opened, 'q').session;
		expect(reduce(closed, {kind: 'debugger', event: {kind: 'notice', text: 'late'}}).session).toEqual(closed);
	});
});
