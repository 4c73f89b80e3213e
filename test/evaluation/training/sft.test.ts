import {describe, expect, it} from 'vitest';
import {chooseSft, type SftOptions, sftLines} from '../../../source/evaluation/training/sft.js';
import {type MadeQuestion, madeRun} from '../../support/made-run-folder.js';
import {ALL, exported} from './export.js';
import {sftForms} from './forms.js';

const OPTIONS: SftOptions = {...ALL, thinking: false};

const sft = (folder: string, change: Partial<SftOptions> = {}) =>
	exported(folder, (run, given) => {
		const options = {...OPTIONS, ...change, ...given};
		return sftLines(chooseSft(run, options), options);
	});

const ids = async (questions: MadeQuestion[], change: Partial<SftOptions> = {}) => {
	const {lines, leftOut} = await sft(madeRun(questions), change);
	return {ids: lines.map(({id}) => id).join(' '), leftOut};
};

describe('a chat to learn from', () => {
	const folder = () =>
		madeRun([
			{
				samples: [
					{probes: ['SELECT Name FROM Item'], answer: 'SELECT 1', said: 'I look.', thinking: '\nHm. '},
					{answer: 'SELECT 2', verdict: 'wrong'},
				],
			},
		]);

	it('is the chat as the model saw it, its replies marked', async () => {
		const {lines, leftOut} = await sft(folder());
		expect(lines).toEqual([
			{
				id: '0-0',
				database: 'music',
				question: 'Question 0?',
				sql: 'SELECT 1',
				messages: [
					{role: 'system', content: expect.stringContaining('<schema>\nCREATE TABLE Item')},
					{
						role: 'user',
						content:
							'Question: Question 0?\n\nReason about it, then give <sql> to investigate or <answer> to finish.',
					},
					{role: 'assistant', content: 'I look. <sql>SELECT Name FROM Item</sql>', loss: true},
					{
						role: 'user',
						content: '<observation>\n1\n</observation>\nContinue with <sql> or <answer>.',
					},
					{role: 'assistant', content: 'I look. <answer>SELECT 1</answer>', loss: true},
				],
			},
		]);
		expect(leftOut).toEqual({'not-right': 1});
	});

	it('has with its thinking a line for each reply, and no thinking of earlier ones', async () => {
		const {lines} = await sft(folder(), {thinking: true});
		expect(lines.map(({id}) => id)).toEqual(['0-0/0', '0-0/1']);
		const second = lines[1]!;
		expect(second.messages.slice(2)).toEqual([
			{role: 'assistant', content: 'I look. <sql>SELECT Name FROM Item</sql>', loss: false},
			{role: 'user', content: expect.stringContaining('<observation>')},
			{
				role: 'assistant',
				content: '<think>\nHm. </think>I look. <answer>SELECT 1</answer>',
				loss: true,
			},
		]);
		expect([...second.prompt!, ...second.completion!]).toEqual(
			second.messages.map(({role, content}) => ({role, content})),
		);
	});

	it('has the form that trainers read', async () => {
		for (const thinking of [false, true]) {
			const {lines} = await sft(folder(), {thinking});
			for (const line of lines.map(line => JSON.parse(JSON.stringify(line)))) {
				expect(sftForms['TRL, ms-swift and LLaMA-Factory'].safeParse(line).error).toBeUndefined();
				expect(sftForms['TRL, a prompt and its completion'].safeParse(line).success).toBe(thinking);
			}
		}
	});
});

describe('what is chosen', () => {
	it('is right and keeps to the protocol', async () => {
		const five = Array.from({length: 6}, (_, at) => `SELECT ${at}`);
		expect(
			await ids([
				{
					samples: [
						{answer: 'SELECT 1'},
						{answer: 'SELECT 3', verdict: 'wrong'},
						{answer: null},
						{answer: null, ending: 'failed'},
						{answer: 'SELECT x', verdict: 'sql-error'},
						{probes: [null], answer: 'SELECT 1 '},
						{probes: five, answer: 'SELECT 1 + 0'},
					],
				},
			]),
		).toEqual({ids: '0-0', leftOut: {'not-right': 4, protocol: 2}});
	});

	it('leaves out what has no gold to be right by', async () => {
		const samples = [{answer: 'SELECT 1'}, {answer: 'SELECT 1, 1'}];
		const questions: MadeQuestion[] = [
			{samples, finding: {verdict: 'gold-timeout'}},
			{samples, gold: ''},
			{samples, finding: {nondeterministic: 'has a LIMIT that cuts, and no ORDER BY'}},
		];
		expect(await ids(questions)).toEqual({ids: '2-0 2-1', leftOut: {'gold-fails': 4}});
		expect(await ids(questions, {skipNondeterministic: true})).toEqual({
			ids: '',
			leftOut: {'gold-fails': 4, nondeterministic: 2},
		});
	});

	it('is of the same queries only the shortest', async () => {
		expect(
			await ids([
				{
					samples: [
						{answer: 'SELECT  a FROM Item;', completionTokens: 50},
						{answer: 'select a from Item', completionTokens: 40},
						{answer: "SELECT 'A'", completionTokens: 70},
						{answer: "SELECT 'a'", completionTokens: 60},
						{probes: ['SELECT b'], answer: 'SELECT a FROM Item', completionTokens: 10},
						{probes: ['SELECT c'], answer: 'SELECT a FROM Item', completionTokens: 10},
						{probes: ['SELECT  B'], answer: 'SELECT a FROM Item', completionTokens: 20},
					],
				},
			]),
		).toEqual({ids: '0-1 0-3 0-2 0-4 0-5', leftOut: {duplicate: 2}});
	});

	it('keeps to its caps: the shortest, and of a database the first of each question before a second', async () => {
		const samples = (tokens: number[]) =>
			tokens.map((completionTokens, at) => ({answer: `SELECT ${at}`, completionTokens}));
		const questions: MadeQuestion[] = [
			{database: 'shop', samples: samples([30, 10, 20])},
			{database: 'shop', samples: samples([90, 80])},
			{database: 'zoo', samples: samples([5])},
		];
		expect(await ids(questions, {perQuestion: 1})).toEqual({ids: '0-1 1-1 2-0', leftOut: {question: 3}});
		expect(await ids(questions, {perDatabase: 3})).toEqual({
			ids: '0-1 0-2 1-1 2-0',
			leftOut: {database: 2},
		});
		expect(await ids(questions, {perDatabase: 1})).toEqual({ids: '0-1 2-0', leftOut: {database: 4}});
		expect(await ids(questions, {perQuestion: 2, perDatabase: 2})).toEqual({
			ids: '0-1 1-1 2-0',
			leftOut: {question: 1, database: 2},
		});
	});

	it('does not depend on the order of the lines', async () => {
		const questions = [0, 1].map(() => ({
			samples: [3, 1, 2].map(n => ({answer: `SELECT ${n}`, completionTokens: n % 2})),
		}));
		const forth = await sft(madeRun(questions));
		const back = await sft(madeRun(questions, {order: lines => lines.toReversed()}));
		expect(JSON.stringify(back)).toBe(JSON.stringify(forth));
		expect(forth.lines.map(({id}) => id)).toEqual(['0-2', '0-0', '0-1', '1-2', '1-0', '1-1']);
	});
});
