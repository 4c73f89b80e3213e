import {describe, expect, it} from 'vitest';
import type {Trajectory} from '../../../source/agent/trajectory.js';
import {reduceDebugger} from '../../../source/ui/debugger/reduce.js';
import {key, LARGE, trajectory, turn} from '../screens/support.js';
import {answered, begin, catalogue, drive, entry, own, several} from './support.js';

const rerunOf = (at: number, drifted = false) => ({
	turn: at,
	sql: 'SELECT 1',
	outcome: {elapsedMs: 1, error: {kind: 'sql' as const, message: 'no such table: t'}},
	observation: 'Error: no such table: t',
	drift: drifted ? {kind: 'text' as const, before: 'USA', after: 'Error: no such table: t'} : null,
});

const judgementOf = (verdict: 'right' | 'wrong') => ({
	rule: 'bird' as const,
	verdict,
	reason: verdict === 'right' ? '' : 'other rows',
	gold: {sql: 'SELECT 2', outcome: {elapsedMs: 1, error: {kind: 'sql' as const, message: 'no'}}},
	answer: null,
	difference: null,
});

describe('going from turn to turn and from trajectory to trajectory', () => {
	it.each([
		['', 'Question 1? 1/2'],
		['l', 'Question 1? 2/2'],
		['l l l', 'Question 1? 2/2'],
		['h', 'Question 1? 1/2'],
		['$', 'Question 1? 2/2'],
		['$ 0', 'Question 1? 1/2'],
		['L', 'Question 2? 1/2'],
		['l L', 'Question 2? 1/2'],
		['L L L L L', 'Question 3? 1/2'],
		['H', 'Question 1? 1/2'],
		['}', 'Question 3? 1/2'],
		['} {', 'Question 1? 1/2'],
	])('%s leads to %s', (keys, place) => {
		const driven = drive(several(3));
		driven.press(keys);
		expect(driven.place).toBe(place);
	});

	it('keeps the pane and the fold of thoughts from one trajectory to the next', () => {
		const driven = drive(several(2));
		driven.press('tab r L');
		expect(driven.state.opened).toMatchObject({view: {pane: 'reply', unfolded: true}});
	});

	it('shows what is no trajectory with its reason, and goes on behind it', () => {
		const trajectories = several(3);
		const driven = drive(trajectories, {
			catalogue: catalogue([
				entry({id: 'id-0', question: 'Question 1?'}),
				{kind: 'fault', reason: 'this is no JSON'},
				entry({id: 'id-2', question: 'Question 3?'}),
			]),
		});
		driven.press('L');
		expect(driven.place).toBe('fault');
		expect(driven.frame()).toContain('run.jsonl:2: this is no JSON');
		driven.press('l h R f g tab enter L');
		expect(driven.place).toBe('Question 3? 1/2');
	});

	it('takes what comes late for another place for nothing', () => {
		const [one, two] = several(2) as [Trajectory, Trajectory];
		const driven = drive([one, two]);
		driven.press('L');
		driven.dispatch({kind: 'opened', place: 0, trajectory: one});
		expect(driven.place).toBe('Question 2? 1/2');
	});

	it('stays at its turn where what is open is read once more', () => {
		const driven = drive(several(2));
		driven.press('l');
		driven.dispatch({kind: 'opened', place: 0, trajectory: several(1)[0]!});
		expect(driven.place).toBe('Question 1? 2/2');
	});

	it('waits in an empty book, and opens the first that comes', () => {
		const state = begin({catalogue: catalogue([], {progress: {done: 1, total: 9}})});
		const step = reduceDebugger(state, {kind: 'catalogue', catalogue: catalogue([entry()])}, LARGE);
		expect(step.requests).toEqual([{kind: 'open', place: 0}]);
		expect(step.debugger.opened.kind).toBe('loading');
	});
});

