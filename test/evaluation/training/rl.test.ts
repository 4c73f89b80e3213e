import {describe, expect, it} from 'vitest';
import {
	chooseGroups,
	groupAdvantages,
	type RlOptions,
	rlLines,
} from '../../../source/evaluation/training/rl.js';
import {type MadeQuestion, type MadeSample, madeRun} from '../../support/made-run-folder.js';
import {exported} from './export.js';
import {rlForms} from './forms.js';

const rl = (folder: string, change: Partial<RlOptions> = {}) =>
	exported(folder, (run, given) => {
		const options = {group: 8, skipNondeterministic: false, ...change, ...given};
		return rlLines(chooseGroups(run, options), options);
	});

const right: MadeSample = {answer: 'SELECT 1'};
const wrong: MadeSample = {answer: 'SELECT 2', verdict: 'wrong', score: 0};
const of = (signs: string): MadeSample[] =>
	[...signs].map(
		sign => ({r: right, w: wrong, n: {answer: null}, f: {answer: null, ending: 'failed' as const}})[sign]!,
	);

describe('advantages', () => {
	it('are (r − mean) / std of the group', () => {
		// Two of eight: mean 1/4, std √(1/4 · 3/4) = √3/4; so 3/4 over it is √3, and −1/4 over it −1/√3.
		expect(groupAdvantages([1, 0, 0, 0, 1, 0, 0, 0])).toEqual([
			1.732051, -0.57735, -0.57735, -0.57735, 1.732051, -0.57735, -0.57735, -0.57735,
		]);
		// One of two: mean and std are 1/2.
		expect(groupAdvantages([0, 1])).toEqual([-1, 1]);
		expect(groupAdvantages([1, 1, 1])).toEqual([0, 0, 0]);
	});
});

describe('a group', () => {
	it('has what was asked, the gold, and each sample with its reward', async () => {
		const folder = madeRun([
			{
				database: 'shop',
				gold: 'SELECT 1 AS one',
				samples: [
					{...right, probes: ['SELECT 5'], thinking: '\n\n Hm. ', said: '\n\n\nSo. '},
					{answer: null, said: 'No.'},
				],
			},
		]);
		const {lines} = await rl(folder, {group: 2});
		const [system, user] = [
			expect.stringContaining('You are an expert'),
			expect.stringMatching(/^Question: /),
		];
		const prompt = [
			{role: 'system', content: system},
			{role: 'user', content: user},
		];
		expect(lines).toEqual([
			{
				id: '0-0',
				database: 'shop',
				database_path: '/data/databases/shop/shop.sqlite',
				question: 'Question 0?',
				evidence: '',
				gold: 'SELECT 1 AS one',
				prompt,
				messages: prompt,
				samples: [
					{
						id: '0-0',
						messages: [
							{
								role: 'assistant',
								content: 'So.  <sql>SELECT 5</sql>',
								reply: '<think>\n\n Hm. </think>\n\n\nSo.  <sql>SELECT 5</sql>',
							},
							{role: 'user', content: expect.stringContaining('<observation>\n1\n</observation>')},
							{
								role: 'assistant',
								content: 'So.  <answer>SELECT 1</answer>',
								reply: '<think>\n\n Hm. </think>\n\n\nSo.  <answer>SELECT 1</answer>',
							},
						],
						sql: 'SELECT 1',
						verdict: 'right',
						reward: 1,
						advantage: 1,
						completion_tokens: 57,
					},
					{
						id: '0-1',
						messages: [{role: 'assistant', content: 'No.', reply: 'No.'}],
						sql: null,
						verdict: 'empty',
						reward: 0,
						advantage: -1,
						completion_tokens: 57,
					},
				],
			},
		]);
	});

	it('has the form that trainers read', async () => {
		const {lines} = await rl(madeRun([{samples: of('rwwwrwww')}, {samples: of('nnnnnnnr')}]));
		expect(lines).toHaveLength(2);
		for (const line of lines.map(line => JSON.parse(JSON.stringify(line)))) {
			expect(rlForms.TRL.safeParse(line).error).toBeUndefined();
			expect(rlForms['ms-swift'].safeParse(line).error).toBeUndefined();
		}
	});

	it('is full and has a contrast; what is not is counted', async () => {
		const questions: MadeQuestion[] = [
			// The second group of eight is all right.
			{samples: of('rwwwrwwwrrrrrrrr')},
			// One that failed for the server's sake is in no group: seven are not full.
			{samples: of('rwwwrwwf')},
			{samples: of('nwwnwwnn')},
			{samples: of('rrrrwwww'), finding: {verdict: 'gold-error'}},
			{samples: of('rrrrwww')},
			// A failed one goes, and the ninth takes its place.
			{samples: of('rfwwwwwwn')},
		];
		const {lines, leftOut} = await rl(madeRun(questions));
		expect(lines.map(({id, samples}) => [id, samples.map(({reward}) => reward).join('')])).toEqual([
			['0-0', '10001000'],
			['5-0', '10000000'],
		]);
		expect(leftOut).toEqual({'gold-fails': 8, failed: 2, incomplete: 14, 'all-right': 8, 'all-wrong': 8});
	});

	it('does not depend on the order of the lines', async () => {
		const questions = [{samples: of('rwrw')}, {samples: of('wwwr')}];
		const forth = await rl(madeRun(questions), {group: 4});
		const back = await rl(madeRun(questions, {order: lines => lines.toReversed()}), {group: 4});
		expect(JSON.stringify(back)).toBe(JSON.stringify(forth));
	});
});
