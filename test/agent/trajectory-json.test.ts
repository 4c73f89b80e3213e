import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {messages, type Trajectory} from '../../source/agent/trajectory.js';
import {trajectoryToJson} from '../../source/agent/trajectory-json.js';
import {trajectoryFromJson} from '../../source/agent/trajectory-schema.js';
import {UsageError} from '../../source/errors.js';
import {trajectories} from '../support/trajectories.js';

const OBSERVATION = '<observation>\n3\n</observation>\nContinue with <sql> or <answer>.';

const FULL: Trajectory = {
	id: '4f0c9a52-7a0e-4d6e-9c55-0d9f2a5a3c11',
	question: 'How many?',
	evidence: 'A hint.',
	database: {path: '/music.sqlite', name: 'music', version: '1-2-3'},
	model: {name: 'sqrl-4b', baseUrl: 'http://127.0.0.1:8000/v1', file: '/models/sqrl.gguf'},
	sampling: {temperature: 0.7, topP: 0.95, maxTokens: 8192, seed: 7},
	maxSteps: 5,
	prompt: {system: 'the system prompt', user: 'the first user turn'},
	turns: [
		{
			reply: '<think>Hm.</think>Plan. <sql>SELECT 1</sql>',
			thinking: 'Hm.',
			summary: 'Plan.',
			action: {kind: 'sql', sql: 'SELECT 1'},
			verdict: {kind: 'edited', sql: 'SELECT 3'},
			outcome: {
				elapsedMs: 1.2,
				readAsText: ['USA'],
				table: {columns: ['n'], rows: [[3n], [3]], rowCount: 2, truncated: false, digest: '1-ab'},
			},
			response: {kind: 'observation', text: OBSERVATION},
			finishReason: 'stop',
			usage: {promptTokens: 10, completionTokens: 20},
			startedAt: '2026-01-01T00:00:00.000Z',
			elapsedMs: 812,
		},
		{
			reply: '<answer>SELECT 2</answer>',
			thinking: '',
			summary: '',
			action: {kind: 'answer', sql: 'SELECT 2'},
			startedAt: '2026-01-01T00:00:01.000Z',
			elapsedMs: 1,
		},
	],
	ending: 'answered',
	answer: {
		sql: 'SELECT 2',
		by: 'model',
		outcome: {elapsedMs: 1, error: {kind: 'sql', message: 'no such table: x'}},
	},
	parent: {id: 'another', turn: 1},
	extra: {note: {deep: [1, null]}},
};

const FULL_JSON = {
	format: 'sqrl-trajectory/1',
	id: '4f0c9a52-7a0e-4d6e-9c55-0d9f2a5a3c11',
	question: 'How many?',
	evidence: 'A hint.',
	database: {path: '/music.sqlite', name: 'music', version: '1-2-3'},
	model: {name: 'sqrl-4b', base_url: 'http://127.0.0.1:8000/v1', file: '/models/sqrl.gguf'},
	sampling: {temperature: 0.7, top_p: 0.95, max_tokens: 8192, seed: 7},
	max_steps: 5,
	prompt: {system: 'the system prompt', user: 'the first user turn'},
	messages: [
		{role: 'system', content: 'the system prompt'},
		{role: 'user', content: 'the first user turn'},
		{role: 'assistant', content: 'Plan. <sql> SELECT 3 </sql>'},
		{role: 'user', content: OBSERVATION},
		{role: 'assistant', content: '<answer>SELECT 2</answer>'},
	],
	turns: [
		{
			reply: '<think>Hm.</think>Plan. <sql>SELECT 1</sql>',
			thinking: 'Hm.',
			summary: 'Plan.',
			action: {kind: 'sql', sql: 'SELECT 1'},
			verdict: {kind: 'edited', sql: 'SELECT 3'},
			outcome: {
				table: {columns: ['n'], rows: [[3], [{real: '3.0'}]], row_count: 2, truncated: false, digest: '1-ab'},
				elapsed_ms: 1.2,
				read_as_text: ['USA'],
			},
			response: {kind: 'observation', text: OBSERVATION},
			finish_reason: 'stop',
			usage: {prompt_tokens: 10, completion_tokens: 20},
			started_at: '2026-01-01T00:00:00.000Z',
			elapsed_ms: 812,
		},
		{
			reply: '<answer>SELECT 2</answer>',
			thinking: '',
			summary: '',
			action: {kind: 'answer', sql: 'SELECT 2'},
			started_at: '2026-01-01T00:00:01.000Z',
			elapsed_ms: 1,
		},
	],
	ending: 'answered',
	answer: {
		sql: 'SELECT 2',
		by: 'model',
		outcome: {error: {kind: 'sql', message: 'no such table: x'}, elapsed_ms: 1},
	},
	parent: {id: 'another', turn: 1},
	extra: {note: {deep: [1, null]}},
};

const SMALL: Trajectory = {
	id: 'x',
	question: '',
	evidence: '',
	database: null,
	model: {name: 'm'},
	sampling: {temperature: 0, topP: 1, maxTokens: 1, seed: null},
	maxSteps: 0,
	prompt: {system: 's', user: 'u'},
	turns: [],
	ending: 'open',
};

