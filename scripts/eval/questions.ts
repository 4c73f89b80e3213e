/** The questions with known answers that come with the embedded model. */
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {embeddedFile} from '../../source/model/model-place.js';

export const SETS = ['dev', 'test'] as const;

export type SetName = (typeof SETS)[number];

/** `sql` is a query whose rows are right. */
export type EvalQuestion = {question: string; sql: string; set: SetName};

export function readQuestions(): EvalQuestion[] {
	const file = path.join(path.dirname(embeddedFile()), 'questions.json');
	return JSON.parse(readFileSync(file, 'utf8')) as EvalQuestion[];
}

/** The first `limit` questions of a set, all of them for null, in their order. */
export function questionsOf(
	questions: readonly EvalQuestion[],
	set: SetName,
	limit: number | null,
): EvalQuestion[] {
	return questions.filter(question => question.set === set).slice(0, limit ?? undefined);
}
