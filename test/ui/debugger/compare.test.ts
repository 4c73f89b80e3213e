import {describe, expect, it} from 'vitest';
import {forks} from '../../../source/agent/fork.js';
import {
	answered,
	ended,
	judged,
	ran,
	replied,
	responded,
	type Trajectory,
} from '../../../source/agent/trajectory.js';
import type {Cell} from '../../../source/database/cell.js';
import {observe} from '../../../source/protocol/observation.js';
import {observationTurn} from '../../../source/protocol/prompt.js';
import {compareLines} from '../../../source/ui/debugger/compare-lines.js';
import {type CompareView, openCompare, reduceCompare} from '../../../source/ui/debugger/compare-view.js';
import {textDifference} from '../../../source/ui/debugger/text-difference.js';
import {question, rowsOutcome} from '../../support/agent-doubles.js';
import {AWKWARD} from '../awkward-tables.js';
import {expectDrawable, expectSafe, key, LARGE, SMALL, seen} from '../screens/support.js';
import {EMBEDDED} from '../session/support.js';

function say(trajectory: Trajectory, reply: string): Trajectory {
	return replied(trajectory, {reply, reasoning: '', startedAt: '2026-01-01T00:00:00.000Z', elapsedMs: 1});
}

function probe(trajectory: Trajectory, words: string, sql: string, ...rows: Cell[][]): Trajectory {
	const turn = trajectory.turns.length;
	const outcome = rowsOutcome(['Country', 'n'], ...rows);
	const asked = judged(say(trajectory, `${words}\n<sql>${sql}</sql>`), turn, {
		kind: 'approved',
		by: 'policy',
	});
	return responded(ran(asked, turn, outcome), turn, {
		kind: 'observation',
		text: observationTurn(observe(outcome)),
	});
}

function answer(trajectory: Trajectory, words: string, sql: string, ...rows: Cell[][]): Trajectory {
	const outcome = rowsOutcome(['Country', 'n'], ...rows);
	return ended(
		answered(say(trajectory, `${words}\n<answer>${sql}</answer>`), {sql, by: 'model', outcome}),
		'answered',
	);
}

const BEGUN = probe(question({evidence: 'A hint.'}), 'Look at it.', 'SELECT 1', ['USA', 13n]);
const PARENT = answer(BEGUN, 'So be it.', 'SELECT a FROM t', ['USA', 13n], ['Canada', 8n]);
const [START] = forks(
	PARENT,
	{
		turn: 1,
		change: {kind: 'again'},
		sampling: PARENT.sampling,
		evidence: 'Another hint.',
		count: 1,
	},
	{model: PARENT.model, newId: () => 'fork'},
);
const FORK = answer(
	probe(START!, 'Once more.', 'SELECT 2', ['Chile', 1n]),
	'Otherwise.',
	'SELECT b FROM t',
	['USA', 14n],
	['Canada', 8n],
);

const WIDE = {columns: 100, rows: 40};

function open(left = PARENT, right = FORK): CompareView {
	return openCompare({name: 'parent', trajectory: left}, {name: 'fork', trajectory: right});
}

function press(view: CompareView, ...names: string[]): CompareView {
	return names.reduce((now, name) => {
		const next = reduceCompare(now, key(name), WIDE);
		if (next === 'close') {
			throw new Error('closed');
		}

		return next;
	}, view);
}

function frameOf(view: CompareView, size = WIDE): string {
	const lines = compareLines(view, size);
	expectDrawable(lines, size);
	return seen(lines).replaceAll(/\n{3,}/g, '\n\n');
}