const SMALL_JSON = {
	format: 'sqrl-trajectory/1',
	id: 'x',
	question: '',
	evidence: '',
	database: null,
	model: {name: 'm'},
	sampling: {temperature: 0, top_p: 1, max_tokens: 1, seed: null},
	max_steps: 0,
	prompt: {system: 's', user: 'u'},
	messages: [
		{role: 'system', content: 's'},
		{role: 'user', content: 'u'},
	],
	turns: [],
	ending: 'open',
};

function throughText(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}

describe('sqrl-trajectory/1', () => {
	it.each([
		['all', FULL, FULL_JSON],
		['the least', SMALL, SMALL_JSON],
	])('has the keys of the contract where a trajectory has %s', (_, trajectory, json) => {
		expect(throughText(trajectoryToJson(trajectory))).toEqual(json);
		expect(trajectoryFromJson(throughText(json))).toEqual(trajectory);
	});

	it('starts with its format', () => {
		expect(JSON.stringify(trajectoryToJson(SMALL))).toMatch(/^{"format":"sqrl-trajectory\/1",/);
	});

	it('loses nothing', () => {
		fc.assert(
			fc.property(trajectories, trajectory => {
				const json = trajectoryToJson(trajectory);
				expect(json.messages).toEqual(messages(trajectory));
				expect(trajectoryFromJson(throughText(json))).toEqual(trajectory);
			}),
			{numRuns: 300},
		);
	});

	it('does not keep messages that do not fit: they follow from the rest', () => {
		const read = trajectoryFromJson({...SMALL_JSON, messages: [{role: 'user', content: 'made up'}]});
		expect(read).toEqual(SMALL);
	});
});

/** The full JSON with the value at a path replaced, or removed where none is given. */
function changed(path: string, value?: unknown): unknown {
	const json = structuredClone(FULL_JSON) as never;
	const keys = path.split('.');
	const last = keys.pop()!;
	const place = keys.reduce<Record<string, never>>((object, key) => object[key]!, json);
	if (value === undefined) {
		delete place[last];
	} else {
		place[last] = value as never;
	}

	return json;
}

describe('what is no trajectory', () => {
	it.each([undefined, null, 1, 'text', []])('%j is told as a whole', value => {
		expect(() => trajectoryFromJson(value)).toThrow(UsageError);
		expect(() => trajectoryFromJson(value)).toThrow('this is no sqrl-trajectory/1: the whole');
	});

	it.each<[string, unknown?]>([
		['format'],
		['format', 'sqrl-trajectory/2'],
		['id'],
		['id', ''],
		['question', 1],
		['evidence'],
		['database'],
		['database.version'],
		['database.name', null],
		['model.name'],
		['model.base_url', 1],
		['sampling'],
		['sampling.top_p'],
		['sampling.seed', 'x'],
		['sampling.temperature', '0.7'],
		['max_steps', 1.5],
		['max_steps', -1],
		['prompt.system'],
		['messages'],
		['messages.0.role', 'tool'],
		['messages.1.content'],
		['turns'],
		['turns.0.reply', null],
		['turns.0.started_at'],
		['turns.0.elapsed_ms', '1'],
		['turns.0.usage.prompt_tokens'],
		['turns.0.response.kind', 'other'],
		['turns.0.response.text'],
		['turns.1.thinking', 1],
		['ending', 'done'],
		['answer.sql'],
		['answer.by', 'nobody'],
		['parent.turn', 0.5],
		['extra', []],
	])('%s is named where it is wrong: %j', (path, value) => {
		const attempt = () => trajectoryFromJson(changed(path, value));
		expect(attempt).toThrow(UsageError);
		expect(attempt).toThrow(`this is no sqrl-trajectory/1: ${path}: `);
	});

	// Of several forms none fits: what is named is where they differ.
	it.each<[string, string, unknown?]>([
		['turns.0.action', 'turns.0.action.kind', 'drop'],
		['turns.0.action', 'turns.0.action.sql'],
		['turns.0.verdict', 'turns.0.verdict.kind', 'other'],
		['turns.0.outcome', 'turns.0.outcome.table'],
		['turns.0.outcome', 'turns.0.outcome.table.row_count', -1],
		['turns.0.outcome', 'turns.0.outcome.table.truncated', true],
		['turns.0.outcome', 'turns.0.outcome.table.rows', [[true]]],
		['turns.0.outcome', 'turns.0.outcome.table.rows', [[{int: '1', real: '1.0'}]]],
		['answer.outcome', 'answer.outcome.error.kind', 'other'],
	])('%s is named where %s is wrong: %j', (place, path, value) => {
		const attempt = () => trajectoryFromJson(changed(path, value));
		expect(attempt).toThrow(UsageError);
		expect(attempt).toThrow(`this is no sqrl-trajectory/1: ${place}`);
	});

	it.each([{int: 'x'}, {int: '9223372036854775808'}, {real: '1,5'}, {hex: '0'}, 2 ** 53])(
		'the cell %j is told',
		cell => {
			const attempt = () => trajectoryFromJson(changed('turns.0.outcome.table.rows', [[cell]]));
			expect(attempt).toThrow(UsageError);
			expect(attempt).toThrow(/is no (?:cell|REAL)/);
		},
	);
});
