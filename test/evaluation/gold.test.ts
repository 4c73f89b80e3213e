import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {UsageError} from '../../source/errors.js';
import {goldOf, readGold} from '../../source/evaluation/gold.js';
import {temporaryFolder} from '../support/temporary-folder.js';

const BIRD = JSON.stringify([
	{
		question_id: 10,
		db_id: 'schools',
		question: 'How many?',
		evidence: '',
		SQL: 'SELECT 1',
		difficulty: 'simple',
	},
	{
		question_id: 11,
		db_id: 'shop',
		question: 'How many?',
		evidence: '',
		SQL: 'SELECT 2',
		difficulty: 'simple',
	},
	{question_id: 12, db_id: 'shop', question: 'Which?', evidence: '', SQL: 'SELECT 3', difficulty: 'simple'},
	{question_id: 13, db_id: 'shop', question: 'Which?', evidence: '', SQL: 'SELECT 4', difficulty: 'simple'},
	{question_id: 14, db_id: 'shop', question: 'Who?', evidence: '', SQL: 'SELECT 5'},
	{question_id: 15, db_id: 'shop', question: 'Who?', evidence: '', SQL: 'SELECT 5'},
]);

/** Spider's `sql` is the parsed query. */
const SPIDER = JSON.stringify([
	{db_id: 'schools', query: 'SELECT 1', question: 'How many?', sql: {from: {}}},
	{db_id: 'shop', query: 'SELECT 2', question: 'How many?', sql: {from: {}}},
]);

const LINES = 'SELECT 1\tschools\n  SELECT 2 \tshop\r\nSELECT 3\tshop\n';

function asked(
	question: string,
	database: string | null = null,
	{id = 'x', ...extra}: Record<string, unknown> = {},
) {
	return {
		id: String(id),
		question,
		database: database === null ? null : {path: `/${database}.sqlite`, name: database, version: '1'},
		extra,
	};
}

describe('gold with questions', () => {
	it.each([
		['the question and the database', BIRD, asked('How many?', 'shop'), 'SELECT 2'],
		["the question and the database, in Spider's form", SPIDER, asked('How many?', 'schools'), 'SELECT 1'],
		['a question with blanks around it', SPIDER, asked(' How many?\n', 'schools'), 'SELECT 1'],
		['another database', BIRD, asked('How many?', 'music'), null],
		['the same question with two golds', BIRD, asked('Which?', 'shop'), null],
		['the same, and its id', BIRD, asked('Which?', 'shop', {question_id: 13}), 'SELECT 4'],
		['the same, and its place', BIRD, asked('Which?', 'shop', {id: '2-0'}), 'SELECT 3'],
		['the same, in two databases, neither told', BIRD, asked('How many?'), null],
		['the same question with the same gold twice', BIRD, asked('Who?', 'shop'), 'SELECT 5'],
		['another question', BIRD, asked('Why?', 'shop'), null],
		['another question in the place of one', BIRD, asked('Why?', 'shop', {id: '2-0'}), null],
		[
			'another question with the id of one',
			BIRD,
			asked('Which one?', 'shop', {question_id: '12'}),
			'SELECT 3',
		],
		['the same in another database', BIRD, asked('Which one?', 'schools', {question_id: '12'}), null],
		['no question, and a place', SPIDER, asked('', null, {index: 1}), 'SELECT 2'],
	])('finds by %s', (_, text, trajectory, sql) => {
		expect(goldOf(text).of(trajectory)).toBe(sql);
	});

	it('may be lines of JSON', () => {
		const gold = goldOf(
			'{"question": "A?", "SQL": "SELECT 1"}\n\n{"question": "B?", "query": " SELECT 2 "}\n',
		);
		expect(gold.count).toBe(2);
		expect(gold.of(asked('B?', 'any'))).toBe('SELECT 2');
	});

	it('may lack the query of a question: that one has no gold, and keeps its place', () => {
		const gold = goldOf(
			'[{"question": "A?", "SQL": "SELECT 1"}, {"question": "B?", "db_id": "shop", "SQL": null}, {"SQL": "SELECT 3"}]',
		);
		expect(gold.count).toBe(2);
		expect(gold.of(asked('A?'))).toBe('SELECT 1');
		expect(gold.of(asked('B?', 'shop'))).toBeNull();
		expect(gold.of(asked('', null, {index: 2}))).toBe('SELECT 3');
	});

	it('may be one object', () => {
		expect(goldOf('{"question": "A?", "SQL": "SELECT 1"}').of(asked('A?'))).toBe('SELECT 1');
	});
});

describe('gold in lines', () => {
	it.each([
		[{id: '1-0'}, 'shop', 'SELECT 2'],
		[{id: '2-7'}, null, 'SELECT 3'],
		[{index: 0}, 'schools', 'SELECT 1'],
		[{index: '0'}, 'schools', 'SELECT 1'],
		[{id: '0-0'}, 'shop', null],
		[{id: '3-0'}, 'shop', null],
		[{}, 'shop', null],
	])('finds by the place in %j, in %s', (extra, database, sql) => {
		expect(goldOf(LINES).of(asked('Anything?', database, extra))).toBe(sql);
	});

	it('keeps the place of a blank line', () => {
		const gold = goldOf('SELECT 1\ta\n\nSELECT 3\ta\n');
		expect(gold.of(asked('?', 'a', {index: 2}))).toBe('SELECT 3');
		expect(gold.of(asked('?', 'a', {index: 1}))).toBeNull();
	});
});

describe('one query', () => {
	it.each(['SELECT 1', 'SELECT a,\n\tb\nFROM t\n', '\ufeffSELECT 1;\n', 'SELECT\n\tname\nFROM\tt'])(
		'%j is for every trajectory',
		text => {
			const gold = goldOf(text);
			expect(gold.count).toBe(1);
			expect(gold.of(asked('Anything?', 'any'))).toBe(text.replace('\ufeff', '').trim());
		},
	);
});

describe('what is no gold', () => {
	it.each([
		['', 'the file is empty'],
		['[{"question": "A?"}]', 'gold query 1 has no query in it'],
		['[1]', 'gold query 1 has no query in it'],
		['[{"SQL": "SELECT 1"}, {"db_id": "shop"}]', 'gold query 2 has no query in it'],
		['[', 'are no JSON'],
		['{"SQL": "SELECT 1"}\n{', 'line 2 of the gold queries is no JSON'],
	])('%j', (text, words) => {
		expect(() => goldOf(text)).toThrow(UsageError);
		expect(() => goldOf(text)).toThrow(words);
	});

	it('is read from a file, and told where there is none', async () => {
		const file = path.join(temporaryFolder(), 'gold.json');
		await expect(readGold(file)).rejects.toThrow('there is no such file');
		writeFileSync(file, BIRD);
		expect((await readGold(file)).count).toBe(6);
	});
});

const data = process.env.SQRL_TEST_DATA;

describe.skipIf(!data)(`Spider's dev set${data ? '' : ' (skipped: SQRL_TEST_DATA is not set)'}`, () => {
	it('is read in both of its forms', async () => {
		const folder = path.join(data!, 'spider');
		const byQuestion = await readGold(path.join(folder, 'dev.json'));
		const byPlace = await readGold(path.join(folder, 'dev_gold.sql'));
		expect([byQuestion.count, byPlace.count]).toEqual([1034, 1034]);
		const first = asked('How many singers do we have?', 'concert_singer', {id: '0-0'});
		expect(byQuestion.of(first)).toBe('SELECT count(*) FROM singer');
		expect(byPlace.of(first)).toBe('SELECT count(*) FROM singer');
	});
});
