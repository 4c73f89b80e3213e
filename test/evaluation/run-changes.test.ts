import {expect, it} from 'vitest';
import type {Verdict} from '../../source/evaluation/judge.js';
import {countChanges, type Judged, runChanges} from '../../source/evaluation/run-changes.js';

function run(verdicts: Array<[key: string, verdict: Verdict]>): Judged[] {
	return verdicts.map(([key, verdict]) => ({key, verdict}));
}

it.each<[before: Verdict, after: Verdict, kind: string]>([
	['wrong', 'right', 'to-right'],
	['timeout', 'right', 'to-right'],
	['no-answer', 'right', 'to-right'],
	['right', 'sql-error', 'to-wrong'],
	['right', 'right', 'both-right'],
	['wrong', 'timeout', 'both-wrong'],
	['gold-error', 'gold-error', 'unjudged'],
	['right', 'unknown', 'unjudged'],
])('from %s to %s is %s', (before, after, kind) => {
	expect(runChanges(run([['q', before]]), run([['q', after]]))).toEqual([
		{kind, key: 'q', before: 0, after: 0},
	]);
});

it('takes the questions by their key, wherever they stand', () => {
	const before = run([
		['a', 'right'],
		['b', 'wrong'],
		['c', 'right'],
	]);
	const after = run([
		['d', 'right'],
		['c', 'wrong'],
		['b', 'right'],
	]);
	const changes = runChanges(before, after);
	expect(changes).toEqual([
		{kind: 'only-before', key: 'a', before: 0, after: null},
		{kind: 'to-right', key: 'b', before: 1, after: 2},
		{kind: 'to-wrong', key: 'c', before: 2, after: 1},
		{kind: 'only-after', key: 'd', before: null, after: 0},
	]);
	expect(countChanges(changes)).toMatchObject({
		'to-right': 1,
		'to-wrong': 1,
		'both-right': 0,
		'only-before': 1,
	});
});

it('compares the k-th time with the k-th', () => {
	const before = run([
		['a', 'right'],
		['a', 'wrong'],
	]);
	const after = run([
		['a', 'right'],
		['a', 'right'],
		['a', 'wrong'],
	]);
	expect(runChanges(before, after).map(({kind}) => kind)).toEqual(['both-right', 'to-right', 'only-after']);
});
