/** What a report says in sentences. */
import {counted} from '../../rows/outcome-words.js';
import type {EscalationGain} from './agreement.js';
import type {Curve} from './curve.js';
import type {Distribution} from './effort.js';
import type {Figure} from './figures.js';
import type {Report} from './report.js';

/** `64.6 %`. */
export function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}

/** A difference of shares: `+1.4`, in points. */
export function points(difference: number): string {
	const text = (difference * 100).toFixed(1);
	return Number(text) === 0 ? '0.0' : difference > 0 ? `+${text}` : text.replace('-', '−');
}

/** `62.2–66.9`. */
export function bounds([lower, upper]: Figure['interval']): string {
	return `${(lower * 100).toFixed(1)}–${(upper * 100).toFixed(1)}`;
}

export function count(value: number): string {
	return value.toLocaleString('en-US');
}

/** Of a distribution that may be of nothing; tokens and turns have no more decimals than they need. */
export function amount(value: number, {n}: Distribution): string {
	if (n === 0) {
		return 'not told';
	}

	if (Number.isInteger(value) || value >= 100) {
		return count(Math.round(value));
	}

	return value < 0.1 ? value.toPrecision(2) : value.toFixed(value < 10 ? 2 : 1);
}

export function titleOf({run}: Report): string {
	return `${run.model} on ${run.dataset}`;
}

/** What is to be known of every figure. */
export function headFacts({run, goldFailures}: Report): string[] {
	const part = [
		...(run.limit === null ? [] : [`the first ${count(run.limit)}`]),
		...(run.shard === null ? [] : [`part ${run.shard.index} of ${run.shard.of}`]),
		...(run.questionsMissing === 0 ? [] : [`${count(run.questionsMissing)} of them missing`]),
	];
	const failing =
		goldFailures.length === 0
			? 'no gold query fails'
			: goldFailures.length === 1
				? '1 gold query fails'
				: `${count(goldFailures.length)} gold queries fail`;
	return [
		`rule ${run.rule}`,
		`n ${count(run.complete)}${run.questions < run.inDataset ? ` of ${count(run.inDataset)}` : ''} ${run.complete === 1 ? 'question' : 'questions'}${part.length > 0 ? ` (${part.join(', ')})` : ''}`,
		`${counted(run.samples, 'sample')} each`,
		run.evidence ? 'with evidence' : 'without evidence',
		`temperature ${run.sampling.temperature}, top_p ${run.sampling.topP}, at most ${count(run.sampling.maxTokens)} tokens`,
		`seeds from ${run.seedBase}`,
		`at most ${run.maxSteps} probes`,
		`at most ${run.timeoutMs / 1000} s a query`,
		`SQLite ${run.sqlite}`,
		failing,
		`${run.questionsFile}, SHA-256 ${run.questionsSha256.slice(0, 12)}…`,
		`sqrl-tui ${run.program}`,
	];
}

/** Of a run that is not at its end, or not put together of all its parts; else null. */
export function unfinishedWords({run}: Report): string | null {
	const {questions, questionsMissing} = run;
	const parts =
		questionsMissing === 0
			? []
			: [
					`Parts of this run are missing: ${count(questionsMissing)} of ${counted(questions + questionsMissing, 'question')} ${questionsMissing === 1 ? 'is' : 'are'} in none that it was put together of. No figure has them.`,
				];
	const words = [...parts, ...unsampledWords(run)];
	return words.length === 0 ? null : words.join(' ');
}

function unsampledWords(run: Report['run']): string[] {
	return run.missing <= 0
		? []
		: [
				`This run is not finished: ${counted(run.missing, 'sample')} of ${count(run.sampled + run.missing)} ${run.missing === 1 ? 'is' : 'are'} missing. The figures are of the ${count(run.complete)} of ${count(run.questions)} questions that have all their samples; those that are answered fast come first, so they may change.`,
			];
}

export function saturationWords({points: curve, saturation}: Curve): string {
	const largest = curve.at(-1)!.m;
	if (!saturation) {
		return 'Where votes stop gaining cannot be told of one size.';
	}

	const words = ({from, mean, standardError}: (typeof saturation.steps)[number]) =>
		`vote@${largest} is ${Math.abs(mean * 100).toFixed(1)} points ${mean < 0 ? 'below' : 'above'} vote@${from} (standard error ${(standardError * 100).toFixed(1)})`;
	const {from, steps} = saturation;
	if (from === null) {
		return `Votes still gain at ${largest} samples: ${words(steps.at(-1)!)}, more than one standard error. More samples may bring more.`;
	}

	const step = steps.find(step => step.from === from)!;
	return `Votes stop gaining at ${from}: no larger one is better by more than one standard error of the difference, question by question; ${words(step)}.`;
}

export function escalationWords({undecided, right, reachable, accuracy}: EscalationGain, n: number): string {
	return undecided === 0
		? 'No vote ends narrow or without a winner: there is nothing to ask another model.'
		: `${count(undecided)} of ${count(n)} votes end narrow or without a winner. ${count(right)} of them ${right === 1 ? 'is' : 'are'} right as ${right === 1 ? 'it is' : 'they are'}; ${count(reachable)} ${reachable === 1 ? 'has' : 'have'} a right sample, which is the most that a better choice among the same samples could get. Vote accuracy is ${percent(accuracy)} now; if another model were right in this share of them it would be:`;
}

/** How the trajectory of an id is opened. */
export const OPENING =
	'In the folder of the run, `sqrl-tui replay trajectories.jsonl` opens all trajectories; `/` and an id, which is the index of the question and that of the sample (`12-3`), finds one; `12-` finds all of a question.';
