/** A comparison of runs as text for a person. */
import type {Comparison, Escalation, RunPair} from '../evaluation/report/comparison.js';
import type {Difference} from '../evaluation/report/figures.js';
import {bounds, percent, points} from '../evaluation/report/report-words.js';
import {visible} from '../visible.js';
import {chance, count, fittingGrid, shortNames, wrappedProse} from './text-grid.js';

/** @param columns of the terminal; undefined: lines are as long as they are. */
export function comparisonTable(comparison: Comparison, columns?: number): string {
	const {pairs, escalation, notes} = comparison;
	const wrapped = (text: string) => wrappedProse(text, columns);
	return [
		wrapped(facts(comparison)),
		'',
		...fittingGrid(runRows(comparison), 3, columns),
		...(pairs.length > 0
			? ['', ...fittingGrid(pairRows(pairs), 2, columns), '', ...howTested(pairs).map(wrapped)]
			: []),
		...(escalation ? ['', wrapped(escalationWords(escalation, comparison.shared))] : []),
		...(notes.length > 0 ? ['', ...notes.map(note => wrapped(visible(note)))] : []),
		'',
	].join('\n');
}

/** `A` for the first: names of folders are too long for a table of pairs. */
function letter(at: number): string {
	return String.fromCharCode('A'.charCodeAt(0) + at);
}

function facts({dataset, rule, shared, runs}: Comparison): string {
	const questions = `${count(shared)} ${shared === 1 ? 'question' : 'questions'}`;
	return [dataset, `rule ${rule}`, `${questions}${runs.length > 1 ? ' that all have' : ''}`].join(' · ');
}

/**
 * A size of vote that a run has no samples for is left open. The interval stands beside the largest size that all runs
 * with votes have: those of several sizes in one column could not be compared.
 */
function runRows({runs}: Comparison): string[][] {
	const names = shortNames(runs.map(({name}) => name));
	const sizes = [...new Set(runs.flatMap(({votes}) => votes.map(({m}) => m)))].sort((a, b) => a - b);
	const voting = runs.filter(({votes}) => votes.length > 0);
	const common = sizes.filter(size => voting.every(({votes}) => votes.some(({m}) => m === size))).at(-1);
	return [
		[
			'',
			'run',
			'model',
			'pass@1',
			'95 %',
			...sizes.flatMap(m => [`vote@${m}`, ...(m === common ? ['95 %'] : [])]),
		],
		...runs.map(({model, passOne, votes}, at) => [
			letter(at),
			names[at]!,
			visible(model),
			percent(passOne.share),
			bounds(passOne.interval),
			...sizes.flatMap(size => {
				const vote = votes.find(({m}) => m === size);
				return [
					vote ? percent(vote.share) : '',
					...(size === common ? [vote ? bounds(vote.interval) : ''] : []),
				];
			}),
		]),
	];
}

function pairRows(pairs: readonly RunPair[]): string[][] {
	return [
		['', '', 'points', '95 %', 'only first', 'only second', 'p'],
		...pairs.flatMap(({first, second, passOne, vote}) => {
			const which = `${letter(first)} → ${letter(second)}`;
			return [
				[which, 'pass@1', ...differenceCells(passOne), '', '', chance(passOne.p)],
				...(vote
					? [
							[
								which,
								`vote@${vote.m}`,
								...differenceCells(vote),
								count(vote.onlyFirst.length),
								count(vote.onlySecond.length),
								chance(vote.p),
							],
						]
					: []),
			];
		}),
	];
}

function differenceCells({mean, interval: [lower, upper]}: Difference): [string, string] {
	return [points(mean), `${points(lower)} to ${points(upper)}`];
}

function howTested(pairs: readonly RunPair[]): string[] {
	return [
		'pass@1: a permutation test of the means of questions, 10,000 draws.',
		...(pairs.some(({vote}) => vote !== null)
			? ['vote@k: the votes of the first k samples of each, as many as both have; McNemar’s exact test.']
			: []),
	];
}

function escalationWords(escalation: Escalation, shared: number): string {
	const {undecided, rightBefore, rightAfter, first, second, together, gained, lost, p} = escalation;
	return undecided === 0
		? 'No vote of A ends narrow or without a winner: nothing would be put to B.'
		: `${count(undecided)} of ${count(shared)} votes of A end narrow or without a winner; A has ${count(rightBefore)} of them right. Put to B, ${count(rightAfter)} are: ${percent(together)} of all instead of ${percent(first)} by A alone (B alone ${percent(second)}). ${count(gained)} gained, ${count(lost)} lost, p ${chance(p)} by McNemar’s test.`;
}