describe('narrowing and sorting', () => {
	const wrongs = several(6, index => ({
		question: index % 2 === 0 ? 'How many albums?' : 'How many tracks?',
		...(index === 3 && {ending: 'no-answer' as const}),
	}));

	it('finds by text, and comes back with esc', () => {
		const driven = drive(wrongs);
		driven.press('/');
		driven.type('tracks');
		expect(driven.state.tree.nodes).toEqual([1, 3, 5]);
		expect(driven.place).toBe('How many tracks? 1/2');
		driven.press('enter L L');
		expect(driven.state.at).toBe(5);
		expect(driven.frame()).toContain('3/3 of 6');
		driven.press('escape');
		expect(driven.state.tree.nodes).toHaveLength(6);
		expect(driven.state.at).toBe(5);
	});

	it('finds by the beginning of an id', () => {
		const ids = ['12-3', '12-30', '112-3', '1-12'];
		const driven = drive(
			several(4, index => ({id: ids[index]!})),
			{catalogue: catalogue(ids.map(id => entry({id, question: 'How many tracks?'})))},
		);
		driven.press('/');
		driven.type('12-3');
		expect(driven.state.tree.nodes).toEqual([0, 1]);
	});

	it('says where nothing is found', () => {
		const driven = drive(wrongs);
		driven.press('/');
		driven.type('zebra');
		driven.press('enter');
		expect(driven.place).toBe('nothing');
		expect(driven.frame()).toContain('No trajectory is like that. Esc shows all.');
		driven.press('escape');
		expect(driven.place).toBe('How many albums? 1/2');
	});

	it('shows only those with an ending', () => {
		const driven = drive(wrongs);
		driven.press('e 4');
		expect(driven.state.tree.nodes).toEqual([3]);
		expect(driven.frame()).toContain('only no answer');
	});

	it('shows only those with a verdict, once there are some', () => {
		const driven = drive(wrongs);
		driven.dispatch({
			kind: 'verdicts',
			verdicts: [
				[own('id-2'), 'wrong'],
				[own('id-4'), 'right'],
			],
		});
		driven.press('e');
		const {mode} = driven.state;
		const labels = mode.kind === 'choosing' ? mode.menu.options.map(({label}) => label) : [];
		expect(labels).toContain('wrong');
		driven.press(`${'down '.repeat(labels.indexOf('wrong'))}enter`);
		expect(driven.state.tree.nodes).toEqual([2]);
	});

	it.each([
		['o 2', [2, 0, 1], 'the most turns first'],
		['o 3', [1, 0, 2], 'errors first'],
		['o 4', [0, 2, 1], 'answered differently'],
		['o 4 o 1', [0, 1, 2], ''],
	])('%s sorts', (keys, order, words) => {
		const driven = drive([], {
			catalogue: catalogue([
				entry({id: '0', question: 'A?', answer: 'x', turns: 2}),
				entry({id: '1', question: 'B?', error: 'no such column', answer: 'x', turns: 1}),
				entry({id: '2', question: 'A?', answer: 'y', turns: 5}),
			]),
		});
		driven.press(keys);
		expect(driven.state.tree.nodes).toEqual(order);
		expect(driven.frame()).toContain(words);
	});

	it('looks through a large book part by part, and tells how far', () => {
		let state = begin({
			catalogue: catalogue(
				Array.from({length: 100_000}, (_, at) => entry({id: `${at}`, question: `Q${at}`})),
			),
		});
		const parts: number[] = [];
		for (const character of '/Q99999') {
			state = reduceDebugger(state, {kind: 'input', input: key(character)}, LARGE).debugger;
		}

		for (let step = reduceDebugger(state, {kind: 'look-on'}, LARGE); ; ) {
			state = step.debugger;
			parts.push(state.selection.work?.looked ?? 0);
			if (!step.requests.some(({kind}) => kind === 'look-on')) {
				break;
			}

			step = reduceDebugger(state, {kind: 'look-on'}, LARGE);
		}

		expect(parts.length).toBeGreaterThan(4);
		expect(parts.at(-1)).toBe(100_000);
		expect(state.tree.nodes).toEqual([99_999]);
		expect(state.at).toBe(99_999);
	});

	it('goes on where the book grows while it is looked through', () => {
		const entries = [entry({id: 'a', question: 'tracks'}), undefined, undefined] as Array<
			ReturnType<typeof entry> | undefined
		>;
		const driven = drive([], {catalogue: catalogue(entries, {progress: {done: 1, total: 3}})});
		driven.press('/');
		driven.type('tracks');
		expect(driven.state.tree.nodes).toEqual([0]);
		entries[1] = entry({id: 'b', question: 'albums'});
		entries[2] = entry({id: 'c', question: 'more tracks'});
		driven.dispatch({kind: 'catalogue', catalogue: catalogue(entries)});
		expect(driven.state.tree.nodes).toEqual([0, 2]);
	});
});

