import {describe, expect, it} from 'vitest';
import type {Cell} from '../../../source/database/cell.js';
import {
	type ClusterView,
	clusterViewLines,
	openCluster,
	queriesOf,
	reduceCluster,
} from '../../../source/ui/board/cluster-view.js';
import {
	type DifferencesView,
	differencesLines,
	openDifferences,
	reduceDifferences,
	rowsOnlyIn,
} from '../../../source/ui/board/differences-view.js';
import type {Ballot} from '../../../source/vote/ballot.js';
import {tally} from '../../../source/vote/tally.js';
import {expectDrawable, key, LARGE, SMALL, seen, table} from '../screens/support.js';
import {EMBEDDED} from '../session/support.js';
import {ballot, board} from './support.js';

/** The ballot, with other queries for some of its samples. */
function withSql({samples, ...rest}: Ballot, queries: Record<number, string>): Ballot {
	return {
		...rest,
		samples: samples.map(sample => {
			const {trajectory, index} = sample;
			const sql = queries[index];
			return sql === undefined
				? sample
				: {...sample, trajectory: {...trajectory, answer: {...trajectory.answer!, sql}}};
		}),
	};
}

describe('a cluster', () => {
	const shown = withSql(ballot('ABABA'), {4: 'SELECT 4'});
	const {seen: letters} = board('ABABA');

	it('has each query once, with the samples that wrote it', () => {
		const [first] = tally(shown).clusters;
		expect(queriesOf(shown, first!).map(({samples}) => samples)).toEqual([[0, 2], [4]]);
	});

	it('is drawn with its rows', () => {
		const lines = clusterViewLines(openCluster(shown, letters, 'key-B'), LARGE);
		expectDrawable(lines, LARGE);
		expect(
			seen(lines)
				.trimEnd()
				.replaceAll(/\n{3,}/g, '\n\n'),
		).toBe(
			[
				'B · 2 of 5 samples',
				'── 2 samples: 2, 4',
				'SELECT Name, n FROM Genre ORDER BY n',
				'',
				'── rows of sample 2 · 2 rows · 1.2 ms',
				'Name     n',
				'─────  ───',
				'Metal  374',
				'Jazz   130',
				'',
				't take · d differences · g grid · q back · ? keys',
			].join('\n'),
		);
		expect(seen(clusterViewLines(openCluster(shown, letters, 'key-A'), LARGE))).toContain('· the winner');
	});

	it('has the label of the model in the box', () => {
		const labelled = {
			...shown,
			samples: shown.samples.map(sample => ({
				...sample,
				trajectory: {...sample.trajectory, model: EMBEDDED},
			})),
		};
		const label = 'sqrl-tiny · for trying things out';
		expect(seen(clusterViewLines(openCluster(labelled, letters, 'key-A'), LARGE))).toContain(label);
		expect(seen(differencesLines(openDifferences(labelled, letters, 'key-B')!, LARGE))).toContain(label);
	});

	it.each([
		['q', 'close'],
		['escape', 'close'],
		['t', 'take'],
		['d', 'differences'],
	])('%s: %s', (name, exit) => {
		expect(reduceCluster(openCluster(shown, letters, 'key-A'), key(name), LARGE)).toBe(exit);
	});

	it('opens its rows in full', () => {
		const exit = reduceCluster(openCluster(shown, letters, 'key-B'), key('g'), LARGE);
		expect(exit).toMatchObject({open: 'grid', table: {columns: ['Name', 'n']}});
	});

	it('scrolls', () => {
		const long = withSql(shown, {0: 'SELECT 1, '.repeat(200)});
		const open = openCluster(long, letters, 'key-A');
		const down = reduceCluster(open, key('space'), SMALL) as ClusterView;
		expect(down.scroll.top).toBeGreaterThan(5);
		expectDrawable(clusterViewLines(down, SMALL), SMALL);
	});
});

describe('the differences', () => {
	const {ballot: shown, seen: letters} = board('ABABAC');

	it.each([
		['key-A', ['key-A', 'key-B']],
		['key-B', ['key-A', 'key-B']],
		['key-C', ['key-A', 'key-C']],
	])('of %s are with the winner, those of the winner with the second', (at, keys) => {
		expect(openDifferences(shown, letters, at)?.keys).toEqual(keys);
	});

	it('of one cluster are none', () => {
		expect(openDifferences(ballot('AA'), ['key-A'], 'key-A')).toBeNull();
	});

	it('stand side by side, or on a narrow screen below one another', () => {
		const view = openDifferences(shown, letters, 'key-B')!;
		const wide = differencesLines(view, LARGE);
		expectDrawable(wide, LARGE);
		expect(seen(wide)).toMatch(/^── A · 3 samples · 1 row +│ ── B · 2 samples · 2 rows$/m);
		expect(seen(wide)).toMatch(/^── 1 row only in A +│ ── 2 rows only in B$/m);
		const small = differencesLines(view, SMALL);
		expectDrawable(small, SMALL);
		expect(seen(small)).not.toContain('│');
		const end = reduceDifferences(view, key('>'), SMALL) as DifferencesView;
		expect(seen(differencesLines(end, SMALL))).toContain('── 2 rows only in B');
		expect(reduceDifferences(view, key('q'), SMALL)).toBe('close');
	});

	it.each<[string, Cell[][], Cell[][], Cell[][]]>([
		['the other rows', [[1n], [2n], [2n]], [[1n]], [[2n]]],
		['1.0 and 1 are one, and so are -0.0 and 0', [[1], [-0]], [[1n], [0n]], []],
		['text is no number', [['1']], [[1n]], [['1']]],
		['a BLOB is no text', [[Uint8Array.of(97)]], [['a']], [[Uint8Array.of(97)]]],
		['NULL is NULL', [[null]], [[null]], []],
		['large integers are exact', [[2n ** 60n]], [[2n ** 60n + 1n]], [[2n ** 60n]]],
	])('in rows: %s', (_, rows, others, only) => {
		const columns = ['c'];
		expect(rowsOnlyIn(table(columns, rows), table(['other'], others))).toEqual(only);
	});
});
