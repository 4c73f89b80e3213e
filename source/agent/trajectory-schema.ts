/** The schema of `sqrl-trajectory/1`, and the way from its JSON to a trajectory, without loss. */
import * as z from 'zod';
import {type OutcomeJson, outcomeFromJson, type QueryOutcome} from '../database/cell.js';
import {messageOf, UsageError} from '../errors.js';
import type {Trajectory, Turn} from './trajectory.js';
import {FORMAT, whenGiven} from './trajectory-json.js';

const action = z.union([
	z.object({kind: z.enum(['sql', 'answer']), sql: z.string()}),
	z.object({kind: z.literal('none'), reason: z.enum(['no-block', 'empty-block', 'cut-off'])}),
]);

const verdict = z.union([
	z.object({kind: z.literal('approved'), by: z.enum(['person', 'policy'])}),
	z.object({kind: z.literal('edited'), sql: z.string()}),
	z.object({kind: z.literal('rejected'), note: z.string()}),
	z.object({kind: z.literal('finish'), by: z.enum(['person', 'budget'])}),
]);

const cell = z.union([
	z.null(),
	z.string(),
	z.number(),
	z.strictObject({int: z.string()}),
	z.strictObject({real: z.string()}),
	z.strictObject({hex: z.string()}),
]);

const table = z.object({
	columns: z.array(z.string()),
	rows: z.array(z.array(cell)),
	row_count: z.int().nonnegative(),
	truncated: z.union([z.literal(false), z.enum(['kept', 'uncounted'])]),
	digest: z.string().optional(),
});

const failure = z.object({
	kind: z.enum(['refused', 'sql', 'timeout', 'memory', 'cancelled', 'database']),
	message: z.string(),
});

const measured = {elapsed_ms: z.number(), read_as_text: z.array(z.string()).optional()};

const outcome = z.union([z.object({table, ...measured}), z.object({error: failure, ...measured})]);

const turn = z.object({
	reply: z.string(),
	thinking: z.string(),
	summary: z.string(),
	action,
	verdict: verdict.optional(),
	outcome: outcome.optional(),
	response: z
		.object({kind: z.enum(['observation', 'continue', 'finish', 'imported']), text: z.string()})
		.optional(),
	finish_reason: z.string().optional(),
	usage: z.object({prompt_tokens: z.number(), completion_tokens: z.number()}).optional(),
	started_at: z.string(),
	elapsed_ms: z.number(),
});

const message = z.object({role: z.enum(['system', 'user', 'assistant']), content: z.string()});

const trajectory = z.object({
	format: z.literal(FORMAT),
	id: z.string().min(1),
	question: z.string(),
	evidence: z.string(),
	database: z.object({path: z.string(), name: z.string(), version: z.string()}).nullable(),
	model: z.object({name: z.string(), base_url: z.string().optional(), file: z.string().optional()}),
	sampling: z.object({
		temperature: z.number(),
		top_p: z.number(),
		max_tokens: z.number(),
		seed: z.number().nullable(),
	}),
	max_steps: z.int().nonnegative(),
	prompt: z.object({system: z.string(), user: z.string()}),
	messages: z.array(message),
	turns: z.array(turn),
	ending: z.enum(['open', 'answered', 'no-answer', 'aborted', 'failed']),
	answer: z
		.object({sql: z.string(), by: z.enum(['model', 'person', 'vote']), outcome: outcome.optional()})
		.optional(),
	parent: z.object({id: z.string(), turn: z.int().nonnegative()}).optional(),
	extra: z.record(z.string(), z.unknown()).optional(),
});

export type TurnJson = z.infer<typeof turn>;
export type TrajectoryJson = z.infer<typeof trajectory>;

/**
 * Reads the JSON form. Throws a UsageError that names the place where the value is not one.
 *
 * `messages` is checked for its shape and not kept: it follows from the rest.
 */
export function trajectoryFromJson(value: unknown): Trajectory {
	const parsed = trajectory.safeParse(value);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		const place = issue?.path.length ? issue.path.join('.') : 'the whole';
		throw new UsageError(
			`this is no ${FORMAT}: ${place}: ${issue?.message ?? 'unreadable'}`,
			'Check the file.',
		);
	}

	const json = parsed.data;
	try {
		return {
			id: json.id,
			question: json.question,
			evidence: json.evidence,
			database: json.database,
			model: {
				name: json.model.name,
				...whenGiven(json.model.base_url, baseUrl => ({baseUrl})),
				...whenGiven(json.model.file, file => ({file})),
			},
			sampling: {
				temperature: json.sampling.temperature,
				topP: json.sampling.top_p,
				maxTokens: json.sampling.max_tokens,
				seed: json.sampling.seed,
			},
			maxSteps: json.max_steps,
			prompt: json.prompt,
			turns: json.turns.map(turnFromJson),
			ending: json.ending,
			...whenGiven(json.answer, ({sql, by, outcome}) => ({answer: {sql, by, ...outcomeIn(outcome)}})),
			...whenGiven(json.parent, parent => ({parent})),
			// As it was given: a copy by the schema would be without a field named `__proto__`.
			...whenGiven((value as TrajectoryJson).extra, extra => ({extra})),
		};
	} catch (error) {
		throw new UsageError(`this is no ${FORMAT}: ${messageOf(error)}`, 'Check the file.');
	}
}

function turnFromJson(json: TurnJson): Turn {
	const {reply, thinking, summary, action} = json;
	return {
		reply,
		thinking,
		summary,
		action,
		...whenGiven(json.verdict, verdict => ({verdict})),
		...outcomeIn(json.outcome),
		...whenGiven(json.response, response => ({response})),
		...whenGiven(json.finish_reason, finishReason => ({finishReason})),
		...whenGiven(json.usage, usage => ({
			usage: {promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens},
		})),
		startedAt: json.started_at,
		elapsedMs: json.elapsed_ms,
	};
}

function outcomeIn(json: TurnJson['outcome']): {outcome?: QueryOutcome} {
	return whenGiven(json, json => ({outcome: outcomeFromJson(json as OutcomeJson)}));
}
