import {describe, expect, it} from 'vitest';
import type {Rerun} from '../../../source/agent/rerun.js';
import type {Cell, QueryOutcome, Table} from '../../../source/database/cell.js';
import {differenceOf} from '../../../source/database/table-difference.js';
import {observe} from '../../../source/protocol/observation.js';
import {driftLines} from '../../../source/ui/debugger/drift-lines.js';
import {AWKWARD} from '../awkward-tables.js';
import {expectSafe, seen, table} from '../screens/support.js';

function rerun(outcome: QueryOutcome, drift: Rerun['drift']): Rerun {
	return {turn: 1, sql: 'SELECT 1', outcome, observation: observe(outcome), drift};
}

/** What is seen where one result became the other. */
function drift(before: Table, after: Table, width: number): string[] {
	const difference = differenceOf(before, after);
	return driftLines(
		rerun({elapsedMs: 1.2, table: after}, difference && {kind: 'rows', difference}),
		before,
		width,
	);
}

const COUNTRIES = table(
	['Country', 'n'],
	[
		['USA', 13n],
		['Canada', 8n],
		['France', 5n],
	],
);
const NOW = table(
	['Country', 'n'],
	[
		['USA', 14n],
		['Canada', 8n],
		['Chile', 1n],
	],
);

describe('an observation after a re-run', () => {
	it('has each row as it was recorded and as it is now', () => {
		expect(seen(drift(COUNTRIES, NOW, 60))).toBe(
			[
				'drifted: 1 changed, 1 gone, 1 new, 1 same',
				'now: 3 rows · 1.2 ms',
				'',
				'observation  recorded  now',
				'USA          13        14   ~ changed',
				'Canada       8         8      same',
				'France       5         –    - gone',
				'Chile        –         1    + new',
			].join('\n'),
		);
	});

	it('says plainly that there is no drift', () => {
		expect(seen(drift(COUNTRIES, COUNTRIES, 60))).toBe(
			'no drift: the database answers as recorded\nnow: 3 rows · 1.2 ms',
		);
	});

	it('has no first cell where there is one column', () => {
		expect(seen(drift(table(['n'], [[1n], [2n]]), table(['n'], [[1], [2n]]), 60))).toBe(
			[
				'drifted: 1 changed, 1 same',
				'now: 2 rows · 1.2 ms',
				'',
				'recorded  now',
				'1         1.0  ~ changed',
				'2         2      same',
				'! INTEGER against REAL (1 and 1.0) in column n',
			].join('\n'),
		);
	});

	it('shows text that is a number as text', () => {
		expect(seen(drift(table(['n'], [['1']]), table(['n'], [[1n]]), 60))).toContain(
			"'1'       1    ~ changed",
		);
	});

	it('has only what has changed of a wide row', () => {
		const columns = ['Id', 'Name', 'City', 'Total'];
		const before = table(columns, [[1n, 'Ann', 'Oslo', 5.5]]);
		const after = table(columns, [[1n, 'Ann', 'Rome', 5.5]]);
		expect(seen(drift(before, after, 60))).toContain('1            City Oslo  City Rome  ~ changed');
	});

	it('shows the first 50 rows and counts the others', () => {
		const rows = (count: number): Cell[][] => Array.from({length: count}, (_, at) => [BigInt(at), 'x']);
		const lines = drift(table(['i', 'x'], rows(60)), table(['i', 'x'], rows(62)), 60);
		expect(seen(lines)).toContain('… 12 more rows: 2 new, 10 same\n! another number of rows: 60 → 62');
		expect(lines).toHaveLength(3 + 1 + 50 + 2);
	});

	it('has both texts where one of the two failed', () => {
		const failure: QueryOutcome = {elapsedMs: 0.5, error: {kind: 'sql', message: 'no such table: x'}};
		const lines = driftLines(
			rerun(failure, {kind: 'text', before: 'USA\t13', after: 'Error: no such table: x'}),
			COUNTRIES,
			60,
		);
		expect(seen(lines)).toBe(
			[
				'drifted: the database answers otherwise',
				'now: failed: no such table: x · 0.5 ms',
				'',
				'── recorded',
				'USA  13',
				'',
				'── now',
				'Error: no such table: x',
			].join('\n'),
		);
	});

	it.each([20, 40, 60, 90, 200])('fits into %i columns whatever is in it', width => {
		const texts = Object.values(AWKWARD);
		const tables = [
			COUNTRIES,
			NOW,
			table(['名前', 'b'.repeat(300)], [['名'.repeat(100), 'y'.repeat(5000)]]),
			table(
				texts.slice(0, 3),
				texts.map(text => [text, 'x', text]),
			),
			table(
				texts.slice(3, 6),
				texts.map(text => [text, text, null]),
			),
		];
		for (const before of tables) {
			for (const after of tables.filter(other => other !== before)) {
				const lines = drift(before, after, width);
				expectSafe(lines, width);
				const marked = seen(lines).match(/(?: {2}same|~ changed|- gone|\+ new)$/gm) ?? [];
				expect(marked.length).toBeGreaterThanOrEqual(Math.max(before.rows.length, after.rows.length));
			}
		}
	});
});
