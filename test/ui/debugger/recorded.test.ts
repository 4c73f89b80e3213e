/** The debugger on runs that have recorded verdicts. */
import {describe, expect, it} from 'vitest';
import type {Judgement, Verdict} from '../../../source/evaluation/judge.js';
import type {MetricName} from '../../../source/evaluation/metrics.js';
import type {ScoreVerdict} from '../../../source/evaluation/score.js';
import type {DebuggerEvent} from '../../../source/ui/debugger/event.js';
import {answered, catalogue, drive, entry, own, several, WIDE} from './support.js';

function recorded(rule: MetricName, verdicts: Record<string, ScoreVerdict>, file = 'run.jsonl') {
	const known = Object.entries(verdicts).map(
		([id, verdict]) => [id, {verdict, score: Number(verdict === 'right'), reason: ''}] as const,
	);
	return [file, {rule, verdicts: new Map(known)}] as const;
}

function told(...runs: Array<ReturnType<typeof recorded>>): Extract<DebuggerEvent, {kind: 'recorded'}> {
	return {kind: 'recorded', runs: new Map(runs), gold: 4, notes: []};
}

function judgement(verdict: Verdict, reason = ''): Judgement {
	const outcome = {elapsedMs: 1, error: {kind: 'sql' as const, message: 'no'}};
	return {rule: 'bird', verdict, reason, gold: {sql: 'SELECT 2', outcome}, answer: null, difference: null};
}

const judged = (id: string, verdict: Verdict, isTyped = false): DebuggerEvent => ({
	kind: 'judged',
	trajectory: own(id),
	judgement: judgement(verdict, verdict === 'wrong' ? '1 row missing' : ''),
	isTyped,
});

const SPIDER = told(
	recorded('spider', {'id-0': 'right', 'id-1': 'wrong', 'id-2': 'sql-error', 'id-3': 'empty'}),
);
const BIRD = told(recorded('bird', {'id-0': 'right', 'id-1': 'wrong'}));

/** On a run of five trajectories; of the last nothing is recorded. */
function onRun(event: DebuggerEvent | null, size = WIDE) {
	const driven = drive(several(5), {isRecorded: true}, size);
	if (event) {
		driven.dispatch(event);
	}

	return driven;
}

const title = (frame: string) => frame.split('\n')[0]!;

describe('recorded verdicts', () => {
	it('are seen at once, with their rule: in the list, in the title and in the pane of the judgement', () => {
		const driven = onRun(SPIDER);
		driven.press('L');
		const lines = driven.frame().split('\n');
		expect(lines[0]).toBe('run.jsonl  2/5 · Question 2? · wrong by spider · answered · turn 1/2');
		expect(lines.slice(1, 9).map(line => line.slice(0, 46).trimEnd())).toEqual([
			` 1 id-0 · Question 1?                   right`,
			`▾2 id-1 · Question 2?                   wrong`,
			`  ▸1 probe     2 rows                   0.8 s`,
			`   2 answer    1 row                    0.8 s`,
			` 3 id-2 · Question 3?               SQL error`,
			` 4 id-3 · Question 4?                   empty`,
			` 5 id-4 · Question 5?                 2 turns`,
			``,
		]);
		driven.press('shift+tab');
		expect(driven.frame()).toContain('wrong · by the rule spider, as the run has recorded');
		expect(driven.frame()).toContain("g shows how its rows differ from the gold query's.");
		expect(driven.requests).toEqual([]);
	});

	it('come to a trajectory that is open, and go where they are read anew without it', () => {
		const driven = onRun(null);
		driven.press('l');
		expect(title(driven.frame())).not.toContain('by spider');
		driven.dispatch(SPIDER);
		expect(title(driven.frame())).toContain('right by spider');
		expect(driven.place).toBe('Question 1? 2/2');
		driven.press('shift+tab');
		driven.dispatch(told());
		expect(title(driven.frame())).not.toContain('by spider');
	});

	it('are said to be read, and are waited for by what goes by them', () => {
		const driven = onRun(null);
		expect(driven.frame()).toContain('reading verdicts');
		driven.press('g');
		expect(driven.state.notice).toBe('What the run has recorded is still being read.');
		driven.dispatch(SPIDER);
		expect(driven.frame()).not.toContain('reading verdicts');
		driven.press('g');
		expect(driven.state.mode.kind).toBe('choosing');
	});

	it.each([
		['right', [0]],
		['SQL error', [2]],
		['empty', [3]],
		['not judged', [4]],
	])('narrow the list to %s', (label, nodes) => {
		const driven = onRun(SPIDER);
		driven.press('e');
		const {mode} = driven.state;
		const labels = mode.kind === 'choosing' ? mode.menu.options.map(({label}) => label) : [];
		driven.press(`${'down '.repeat(labels.indexOf(label))}enter`);
		expect(driven.state.tree.nodes).toEqual(nodes);
	});

	it('sort it: what has no rows first, then what is wrong', () => {
		const driven = onRun(SPIDER);
		driven.press('o 3');
		expect(driven.state.tree.nodes).toEqual([2, 3, 1, 0, 4]);
		driven.dispatch(told(recorded('spider', {'id-4': 'timeout', 'id-0': 'gold-error'})));
		expect(driven.state.tree.nodes).toEqual([4, 0, 1, 2, 3]);
	});

	it('are asked for again with the files', () => {
		const driven = onRun(SPIDER);
		driven.press('ctrl+r');
		expect(driven.requests).toEqual([{kind: 'reload'}]);
	});

	it('have their notes before those of the files', () => {
		const driven = onRun({...SPIDER, notes: ['not all verdicts could be read']});
		expect(driven.frame()).toContain('\nnot all verdicts could be read\n');
	});

	it('are none of a fork, which has no file', () => {
		const driven = onRun(told(recorded('bird', {fork: 'wrong'})));
		driven.dispatch({
			kind: 'forks',
			forks: [answered({id: 'fork', question: 'Question 1?', parent: {id: 'id-0', turn: 1}})],
			begun: true,
		});
		expect(title(driven.frame())).not.toContain('by bird');
	});
});

