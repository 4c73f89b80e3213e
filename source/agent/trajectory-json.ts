/** `sqrl-trajectory/1`: a trajectory as JSON. Reading it back is in `trajectory-schema.ts`. */
import {type OutcomeJson, outcomeToJson, type QueryOutcome} from '../database/cell.js';
import type {ModelRef} from '../model/model.js';
import type {Action} from '../protocol/parse.js';
import type {Message} from '../protocol/prompt.js';
import {type Answer, messages, type Trajectory, type Turn, type Verdict} from './trajectory.js';
import type {TrajectoryJson, TurnJson} from './trajectory-schema.js';

export const FORMAT = 'sqrl-trajectory/1';

/**
 * The JSON form; `messages` is the whole chat, the last reply included. Its fields stand in one order, whatever their
 * order in memory: so what is read back and written again is the same text.
 */
export function trajectoryToJson(given: Trajectory): TrajectoryJson & {messages: Message[]} {
	const {id, question, evidence, database, model, sampling, maxSteps, prompt, ending} = given;
	return {
		format: FORMAT,
		id,
		question,
		evidence,
		database: database && {path: database.path, name: database.name, version: database.version},
		model: modelToJson(model),
		sampling: {
			temperature: sampling.temperature,
			top_p: sampling.topP,
			max_tokens: sampling.maxTokens,
			seed: sampling.seed,
		},
		max_steps: maxSteps,
		prompt: {system: prompt.system, user: prompt.user},
		messages: messages(given),
		turns: given.turns.map(turnToJson),
		ending,
		...whenGiven(given.answer, answer => ({answer: answerToJson(answer)})),
		...whenGiven(given.parent, ({id, turn}) => ({parent: {id, turn}})),
		...whenGiven(given.extra, extra => ({extra})),
	};
}

export function modelToJson({name, baseUrl, file}: ModelRef): TrajectoryJson['model'] {
	return {
		name,
		...whenGiven(baseUrl, base_url => ({base_url})),
		...whenGiven(file, file => ({file})),
	};
}

export function turnToJson(given: Turn): TurnJson {
	const {reply, thinking, summary, action} = given;
	return {
		reply,
		thinking,
		summary,
		action: actionToJson(action),
		...whenGiven(given.verdict, verdict => ({verdict: verdictToJson(verdict)})),
		...outcomeOut(given.outcome),
		...whenGiven(given.response, ({kind, text}) => ({response: {kind, text}})),
		...whenGiven(given.finishReason, finish_reason => ({finish_reason})),
		...whenGiven(given.usage, usage => ({
			usage: {prompt_tokens: usage.promptTokens, completion_tokens: usage.completionTokens},
		})),
		started_at: given.startedAt,
		elapsed_ms: given.elapsedMs,
	};
}

function actionToJson(action: Action): TurnJson['action'] {
	return action.kind === 'none'
		? {kind: action.kind, reason: action.reason}
		: {kind: action.kind, sql: action.sql};
}

function verdictToJson(verdict: Verdict): TurnJson['verdict'] {
	switch (verdict.kind) {
		case 'approved':
			return {kind: verdict.kind, by: verdict.by};
		case 'edited':
			return {kind: verdict.kind, sql: verdict.sql};
		case 'rejected':
			return {kind: verdict.kind, note: verdict.note};
		case 'finish':
			return {kind: verdict.kind, by: verdict.by};
	}
}

export function answerToJson({sql, by, outcome}: Answer): NonNullable<TrajectoryJson['answer']> {
	return {sql, by, ...outcomeOut(outcome)};
}

function outcomeOut(outcome: QueryOutcome | undefined): {outcome?: OutcomeJson} {
	return whenGiven(outcome, outcome => ({outcome: outcomeToJson(outcome)}));
}

/** Fields made of a value that may be missing: none if it is. */
export function whenGiven<T, R extends object>(
	value: T | undefined,
	fields: (value: T) => R,
): R | Record<string, never> {
	return value === undefined ? {} : fields(value);
}
