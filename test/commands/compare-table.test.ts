import {describe, expect, it} from 'vitest';
import {comparisonTable} from '../../source/commands/compare-table.js';
import {comparisonOf} from '../../source/evaluation/report/comparison.js';
import {textWidth} from '../../source/text-width.js';
import {madeRun} from '../support/made-run.js';

const comparison = comparisonOf([
	{name: 'runs/small', run: madeRun(['AAAb', 'Abb!', 'bAAb', 'bbbb'], {model: {name: 'sqrl-4b'}})},
	{name: 'runs/large', run: madeRun(['bAbA', 'AAAA', 'AAbA', '!!!!'], {model: {name: 'sqrl-\u001b[31m9b'}})},
]);

describe('a comparison on a terminal', () => {
	it('of 80 columns is two tables', () => {
		const text = comparisonTable(comparison, 80);
		expect(text).toMatchInlineSnapshot(`
			"spider · rule spider · 4 questions that all have

			   run    model         pass@1       95 %  vote@2  vote@4       95 %
			A  small  sqrl-4b       37.5 %  16.5–64.6  50.0 %  25.0 %   4.6–69.9
			B  large  sqrl-␛[31m9b  56.3 %  24.7–83.4  54.2 %  50.0 %  15.0–85.0

			               points             95 %  only first  only second       p
			A → B  pass@1   +18.8   −23.1 to +60.6                           0.7491
			A → B  vote@4   +25.0  −68.8 to +100.0           1            2  1.0000

			pass@1: a permutation test of the means of questions, 10,000 draws.
			vote@k: the votes of the first k samples of each, as many as both have;
			McNemar’s exact test.

			2 of 4 votes of A end narrow or without a winner; A has 0 of them right. Put to
			B, 2 are: 75.0 % of all instead of 25.0 % by A alone (B alone 50.0 %). 2 gained,
			0 lost, p 0.5000 by McNemar’s test.
			"
		`);
	});

	it('of 40 columns has a line for each figure', () => {
		const text = comparisonTable(comparison, 40);
		expect(text).toMatchInlineSnapshot(`
			"spider · rule spider · 4 questions that
			all have

			A  small  sqrl-4b
			  pass@1     37.5 %
			  95 %    16.5–64.6
			  vote@2     50.0 %
			  vote@4     25.0 %
			  95 %     4.6–69.9
			B  large  sqrl-␛[31m9b
			  pass@1     56.3 %
			  95 %    24.7–83.4
			  vote@2     54.2 %
			  vote@4     50.0 %
			  95 %    15.0–85.0

			A → B  pass@1
			  points           +18.8
			  95 %    −23.1 to +60.6
			  p               0.7491
			A → B  vote@4
			  points                 +25.0
			  95 %         −68.8 to +100.0
			  only first                 1
			  only second                2
			  p                     1.0000

			pass@1: a permutation test of the means
			of questions, 10,000 draws.
			vote@k: the votes of the first k samples
			of each, as many as both have; McNemar’s
			exact test.

			2 of 4 votes of A end narrow or without
			a winner; A has 0 of them right. Put to
			B, 2 are: 75.0 % of all instead of
			25.0 % by A alone (B alone 50.0 %). 2
			gained, 0 lost, p 0.5000 by McNemar’s
			test.
			"
		`);
	});

	it.each([80, 40, 30])('of %i columns fits it, and has nothing that acts on it', columns => {
		const text = comparisonTable(comparison, columns);
		for (const line of text.split('\n')) {
			expect(textWidth(line)).toBeLessThanOrEqual(columns);
		}

		expect(text).not.toContain('\u001b');
	});
});

it('leaves open what a run has no samples for', () => {
	const text = comparisonTable(
		comparisonOf([
			{name: 'a', run: madeRun(['AA'])},
			{name: 'b', run: madeRun(['A'])},
		]),
	);
	expect(text).toContain('vote@2');
	expect(text).not.toMatch(/NaN|undefined|null/);
});

it('has the interval of votes beside the largest size that all runs with votes have', () => {
	const text = comparisonTable(
		comparisonOf([
			{name: 'a', run: madeRun(['AAAA'])},
			{name: 'b', run: madeRun(['AAAAAAAA'])},
			{name: 'c', run: madeRun(['A'])},
		]),
	);
	const [head, ...rows] = text
		.split('\n')
		.slice(2, 6)
		.map(line => line.trim().split(/ {2,}/));
	expect(head).toEqual(['run', 'model', 'pass@1', '95 %', 'vote@2', 'vote@4', '95 %', 'vote@8']);
	// Wilson's of 1 of 1 begins at 1 / (1 + 1.96²).
	const [right, interval] = ['100.0 %', '20.7–100.0'];
	expect(rows).toEqual([
		['A', 'a', 'sqrl-4b', right, interval, right, right, interval],
		['B', 'b', 'sqrl-4b', right, interval, right, right, interval, right],
		['C', 'c', 'sqrl-4b', right, interval],
	]);
});
