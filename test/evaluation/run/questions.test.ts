import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {UsageError} from '../../../source/errors.js';
import {readQuestions} from '../../../source/evaluation/run/questions.js';

const data = process.env.SQRL_TEST_DATA;

const BIRD = {
	question_id: 137,
	db_id: 'financial',
	question: 'How many accounts are there?',
	evidence: 'An account has an account_id.',
	SQL: 'SELECT count(*)\n\tFROM account',
	difficulty: 'simple',
};

const read = (value: unknown) => readQuestions(JSON.stringify(value), 'bird');

describe('the questions of a dataset', () => {
	it('are read from the JSON of BIRD', () => {
		expect(read([BIRD])).toEqual({
			items: [
				{
					index: 0,
					question: 'How many accounts are there?',
					evidence: 'An account has an account_id.',
					database: 'financial',
					gold: 'SELECT count(*)\n\tFROM account',
					difficulty: 'simple',
					questionId: '137',
				},
			],
			notes: [],
		});
	});

	it('are read from lines of JSON, after a byte order mark and with blank lines', () => {
		const text = `\ufeff${JSON.stringify(BIRD)}\n\n${JSON.stringify({...BIRD, question_id: 138})}\r\n`;
		const {items} = readQuestions(text, 'bird');
		expect(items.map(({index, questionId}) => [index, questionId])).toEqual([
			[0, '137'],
			[1, '138'],
		]);
	});

	it.skipIf(!data)('are read from the JSON of Spider, whose parsed query tells the difficulty', () => {
		const {items, notes} = readQuestions(readFileSync(path.join(data!, 'spider/dev.json'), 'utf8'), 'spider');
		expect(items).toHaveLength(1034);
		expect(items[0]).toEqual({
			index: 0,
			question: 'How many singers do we have?',
			evidence: '',
			database: 'concert_singer',
			gold: 'SELECT count(*) FROM singer',
			difficulty: 'easy',
			questionId: null,
		});
		expect(items.filter(({difficulty}) => difficulty === 'extra')).toHaveLength(166);
		expect(notes).toEqual([]);
	});

	it('may have no gold query and the id of another, which is noted', () => {
		const {SQL: _, ...bare} = BIRD;
		const {items, notes} = read([BIRD, bare, {...BIRD, SQL: ' ', question_id: 9}]);
		expect(items.map(({gold}) => gold)).toEqual([BIRD.SQL, '', '']);
		expect(notes).toEqual([
			'2 questions of 3 without a gold query: no answer to them can be right.',
			'The id 137 is given more than once: questions go by their place in the file, from 0.',
		]);
	});

	it('may have null for evidence and gold query, and the parsed query of Spider under `sql`', () => {
		const {items} = read([
			{...BIRD, evidence: null, SQL: null},
			{...BIRD, SQL: undefined, query: 'SELECT 1', sql: {select: []}},
			{...BIRD, SQL: undefined, sql: {select: []}},
		]);
		expect(items.map(({evidence, gold}) => [evidence, gold])).toEqual([
			['', ''],
			[BIRD.evidence, 'SELECT 1'],
			[BIRD.evidence, ''],
		]);
	});

	it('are those of a database in the folder, and of no other place', () => {
		for (const db_id of ['../financial', 'a/b', 'a\\b', '..', '.', 'a\0']) {
			expect(() => read([BIRD, {...BIRD, db_id}])).toThrow(/^question 2 names the database "/);
		}
	});

	it.each([
		['', 'there are no questions in the file'],
		['[]', 'there are no questions in the file'],
		['SELECT 1\tdb', 'the questions are no JSON'],
		[`${JSON.stringify(BIRD)}\n{"question": `, 'line 2 of the questions is no JSON'],
		['[1]', 'question 1 is no JSON object'],
		[JSON.stringify([BIRD, {...BIRD, question: ' '}]), 'question 2 has no `question`'],
		[JSON.stringify([BIRD, {...BIRD, question: 7}]), 'question 2 has no `question`'],
		[JSON.stringify([{question: 'a', SQL: 'b'}]), 'question 1 names no database (`db_id`)'],
		[JSON.stringify([BIRD, {...BIRD, evidence: ['a', 'b']}]), 'question 2 has no text as its `evidence`'],
		[JSON.stringify([{...BIRD, SQL: 7}]), 'question 1 has no text as its `SQL`'],
		[JSON.stringify([{...BIRD, SQL: null, query: {}}]), 'question 1 has no text as its `query`'],
		[JSON.stringify([{...BIRD, SQL: '', sql: ['SELECT 1']}]), 'question 1 has no text as its `sql`'],
	])('are refused with the place of the fault: %s', (text, message) => {
		const refused = () => readQuestions(text, 'bird');
		expect(refused).toThrow(UsageError);
		expect(refused).toThrow(message);
	});
});
