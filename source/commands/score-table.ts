/** Scores as text for a person. */
import {points} from '../evaluation/report/report-words.js';
import {type ItemScore, SCORE_VERDICTS} from '../evaluation/score.js';
import {type ColumnSummary, pairedDifferences, type Scored, summaryOf} from '../evaluation/score-summary.js';
import {visible} from '../visible.js';
import {chance, count, grid, shortNames} from './text-grid.js';

export function scoreTable(scored: Scored): string {
	const {scores, check} = scored;
	const names = shortNames(scores.columns.map(({name}) => name));
	const columns = scores.columns.map(({items}, at) => ({
		name: names[at]!,
		items: items as readonly ItemScore[],
	}));
	if (scores.vote) {
		columns.push({name: 'vote', items: scores.vote});
	}

	const all = check ? [...columns, {name: 'gold', items: check}] : columns;
	const pairs = pairedDifferences(columns);
	return [
		facts(scored),
		'',
		...grid(
			resultRows(
				all.map(({name, items}) => summaryOf(name, items)),
				scored.isGraded,
			),
		),
		...(pairs.length > 0
			? [
					'',
					...grid(
						[
							['first', 'second', 'only first', 'only second', 'points', 'p (McNemar)'],
							...pairs.map(({first, second, onlyFirst, onlySecond, difference, p}) => [
								first,
								second,
								count(onlyFirst),
								count(onlySecond),
								points(difference),
								chance(p),
							]),
						],
						2,
					),
				]
			: []),
		...(check ? ['', ceiling(check, scored)] : []),
		...goldWords(scored),
		...nondeterministicWords(scored),
		...(scored.machine === null
			? []
			: [
					'',
					`The mean is R-VES. It depends on the machine (${visible(scored.machine)}) and on what else it does: compare it only with what was measured beside it.`,
				]),
		'',
	].join('\n');
}

function facts({rule, n, databases, databaseFiles, sqlite, timeoutMs, kept, scores}: Scored): string {
	const files = databaseFiles > databases ? ` in ${count(databaseFiles)} files` : '';
	return [
		`rule ${rule}`,
		`n ${count(n)}`,
		`${count(databases)} ${databases === 1 ? 'database' : 'databases'}${files}`,
		`SQLite ${sqlite}`,
		`at most ${timeoutMs / 1000} s a query`,
		failingGold(scores.goldFailures.length),
		...(kept > 0 ? [`${count(kept)} gold results from before`] : []),
	].join(' · ');
}

/** The verdicts that there are, after the figures. */
function resultRows(summaries: readonly ColumnSummary[], isGraded: boolean): string[][] {
	const verdicts = SCORE_VERDICTS.filter(
		verdict => verdict !== 'right' && summaries.some(({counts}) => counts[verdict] > 0),
	);
	return [
		['', 'right', 'accuracy', '95 %', ...(isGraded ? ['mean'] : []), ...verdicts],
		...summaries.map(({name, right, accuracy, interval: [lower, upper], mean, counts}) => [
			name,
			count(right),
			percent(accuracy),
			`${(lower * 100).toFixed(1)}–${(upper * 100).toFixed(1)}`,
			...(isGraded ? [percent(mean)] : []),
			...verdicts.map(verdict => count(counts[verdict])),
		]),
	];
}

function ceiling(check: readonly ItemScore[], {n, isGraded, rule}: Scored): string {
	const {right, accuracy, mean} = summaryOf('gold', check);
	const share = percent(isGraded ? mean : accuracy);
	return `The gold queries themselves get ${count(right)} of ${count(n)}, ${share}, by ${rule}: predictions can get no more by doing the same.`;
}

/** Gold queries that are named; the others are in the JSON. */
const MOST_NAMED = 10;

function goldWords({scores: {goldFailures}}: Scored): string[] {
	const named = goldFailures
		.slice(0, MOST_NAMED)
		.map(({index, verdict, reason}) => `  ${index}  ${verdict}: ${visible(reason)}`);
	const more = goldFailures.length - named.length;
	return goldFailures.length === 0
		? []
		: [
				'',
				`${failingGold(goldFailures.length)}; nothing is right there:`,
				...named,
				...(more > 0 ? [`  … ${count(more)} more`] : []),
			];
}

function nondeterministicWords({nondeterministic}: Scored): string[] {
	if (!nondeterministic) {
		return [];
	}

	const {length} = nondeterministic;
	if (length === 0) {
		return ['', 'Of no gold query another result was found that would be as right.'];
	}

	const named = nondeterministic
		.slice(0, MOST_NAMED)
		.map(({index, reason}) => `  ${index}  ${visible(reason)}`);
	return [
		'',
		`${count(length)} gold ${length === 1 ? 'query has' : 'queries have'} more than one right result, and predictions are compared with one of them:`,
		...named,
		...(length > named.length ? [`  … ${count(length - named.length)} more`] : []),
	];
}

function failingGold(failures: number): string {
	return failures === 0
		? 'no gold query fails'
		: failures === 1
			? '1 gold query fails'
			: `${count(failures)} gold queries fail`;
}

function percent(share: number): string {
	return `${(share * 100).toFixed(2)} %`;
}
