import {describe, expect, it} from 'vitest';
import {LARGE, SMALL, trajectory, turn} from '../screens/support.js';
import {answered, catalogue, drive, entry, own, several, WIDE} from './support.js';

const fork = answered({id: 'fork', question: 'Question 2?', parent: {id: 'id-1', turn: 1}});

describe('the debugger', () => {
	it('has the trajectories beside the turn on a wide screen', () => {
		const driven = drive(several(3), {}, WIDE);
		driven.dispatch({kind: 'verdicts', verdicts: [[own('id-1'), 'wrong']]});
		driven.dispatch({kind: 'forks', forks: [fork], begun: false});
		driven.press('L');
		const lines = driven.frame().split('\n');
		expect(lines).toHaveLength(39);
		expect(lines.slice(0, 8)).toEqual([
			'run.jsonl  2/4 · Question 2? · wrong by bird · answered · turn 1/2',
			' 1 Question 1?                        2 turns │ [summary] reply  messages  SQL  observation  timing',
			'▾2 Question 2?                          wrong │ ▸ thought 0.8 s · r unfolds',
			'  ▸1 probe     2 rows                   0.8 s │',
			'   2 answer    1 row                    0.8 s │ How many in each.',
			' └ fork at turn 2                     2 turns │',
			' 3 Question 3?                        2 turns │ probe · 2 rows',
			'                                              │',
		]);
		expect(lines.at(-1)).toBe(
			'h turn · H trajectory · tab pane · r thought · R re-run · s step · f fork · g gold · c compare · q back · ? keys',
		);
	});

	it('has the turns above the body on others', () => {
		const lines = drive(several(3)).frame().split('\n');
		expect(lines).toHaveLength(23);
		expect(lines.slice(0, 5)).toEqual([
			'run.jsonl  1/3 · Question 1? · answered · turn 1/2',
			`▸1 probe     2 rows${' '.repeat(56)}0.8 s`,
			` 2 answer    1 row${' '.repeat(57)}0.8 s`,
			'[summary] reply  messages  SQL  observation  timing',
			'▸ thought 0.8 s · r unfolds',
		]);
	});

	it('fits 40 columns and 15 rows', () => {
		const driven = drive(several(3), {}, SMALL);
		expect(driven.frame().split('\n')).toHaveLength(14);
		driven.press('t');
		expect(driven.frame()).toContain('❯ 1 Question 1?                  2 turns');
	});

	it('tells how far the book is read and what is to be known of it, without moving anything', () => {
		const known = catalogue([entry()], {
			progress: {done: 45, total: 100},
			notes: ['the last line was cut off'],
		});
		const driven = drive([], {catalogue: known});
		const reading = driven.frame().split('\n');
		expect(reading.at(-2)).toBe('indexing 45 % · the last line was cut off');
		driven.dispatch({kind: 'catalogue', catalogue: catalogue([entry()])});
		expect(driven.frame().split('\n').toSpliced(-2, 1)).toEqual(reading.toSpliced(-2, 1));
	});

	it.each([LARGE, SMALL, WIDE])('says what there is instead of a trajectory at $columns×$rows', size => {
		const empty = drive([], {}, size);
		expect(empty.frame()).toContain('There is no trajectory in it.');
		const reading = drive([], {catalogue: catalogue([], {progress: {done: 0, total: 9}})}, size);
		expect(reading.frame()).toContain('The file is being read');
		const loading = drive([], {catalogue: catalogue([entry()])}, size);
		expect(loading.frame()).toContain('It is being read');
	});

	it('names a file that has changed once, and the key that reads it anew', () => {
		const driven = drive([], {catalogue: catalogue([entry()])});
		const reason = 'run.jsonl:1 is no longer what it was: the file has changed';
		driven.dispatch({kind: 'not-opened', place: 0, reason});
		expect(driven.frame()).toContain(`It cannot be opened.\n\n${reason}\nctrl+r reads the files anew.\n`);
	});

	it('has no empty name, and none that is the question', () => {
		expect(drive(several(2), {title: ''}).frame()).toMatch(/^1\/2 · Question 1\?/);
		const [title] = drive(several(1), {title: 'Question 1?'}).frame().split('\n');
		expect(title).toBe('Question 1? · answered · turn 1/2');
		const listed = drive(several(2), {title: ''});
		listed.press('t');
		expect(listed.frame()).toMatch(/^2 trajectories\n/);
	});

	it('of one trajectory says nothing of others', () => {
		const driven = drive([trajectory({turns: []})], {title: ''});
		const [title, ...rest] = driven.frame().split('\n');
		expect(title).toBe('Which country spent the most? · not finished · no turn');
		expect(rest.at(-1)).not.toContain('trajectory');
	});

	it.each([
		['aborted', 'stopped'],
		['failed', 'broken off'],
		['no-answer', 'no answer'],
		['open', 'not finished'],
	] as const)('says how a trajectory ended: %s', (ending, words) => {
		const [title] = drive([trajectory({ending, turns: [turn()]})], {title: ''})
			.frame()
			.split('\n');
		expect(title).toBe(`Which country spent the most? · ${words} · turn 1/1`);
	});

	it('shows what runs, and how it is stopped', () => {
		const driven = drive(several(1));
		driven.dispatch({kind: 'task', task: {kind: 'judging', done: 1200, of: 10_000}});
		expect(driven.frame()).toContain('judging: 1,200 of 10,000 · esc stops');
	});

	it('shows a menu and a text that is typed below what they are about', () => {
		const driven = drive(several(2));
		driven.press('o');
		expect(driven.frame()).toContain('❯ 1 as they are in the file');
		expect(driven.frame()).toContain('run.jsonl  1/2');
		driven.press('escape g');
		driven.type('SELECT');
		const lines = driven.frame().split('\n');
		expect(lines.slice(-3)).toEqual([
			'The query that gives the right rows',
			'✎ SELECT',
			'enter judge · alt+enter new line · ctrl+g $EDITOR · esc back',
		]);
	});
});
