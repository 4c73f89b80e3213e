/** Runs that nobody has asked a model for. */
import type {GoldFinding, Run, RunItem, RunPlan, SampleVerdict} from '../../source/evaluation/run/run.js';

export function madePlan(items: readonly RunItem[], given: Partial<RunPlan> = {}): RunPlan {
	return {
		dataset: 'spider',
		questions: {file: 'dev.json', sha256: 'a'.repeat(64), count: items.length},
		databases: '/data/databases',
		evidence: true,
		rule: 'spider',
		timeoutMs: 30_000,
		votes: 4,
		seedBase: 100,
		model: {name: 'sqrl-4b', baseUrl: 'http://127.0.0.1:8000/v1'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192},
		maxSteps: 5,
		limit: null,
		shard: null,
		sqlite: '3.53.2',
		program: '1.0.0',
		items,
		...given,
	};
}

export function madeItem(index: number, given: Partial<RunItem> = {}): RunItem {
	return {
		index,
		question: `Question ${index}?`,
		evidence: '',
		database: 'shop',
		gold: 'SELECT 1',
		difficulty: null,
		questionId: null,
		...given,
	};
}

export function madeSample(
	question: number,
	sample: number,
	given: Partial<SampleVerdict> = {},
): SampleVerdict {
	const {verdict = 'right'} = given;
	return {
		question,
		sample,
		verdict,
		score: verdict === 'right' ? 1 : 0,
		reason: '',
		key: 'a',
		sql: 'SELECT 1',
		ending: 'answered',
		turns: 2,
		probes: 1,
		promptTokens: 1000,
		completionTokens: 50,
		replyMs: 1000,
		queryMs: 2,
		...given,
	};
}

/**
 * Samples of a question, a letter each: equal letters have equal rows. A capital is right, a small letter wrong, and
 * `!` is a query that fails.
 */
export function samplesOf(question: number, letters: string): SampleVerdict[] {
	return [...letters].map((letter, sample) =>
		letter === '!'
			? madeSample(question, sample, {
					verdict: 'sql-error',
					key: null,
					sql: 'SELECT nope',
					reason: 'no such column: nope',
				})
			: madeSample(question, sample, {
					verdict: letter === letter.toUpperCase() ? 'right' : 'wrong',
					key: letter,
					sql: `SELECT '${letter}'`,
				}),
	);
}

export function soundGold(question: number, given: Partial<GoldFinding> = {}): GoldFinding {
	return {question, verdict: 'ok', reason: '', rowCount: 1, nondeterministic: null, ...given};
}

/** A run of one question for each text of letters, as `samplesOf` reads them. */
export function madeRun(letters: readonly string[], given: Partial<RunPlan> = {}): Run {
	const items = letters.map((_, index) => madeItem(index));
	return {
		plan: madePlan(items, {votes: letters[0]?.length ?? 1, ...given}),
		golds: new Map(items.map(({index}) => [index, soundGold(index)])),
		samples: new Map(letters.map((text, index) => [index, samplesOf(index, text)])),
	};
}
