import {describe, expect, it} from 'vitest';
import {printedLines} from '../../../source/ui/session/printed-lines.js';
import type {Printed} from '../../../source/ui/session/state.js';
import {expectSafe, seen, table, trajectory} from '../screens/support.js';
import {ANSWERED, OBSERVED, ROWS, session} from './support.js';

function printed(item: Printed, width = 79): string {
	const lines = printedLines(item, width);
	expectSafe(lines, width);
	return seen(lines);
}

const QUESTION = `
❯ Which country spent the most?
 1 ▸ Countries first.  0.8 s · 214 tokens
   probe 1/5  SELECT DISTINCT Country FROM Customer LIMIT 10
   Country    Total
   Argentina     13
   Brazil        35
   2 rows · 1.2 ms
 2   Summed per country.  0.8 s
   answer  SELECT Country, SUM(Total) FROM Invoice GROUP BY 1
   Country    Total
   Argentina     13
   Brazil        35
   2 rows · 1.2 ms
   2 turns · 12.4 s`;

describe('a question', () => {
	it('is printed folded, with its answer', () => {
		expect(printed({kind: 'question', trajectory: ANSWERED, elapsedMs: 12_400})).toBe(QUESTION);
		expect(printed({kind: 'question', trajectory: ANSWERED, elapsedMs: 12_400}, 39)).not.toContain(
			'How are countries written?',
		);
	});

	it('has its evidence with it', () => {
		const trajectory = {...ANSWERED, evidence: 'US is USA'};
		expect(printed({kind: 'question', trajectory, elapsedMs: 0}).split('\n')[2]).toContain('US is USA');
	});

	it.each([
		['no-answer', 'N'],
		['aborted', 'R'],
		['failed', 'R'],
	] as const)('that is %s says how it goes on: %s', (ending, letter) => {
		const text = printed({kind: 'question', trajectory: {...OBSERVED, ending}, elapsedMs: 0});
		expect(text).toMatch(new RegExp(`\\b${letter}\\b`));
		expect(text).toContain('1 turn ·');
	});

	it('of many lines is there whole', () => {
		const question = Array.from({length: 30}, (_, at) => `line ${at}`).join('\n');
		const text = printed({kind: 'question', trajectory: trajectory({question}), elapsedMs: 0}, 39);
		expect(text).toContain('❯ line 0');
		expect(text).toContain('  line 29');
	});

	it('shows 20 rows of its answer, and counts the others', () => {
		const rows = Array.from({length: 1000}, (_, at) => [`row ${at}`]);
		const outcome = {elapsedMs: 1, table: table(['a'], rows, 5000)};
		const answer = {sql: 'SELECT a', by: 'model' as const, outcome};
		const text = printed({kind: 'question', trajectory: {...ANSWERED, answer}, elapsedMs: 0});
		expect(text).toContain('row 19');
		expect(text).not.toContain('row 20');
		expect(text).toContain('… 4,980 more rows');
		expect(text).toContain('5,000 rows');
	});
});

describe('the welcome', () => {
	const {database} = session();
	const welcome = (change: object = {}) =>
		printed({kind: 'welcome', database: {...database, ...change}, model: {name: 'sqrl-4b'}});

	it('says what is open, that it is only read, and that questions know nothing of each other', () => {
		expect(welcome()).toMatch(/chinook .*2 tables.*read-only/);
		expect(welcome()).toContain('earlier ones are not sent');
	});

	it('counts one table as one', () => {
		const {tables} = database.schema;
		expect(welcome({schema: {tables: tables.slice(0, 1), views: []}})).toContain('· 1 table ·');
	});

	it('names what cannot be read, and why a copy is read', () => {
		const text = welcome({copied: 'hot-journal', warnings: [{name: 'odd', message: 'no such module'}]});
		expect(text).toContain('odd cannot be read');
		expect(text).toContain('private copy');
	});
});

describe('other things', () => {
	it('a query of one\u2019s own, and an edited answer', () => {
		const result = {kind: 'result' as const, sql: 'SELECT 1', outcome: ROWS};
		expect(printed({...result, edited: false})).toContain('your query  SELECT 1');
		expect(printed({...result, edited: true})).toContain('edited answer  SELECT 1');
	});

	it('a plan as a tree', () => {
		const outcome = {
			elapsedMs: 1,
			table: table(
				['id', 'parent', 'notused', 'detail'],
				[
					[2n, 0n, 0n, 'SCAN Customer'],
					[3n, 2n, 0n, 'SEARCH Invoice'],
				],
			),
		};
		expect(printed({kind: 'plan', sql: 'SELECT 1', outcome})).toMatch(/SCAN Customer\n└─ SEARCH Invoice/);
		const error = {elapsedMs: 1, error: {kind: 'sql' as const, message: 'near "x"'}};
		expect(printed({kind: 'plan', sql: 'x', outcome: error})).toContain('near "x"');
	});

	it('bars', () => {
		expect(
			printed({
				kind: 'bars',
				table: table(
					['a', 'n'],
					[
						['x', 4n],
						['y', 2n],
					],
				),
			}),
		).toMatch(/x +█+ +4/);
	});

	it('a note, safe to draw and whole', () => {
		const text = `${'a long note '.repeat(30)}\u001b[2J`;
		const lines = printed({kind: 'note', text, tone: 'bad'}, 39);
		expect(lines.match(/note/g)).toHaveLength(30);
		expect(lines).toContain('␛[2J');
	});
});
