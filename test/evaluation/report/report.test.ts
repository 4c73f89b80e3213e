import {describe, expect, it} from 'vitest';
import {calibrationOfRun} from '../../../source/evaluation/report/calibration-of-run.js';
import {reportOf} from '../../../source/evaluation/report/report.js';
import {reportToJson} from '../../../source/evaluation/report/report-json.js';
import {reportMarkdown} from '../../../source/evaluation/report/report-markdown.js';
import {reportPage} from '../../../source/evaluation/report/report-page.js';
import type {Run} from '../../../source/evaluation/run/run.js';
import {wilsonInterval} from '../../../source/evaluation/statistics.js';
import {madeItem, madePlan, madeRun, samplesOf, soundGold} from '../../support/made-run.js';

// Three questions of four samples; capitals are right, equal letters vote together.
//   0  A A A b   3 of 4 right; the vote is A by 3 to 1: right, majority
//   1  A b b !   1 of 4 right; the vote is b by 2 to 1: wrong, narrow
//   2  b A A b   2 of 4 right; a tie of 2 and 2, b has the first sample: wrong, narrow
const RUN = madeRun(['AAAb', 'Abb!', 'bAAb']);

describe('the figures of a small run', () => {
	const report = reportOf(RUN);

	it('has the mean single sample', () => {
		// (3/4 + 1/4 + 2/4) / 3 = 1/2.
		expect(report.accuracy.passOne.share).toBeCloseTo(1 / 2, 12);
	});

	it('has the vote of all samples, with the interval of a score', () => {
		expect(report.accuracy.vote.share).toBeCloseTo(1 / 3, 12);
		for (const [at, bound] of wilsonInterval(1, 3).entries()) {
			expect(report.accuracy.vote.interval[at]).toBeCloseTo(bound, 12);
		}
	});

	it('has votes of fewer samples as means over all subsets', () => {
		// Of two, the winner is the first with a result unless both agree: the lower sample speaks.
		//   0  subsets 01 02 03 12 13 23: A A A A A A          6/6
		//   1  01 A, 02 A, 03 A (! has no vote), 12 b, 13 b, 23 b   3/6
		//   2  01 b, 02 b, 03 b, 12 A, 13 A, 23 A              3/6
		// (1 + 1/2 + 1/2) / 3 = 2/3.
		expect(report.curve.points.map(({m}) => m)).toEqual([1, 2, 4]);
		expect(report.curve.points.map(({vote}) => vote.share)).toEqual([
			expect.closeTo(1 / 2, 12),
			expect.closeTo(2 / 3, 12),
			expect.closeTo(1 / 3, 12),
		]);
		expect(report.curve.points.map(({subsets, isExact}) => [subsets, isExact])).toEqual([
			[4, true],
			[6, true],
			[1, true],
		]);
	});

	it('has the chance of any right sample', () => {
		// Of two of four: 1 − C(4−c, 2) / 6 with c = 3, 1, 2: 1, 1 − 3/6, 1 − 1/6; their mean is 7/9.
		expect(report.curve.points.map(({pass}) => pass.share)).toEqual([
			expect.closeTo(1 / 2, 12),
			expect.closeTo(7 / 9, 12),
			1,
		]);
		expect(report.accuracy.any.share).toBe(1);
	});

	it('counts votes by how many agree, and by their word', () => {
		const counts = report.agreement.agreeing.map(({size, n, right}) => [size, n, right]);
		expect(counts).toEqual([
			[3, 1, 1],
			[2, 2, 0],
		]);
		expect(report.agreement.confidence.map(({word, n, right}) => [word, n, right])).toEqual([
			['majority', 1, 1],
			['narrow', 2, 0],
		]);
	});

	it('says what asking further would bring', () => {
		// One of three is decided, and right. With 25 % of the other two right: (1 + 0.5) / 3.
		expect(report.escalation).toEqual({
			undecided: 2,
			right: 0,
			reachable: 2,
			accuracy: 1 / 3,
			if: [
				{share: 0.25, accuracy: 1.5 / 3},
				{share: 0.5, accuracy: 2 / 3},
				{share: 0.75, accuracy: 2.5 / 3},
				{share: 1, accuracy: 1},
			],
		});
	});

	it('lists what failed by kind, with the ids of trajectories', () => {
		expect(report.failures.kinds).toEqual([
			{
				kind: 'wrong',
				samples: 5,
				trajectories: ['0-3', '1-1', '1-2', '2-0', '2-3'],
				questions: [0, 1, 2],
			},
			{kind: 'sql-error', samples: 1, trajectories: ['1-3'], questions: [1]},
		]);
		expect(report.failures.questions[1]!.answers).toEqual([
			{kind: 'wrong', reason: '', sql: "SELECT 'b'", trajectories: ['1-1', '1-2'], isChosen: true},
			{
				kind: 'sql-error',
				reason: 'no such column: nope',
				sql: 'SELECT nope',
				trajectories: ['1-3'],
				isChosen: false,
			},
		]);
	});

	it('sums what it took', () => {
		// Twelve samples of 2 turns, 1,000 tokens of prompt and 50 of reply; four of them a question.
		expect(report.effort.sample.turns).toEqual({n: 12, mean: 2, median: 2, p95: 2, total: 24});
		expect(report.effort.question.promptTokens).toEqual({
			n: 3,
			mean: 4000,
			median: 4000,
			p95: 4000,
			total: 12_000,
		});
		expect(report.effort.turns).toEqual([{turns: 2, samples: 12}]);
		expect(report.measured.replies.question.mean).toBe(4);
	});
});

