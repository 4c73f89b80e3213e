import Database from 'better-sqlite3';
import chalk from 'chalk';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Cell} from '../../source/database/cell.js';
import {planLines} from '../../source/ui/plan-lines.js';
import {cells, expectDrawable, plain, table} from './awkward-tables.js';

chalk.level = 1;

const COLUMNS = ['id', 'parent', 'notused', 'detail'];

const steps: Cell[][] = [
	[3n, 0n, 0n, 'CO-ROUTINE x'],
	[5n, 3n, 62n, 'SCAN Customer'],
	[7n, 3n, 45n, 'SEARCH Invoice USING INDEX IFK_InvoiceCustomerId (CustomerId=?)'],
	[9n, 7n, 0n, 'CORRELATED SCALAR SUBQUERY 2'],
	[20n, 0n, 0n, 'USE TEMP B-TREE FOR ORDER BY'],
];

describe('planLines', () => {
	it('draws the steps as a tree', () => {
		expect(plain(planLines(table(COLUMNS, steps), 80))).toBe(
			[
				'CO-ROUTINE x',
				'├─ SCAN Customer',
				'└─ SEARCH Invoice USING INDEX IFK_InvoiceCustomerId (CustomerId=?)',
				'   └─ CORRELATED SCALAR SUBQUERY 2',
				'USE TEMP B-TREE FOR ORDER BY',
			].join('\n'),
		);
	});

	it('goes on below where a step is too long', () => {
		expect(plain(planLines(table(COLUMNS, steps), 40))).toBe(
			[
				'CO-ROUTINE x',
				'├─ SCAN Customer',
				'└─ SEARCH Invoice USING INDEX',
				'   │  IFK_InvoiceCustomerId',
				'   │  (CustomerId=?)',
				'   └─ CORRELATED SCALAR SUBQUERY 2',
				'USE TEMP B-TREE FOR ORDER BY',
			].join('\n'),
		);
	});

	it('draws what SQLite says', () => {
		const database = new Database(':memory:');
		database.exec('CREATE TABLE t (a, b)');
		const rows = database
			.prepare('EXPLAIN QUERY PLAN SELECT * FROM t UNION SELECT b, a FROM t ORDER BY 1')
			.safeIntegers()
			.raw()
			.all() as Cell[][];
		database.close();
		expect(plain(planLines(table(COLUMNS, rows), 80))).toMatch(/^MERGE \(UNION\)\n├─ LEFT\n│ {2}├─ SCAN t\n/);
	});

	it('has a line where there are no steps', () => {
		expect(plain(planLines(table(COLUMNS, []), 80))).toBe('(no steps)');
	});

	it('goes down as deep as a plan does', () => {
		const deep = Array.from({length: 1000}, (_, index) => [
			BigInt(index + 1),
			BigInt(index),
			0n,
			`step ${index}`,
		]);
		const lines = planLines(table(COLUMNS, deep), 40);
		expectDrawable(lines, 40, 1000);
		expect(plain(lines.slice(-1))).toContain('step 999');
	});

	it('is never wider than it may be, and safe to draw, whatever is in the rows', () => {
		const ids = fc.oneof(fc.integer({min: 0, max: 6}).map(BigInt), cells);
		const rows = fc.array(fc.tuple(ids, ids, cells, cells), {maxLength: 12});
		fc.assert(
			fc.property(rows, fc.integer({min: 15, max: 300}), (rows, width) => {
				expectDrawable(planLines(table(COLUMNS, rows), width), width, Number.POSITIVE_INFINITY);
			}),
		);
	});
});
