/** `sqrl-run/1`: the files of a run folder as JSON, out and in. */
import * as z from 'zod';
import {modelToJson, whenGiven} from '../../agent/trajectory-json.js';
import {UsageError} from '../../errors.js';
import {METRIC_NAMES} from '../metrics.js';
import {SCORE_VERDICTS} from '../score.js';
import {DATASETS, type GoldFinding, type RunPlan, type SampleVerdict, sampleId} from './run.js';

export const RUN_FORMAT = 'sqrl-run/1';

/** What `run.json` holds. */
export type RunFile = {
	plan: RunPlan;
	/** When the run was begun, ISO 8601. */
	begunAt: string;
	/** The addresses that it was run with, without user or key. */
	addresses: readonly string[];
	/** The version of each file of a database, by its path, when it was first asked. */
	versions: Readonly<Record<string, string>>;
};

const count = z.int().nonnegative();

const runFile = z.object({
	format: z.literal(RUN_FORMAT),
	begun_at: z.string(),
	dataset: z.enum(DATASETS),
	questions: z.object({file: z.string(), sha256: z.string(), count}),
	databases: z.string(),
	evidence: z.boolean(),
	rule: z.enum(METRIC_NAMES),
	timeout_ms: z.number().positive(),
	votes: z.int().positive(),
	seed_base: z.int(),
	model: z.object({name: z.string(), base_url: z.string().optional(), file: z.string().optional()}),
	addresses: z.array(z.string()),
	database_versions: z.record(z.string(), z.string()).default({}),
	sampling: z.object({temperature: z.number(), top_p: z.number(), max_tokens: z.int()}),
	max_steps: count,
	limit: count.nullable(),
	shard: z.object({index: z.int().positive(), of: z.int().positive()}).nullable(),
	sqlite: z.string(),
	program: z.string(),
	items: z.array(
		z.object({
			index: count,
			question: z.string(),
			evidence: z.string(),
			database: z.string(),
			gold: z.string(),
			difficulty: z.string().nullable(),
			question_id: z.string().nullable(),
		}),
	),
});

const goldLine = z.object({
	kind: z.literal('gold'),
	question: count,
	verdict: z.enum(['ok', 'gold-error', 'gold-timeout']),
	reason: z.string(),
	row_count: count.nullable(),
	nondeterministic: z.string().nullable(),
});

const sampleLine = z.object({
	kind: z.literal('sample'),
	id: z.string(),
	question: count,
	sample: count,
	verdict: z.enum(SCORE_VERDICTS),
	score: z.number().min(0).max(1),
	reason: z.string(),
	key: z.string().nullable(),
	sql: z.string().nullable(),
	ending: z.enum(['answered', 'no-answer', 'failed']),
	turns: count,
	probes: count,
	prompt_tokens: count.nullable(),
	completion_tokens: count.nullable(),
	reply_ms: z.number(),
	query_ms: z.number(),
});

const verdictLine = z.discriminatedUnion('kind', [goldLine, sampleLine]);

export function runFileToJson({plan, begunAt, addresses, versions}: RunFile): z.infer<typeof runFile> {
	const {sampling, questions} = plan;
	return {
		format: RUN_FORMAT,
		begun_at: begunAt,
		dataset: plan.dataset,
		questions: {file: questions.file, sha256: questions.sha256, count: questions.count},
		databases: plan.databases,
		evidence: plan.evidence,
		rule: plan.rule,
		timeout_ms: plan.timeoutMs,
		votes: plan.votes,
		seed_base: plan.seedBase,
		model: modelToJson(plan.model),
		addresses: [...addresses],
		database_versions: {...versions},
		sampling: {
			temperature: sampling.temperature,
			top_p: sampling.topP,
			max_tokens: sampling.maxTokens,
		},
		max_steps: plan.maxSteps,
		limit: plan.limit,
		shard: plan.shard && {index: plan.shard.index, of: plan.shard.of},
		sqlite: plan.sqlite,
		program: plan.program,
		items: plan.items.map(item => ({
			index: item.index,
			question: item.question,
			evidence: item.evidence,
			database: item.database,
			gold: item.gold,
			difficulty: item.difficulty,
			question_id: item.questionId,
		})),
	};
}