describe('a run of one sample', () => {
	it('has no votes to tell of', () => {
		const report = reportOf(madeRun(['A', 'b']));
		expect(report.curve.points.map(({m, vote}) => [m, vote.share])).toEqual([[1, 0.5]]);
		expect(report.curve.saturation).toBeNull();
		expect(report.agreement.confidence).toEqual([]);
		expect(report.escalation).toBeNull();
		expect(reportPage(report)).not.toContain('How far to trust a vote');
	});
});

describe('gold queries', () => {
	const items = [0, 1, 2].map(index => madeItem(index));
	const run: Run = {
		plan: madePlan(items, {votes: 2}),
		golds: new Map([
			[0, soundGold(0, {nondeterministic: 'LIMIT 1 cuts through a tie'})],
			[1, soundGold(1, {verdict: 'gold-error', reason: 'no such table: t'})],
			[2, soundGold(2)],
		]),
		samples: new Map([
			[0, samplesOf(0, 'AA')],
			[1, samplesOf(1, 'aa').map(sample => ({...sample, verdict: 'gold-error' as const}))],
			[2, samplesOf(2, 'bb')],
		]),
	};
	const report = reportOf(run);

	it('that fail stay in the denominator, and are left out beside it', () => {
		expect(report.accuracy.n).toBe(3);
		expect(report.accuracy.passOne.share).toBeCloseTo(1 / 3, 12);
		expect(report.accuracy.withoutFailingGold?.n).toBe(2);
		expect(report.accuracy.withoutFailingGold?.passOne.share).toBeCloseTo(1 / 2, 12);
		expect(report.goldFailures).toEqual([
			{index: 1, database: 'shop', verdict: 'gold-error', reason: 'no such table: t'},
		]);
	});

	it('that fail say nothing of votes', () => {
		expect(report.agreement.agreeing.map(({size, n, right}) => [size, n, right])).toEqual([[2, 2, 1]]);
		expect(report.failures.sharedWrong).toEqual([2]);
	});

	it('that have no rows are counted, with what is right there', () => {
		// Of 0 both samples are right, of 2 none.
		const empty = [0, 2].map(index => [index, soundGold(index, {rowCount: 0})] as const);
		const report = reportOf({...run, golds: new Map([...run.golds, ...empty])});
		expect(report.emptyGold).toMatchObject({
			indices: [0, 2],
			accuracy: {n: 2, passOne: {share: 1 / 2}, vote: {share: 1 / 2}, any: {share: 1 / 2}},
		});
		expect(reportToJson(report)).toMatchObject({empty_gold: {indices: [0, 2], accuracy: {n: 2}}});
		for (const text of [reportMarkdown(report), reportPage(report)]) {
			expect(text).toContain('Gold queries without rows: 2; any answer without rows is right there');
			expect(text).toContain('0, 2');
		}
	});

	it('that have no rows are none where all have some, or where nothing is complete', () => {
		expect(report.emptyGold).toEqual({indices: [], accuracy: null});
		expect(reportPage(report)).not.toContain('without rows');
		const golds = new Map([[1, soundGold(1, {rowCount: 0})]]);
		const begun = reportOf({...run, golds, samples: new Map()});
		expect(begun.emptyGold).toEqual({indices: [1], accuracy: null});
		expect(reportMarkdown(begun)).not.toContain('NaN');
	});

	it('that are not determined are listed', () => {
		expect(report.nondeterministicGold.map(({index, reason}) => [index, reason])).toEqual([
			[0, 'LIMIT 1 cuts through a tie'],
		]);
	});
});

