/** A run in figures: a function of its plan and of what each sample came to, so the same run has the same report. */
import {METRICS} from '../metrics.js';
import {wantedQuestions} from '../run/missing-questions.js';
import type {GoldFinding, Run, RunPlan} from '../run/run.js';
import {type Agreement, agreementOf, type EscalationGain, escalationGain} from './agreement.js';
import {type Breakdown, breakdownOf} from './breakdown.js';
import {type Curve, curveOf} from './curve.js';
import {type Effort, effortOf, type Measured, measuredOf} from './effort.js';
import {type Failures, failuresOf} from './failures.js';
import {type Figure, mean, meanOf} from './figures.js';
import {goldFails, type Outcome, outcomesOf, passOne} from './outcomes.js';

export type Report = {
	format: 'sqrl-report/1';
	/** What was asked of whom. */
	run: Pick<
		RunPlan,
		| 'dataset'
		| 'rule'
		| 'timeoutMs'
		| 'sqlite'
		| 'program'
		| 'sampling'
		| 'maxSteps'
		| 'seedBase'
		| 'evidence'
		| 'limit'
		| 'shard'
	> & {
		/** Its name alone: where it was asked differs, and the run is the same. */
		model: string;
		questionsFile: string;
		questionsSha256: string;
		/** Questions of the dataset, of them asked for, and of these with all their samples: the others are in no figure. */
		inDataset: number;
		questions: number;
		complete: number;
		/** Questions that are in none of the parts which the run was put together of. */
		questionsMissing: number;
		/** Samples of a question. */
		samples: number;
		/** Samples that are there, and those that are to come. */
		sampled: number;
		missing: number;
	};
	/** Means over questions. `withoutFailingGold`: the same without the questions whose gold query fails. */
	accuracy: Accuracy & {withoutFailingGold: Accuracy | null};
	/** Gold queries that fail; nothing is right there. */
	goldFailures: Array<Pick<GoldFinding, 'verdict' | 'reason'> & {index: number; database: string}>;
	/**
	 * Gold queries whose result has no rows, by index, and how often their questions are right (null: none is complete):
	 * any answer without rows is right there.
	 */
	emptyGold: {indices: number[]; accuracy: Accuracy | null};
	/** Gold queries for which another result would be as right, and why. */
	nondeterministicGold: Array<{index: number; database: string; question: string; reason: string}>;
	curve: Curve;
	breakdown: Breakdown;
	agreement: Agreement;
	escalation: EscalationGain | null;
	effort: Effort;
	failures: Failures;
	/** Times, which differ from run to run; there are none elsewhere. */
	measured: Measured;
};

export type Accuracy = {
	n: number;
	/** The mean single sample. */
	passOne: Figure;
	/** The vote of all samples. */
	vote: Figure;
	/** Some sample is right. */
	any: Figure;
	/** The mean score of single samples, where the rule knows more than right and wrong; else null. */
	meanScore: number | null;
};

/** The whole report. Questions without all their samples are counted, and are in no figure. */
export function reportOf(run: Run): Report {
	const {plan} = run;
	const outcomes = outcomesOf(run);
	const sound = outcomes.filter(outcome => !goldFails(outcome));
	const isEmpty = ({gold}: {gold: GoldFinding | null}) => gold?.verdict === 'ok' && gold.rowCount === 0;
	const empty = outcomes.filter(isEmpty);
	const golds = [...plan.items]
		.sort((a, b) => a.index - b.index)
		.flatMap(item => {
			const gold = run.golds.get(item.index);
			return gold ? [{item, gold}] : [];
		});
	return {
		format: 'sqrl-report/1',
		run: headOf(run, outcomes),
		accuracy: {
			...accuracyOf(outcomes, plan),
			withoutFailingGold: sound.length === outcomes.length ? null : accuracyOf(sound, plan),
		},
		goldFailures: golds
			.filter(goldFails)
			.map(({item: {index, database}, gold: {verdict, reason}}) => ({index, database, verdict, reason})),
		emptyGold: {
			indices: golds.filter(isEmpty).map(({item}) => item.index),
			accuracy: empty.length === 0 ? null : accuracyOf(empty, plan),
		},
		nondeterministicGold: golds.flatMap(({item: {index, database, question}, gold: {nondeterministic}}) =>
			nondeterministic === null ? [] : [{index, database, question, reason: nondeterministic}],
		),
		curve: curveOf(outcomes, plan.votes),
		breakdown: breakdownOf(outcomes, plan.dataset),
		agreement: agreementOf(outcomes, plan.votes),
		escalation: escalationGain(outcomes, plan.votes),
		effort: effortOf(outcomes),
		failures: failuresOf(outcomes),
		measured: measuredOf(outcomes),
	};
}

function headOf({plan, samples}: Run, outcomes: readonly Outcome[]): Report['run'] {
	const sampled = plan.items.reduce((sum, {index}) => sum + (samples.get(index)?.length ?? 0), 0);
	return {
		dataset: plan.dataset,
		questionsFile: plan.questions.file,
		questionsSha256: plan.questions.sha256,
		inDataset: plan.questions.count,
		questions: plan.items.length,
		complete: outcomes.length,
		questionsMissing: wantedQuestions(plan).missing,
		samples: plan.votes,
		sampled,
		missing: plan.items.length * plan.votes - sampled,
		rule: plan.rule,
		timeoutMs: plan.timeoutMs,
		sqlite: plan.sqlite,
		program: plan.program,
		model: plan.model.name,
		sampling: plan.sampling,
		maxSteps: plan.maxSteps,
		seedBase: plan.seedBase,
		evidence: plan.evidence,
		limit: plan.limit,
		shard: plan.shard,
	};
}

function accuracyOf(outcomes: readonly Outcome[], {votes, rule}: RunPlan): Accuracy {
	return {
		n: outcomes.length,
		passOne: meanOf(outcomes.map(passOne), votes),
		vote: meanOf(
			outcomes.map(({isVoteRight}) => Number(isVoteRight)),
			1,
		),
		any: meanOf(
			outcomes.map(({right}) => Number(right > 0)),
			1,
		),
		meanScore: METRICS[rule].isGraded
			? mean(outcomes.map(({samples}) => mean(samples.map(({score}) => score))))
			: null,
	};
}