describe('the list', () => {
	it('opens what is chosen', () => {
		const driven = drive(several(5));
		driven.press('t j j');
		expect(driven.frame()).toContain('5 trajectories');
		driven.press('enter');
		expect(driven.place).toBe('Question 3? 1/2');
	});

	it.each([
		{columns: 40, rows: 15},
		{columns: 80, rows: 24},
		{columns: 110, rows: 30},
	])('tells those of one question apart at $columns columns', size => {
		const samples = several(3, index => ({
			question: 'Which country spent the most?',
			sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: 40 + index},
			...(index === 1 && {ending: 'aborted' as const}),
		}));
		const fork = answered({id: 'fork', parent: {id: 'id-2', turn: 1}});
		const driven = drive(samples, {}, size);
		driven.dispatch({kind: 'forks', forks: [fork], begun: false});
		driven.press('t');
		const frame = driven.frame();
		expect(frame).toMatch(/❯ 1 seed 40 · Which/);
		expect(frame).toMatch(/ {2}2 seed 41 · Which.* stopped\n/);
		expect(frame).toContain('└ fork at turn 2');
		expect(frame.match(/answered +2 turns/g) ?? []).toHaveLength(size.columns < 50 ? 0 : 3);
	});

	it('has a key of its own at 80 columns, and a help of its own', () => {
		const driven = drive(several(5));
		expect(driven.frame().split('\n').at(-1)).toContain('t list');
		driven.press('?');
		expect(driven.frame().split('\n')[1]).toBe('The debugger');
		driven.press('q t ?');
		expect(driven.frame().split('\n')[1]).toBe('The list of trajectories');
		driven.press('q q enter ?');
		expect(driven.frame().split('\n')[1]).toBe('The result');
	});

	it('is left as it was', () => {
		const driven = drive(several(5));
		driven.press('t j q');
		expect(driven.place).toBe('Question 1? 1/2');
	});
});

describe('running again', () => {
	it('asks for this turn, and goes on from where it has run', () => {
		const driven = drive(several(1));
		driven.press('R');
		expect(driven.requests.at(-1)).toMatchObject({kind: 'rerun', from: 0, until: 'next'});
		driven.dispatch({kind: 'reran', trajectory: own('id-0'), rerun: rerunOf(0, true)});
		expect(driven.state.opened).toMatchObject({view: {turn: 0, pane: 'observation'}});
		expect(driven.frame()).toContain('drifted');
		driven.press('s 1');
		expect(driven.requests.at(-1)).toMatchObject({kind: 'rerun', from: 1, until: 'next'});
	});

	it.each([
		['s 1', 'next'],
		['s 2', 'error'],
		['s 3', 'empty'],
		['s 4', 'answer'],
	])('%s runs until %s', (keys, until) => {
		const driven = drive(several(1));
		driven.press(keys);
		expect(driven.requests).toMatchObject([{kind: 'rerun', from: 0, until}]);
	});

	it('goes along with the turn that ran, and says where there is none left', () => {
		const driven = drive(several(1));
		driven.press('s 4');
		driven.dispatch({kind: 'reran', trajectory: own('id-0'), rerun: rerunOf(0)});
		driven.dispatch({kind: 'reran', trajectory: own('id-0'), rerun: rerunOf(1)});
		expect(driven.place).toBe('Question 1? 2/2');
		driven.press('s 1');
		expect(driven.state.notice).toBe('This is the last turn.');
	});

	it('is not begun twice, and stopped with esc', () => {
		const driven = drive(several(1));
		driven.dispatch({kind: 'task', task: {kind: 'rerunning', until: 'answer'}});
		driven.press('R');
		expect(driven.requests).toEqual([]);
		expect(driven.state.notice).toContain('Esc stops it');
		driven.press('escape');
		expect(driven.requests).toEqual([{kind: 'stop'}]);
	});

	it('says that there is nothing in a trajectory without turns', () => {
		const driven = drive([trajectory({id: 'none'})]);
		driven.press('R');
		expect(driven.state.notice).toBe('There is no turn to run again.');
	});
});

