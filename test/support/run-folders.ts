/** A small run: its plan, and what its samples may come to. */
import type {GoldFinding, RunItem, RunPlan, SampleVerdict} from '../../source/evaluation/run/run.js';

export function item(index: number, change: Partial<RunItem> = {}): RunItem {
	return {
		index,
		question: `Question ${index}?`,
		evidence: '',
		database: 'music',
		gold: `SELECT ${index}`,
		difficulty: null,
		questionId: null,
		...change,
	};
}

/** Four questions, two samples each. */
export function plan(change: Partial<RunPlan> = {}): RunPlan {
	return {
		dataset: 'bird',
		questions: {file: 'dev.json', sha256: 'ab'.repeat(32), count: 4},
		databases: '/data/databases',
		evidence: true,
		rule: 'bird',
		timeoutMs: 30_000,
		votes: 2,
		seedBase: 7,
		model: {name: 'sqrl-4b', baseUrl: 'http://127.0.0.1:8000/v1'},
		sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192},
		maxSteps: 5,
		limit: null,
		shard: null,
		sqlite: '3.53.2',
		program: '0.1.0',
		items: [item(0), item(1), item(2), item(3)],
		...change,
	};
}

export function gold(question: number, change: Partial<GoldFinding> = {}): GoldFinding {
	return {question, verdict: 'ok', reason: '', rowCount: 1, nondeterministic: null, ...change};
}

export function verdict(
	question: number,
	sample: number,
	change: Partial<SampleVerdict> = {},
): SampleVerdict {
	return {
		question,
		sample,
		verdict: 'right',
		score: 1,
		reason: '',
		key: 'd1',
		sql: `SELECT ${question}`,
		ending: 'answered',
		turns: 2,
		probes: 1,
		promptTokens: 900,
		completionTokens: 57,
		replyMs: 800.5,
		queryMs: 1.25,
		...change,
	};
}
