import {stripVTControlCharacters} from 'node:util';
import {describe, expect, it} from 'vitest';
import type {Turn} from '../../../source/agent/trajectory.js';
import type {QueryOutcome} from '../../../source/database/cell.js';
import {outcomeNotes, resultLines, sqlLines, turnLines} from '../../../source/ui/session/turn-lines.js';
import {expectSafe, seen, table, trajectory, turn} from '../screens/support.js';
import {OBSERVED} from './support.js';

function drawn(change: Partial<Turn>, {width = 79, unfolded = false} = {}): string[] {
	const lines = turnLines(trajectory({turns: [{...OBSERVED.turns[0]!, ...change}]}), 0, {width, unfolded});
	expectSafe(lines, width);
	return seen(lines).split('\n');
}

const TEN = table(
	['Country'],
	Array.from({length: 10}, (_, index) => [`land ${index}`]),
);

describe('a turn', () => {
	it('is folded to its summary, probe and first rows', () => {
		expect(drawn({outcome: {elapsedMs: 1, table: TEN}})).toEqual([
			' 1 ▸ Countries first.  0.8 s · 214 tokens',
			'   probe 1/5  SELECT DISTINCT Country FROM Customer LIMIT 10',
			'   Country',
			...[0, 1, 2, 3, 4].map(index => `   land ${index}`),
			'   … 5 more rows',
			'   10 rows · 1.0 ms',
		]);
	});

	it('has its thought when it is unfolded, and none when there is none', () => {
		const lines = drawn({thinking: 'First.\nSecond.'}, {unfolded: true});
		expect(lines.slice(0, 3)).toEqual([
			' 1 ▾ Countries first.  0.8 s · 214 tokens',
			'   First.',
			'   Second.',
		]);
		expect(drawn({thinking: ''}, {unfolded: true})[0]).toBe(' 1   Countries first.  0.8 s · 214 tokens');
	});

	it('keeps a summary of 50 lines whole', () => {
		const summary = Array.from({length: 50}, (_, index) => `line ${index}`);
		const lines = drawn({summary: summary.join('\n')});
		for (const line of summary) {
			expect(lines.some(drawn => drawn.includes(line))).toBe(true);
		}
	});

	it.each<[string, Partial<Turn>, string]>([
		['no block', {action: {kind: 'none', reason: 'no-block'}}, 'neither a probe nor an answer'],
		['an empty block', {action: {kind: 'none', reason: 'empty-block'}}, 'empty'],
		['a cut', {action: {kind: 'none', reason: 'cut-off'}}, 'cut off at the token limit'],
		['a rejection', {verdict: {kind: 'rejected', note: ''}}, 'rejected'],
		['a note', {verdict: {kind: 'rejected', note: 'no views'}}, 'rejected: no views'],
		['the budget', {verdict: {kind: 'finish', by: 'budget'}}, 'budget'],
		['answer now', {verdict: {kind: 'finish', by: 'person'}}, 'answer now'],
		['an edit', {verdict: {kind: 'edited', sql: 'SELECT 2'}}, 'edited to  SELECT 2'],
		['an answer', {action: {kind: 'answer', sql: 'SELECT 3'}}, 'answer  SELECT 3'],
		['no summary', {summary: ' '}, '(no summary)'],
	])('says of %s', (_, change, expected) => {
		expect(drawn(change).join('\n')).toContain(expected);
	});

	it('keeps the probe as it was beside the edit', () => {
		expect(drawn({verdict: {kind: 'edited', sql: 'SELECT 2'}}).join('\n')).toContain(
			'SELECT DISTINCT Country',
		);
	});

	it('counts probes, not turns', () => {
		const answer = turn({action: {kind: 'none', reason: 'no-block'}});
		const turns = [OBSERVED.turns[0]!, answer, OBSERVED.turns[0]!];
		const lines = turnLines(trajectory({turns}), 2, {width: 79, unfolded: false});
		expect(seen(lines)).toContain(' 3 ▸');
		expect(seen(lines)).toContain('probe 2/5');
	});
});