describe('an unfinished run', () => {
	const run: Run = {
		...RUN,
		samples: new Map([
			[0, RUN.samples.get(0)!],
			[2, RUN.samples.get(2)!.slice(0, 1)],
		]),
	};

	it('has the questions with all samples in its figures, and says so', () => {
		const report = reportOf(run);
		expect(report.run).toMatchObject({questions: 3, complete: 1, sampled: 5, missing: 7});
		expect(report.accuracy.passOne.share).toBe(3 / 4);
		expect(reportMarkdown(report)).toContain('7 samples of 12 are missing');
	});

	it('has no question in its figures that nobody was asked, though its gold query fails', () => {
		// The scripted benchmark, with the letters R A B there as A b c here; e and n have no rows.
		const patterns = ['AAAAAAAA', 'AAAAAbbc', 'AbAbAb!!', 'bbbbcccc'];
		const whole = madeRun(Array.from({length: 40}, (_, at) => patterns[Math.floor(at / 10)]!));
		const failing = soundGold(39, {verdict: 'gold-error', reason: 'no such table: t', rowCount: null});
		const report = reportOf({
			...whole,
			golds: new Map([...whole.golds, [39, failing]]),
			samples: new Map([...whole.samples].filter(([index]) => index < 38)),
		});
		expect(report.run).toMatchObject({questions: 40, complete: 38, sampled: 304, missing: 16});
		// 10 · 8/8 + 10 · 5/8 + 10 · 3/8 + 8 · 0 = 20.
		expect(report.accuracy.passOne.share).toBeCloseTo(20 / 38, 12);
		expect(report.accuracy.withoutFailingGold).toBeNull();
		expect(reportMarkdown(report)).toContain('16 samples of 320 are missing');
		expect(reportMarkdown(report)).toContain('38 of 40 questions');
	});

	it('may have none', () => {
		const report = reportOf({...run, samples: new Map(), golds: new Map()});
		expect(report.accuracy.n).toBe(0);
		expect(reportPage(report)).toContain('This run is not finished');
		expect(reportMarkdown(report)).not.toContain('NaN');
	});
});

describe('a run that parts are missing of', () => {
	// Of the first 5 of 9 questions those of parts 1 and 3 of 3: 0 and 3, 2. Missing are 1 and 4.
	const whole = madeRun(['AA', 'AA', 'Ab', 'AA', 'bb']);
	const plan = {...whole.plan, limit: 5, questions: {...whole.plan.questions, count: 9}};
	const run = {...whole, plan: {...plan, items: [0, 2, 3].map(index => whole.plan.items[index]!)}};

	it('says so in all forms', () => {
		const report = reportOf(run);
		expect(report.run).toMatchObject({questions: 3, questionsMissing: 2, missing: 0});
		expect(reportToJson(report)).toMatchObject({run: {questions_missing: 2}});
		for (const text of [reportMarkdown(report), reportPage(report)]) {
			expect(text).toContain('Parts of this run are missing: 2 of 5 questions are in none');
			expect(text).toContain('(the first 5, 2 of them missing)');
		}
	});

	it('is none where the part or the first questions were asked for', () => {
		const missing = (given: Partial<Run['plan']>) => reportOf({...run, plan: {...run.plan, ...given}}).run;
		expect(missing({limit: 3, items: plan.items.slice(0, 3)}).questionsMissing).toBe(0);
		expect(missing({shard: {index: 2, of: 3}, items: [1, 4].map(index => plan.items[index]!)})).toMatchObject(
			{
				questionsMissing: 0,
			},
		);
		expect(missing({shard: {index: 1, of: 2}, items: [0, 2].map(index => plan.items[index]!)})).toMatchObject(
			{
				questionsMissing: 1,
			},
		);
	});

	it('is no calibration, nor is a part', () => {
		const kept = (given: Partial<Run['plan']>) => () =>
			calibrationOfRun({...run, plan: {...run.plan, ...given}}, '2026-01-31');
		expect(kept({})).toThrow('parts of the run are missing: it has 3 of 5 questions');
		expect(kept({shard: {index: 2, of: 3}, items: [1, 4].map(index => plan.items[index]!)})).toThrow(
			'the run is a part of a larger one: 2 of 3',
		);
		expect(kept({items: plan.items})().n).toBe(5);
	});
});

it('is the same bytes in whatever order lines came, but for measured times', () => {
	const shuffled: Run = {
		plan: RUN.plan,
		golds: new Map([...RUN.golds].reverse()),
		samples: new Map(
			[...RUN.samples]
				.reverse()
				.map(([index, samples]) => [
					index,
					[...samples].reverse().map(sample => ({...sample, replyMs: 7, queryMs: 9})),
				]),
		),
	};
	const [first, second] = [reportOf(RUN), reportOf(shuffled)];
	expect(second.measured).not.toEqual(first.measured);
	const alike = {...second, measured: first.measured};
	expect(JSON.stringify(reportToJson(alike))).toBe(JSON.stringify(reportToJson(first)));
	expect(reportPage(alike)).toBe(reportPage(first));
	expect(reportMarkdown(alike)).toBe(reportMarkdown(first));
});

it('has names in snake_case as JSON', () => {
	expect(reportToJson(reportOf(RUN))).toMatchObject({
		format: 'sqrl-report/1',
		run: {questions_file: 'dev.json', in_dataset: 3, model: 'sqrl-4b', sampling: {top_p: 0.95}},
		accuracy: {pass_one: {share: 0.5}, vote: {share: 0.333333}},
		effort: {sample: {completion_tokens: {mean: 50}}},
	});
});
