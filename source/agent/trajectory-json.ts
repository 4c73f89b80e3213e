/** `sqrl-trajectory/1`: a trajectory as JSON. Reading it back is in `trajectory-schema.ts`. */
import {type OutcomeJson, outcomeToJson, type QueryOutcome} from '../database/cell.js';
import type {ModelRef} from '../model/model.js';
import type {Message} from '../protocol/prompt.js';
import {type Answer, messages, type Trajectory, type Turn} from './trajectory.js';
import type {TrajectoryJson, TurnJson} from './trajectory-schema.js';

export const FORMAT = 'sqrl-trajectory/1';

/** The JSON form; `messages` is the whole chat, the last reply included. */
export function trajectoryToJson(given: Trajectory): TrajectoryJson & {messages: Message[]} {
	const {id, question, evidence, database, model, sampling, maxSteps, prompt, ending} = given;
	return {
		format: FORMAT,
		id,
		question,
		evidence,
		database,
		model: modelToJson(model),
		sampling: {
			temperature: sampling.temperature,
			top_p: sampling.topP,
			max_tokens: sampling.maxTokens,
			seed: sampling.seed,
		},
		max_steps: maxSteps,
		prompt,
		messages: messages(given),
		turns: given.turns.map(turnToJson),
		ending,
		...whenGiven(given.answer, answer => ({answer: answerToJson(answer)})),
		...whenGiven(given.parent, parent => ({parent})),
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
		action,
		...whenGiven(given.verdict, verdict => ({verdict})),
		...outcomeOut(given.outcome),
		...whenGiven(given.response, response => ({response})),
		...whenGiven(given.finishReason, finish_reason => ({finish_reason})),
		...whenGiven(given.usage, usage => ({
			usage: {prompt_tokens: usage.promptTokens, completion_tokens: usage.completionTokens},
		})),
		started_at: given.startedAt,
		elapsed_ms: given.elapsedMs,
	};
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