describe('SQL', () => {
	const long = `SELECT ${Array.from({length: 80}, (_, at) => `column_${at}`).join(', ')} FROM t`;
	const unbroken = `SELECT '${'x'.repeat(500)}'`;

	it.each([20, 39, 79, 299])('is wrapped and never cut at %d columns', width => {
		for (const sql of [long, unbroken, "SELECT '日本語のテキスト' -- 👍🏽".repeat(10)]) {
			const lines = sqlLines('probe 1/5', sql, width);
			expectSafe(lines, width);
			const drawn = lines.map(line => stripVTControlCharacters(line)).join('');
			const letters = (text: string) => text.replaceAll(/\s/g, '');
			expect(letters(drawn)).toBe(letters(`probe 1/5${sql}`));
		}
	});

	it('keeps its lines', () => {
		expect(seen(sqlLines('answer', 'SELECT 1\n  FROM t\n\nLIMIT 1', 79))).toBe(
			'   answer  SELECT 1\n             FROM t\n\n           LIMIT 1',
		);
	});
});

describe('an outcome', () => {
	it.each<[QueryOutcome, string]>([
		[{elapsedMs: 1.24, table: table(['a'], [[1n]])}, '1 row · 1.2 ms'],
		[{elapsedMs: 12.4, table: table(['a'], [])}, '0 rows · 12 ms'],
		[{elapsedMs: 1, table: table(['a'], [[1n]], 1234)}, '1,234 rows · 1.0 ms'],
		[
			{elapsedMs: 1, table: {...table(['a'], [[1n]], 10_000), truncated: 'uncounted'}},
			'more than 10,000 rows · 1.0 ms',
		],
		[{elapsedMs: 1, table: table(['a'], [[1n]]), readAsText: ['USA']}, '1 row · 1.0 ms · "USA" read as text'],
		[
			{elapsedMs: 3, error: {kind: 'sql', message: 'no'}, readAsText: ['a', 'b']},
			'failed · 3.0 ms · "a" read as text · "b" read as text',
		],
	])('%#', (outcome, notes) => {
		expect(outcomeNotes(outcome)).toBe(notes);
		expect(
			seen(resultLines(outcome, 79, 5))
				.split('\n')
				.at(-1),
		).toBe(`   ${notes}`);
	});

	it('that failed is told whole', () => {
		const message = 'no such column: '.repeat(20);
		const lines = resultLines({elapsedMs: 1, error: {kind: 'sql', message}}, 39, 5);
		expectSafe(lines, 39);
		expect(seen(lines).replaceAll(/\s+/g, '')).toContain(message.replaceAll(/\s+/g, ''));
	});

	it('tells NULL from empty text, 1 from 1.0, and draws numbers right', () => {
		const outcome = {
			elapsedMs: 1,
			table: table(
				['a', 'number'],
				[
					[null, 1n],
					['', 1],
					['NULL', 100n],
				],
			),
		};
		const [, ...rows] = seen(resultLines(outcome, 79, 5))
			.split('\n')
			.slice(0, 4);
		expect(new Set(rows.map(row => row.slice(0, 9))).size).toBe(3);
		expect(rows.map(row => row.trim().split(/\s+/).at(-1))).toEqual(['1', '1.0', '100']);
	});

	it('of 2,000 columns names those that do not fit, as far as a line goes', () => {
		const columns = Array.from({length: 2000}, (_, index) => `column ${index}`);
		const lines = resultLines({elapsedMs: 1, table: table(columns, [columns])}, 79, 5);
		expectSafe(lines, 79);
		expect(seen(lines)).toMatch(/\+ 1,9\d\d more columns: /);
	});

	it('with a cell of 5 MB is drawn at once', () => {
		const lines = resultLines({elapsedMs: 1, table: table(['a'], [['x'.repeat(5_000_000)]])}, 79, 5);
		expectSafe(lines, 79);
		expect(lines.length).toBeLessThan(6);
	});
});