describe('forks', () => {
	const fork = answered({id: 'fork', question: 'Question 1?', parent: {id: 'id-0', turn: 1}});

	it('are asked for with what the form says', () => {
		const driven = drive(several(1));
		driven.press('f g');
		expect(driven.requests).toMatchObject([
			{
				kind: 'fork',
				parent: {id: 'id-0'},
				plan: {turn: 0, change: {kind: 'again'}, count: 1},
				model: 'sqrl-4b',
			},
		]);
		expect(driven.state.mode.kind).toBe('browsing');
	});

	it('that could not be made leave what was written, until one is made', () => {
		const driven = drive(several(2));
		driven.press('f down enter');
		driven.type('5');
		driven.press('enter g');
		driven.dispatch({kind: 'notice', text: 'the database is gone'});
		driven.press('L f');
		expect(driven.frame()).not.toContain('0.75');
		driven.press('escape H f');
		expect(driven.frame()).toContain('0.75');
		driven.press('g');
		driven.dispatch({
			kind: 'forks',
			forks: [{...fork, parent: {id: 'id-0', turn: 0}, ending: 'failed'}],
			begun: false,
		});
		driven.press('f');
		expect(driven.frame()).toContain('0.75');
		driven.press('g');
		driven.dispatch({kind: 'forks', forks: [{...fork, parent: {id: 'id-0', turn: 0}}], begun: false});
		driven.press('f');
		expect(driven.frame()).not.toContain('0.75');
	});

	it('hang under their parent at once, are opened, and grow', () => {
		const driven = drive(several(3));
		const start = {...fork, turns: fork.turns.slice(0, 1), ending: 'open' as const};
		driven.dispatch({kind: 'forks', forks: [start], begun: true});
		expect(driven.state.tree.nodes).toEqual([0, -1, 1, 2]);
		expect(driven.state.tree.depths.get(-1)).toBe(1);
		expect(driven.place).toBe('Question 1? 1/1');
		driven.dispatch({kind: 'forks', forks: [fork], begun: false});
		expect(driven.place).toBe('Question 1? 2/2');
		driven.press('H');
		expect(driven.state.at).toBe(0);
	});

	it('of the book stand under their parents, too, also in a circle', () => {
		const circle = catalogue([
			entry({id: 'a', parent: 'b'}),
			entry({id: 'b', parent: 'a'}),
			entry({id: 'c', parent: 'c'}),
			entry({id: 'd'}),
			entry({id: 'e', parent: 'd'}),
			entry({id: 'f', parent: 'e'}),
		]);
		const {tree} = begin({catalogue: circle});
		expect([...tree.nodes].sort()).toEqual([0, 1, 2, 3, 4, 5]);
		expect(tree.nodes.slice(1, 4)).toEqual([3, 4, 5]);
		expect([tree.depths.get(4), tree.depths.get(5)]).toEqual([1, 2]);
	});

	it('are compared with their parent: what was before stands at the left', () => {
		const driven = drive(several(1));
		driven.dispatch({kind: 'forks', forks: [fork], begun: true});
		driven.press('c');
		expect(driven.requests).toMatchObject([
			{kind: 'compare', left: {name: 'parent', node: 0}, right: {name: 'fork', trajectory: {id: 'fork'}}},
		]);
		const [one] = several(1) as [Trajectory];
		driven.dispatch({
			kind: 'compared',
			left: {name: 'parent', trajectory: one},
			right: {name: 'fork', trajectory: fork},
		});
		expect(driven.state.mode.kind).toBe('comparing');
		driven.press('tab ? ? q');
		expect(driven.state.mode.kind).toBe('browsing');
	});
});

describe('judging', () => {
	it('takes a gold query that is typed, where there are none', () => {
		const driven = drive(several(1));
		driven.press('g');
		driven.type('SELECT 2');
		expect(driven.frame()).toContain('✎ SELECT 2');
		driven.press('enter');
		expect(driven.requests).toMatchObject([{kind: 'judge', gold: 'SELECT 2'}]);
		driven.dispatch({
			kind: 'judged',
			trajectory: own('id-0'),
			judgement: judgementOf('wrong'),
			isTyped: false,
		});
		expect(driven.state.opened).toMatchObject({view: {pane: 'judgement'}});
		expect(driven.frame()).toContain('wrong by bird');
	});

	it('judges all that are listed, by the file', () => {
		const driven = drive(several(3), {gold: 3});
		driven.press('g 2');
		expect(driven.requests).toMatchObject([{kind: 'judge-all', targets: [{node: 0}, {node: 1}, {node: 2}]}]);
	});

	it('of many judges again what is looked at, for the difference', () => {
		const driven = drive(several(2), {gold: 2});
		driven.press('g 1');
		driven.dispatch({
			kind: 'judged',
			trajectory: own('id-0'),
			judgement: judgementOf('right'),
			isTyped: false,
		});
		driven.dispatch({kind: 'verdicts', verdicts: [[own('id-1'), 'wrong']]});
		driven.press('L');
		expect(driven.requests.at(-1)).toMatchObject({kind: 'judge', trajectory: {id: 'id-1'}, gold: null});
	});
});

