/**
 * A benchmark of 40 questions whose eight samples each are written down, so that every figure of its report can be
 * worked out by hand. A sample's seed is the base and its index.
 *
 * | Questions | Samples 0 to 7 |
 * | --- | --- |
 * | 0–9   | R R R R R R R R |
 * | 10–19 | R R R R R A A B |
 * | 20–29 | R A R A R A e n |
 * | 30–39 | A A A A B B B B |
 *
 * R is right; A and B are two wrong answers; e is a query that fails; n is a chat without an answer. Of question 39 the
 * gold query fails, and is wrong whatever is answered.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {answer, probe} from './ask-program.js';
import type {ScriptedReply, ScriptedRequest} from './scripted-server.js';
import {makeDatabase} from './test-reader.js';

export const QUESTIONS = 40;
export const SAMPLES = 8;
export const SEED_BASE = 1000;

const PATTERNS = ['RRRRRRRR', 'RRRRRAAB', 'RARARAen', 'AAAABBBB'] as const;

/** What a sample of a question does. */
export function patternOf(question: number): string {
	return PATTERNS[Math.floor(question / 10)]!;
}

/** Writes questions and databases, and gives their paths. */
export function makeBenchmark(
	folder: string,
	dataset: 'bird' | 'spider',
): {questions: string; databases: string} {
	const databases = path.join(folder, 'databases');
	for (const name of ['shop', 'zoo']) {
		mkdirSync(path.join(databases, name), {recursive: true});
		makeDatabase(
			path.join(databases, name),
			`${name}.sqlite`,
			`CREATE TABLE Item (ItemId INTEGER PRIMARY KEY, Name TEXT NOT NULL);
			INSERT INTO Item WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
				SELECT i, 'item ' || i FROM n;`,
		);
	}

	const items = Array.from({length: QUESTIONS}, (_, at) => {
		const common = {db_id: databaseOf(at), question: questionOf(at)};
		return dataset === 'bird'
			? {
					question_id: at,
					...common,
					evidence: at % 2 === 0 ? `below means <, in question ${at}` : '',
					SQL: goldOf(at),
					difficulty: at % 4 === 0 ? 'challenging' : 'simple',
				}
			: {...common, query: goldOf(at)};
	});
	const questions = path.join(folder, dataset === 'bird' ? 'dev.json' : 'spider.json');
	writeFileSync(questions, JSON.stringify(items, null, 1));
	return {questions, databases};
}

function databaseOf(question: number): string {
	return question < 20 ? 'shop' : 'zoo';
}

function questionOf(question: number): string {
	return `How many items have a number below ${question + 2}?`;
}

function goldOf(question: number): string {
	return question === 39 ? 'SELECT COUNT(*) FROM Gone' : rightOf(question);
}

/** `question + 1` items. */
function rightOf(question: number): string {
	return `SELECT COUNT(*) FROM Item WHERE ItemId < ${question + 2}`;
}

/** The reply of the model: every third sample looks at the data first. */
export function replyOf({
	question,
	seed,
	turn,
}: Pick<ScriptedRequest, 'question' | 'seed' | 'turn'>): ScriptedReply {
	const at = Number(/\d+/.exec(question)![0]) - 2;
	const sample = seed! - SEED_BASE;
	if (sample % 3 === 2 && turn === 0) {
		return probe(`SELECT MAX(ItemId) FROM Item -- ${at}`);
	}

	switch (patternOf(at)[sample]) {
		case 'R':
			return answer(rightOf(at));
		case 'A':
			return answer(`SELECT ${at + 100}`);
		case 'B':
			return answer(`SELECT ${at + 200}`);
		case 'e':
			return answer(`SELECT nope FROM Item WHERE ItemId = ${at}`);
		default:
			return {text: `I cannot tell, ${at}.`};
	}
}
