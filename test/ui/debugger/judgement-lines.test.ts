import {describe, expect, it} from 'vitest';
import type {Cell, QueryOutcome} from '../../../source/database/cell.js';
import {differenceOf} from '../../../source/database/table-difference.js';
import type {Judgement, Verdict} from '../../../source/evaluation/judge.js';
import {RULES} from '../../../source/evaluation/rules.js';
import {judgementLines as linesOf} from '../../../source/ui/debugger/judgement-lines.js';
import {NO_FINDINGS} from '../../../source/ui/screens/trajectory-findings.js';
import {AWKWARD} from '../awkward-tables.js';
import {expectSafe, seen, table} from '../screens/support.js';

function judgementLines(given: Judgement, width: number): string[] {
	return linesOf({...NO_FINDINGS, judgement: given}, width);
}

function outcome(...rows: Cell[][]): QueryOutcome {
	return {elapsedMs: 2, table: table(['Country', 'n'], rows)};
}

function judgement(change: Partial<Judgement> = {}): Judgement {
	const gold = outcome(['USA', 13n], ['Canada', 8n], ['France', 5n]);
	const answer = outcome(['USA', 14n], ['Canada', 8n], ['Chile', 1n]);
	return {
		rule: 'bird',
		verdict: 'wrong',
		reason: '1 row missing, 1 row too much, 1 row with other values',
		gold: {sql: 'SELECT Country, count(*)\nFROM Customer', outcome: gold},
		answer: {sql: 'SELECT 1', outcome: answer},
		difference:
			'table' in gold && 'table' in answer
				? differenceOf(gold.table, answer.table, RULES.bird.counting)
				: null,
		...change,
	};
}

describe('a judgement', () => {
	it('has the verdict by its rule, both queries and the rows that differ', () => {
		expect(seen(judgementLines(judgement(), 60))).toBe(
			[
				'wrong · by the rule bird',
				'1 row missing, 1 row too much, 1 row with other values',
				'bird: the same set of rows, columns in order; duplicates and',
				'order of rows do not count, 1 is 1.0',
				'',
				'── gold',
				'SELECT Country, count(*)',
				'FROM Customer',
				'3 rows · 2.0 ms',
				'',
				'── answer',
				'SELECT 1',
				'3 rows · 2.0 ms',
				'',
				'── difference: 1 changed, 1 missing, 1 extra, 1 same',
				'row     gold  answer',
				'USA     13    14      ~ changed',
				'France  5     –       - missing',
				'Chile   –     1       + extra',
			].join('\n'),
		);
	});

	it.each<[Verdict, string]>([
		['right', 'right · by'],
		['no-answer', 'wrong: no answer · by'],
		['sql-error', 'wrong: the answer fails · by'],
		['timeout', 'wrong: timeout · by'],
		['gold-error', 'not judged: the gold query fails · by'],
		['unknown', 'not known · by'],
	])('%s is said in words', (verdict, words) => {
		expect(seen(judgementLines(judgement({verdict}), 60))).toContain(words);
	});

	const recorded = {verdict: 'wrong' as const, score: 0, reason: '', rule: 'spider-keep-distinct' as const};

	it('is what the run has recorded, where nothing was judged', () => {
		expect(seen(linesOf({...NO_FINDINGS, recorded}, 60))).toBe(
			[
				'wrong · by the rule spider-keep-distinct, as the run has',
				'recorded',
				'spider-keep-distinct: the same, and DISTINCT stays',
				'',
				"g shows how its rows differ from the gold query's.",
			].join('\n'),
		);
	});

	it('has the part that is right, by a rule that grades', () => {
		const graded = {...recorded, rule: 'bird-soft-f1' as const, score: 2 / 3};
		expect(seen(linesOf({...NO_FINDINGS, recorded: graded}, 80))).toMatch(
			/^wrong \(0\.67\) · by the rule bird-soft-f1, as the run has recorded\n/,
		);
	});

	it('leaves the verdict to the run, where it is by another rule', () => {
		const lines = seen(linesOf({...NO_FINDINGS, recorded, judgement: judgement(), stands: true}, 200)).split(
			'\n',
		);
		expect(lines.slice(0, 5)).toEqual([
			'wrong · by the rule spider-keep-distinct, as the run has recorded',
			'spider-keep-distinct: the same, and DISTINCT stays',
			'',
			'Compared by bird: wrong, 1 row missing, 1 row too much, 1 row with other values',
			'',
		]);
		expect(lines).toContain('── difference: 1 changed, 1 missing, 1 extra, 1 same');
	});

	it('is marked as made now where the run has one, too', () => {
		const other = {...recorded, verdict: 'right' as const, rule: 'bird' as const};
		const lines = seen(linesOf({...NO_FINDINGS, recorded: other, judgement: judgement()}, 200)).split('\n');
		expect(lines.slice(0, 3)).toEqual([
			'wrong · by the rule bird, judged now',
			'1 row missing, 1 row too much, 1 row with other values',
			'The run has recorded: right, by the rule bird.',
		]);
	});

	it('is without an answer where there is none', () => {
		const lines = judgementLines(judgement({verdict: 'no-answer', answer: null, difference: null}), 60);
		expect(seen(lines)).toContain('There is no answer.');
	});

	it('says what failed', () => {
		const failure: QueryOutcome = {elapsedMs: 1, error: {kind: 'sql', message: 'no such column: nope'}};
		const lines = judgementLines(
			judgement({answer: {sql: 'SELECT nope', outcome: failure}, difference: null}),
			60,
		);
		expect(seen(lines)).toContain('failed: no such column: nope · 1.0 ms');
	});

	it('says that a gold query without rows makes every empty answer right', () => {
		const gold = {sql: 'SELECT 1 WHERE 0', outcome: outcome()};
		const lines = judgementLines(judgement({verdict: 'right', reason: '', gold, difference: null}), 90);
		expect(seen(lines)).toContain(
			'! the gold query gives no rows: by bird every answer without rows is right',
		);
	});

	it('tells in notes what does not count', () => {
		const gold = outcome(['USA', 1n]);
		const answer = outcome(['USA', 1]);
		const difference =
			'table' in gold && 'table' in answer
				? differenceOf(gold.table, answer.table, RULES.bird.counting)
				: null;
		const lines = judgementLines(judgement({verdict: 'right', reason: '', difference}), 60);
		expect(seen(lines).split('\n').slice(-2)).toEqual([
			'── difference: 1 same',
			'! INTEGER against REAL (1 and 1.0) in column n',
		]);
	});

	it.each([20, 40, 80, 200])('fits into %i columns whatever is in it', width => {
		for (const text of Object.values(AWKWARD)) {
			const rows = outcome([text, 1n], [text, text]);
			const answer = outcome([`${text}x`, 1n], [text, 2n]);
			const difference = 'table' in rows && 'table' in answer ? differenceOf(rows.table, answer.table) : null;
			const given = judgement({
				reason: text,
				gold: {sql: text, outcome: rows},
				answer: {sql: text, outcome: answer},
				difference,
			});
			expectSafe(judgementLines(given, width), width);
			const recorded = {verdict: 'sql-error' as const, score: 0, reason: text, rule: 'spider' as const};
			for (const stands of [true, false]) {
				expectSafe(linesOf({...NO_FINDINGS, recorded, judgement: given, stands}, width), width);
			}

			expectSafe(linesOf({...NO_FINDINGS, recorded}, width), width);
		}
	});
});
