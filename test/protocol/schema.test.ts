import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {dumpSchema, identifier, type TableSchema} from '../../source/protocol/schema.js';
import {golden} from '../support/golden.js';
import {memoryDatabase} from '../support/memory-database.js';

const KEYWORDS = golden('keywords.txt').trimEnd().split('\n');

function table(given: Partial<TableSchema>): TableSchema {
	return {name: 't', columns: [], foreignKeys: [], ...given};
}

function column(name: string, given: {type?: string; notNull?: boolean; keyPosition?: number} = {}) {
	return {name, type: '', notNull: false, keyPosition: 0, ...given};
}

describe('identifier', () => {
	it('has all keywords', () => {
		expect(KEYWORDS).toHaveLength(147);
		expect(KEYWORDS.filter(word => identifier(word) !== `\`${word}\``)).toEqual([]);
	});

	it('finds keywords in any case', () => {
		const words = KEYWORDS.flatMap(word => [word.toLowerCase(), word[0] + word.slice(1).toLowerCase()]);
		expect(words.filter(word => identifier(word) !== `\`${word}\``)).toEqual([]);
	});

	it.each([
		['Album', 'Album'],
		['_id', '_id'],
		['_', '_'],
		['a1_B2', 'a1_B2'],
		// These look like keywords and are none.
		['value', 'value'],
		['selected', 'selected'],
		['text', 'text'],
		['rowid', 'rowid'],
		['true', 'true'],
		['County Name', '`County Name`'],
		['2nd', '`2nd`'],
		['a-b', '`a-b`'],
		['a$b', '`a$b`'],
		['a.b', '`a.b`'],
		['Größe', '`Größe`'],
		['名前', '`名前`'],
		['it\'s "so"', '`it\'s "so"`'],
		['[x]', '`[x]`'],
		['back`tick', '`back``tick`'],
		['``', '``````'],
		['line\nbreak', '`line\nbreak`'],
		['name\n', '`name\n`'],
		['', '``'],
	])('writes %j as %j', (name, written) => {
		expect(identifier(name)).toBe(written);
	});

	it('is read by SQLite as that name', () => {
		const db = memoryDatabase();
		const names = fc.oneof(
			fc.constantFrom(...KEYWORDS),
			fc.string({
				unit: fc.constantFrom('a', 'Z', '_', '0', '`', '"', "'", '[', ']', ' ', '\n', '.', 'é', '$'),
			}),
		);
		fc.assert(
			fc.property(names, name => {
				const columns = db
					.prepare(`SELECT ${identifier(name)} FROM (SELECT 1 AS ${identifier(name)})`)
					.columns();
				expect(columns.map(({name}) => name)).toEqual([name]);
			}),
			{numRuns: 300},
		);
	});
});

describe('dumpSchema', () => {
	it.each<[string, TableSchema, string[]]>([
		[
			'a column has its name, its type as declared, and NOT NULL',
			table({
				columns: [
					column('a', {type: 'NUMERIC(10,2)', notNull: true}),
					column('b'),
					column('c', {type: 'blob'}),
				],
			}),
			['a NUMERIC(10,2) NOT NULL', 'b', 'c blob'],
		],
		[
			'the only column of a key is not NOT NULL as well',
			table({
				columns: [column('a', {type: 'INT', notNull: true, keyPosition: 1}), column('b', {notNull: true})],
			}),
			['a INT PRIMARY KEY', 'b NOT NULL'],
		],
		[
			'a key of several columns stands in its own order, and NOT NULL stays',
			table({
				columns: [
					column('a', {keyPosition: 3}),
					column('b', {notNull: true, keyPosition: 1}),
					column('c'),
					column('group', {keyPosition: 2}),
				],
			}),
			['a', 'b NOT NULL', 'c', '`group`', 'PRIMARY KEY (b, `group`, a)'],
		],
		[
			'foreign keys stand by the place of their first column',
			table({
				columns: [column('a'), column('b'), column('C'), column('d')],
				foreignKeys: [
					{columns: ['d', 'a'], table: 'far away', references: ['x y', 'z']},
					{columns: ['c'], table: 'p', references: []},
					{columns: ['a'], table: 'p', references: ['id']},
				],
			}),
			[
				'a',
				'b',
				'C',
				'd',
				'FOREIGN KEY (a) REFERENCES p (id)',
				'FOREIGN KEY (c) REFERENCES p',
				'FOREIGN KEY (d, a) REFERENCES `far away` (`x y`, z)',
			],
		],
	])('%s', (_, given, lines) => {
		const dump = `CREATE TABLE t (\n${lines.map(line => `  ${line}`).join(',\n')}\n);`;
		expect(dumpSchema({tables: [given], views: []})).toBe(dump);
	});

	it('parts the objects with a blank line, views last, and ends without a line break', () => {
		const schema = {
			tables: [table({name: 'b', columns: [column('x')]}), table({name: 'a', columns: [column('y')]})],
			views: [{name: 'my view', columns: ['n', 'the sum']}],
		};
		expect(dumpSchema(schema)).toBe(
			'CREATE TABLE b (\n  x\n);\n\nCREATE TABLE a (\n  y\n);\n\nCREATE VIEW `my view` (n, `the sum`);',
		);
	});

	it('is empty without objects', () => {
		expect(dumpSchema({tables: [], views: []})).toBe('');
	});
});
