/** Asks the questions of a set, as the program would, and keeps what counts of each attempt. */
import {randomUUID} from 'node:crypto';
import {approveAll} from '../../source/agent/review.js';
import {solve} from '../../source/agent/solve.js';
import {begin, type Trajectory} from '../../source/agent/trajectory.js';
import type {Reader} from '../../source/database/reader.js';
import {SqrlError} from '../../source/errors.js';
import type {Model, Sampling} from '../../source/model/model.js';
import {type Attempt, attemptOf} from './attempt.js';
import type {EvalQuestion, SetName} from './questions.js';
import {type ResultKeys, resultKeys} from './result-key.js';

/** What questions are asked with; `schema` is the dump, `sampling` lacks what differs between attempts. */
export type Asking = {
	model: Model;
	reader: Reader;
	schema: string;
	sampling: Pick<Sampling, 'topP' | 'maxTokens'>;
	maxSteps: number;
	queryTimeoutMs: number;
	signal: AbortSignal;
	/** Is told of each question that is done. */
	onDone: (line: string) => void;
};

/** How samples are drawn: a seed for each, and so many of a question written at once. */
export type Drawing = {temperature: number; seeds: readonly number[]; atOnce: number};

/** Attempts in the order of the questions; `sampled` has for each question one attempt a seed. */
export type SetResult = {set: SetName; greedy: Attempt[]; sampled: Attempt[][]};

export type GoldQuestion = EvalQuestion & {gold: ResultKeys};

/** The questions with the keys of their right answers. Throws a SqrlError for a query that fails. */
export async function withGold(
	questions: readonly EvalQuestion[],
	{reader, queryTimeoutMs, signal}: Pick<Asking, 'reader' | 'queryTimeoutMs' | 'signal'>,
): Promise<GoldQuestion[]> {
	const known: GoldQuestion[] = [];
	for (const question of questions) {
		const gold = await resultKeys(reader, question.sql, {timeoutMs: queryTimeoutMs, signal});
		if (gold === null) {
			throw new SqrlError(
				`the right answer to "${question.question}" cannot be read: ${question.sql}`,
				'Is the database Chinook, as it is published?',
				1,
			);
		}

		known.push({...question, gold});
	}

	return known;
}

/**
 * Each question once, greedy and alone, then at `temperature` once for each seed, some of a question at once.
 * Throws what makes an attempt worthless, such as a ModelError; after an abort the signal's reason.
 */
export async function askSet(
	set: SetName,
	questions: readonly GoldQuestion[],
	{temperature, seeds, atOnce}: Drawing,
	asking: Asking,
): Promise<SetResult> {
	const place = (at: number) => `${set} ${at + 1}/${questions.length}`;
	const greedy: Attempt[] = [];
	for (const [at, question] of questions.entries()) {
		const attempt = await ask(question, {temperature: 0, seed: null}, asking);
		greedy.push(attempt);
		asking.onDone(`${place(at)} greedy: ${attempt.right ? 'right' : 'wrong'} · ${question.question}`);
	}

	const sampled: Attempt[][] = [];
	for (const [at, question] of questions.entries()) {
		const attempts: Attempt[] = [];
		for (let first = 0; first < seeds.length; first += atOnce) {
			const together = seeds.slice(first, first + atOnce);
			attempts.push(...(await Promise.all(together.map(seed => ask(question, {temperature, seed}, asking)))));
		}

		sampled.push(attempts);
		const right = attempts.filter(attempt => attempt.right).length;
		asking.onDone(`${place(at)} at ${temperature}: ${right} of ${seeds.length} right · ${question.question}`);
	}

	return {set, greedy, sampled};
}

async function ask(
	{question, gold}: GoldQuestion,
	drawn: Pick<Sampling, 'temperature' | 'seed'>,
	asking: Asking,
): Promise<Attempt> {
	const {reader, queryTimeoutMs, signal} = asking;
	const trajectory = await solved(question, drawn, asking);
	const {answer} = trajectory;
	const hasRows = answer?.outcome !== undefined && 'table' in answer.outcome;
	const keys = hasRows ? await resultKeys(reader, answer.sql, {timeoutMs: queryTimeoutMs, signal}) : null;
	return attemptOf(trajectory, keys, gold);
}

async function solved(
	question: string,
	drawn: Pick<Sampling, 'temperature' | 'seed'>,
	{model, reader, schema, sampling, maxSteps, queryTimeoutMs, signal}: Asking,
): Promise<Trajectory> {
	const start = begin({
		id: randomUUID(),
		question,
		evidence: '',
		database: reader.database,
		model: model.ref,
		sampling: {...sampling, ...drawn},
		maxSteps,
		schema,
	});
	const events = solve(start, {model, reader, review: approveAll, clock: Date.now, queryTimeoutMs, signal});
	for await (const event of events) {
		if (event.kind === 'ended') {
			signal.throwIfAborted();
			// A chat that outgrows the context is the model's doing, and no answer.
			if (event.error && event.error.kind !== 'context') {
				throw event.error;
			}

			return event.trajectory;
		}
	}

	throw new Error('the trajectory has no end');
}