describe('a reload', () => {
	it('keeps the trajectory and the turn, where it is now', () => {
		const trajectories = several(3);
		const driven = drive(trajectories);
		driven.press('L l ctrl+r');
		expect(driven.requests).toEqual([{kind: 'reload'}]);
		const [one, two, three] = trajectories as [Trajectory, Trajectory, Trajectory];
		trajectories.splice(0, 3, one, three, two);
		driven.dispatch({
			kind: 'reloaded',
			catalogue: catalogue([entry({id: 'id-0'}), entry({id: 'id-2'}), entry({id: 'id-1'})]),
		});
		expect(driven.state.at).toBe(2);
		expect(driven.place).toBe('Question 2? 2/2');
	});

	it('asks once more for what was not in its place yet while the file was read', () => {
		const driven = drive(several(3));
		driven.press('L l ctrl+r');
		const reading = {...catalogue(several(3).map(({id}) => entry({id}))), progress: {done: 0, total: 10}};
		const notYet = {kind: 'not-opened' as const, place: 1, reason: 'there is no trajectory at this place'};
		// Of before, though the book says already that it is read: nothing is asked for.
		const asked = driven.requests.length;
		driven.dispatch({kind: 'catalogue', catalogue: {...reading, progress: null}});
		expect(driven.requests).toHaveLength(asked);
		driven.dispatch({kind: 'reloaded', catalogue: {...reading, entries: []}});
		driven.dispatch(notYet);
		expect(driven.place).toBe('Question 2? 2/2');
		// It was found, and something that was asked for before that comes late.
		driven.dispatch({kind: 'catalogue', catalogue: reading});
		driven.dispatch(notYet);
		expect(driven.place).toBe('Question 2? 2/2');
		driven.dispatch({kind: 'catalogue', catalogue: {...reading, progress: null}});
		expect(driven.place).toBe('Question 2? 2/2');
	});

	it('asks again for what was still asked for when it began', () => {
		const driven = drive(several(3));
		driven.press('L ctrl+r');
		const waiting = {...driven.state, sought: null, opened: {kind: 'loading' as const}};
		const anew = catalogue(several(3).map(({id}) => entry({id})));
		const size = {columns: 80, rows: 24};
		const {requests} = reduceDebugger(waiting, {kind: 'reloaded', catalogue: anew}, size);
		expect(requests).toEqual([{kind: 'open', place: 1}]);
	});

	it('says where it is gone, and opens a neighbour', () => {
		const trajectories = several(2);
		const driven = drive(trajectories);
		driven.press('L ctrl+r');
		driven.dispatch({kind: 'reloaded', catalogue: catalogue([entry({id: 'id-0'})])});
		expect(driven.state.notice).toContain('no longer there');
		expect(driven.place).toBe('Question 1? 1/2');
	});
});

describe('exporting', () => {
	it('keeps the name that was typed until it is written', () => {
		const driven = drive(several(1));
		driven.press('x 1 ctrl+u');
		driven.type('taken.md');
		driven.press('enter');
		driven.dispatch({kind: 'notice', text: 'taken.md is there already\nName another file.'});
		expect(driven.frame()).toContain('✎ taken.md\ntaken.md is there already\nName another file.\n');
		driven.type('2');
		driven.press('enter');
		expect(driven.requests.at(-1)).toMatchObject({file: 'taken.md2'});
		driven.dispatch({kind: 'exported', file: '/taken.md2'});
		expect(driven.state.mode.kind).toBe('browsing');
		expect(driven.frame()).toContain('Written to /taken.md2');
	});

	it('names a file', () => {
		const driven = drive(several(1));
		driven.press('x 1');
		expect(driven.frame()).toContain('✎ trajectory.md');
		driven.press('enter');
		expect(driven.requests).toMatchObject([{kind: 'export', format: 'md', file: 'trajectory.md'}]);
	});
});

describe('two files', () => {
	it('are compared question by question', () => {
		const two = catalogue([entry({id: '1', question: 'A?'}), entry({id: '2', question: 'A?', error: 'no'})], {
			fileOf: place => (place === 0 ? 'a.jsonl' : 'b.jsonl'),
		});
		const driven = drive([], {catalogue: two, runs: ['a.jsonl', 'b.jsonl']});
		driven.press('C');
		expect(driven.state.mode).toMatchObject({kind: 'changes', places: [[0], [1]]});
		driven.press('enter');
		expect(driven.requests).toMatchObject([
			{kind: 'compare', left: {node: 0, name: 'a.jsonl'}, right: {node: 1, name: 'b.jsonl'}},
		]);
	});

	it('are wanted for that', () => {
		const driven = drive(several(1));
		driven.press('C');
		expect(driven.state.notice).toContain('sqrl-tui replay <file> <file>');
	});
});

it('closes with q, and with esc when nothing is narrowed', () => {
	const driven = drive([answered({turns: [turn()]})]);
	driven.press('q escape');
	expect(driven.requests).toEqual([{kind: 'close'}, {kind: 'close'}]);
});
