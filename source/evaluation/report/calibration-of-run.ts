/** What a run says of votes of its model, to be kept. */
import {UsageError} from '../../errors.js';
import type {Calibration} from '../../vote/calibration.js';
import {wantedQuestions} from '../run/missing-questions.js';
import type {Run, RunPlan} from '../run/run.js';
import {agreementOf} from './agreement.js';
import {outcomesOf} from './outcomes.js';

/**
 * Throws a UsageError for a run that says nothing of votes, or not yet, and for a part: what is kept is told of the whole.
 * The first questions of a dataset are no part in this sense; `n` says how many they were.
 *
 * @param date as `2026-01-31`.
 */
export function calibrationOfRun(run: Run, date: string): Calibration {
	const {plan} = run;
	const outcomes = outcomesOf(run);
	if (plan.votes < 2) {
		throw new UsageError(
			'a run of single samples says nothing of votes',
			'Run it with --votes 8, or as many as your votes have.',
		);
	}

	refuseParts(plan);
	if (outcomes.length < plan.items.length) {
		throw new UsageError(
			`the run is not finished: ${outcomes.length} of ${plan.items.length} questions have all their samples`,
			'Questions that are answered fast would count alone. Let the run come to its end first.',
		);
	}

	const {n, agreeing, confidence} = agreementOf(outcomes, plan.votes);
	if (n === 0) {
		throw new UsageError('there are no votes to measure: every gold query of the run fails');
	}

	return {
		model: plan.model.name,
		dataset: plan.dataset,
		rule: plan.rule,
		k: plan.votes,
		n,
		agreeing: agreeing.map(({size, n, right}) => ({size, n, right})),
		confidence: confidence.map(({word, n, right}) => ({word, n, right})),
		date,
	};
}

function refuseParts(plan: RunPlan): void {
	const advice = 'Put all parts together with eval --merge first.';
	const {wanted, missing} = wantedQuestions(plan);
	if (missing > 0) {
		throw new UsageError(
			`parts of the run are missing: it has ${wanted - missing} of ${wanted} questions`,
			advice,
		);
	}

	if (plan.shard !== null) {
		throw new UsageError(
			`the run is a part of a larger one: ${plan.shard.index} of ${plan.shard.of}`,
			advice,
		);
	}
}