describe('judging on a run', () => {
	it('whose rule is not judged by here shows the rows: its verdict stands', () => {
		const driven = onRun(SPIDER);
		driven.press('g');
		expect(driven.frame()).toContain('The verdict is that of the run, by spider; rows are compared by bird');
		driven.press('1');
		expect(driven.requests).toMatchObject([{kind: 'judge', file: 'run.jsonl', gold: null}]);
		driven.dispatch(judged('id-0', 'wrong'));
		const frame = driven.frame();
		expect(title(frame)).toContain('right by spider · answered');
		expect(frame).toContain('right · by the rule spider, as the run has recorded');
		expect(frame).toContain('Compared by bird: wrong, 1 row missing');
		expect(frame).toContain('── gold');
	});

	it('goes on showing the rows of those that are opened, once they were asked for', () => {
		const driven = onRun(SPIDER);
		driven.press('shift+tab L');
		expect(driven.requests).toEqual([]);
		driven.press('g 1');
		driven.dispatch(judged('id-1', 'wrong'));
		driven.press('L');
		expect(driven.requests.slice(1)).toMatchObject([{kind: 'judge', trajectory: {id: 'id-2'}}]);
	});

	it('judges of all that are listed only those that the run has not', () => {
		const driven = onRun(SPIDER);
		driven.press('g');
		expect(driven.frame()).toContain('2 all that are listed and have no verdict (1)');
		driven.press('2');
		expect(driven.requests).toMatchObject([
			{kind: 'judge-all', targets: [{node: 4, file: 'run.jsonl', trajectory: null}]},
		]);
	});

	it('by a gold query that is typed gives a verdict of its own', () => {
		const driven = onRun(SPIDER);
		driven.press('g 3');
		driven.type('SELECT 2');
		driven.press('enter');
		driven.dispatch(judged('id-0', 'wrong', true));
		expect(title(driven.frame())).toContain('wrong by bird, judged now');
		expect(driven.frame()).toContain('The run has recorded: right, by the rule spider.');
	});

	it('by the rule of the run judges again, which is marked, also of all', () => {
		const driven = onRun(BIRD);
		driven.press('g');
		expect(driven.frame()).toContain('Judge by the rule bird');
		driven.press('2');
		expect(driven.requests).toMatchObject([{kind: 'judge-all', targets: [{}, {}, {}, {}, {}]}]);
		driven.dispatch({
			kind: 'verdicts',
			verdicts: [
				[own('id-0'), 'wrong'],
				[own('id-4'), 'right'],
			],
		});
		expect(title(driven.frame())).toContain('wrong by bird, judged now');
		driven.press('}');
		expect(title(driven.frame())).toContain('right by bird · answered');
	});
});

describe('two runs, whose samples have the same ids', () => {
	const two = catalogue(
		['0-0', '0-1', '0-1', '0-0'].map(id => entry({id, question: 'How many?'})),
		{
			nameOf: place => `${place < 2 ? 'a' : 'b'}/trajectories.jsonl:${place + 1}`,
			fileOf: place => `${place < 2 ? 'a' : 'b'}/trajectories.jsonl`,
		},
	);
	const files = ['a/trajectories.jsonl', 'b/trajectories.jsonl'] as const;
	const both = told(
		recorded('spider', {'0-0': 'right', '0-1': 'wrong'}, files[0]),
		recorded('spider', {'0-0': 'timeout', '0-1': 'right'}, files[1]),
	);

	it('have their own verdicts, and are compared at once, sample by sample', () => {
		const driven = drive([], {catalogue: two, runs: files, isRecorded: true}, {columns: 90, rows: 12});
		driven.press('C');
		expect(driven.state.notice).toBe('The verdicts of the runs are still being read.');
		driven.dispatch(both);
		driven.press('C');
		expect(driven.frame().split('\n').slice(0, 4)).toEqual([
			`${'From a to b'.padEnd(83)} 1 of 2`,
			'1 right → wrong · 1 wrong → right',
			`❯ - right → wrong  0-0 · How many? · chinook${'right → timeout'.padStart(46)}`,
			'  + wrong → right  0-1 · How many? · chinook',
		]);
		driven.press('enter');
		expect(driven.requests).toMatchObject([
			{kind: 'compare', left: {node: 0, name: 'a'}, right: {node: 3, name: 'b'}},
		]);
	});

	it('are offered to be compared, one with the other', () => {
		const samples = ['0-0', '0-1', '0-1', '0-0'].map(id => answered({id, question: 'How many?'}));
		const driven = drive(samples, {catalogue: two, runs: files, isRecorded: true});
		driven.press('c');
		const {mode} = driven.state;
		expect(mode.kind === 'choosing' && mode.choice).toEqual({kind: 'compare', nodes: [1, 2, 3]});
	});

	it('are judged apart', () => {
		const driven = drive([], {catalogue: two, runs: files, isRecorded: true}, {columns: 90, rows: 12});
		driven.dispatch(both);
		driven.dispatch({kind: 'verdicts', verdicts: [[{file: files[1], id: '0-0'}, 'right']]});
		driven.press('t');
		expect(driven.frame()).toMatch(/1 0-0 .* right\n.*2 0-1 .* wrong\n.*3 0-1 .* right\n.*4 0-0 .* right\n/);
	});
});
