import {describe, expect, it} from 'vitest';
import type {HistoryEntry} from '../../../source/archive/archive.js';
import {historyLines} from '../../../source/ui/screens/history-lines.js';
import {
	HISTORY_PAGE,
	type HistoryRequest,
	type HistoryView,
	historyAnswer,
	openHistory,
	reduceHistory,
	withoutQuestion,
} from '../../../source/ui/screens/history-view.js';
import {expectDrawable, key, LARGE, SMALL, seen} from './support.js';

function entry(change: Partial<HistoryEntry> = {}): HistoryEntry {
	return {
		id: 'q1',
		session: 's1',
		kind: 'session',
		askedAt: new Date(2026, 10, 30, 14, 2).toISOString(),
		database: 'chinook',
		databasePath: '/data/chinook.sqlite',
		question: 'Which genre has the most tracks?',
		evidence: '',
		ending: 'answered',
		sql: 'SELECT Name FROM Genre',
		rowCount: 1,
		votes: null,
		...change,
	};
}

const many = (count: number) =>
	Array.from({length: count}, (_, at) => entry({id: `q${at}`, question: `${at}`}));

function found(entries: HistoryEntry[]): HistoryView {
	return historyAnswer(openHistory('').view, {text: '', offset: 0, entries});
}

/** The view after these keys, and what it asked of the archive meanwhile. */
function press(view: HistoryView, keys: string): {view: HistoryView; requests: HistoryRequest[]} {
	const requests: HistoryRequest[] = [];
	for (const name of keys.split(' ').filter(Boolean)) {
		const next = reduceHistory(view, key(name), LARGE);
		if (next === 'close') {
			throw new Error(`${name} closed the view`);
		}

		view = 'request' in next ? next.view : next;
		requests.push(...('request' in next ? [next.request] : []));
	}

	return {view, requests};
}

describe('the history', () => {
	it('begins with a search, and says so until there is an answer', () => {
		const {view, request} = openHistory('');
		expect(request).toEqual({kind: 'find', text: '', offset: 0});
		expect(seen(historyLines(view, LARGE))).toContain('Looking…');
		expect(seen(historyLines(found([]), LARGE))).toContain('Nothing was asked yet.');
	});

	it('lists when, of what and with what result each was asked, and the query of the one at hand', () => {
		const view = found([
			entry(),
			entry({id: 'q2', question: 'And now?', votes: 8, rowCount: 12}),
			entry({id: 'q3', ending: 'open', rowCount: null, sql: ''}),
			entry({id: 'q4', rowCount: null}),
			entry({id: 'q5', kind: 'replay'}),
		]);
		const lines = seen(historyLines(view, LARGE)).split('\n');
		expect(lines[0]).toContain('History · 5 questions');
		expect(lines[1]).toBe('❯ 2026-11-30 14:02  chinook       1 row         Which genre has the most tracks?');
		expect(lines[2]).toContain('8× 12 rows    And now?');
		expect(lines[3]).toContain('not finished');
		expect(lines[4]).toContain('query failed');
		expect(lines[5]).toContain('fork · 1 row');
		expect(seen(historyLines(press(view, 'x').view, LARGE)).split('\n')[0]).toBe(lines[0]);
		expect(lines.at(-2)).toMatch(/^SELECT Name FROM Genre +id q1$/);
	});

	it('is drawn on a small screen and with what a terminal must not see', () => {
		const view = found([entry({question: '\x1b[2Jx\n\u202ey', database: '\x07'}), ...many(50)]);
		for (const size of [SMALL, LARGE, {columns: 20, rows: 4}]) {
			expectDrawable(historyLines(view, size), size);
		}
	});

	it('searches as it is typed; an answer to another search is not taken', () => {
		const {view, requests} = press(found([entry()]), '/ r o');
		expect(requests.map(request => 'text' in request && request.text)).toEqual(['r', 'ro']);
		expect(view.entries).toEqual([]);
		expect(historyAnswer(view, {text: 'r', offset: 0, entries: [entry()]})).toBe(view);
		const there = historyAnswer(view, {text: 'ro', offset: 0, entries: [entry()]});
		expect(there.entries).toHaveLength(1);
		// Back to all, then out.
		const all = press(there, 'enter q');
		expect(all.requests).toEqual([{kind: 'find', text: '', offset: 0}]);
		expect(reduceHistory(all.view, key('q'), LARGE)).toBe('close');
	});

	it('asks for more near the end of what is there, once', () => {
		const first = found(many(HISTORY_PAGE));
		expect(press(first, 'j').requests).toEqual([]);
		const {view, requests} = press(first, 'end end');
		expect(requests).toEqual([{kind: 'find', text: '', offset: HISTORY_PAGE}]);
		const more = historyAnswer(view, {text: '', offset: HISTORY_PAGE, entries: many(3)});
		expect(more.entries).toHaveLength(HISTORY_PAGE + 3);
		expect(press(more, 'end').requests).toEqual([]);
	});

	it('opens and asks again', () => {
		expect(press(found([entry({evidence: 'hint'})]), 'enter a').requests).toEqual([
			{kind: 'open', id: 'q1'},
			{kind: 'again', question: 'Which genre has the most tracks?', evidence: 'hint'},
		]);
		expect(press(found([]), 'enter a x x').requests).toEqual([]);
	});

	it('forgets at the same key twice and at no other', () => {
		const asked = press(found(many(3)), 'j x');
		expect(asked.requests).toEqual([]);
		expect(seen(historyLines(asked.view, LARGE))).toContain('x again forgets it for good');
		expect(press(asked.view, 'j x').requests).toEqual([]);
		expect(press(asked.view, 'x').requests).toEqual([{kind: 'forget', id: 'q1'}]);
		expect(withoutQuestion(asked.view, 'q1').entries.map(({id}) => id)).toEqual(['q0', 'q2']);
	});

	it('says why it cannot be searched', () => {
		const view = historyAnswer(openHistory('').view, {text: '', offset: 0, entries: 'the archive is locked'});
		expect(seen(historyLines(view, LARGE))).toContain('the archive is locked');
	});
});
