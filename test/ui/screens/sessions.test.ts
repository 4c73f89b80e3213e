import {describe, expect, it} from 'vitest';
import type {SessionEntry} from '../../../source/archive/archive.js';
import {openSessions, reduceSessions, sessionsLines} from '../../../source/ui/screens/sessions-view.js';
import {expectDrawable, key, LARGE, SMALL, seen} from './support.js';

const sessions: SessionEntry[] = Array.from({length: 40}, (_, at) => ({
	id: `s${at}`,
	kind: 'session',
	startedAt: '',
	lastAskedAt: new Date(2026, 10, 30, 14, at).toISOString(),
	database: {path: '/data/music.sqlite', name: 'music', version: ''},
	questions: at + 1,
	question: `question ${at}`,
}));

describe('the sessions to go on with', () => {
	it('are listed with when, what of and how much, within the screen', () => {
		const view = openSessions(sessions);
		expect(seen(sessionsLines(view, LARGE)).split('\n')[1]).toBe(
			'❯ 2026-11-30 14:00  music           1 question     question 0',
		);
		for (const size of [SMALL, LARGE, {columns: 10, rows: 3}]) {
			expectDrawable(sessionsLines(view, size), size);
		}
	});

	it.each([
		['enter', 's0'],
		['j j enter', 's2'],
		['end j enter', 's39'],
		['k enter', 's0'],
	])('%s takes %s', (keys, id) => {
		let view = openSessions(sessions);
		for (const name of keys.split(' ')) {
			const next = reduceSessions(view, key(name), LARGE);
			if (next === 'close' || 'taken' in next) {
				expect(next).toEqual({taken: id});
				return;
			}

			view = next;
		}

		throw new Error('none was taken');
	});

	it('are left as any view', () => {
		expect(reduceSessions(openSessions(sessions), key('q'), LARGE)).toBe('close');
		expect(reduceSessions(openSessions([]), key('enter'), LARGE)).toEqual(openSessions([]));
	});
});