describe('two trajectories', () => {
	it('stand side by side, turn by turn, and the results at the end', () => {
		const half = (left: string, right: string) => `${left.padEnd(48)} │ ${right}`.trimEnd();
		expect(frameOf(open())).toBe(
			[
				'parent and fork · How many tracks?',
				'[turns] messages  SQL  result',
				'── turn 1 · same',
				'Look at it.',
				'SELECT 1',
				'probe · 1 row',
				'',
				'── turn 2 · differs',
				half('parent', 'fork'),
				half('So be it.', 'Once more.'),
				half('SELECT a FROM t', 'SELECT 2'),
				half('answer · 2 rows', 'probe · 1 row'),
				'',
				'── turn – and 3 · only in fork',
				half('parent', 'fork'),
				half('(no such turn)', 'Otherwise.'),
				half('', 'SELECT b FROM t'),
				half('', 'answer · 2 rows'),
				'',
				'── result · differs: 1 changed, 1 same',
				'parent: 2 rows',
				'fork: 2 rows',
				'',
				'row     parent  fork',
				'USA     13      14    ~ changed',
				'Canada  8       8       same',
				'',
				'tab pane · q back · ? keys',
			].join('\n'),
		);
	});

	it('stand one above the other where there is no room', () => {
		expect(frameOf(open(), {columns: 60, rows: 60})).toContain(
			[
				'── turn 2 · differs',
				'parent',
				'So be it.',
				'SELECT a FROM t',
				'answer · 2 rows',
				'fork',
				'Once more.',
			].join('\n'),
		);
	});

	it('have the messages that differ, by their lines', () => {
		const frame = frameOf(press(open(), 'tab'));
		expect(frame).toContain('- only in parent   + only in fork');
		expect(frame).toMatch(
			/── 1 system · differs\n {2}… \d+ lines the same\n\n {2}<evidence>\n- A hint\.\n\+ Another hint\./,
		);
		expect(frame).toContain(
			'── 2 user · same\n── 3 assistant · same\n── 4 user · same\n── 5 assistant · differs\n- So be it.',
		);
		expect(frame).toContain('── 6 user · only in fork\n+ <observation>');
	});

	it('have the queries', () => {
		const frame = frameOf(press(open(), 'tab', 'tab'));
		expect(frame).toContain('── turn 1 · same\nSELECT 1\n\n── turn 2 · differs');
		expect(frame).toMatch(/\(no query\) +│ SELECT b FROM t/);
	});

	it('have the result on a pane of its own, too', () => {
		expect(frameOf(press(open(), 'shift+tab'))).toContain('[result]\n── result · differs: 1 changed, 1 same');
	});

	it('are the same where they are', () => {
		const same = {...PARENT, id: 'other'};
		const frame = frameOf(open(PARENT, same));
		expect(frame).not.toContain('differs');
		expect(frame).toContain('── result · same');
		expect(frameOf(press(open(PARENT, same), 'tab'))).not.toContain('differs');
	});

	it.each<[name: string, right: Trajectory, words: string]>([
		[
			'goes on',
			BEGUN,
			'── result · not known: there is no result of fork\nparent: 2 rows\nfork: not finished',
		],
		['has no answer', ended(BEGUN, 'no-answer'), '── result · differs\nparent: 2 rows\nfork: no answer'],
		[
			'has one that fails',
			ended(
				answered(say(BEGUN, '<answer>SELECT nope</answer>'), {
					sql: 'SELECT nope',
					by: 'model',
					outcome: {elapsedMs: 1, error: {kind: 'sql', message: 'no such column: nope'}},
				}),
				'answered',
			),
			'fork: failed: no such column: nope',
		],
	])('%s', (_, right, words) => {
		expect(frameOf(press(open(PARENT, right), 'shift+tab'))).toContain(words);
	});

	it('without turns have nothing to show', () => {
		expect(frameOf(open(question(), question()))).toContain('Neither has a turn.');
	});

	it('of the model in the box have its label', () => {
		expect(frameOf(open(PARENT, {...FORK, model: EMBEDDED}))).toContain('sqrl-tiny · for trying things out');
	});
});

describe('keys', () => {
	it('go round the panes', () => {
		expect(press(open(), 'tab', 'tab', 'tab', 'tab').pane).toBe('turns');
		expect(press(open(), 'shift+tab').pane).toBe('result');
	});

	it('scroll, and a pane begins at its top', () => {
		const small = {columns: 40, rows: 10};
		const down = reduceCompare(open(), key('space'), small) as CompareView;
		expect(down.scroll.top).toBeGreaterThan(3);
		expect(press(down, 'tab').scroll.top).toBe(0);
	});

	it.each(['q', 'escape'])('%s closes', name => {
		expect(reduceCompare(open(), key(name), WIDE)).toBe('close');
	});
});

it.each([{columns: 200, rows: 50}, LARGE, SMALL, {columns: 40, rows: 6}, {columns: 20, rows: 4}])(
	'fits into %j whatever is in it',
	size => {
		for (const text of Object.values(AWKWARD)) {
			const left = answer(probe(question({question: text}), text, text, [text, text]), text, text, [
				text,
				1n,
			]);
			const right = answer(question({question: text, evidence: text}), text, `${text}x`, [text, null]);
			for (const keys of [[], ['tab'], ['tab', 'tab'], ['shift+tab']]) {
				const view = openCompare({name: text, trajectory: left}, {name: `${text}2`, trajectory: right});
				expectDrawable(compareLines(press(view, ...keys), size), size);
			}
		}
	},
);

describe('the difference of two texts', () => {
	it.each([
		['a\nb\nc', 'a\nx\nc', ['  a', '- b', '+ x', '  c']],
		['', 'a', ['+ a']],
		['a', '', ['- a']],
		['1\n2\n3\n4\nb', '1\n2\n3\n4\nc', ['  … 2 lines the same', '  3', '  4', '- b', '+ c']],
		['x\n1\n2\n3', '1\n2\n3', ['- x', '  1', '  2', '  … 1 line the same']],
	])('%j and %j', (left, right, lines) => {
		const drawn = textDifference(left, right, 40);
		expectSafe(drawn, 40);
		expect(seen(drawn).split('\n')).toEqual(lines);
	});
});
