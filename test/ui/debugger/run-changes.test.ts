import {describe, expect, it} from 'vitest';
import type {Verdict} from '../../../source/evaluation/judge.js';
import {runChangesLines} from '../../../source/ui/debugger/run-changes-lines.js';
import {
	openRunChanges,
	type RunChangesView,
	type RunItem,
	reduceRunChanges,
} from '../../../source/ui/debugger/run-changes-view.js';
import {AWKWARD} from '../awkward-tables.js';
import {expectDrawable, key, LARGE, SMALL, seen} from '../screens/support.js';

function run(...items: Array<[question: string, verdict: Verdict]>): RunItem[] {
	return items.map(([question, verdict]) => ({key: question, id: '', question, database: 'music', verdict}));
}

const BEFORE = run(
	['A?', 'right'],
	['B?', 'right'],
	['C?', 'wrong'],
	['D?', 'timeout'],
	['E?', 'right'],
	['F?', 'gold-error'],
	['G?', 'right'],
);
const AFTER = run(
	['C?', 'right'],
	['A?', 'right'],
	['B?', 'sql-error'],
	['D?', 'no-answer'],
	['E?', 'wrong'],
	['F?', 'gold-error'],
	['H?', 'right'],
);

const VIEW = openRunChanges({names: ['monday', 'tuesday'], before: BEFORE, after: AFTER});

function press(view: RunChangesView, ...names: string[]): RunChangesView {
	return names.reduce((now, name) => {
		const next = reduceRunChanges(now, key(name), LARGE);
		if (next === 'close' || 'open' in next) {
			throw new Error('closed');
		}

		return next;
	}, view);
}

it('what nothing is known of is not judged, in every place', () => {
	const one = run(['A?', 'unknown']);
	const view = openRunChanges({names: ['monday', 'tuesday'], before: one, after: one});
	const frame = seen(runChangesLines(view, {columns: 100, rows: 12}));
	expect(frame).toContain('? not judged');
	expect(frame).toContain('not judged → not judged');
	expect(frame).not.toContain('unknown');
});

it('two runs are listed by what has changed', () => {
	const lines = runChangesLines(VIEW, {columns: 100, rows: 12});
	expectDrawable(lines, {columns: 100, rows: 12});
	expect(seen(lines)).toBe(
		[
			`${'From monday to tuesday'.padEnd(93)} 1 of 8`,
			'2 right → wrong · 1 wrong → right · 1 both wrong · 1 both right · 1 not judged · 1 only before · 1 …',
			`❯ - right → wrong  B? · music${'right → SQL error'.padStart(71)}`,
			'  - right → wrong  E? · music',
			'  + wrong → right  C? · music',
			`    both wrong     D? · music${'timeout → no answer'.padStart(71)}`,
			'    both right     A? · music',
			`  ? not judged     F? · music${'gold fails → gold fails'.padStart(71)}`,
			`  < only before    G? · music${'right → –'.padStart(71)}`,
			`  > only after     H? · music${'– → right'.padStart(71)}`,
			'enter open · tab next kind · q back · ? keys',
		].join('\n'),
	);
});

describe('keys', () => {
	it.each<[keys: string[], open: Array<number | null>]>([
		[['enter'], [1, 2]],
		[
			['j', 'j', 'enter'],
			[2, 0],
		],
		[
			['tab', 'enter'],
			[2, 0],
		],
		[
			['tab', 'tab', 'enter'],
			[3, 3],
		],
		[
			['shift+tab', 'enter'],
			[null, 6],
		],
		[
			['>', 'k', 'enter'],
			[6, null],
		],
		[
			['>', 'tab', 'enter'],
			[1, 2],
		],
		[
			['j', 'shift+tab', 'shift+tab', 'enter'],
			[6, null],
		],
	])('%j opens %j', (keys, open) => {
		expect(reduceRunChanges(press(VIEW, ...keys.slice(0, -1)), key('enter'), LARGE)).toEqual({open});
	});

	it.each(['q', 'escape'])('%s closes', name => {
		expect(reduceRunChanges(VIEW, key(name), LARGE)).toBe('close');
	});

	it('open nothing where there is nothing', () => {
		const empty = openRunChanges({names: ['a', 'b'], before: [], after: []});
		expect(press(empty, 'enter', 'tab', 'shift+tab', 'j').cursor).toBe(0);
		expect(seen(runChangesLines(empty, LARGE))).toContain('There is no question in them.');
	});
});

it('a thousand questions are scrolled', () => {
	const many = run(...Array.from({length: 1000}, (_, at): [string, Verdict] => [`Q${at}?`, 'right']));
	const view = press(openRunChanges({names: ['a', 'b'], before: many, after: many}), '>');
	expect(seen(runChangesLines(view, LARGE))).toContain('❯   both right     Q999?');
});

it.each([{columns: 200, rows: 50}, LARGE, SMALL, {columns: 40, rows: 5}, {columns: 20, rows: 3}])(
	'fits into %j whatever is in it',
	size => {
		const texts = Object.values(AWKWARD);
		const items = run(
			...texts.map((text, at): [string, Verdict] => [text + at, at % 2 ? 'right' : 'timeout']),
		);
		const names = [texts[0]!, texts[1]!] as const;
		const before = items.map(item => ({...item, database: item.question}));
		expectDrawable(runChangesLines(openRunChanges({names, before, after: items}), size), size);
	},
);
