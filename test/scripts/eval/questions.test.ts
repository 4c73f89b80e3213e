import {expect, it} from 'vitest';
import {questionsOf, readQuestions} from '../../../scripts/eval/questions.js';

it('the questions of a set are taken in their order, as many as are wanted', () => {
	const questions = readQuestions();
	// The model's card has these numbers.
	expect(questionsOf(questions, 'dev', null)).toHaveLength(70);
	expect(questionsOf(questions, 'test', null)).toHaveLength(40);
	expect(questionsOf(questions, 'dev', 2).map(({question}) => question)).toEqual([
		'How many songs are in the database?',
		'which artist has the most albums',
	]);
	expect(questionsOf(questions, 'test', 1000)).toHaveLength(40);
});