/**
 * Throws a UsageError where the value is none, or is of a later program.
 *
 * @param where the file, for the error.
 */
export function runFileFromJson(value: unknown, where: string): RunFile {
	const format = (value as {format?: unknown} | null)?.format;
	if (typeof format === 'string' && format.startsWith('sqrl-run/') && format !== RUN_FORMAT) {
		throw new UsageError(
			`${where} is ${format}, and only ${RUN_FORMAT} can be read`,
			'It may be of a later sqrl-tui: update it.',
		);
	}

	const json = orFault(runFile.safeParse(value), words => {
		throw new UsageError(`${where} is no ${RUN_FORMAT}: ${words}`, 'Name the folder of a run.');
	});
	const {name, base_url, file} = json.model;
	return {
		begunAt: json.begun_at,
		addresses: json.addresses,
		versions: json.database_versions,
		plan: {
			dataset: json.dataset,
			questions: json.questions,
			databases: json.databases,
			evidence: json.evidence,
			rule: json.rule,
			timeoutMs: json.timeout_ms,
			votes: json.votes,
			seedBase: json.seed_base,
			model: {
				name,
				...whenGiven(base_url, baseUrl => ({baseUrl})),
				...whenGiven(file, file => ({file})),
			},
			sampling: {
				temperature: json.sampling.temperature,
				topP: json.sampling.top_p,
				maxTokens: json.sampling.max_tokens,
			},
			maxSteps: json.max_steps,
			limit: json.limit,
			shard: json.shard,
			sqlite: json.sqlite,
			program: json.program,
			items: json.items.map(({question_id, ...item}) => ({...item, questionId: question_id})),
		},
	};
}

/** A line of `verdicts.jsonl`. */
export type VerdictLine = {kind: 'gold'; finding: GoldFinding} | {kind: 'sample'; verdict: SampleVerdict};

export function goldToJson(finding: GoldFinding): z.infer<typeof goldLine> {
	return {
		kind: 'gold',
		question: finding.question,
		verdict: finding.verdict,
		reason: finding.reason,
		row_count: finding.rowCount,
		nondeterministic: finding.nondeterministic,
	};
}

export function verdictToJson(given: SampleVerdict): z.infer<typeof sampleLine> {
	return {
		kind: 'sample',
		id: sampleId(given.question, given.sample),
		question: given.question,
		sample: given.sample,
		verdict: given.verdict,
		score: given.score,
		reason: given.reason,
		key: given.key,
		sql: given.sql,
		ending: given.ending,
		turns: given.turns,
		probes: given.probes,
		prompt_tokens: given.promptTokens,
		completion_tokens: given.completionTokens,
		reply_ms: given.replyMs,
		query_ms: given.queryMs,
	};
}

/** Throws an Error whose message says what is wrong with the value. */
export function verdictLineFromJson(value: unknown): VerdictLine {
	const json = orFault(verdictLine.safeParse(value), words => {
		throw new Error(words);
	});
	if (json.kind === 'gold') {
		const {question, verdict, reason, row_count, nondeterministic} = json;
		return {kind: 'gold', finding: {question, verdict, reason, rowCount: row_count, nondeterministic}};
	}

	const {kind: _, id: __, prompt_tokens, completion_tokens, reply_ms, query_ms, ...same} = json;
	return {
		kind: 'sample',
		verdict: {
			...same,
			promptTokens: prompt_tokens,
			completionTokens: completion_tokens,
			replyMs: reply_ms,
			queryMs: query_ms,
		},
	};
}

function orFault<T>(parsed: z.ZodSafeParseResult<T>, fault: (words: string) => never): T {
	if (parsed.success) {
		return parsed.data;
	}

	const issue = parsed.error.issues[0];
	return fault(`${issue?.path.length ? `${issue.path.join('.')}: ` : ''}${issue?.message ?? 'unreadable'}`);
}
