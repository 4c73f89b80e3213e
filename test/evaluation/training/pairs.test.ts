import {describe, expect, it} from 'vitest';
import {choosePairs, type PairsOptions, pairLines} from '../../../source/evaluation/training/pairs.js';
import {type MadeQuestion, type MadeSample, madeRun} from '../../support/made-run-folder.js';
import {ALL, exported} from './export.js';
import {pairForms} from './forms.js';

const pairs = (folder: string, change: Partial<PairsOptions & {thinking: boolean}> = {}) =>
	exported(folder, (run, given) => {
		const options = {...ALL, oneReply: false, thinking: false, ...change, ...given};
		return pairLines(choosePairs(run, options), options);
	});

const ids = async (questions: MadeQuestion[], change: Partial<PairsOptions> = {}) => {
	const {lines, leftOut} = await pairs(madeRun(questions), change);
	return {ids: lines.map(({id}) => id), leftOut};
};

const right = (sql: string, change: Partial<MadeSample> = {}): MadeSample => ({
	answer: sql,
	key: 'gold',
	...change,
});
const wrong = (sql: string, key: string | null, change: Partial<MadeSample> = {}): MadeSample => ({
	answer: sql,
	key,
	verdict: key === null ? 'sql-error' : 'wrong',
	score: 0,
	...change,
});

describe('pairs of a question', () => {
	it('begin with the shortest right one and the shortest of the largest wrong cluster', async () => {
		expect(
			await ids([
				{
					samples: [
						wrong('SELECT 9', null),
						wrong('SELECT 8', 'rare', {completionTokens: 1}),
						wrong('SELECT 7', 'common', {completionTokens: 70}),
						wrong('SELECT 6', 'common', {completionTokens: 60}),
						right('SELECT 1', {completionTokens: 20}),
						right('SELECT 2', {completionTokens: 10}),
						{answer: null},
						{answer: null, ending: 'failed'},
					],
				},
				{samples: [right('SELECT 1'), right('SELECT 2')]},
				{samples: [wrong('SELECT 1', 'a')]},
			]),
		).toEqual({
			ids: ['0-5/0-3', '0-4/0-2', '0-5/0-1', '0-4/0-0'],
			leftOut: {'no-answer': 1, failed: 1, 'no-opponent': 3},
		});
	});

	it('keep to their caps', async () => {
		const questions = [0, 1].map(() => ({
			samples: [right('SELECT 1'), wrong('SELECT 2', 'a'), wrong('SELECT 3', 'b')],
		}));
		expect((await ids(questions, {perQuestion: 1})).ids).toEqual(['0-0/0-1', '1-0/1-1']);
		expect(await ids(questions, {perDatabase: 3})).toEqual({
			ids: ['0-0/0-1', '0-0/0-2', '1-0/1-1'],
			leftOut: {database: 1},
		});
	});
});

describe('a pair', () => {
	const question: MadeQuestion = {
		samples: [
			right('SELECT 1', {probes: ['SELECT 5'], thinking: 'Yes.'}),
			wrong('SELECT 2', 'a', {probes: ['SELECT 5'], thinking: 'No.'}),
			wrong('SELECT 3', 'b', {probes: ['SELECT 6']}),
		],
	};

	it('has what both begin with once', async () => {
		const {lines} = await pairs(madeRun([question]));
		expect(
			lines.map(({prompt, chosen, rejected}) => [prompt, chosen, rejected].map(({length}) => length)),
		).toEqual([
			[4, 1, 1],
			[2, 3, 3],
		]);
		expect(lines[0]).toMatchObject({
			chosen_sql: 'SELECT 1',
			rejected_sql: 'SELECT 2',
			chosen: [{role: 'assistant', content: 'I say. <answer>SELECT 1</answer>'}],
			rejected: [{role: 'assistant', content: 'I say. <answer>SELECT 2</answer>'}],
		});
		expect(lines.map(({messages}) => messages.map(({loss}) => loss))).toEqual([
			[undefined, undefined, false, undefined, true],
			[undefined, undefined, true, undefined, true],
		]);
		expect(lines[1]!.rejected_messages.at(-1)).toEqual({
			role: 'assistant',
			content: 'I say. <answer>SELECT 3</answer>',
			loss: true,
		});
		expect(lines[0]).not.toHaveProperty('chosen_reply');
	});

	it('may be asked to differ in one reply alone', async () => {
		const {lines, leftOut} = await pairs(madeRun([question]), {oneReply: true, thinking: true});
		expect(lines.map(({id}) => id)).toEqual(['0-0/0-1']);
		expect(leftOut).toEqual({'no-opponent': 1});
		const [line] = lines;
		expect(line!.prompt[2]!.content).toBe('I say. <sql>SELECT 5</sql>');
		expect(line!.chosen_reply).toEqual(line!.chosen[0]);
		expect(line!.rejected_reply!.content).toBe('<think>No.</think>I say. <answer>SELECT 2</answer>');
		expect(line!.messages.at(-1)!.content).toBe(line!.chosen_reply!.content);
	});

	it('has the form that trainers read', async () => {
		for (const oneReply of [false, true]) {
			const {lines} = await pairs(madeRun([question]), {oneReply});
			expect(lines.length).toBeGreaterThan(0);
			for (const line of lines.map(line => JSON.parse(JSON.stringify(line)))) {
				expect(pairForms.TRL.safeParse(line).error).toBeUndefined();
				expect(pairForms['ms-swift'].safeParse(line).error).toBeUndefined();
				expect(pairForms['LLaMA-Factory'].safeParse(line).success).toBe(oneReply);
			}
		}
	});
});
