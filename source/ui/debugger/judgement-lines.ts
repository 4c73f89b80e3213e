/** Whether an answer is right, and how its rows differ from those of the gold query. */
import type {QueryOutcome} from '../../database/cell.js';
import type {AnyVerdict} from '../../evaluation/any-verdict.js';
import type {Judgement} from '../../evaluation/judge.js';
import {METRICS} from '../../evaluation/metrics.js';
import {RULES} from '../../evaluation/rules.js';
import {rowsWords} from '../../rows/outcome-words.js';
import {visibleLines} from '../../visible.js';
import {KEYMAP, keyLabel} from '../keymap.js';
import {sqlText} from '../screens/sql-text.js';
import {fitText, wrapText} from '../screens/text.js';
import type {Findings} from '../screens/trajectory-findings.js';
import {queryTime} from '../screens/trajectory-words.js';
import {theme} from '../theme.js';
import {columnsOf, countsWords, type DifferenceWords, differenceLines} from './difference-lines.js';
import type {Recorded} from './verdicts.js';

const WORDS: DifferenceWords = {
	heads: ['row', 'gold', 'answer'],
	marks: {same: '  same', changed: '~ changed', gone: '- missing', new: '+ extra'},
};

const SHOWN = 50;

const VERDICTS: Record<AnyVerdict, {words: string; style: (text: string) => string}> = {
	right: {words: 'right', style: theme.good},
	wrong: {words: 'wrong', style: theme.bad},
	'no-answer': {words: 'wrong: no answer', style: theme.bad},
	empty: {words: 'wrong: no answer', style: theme.bad},
	'sql-error': {words: 'wrong: the answer fails', style: theme.bad},
	timeout: {words: 'wrong: timeout', style: theme.bad},
	memory: {words: 'wrong: too much memory', style: theme.bad},
	refused: {words: 'wrong: refused, as it would write or is no single query', style: theme.bad},
	decode: {words: 'wrong: a text that is no UTF-8', style: theme.bad},
	'gold-error': {words: 'not judged: the gold query fails', style: theme.warning},
	'gold-timeout': {words: 'not judged: the gold query takes too long', style: theme.warning},
	unknown: {words: 'not known', style: theme.warning},
};

/** What the run has recorded, what was judged here, or one beside the other; nothing where there is neither. */
export function judgementLines({judgement, recorded, stands}: Findings, width: number): string[] {
	if (!judgement) {
		return recorded
			? [
					...recordedLines(recorded, width),
					'',
					...quiet(`${GOLD_KEY} shows how its rows differ from the gold query's.`, width),
				]
			: [];
	}

	const head =
		recorded && stands ? besideLines(recorded, judgement, width) : judgedLines(judgement, recorded, width);
	const {gold, answer} = judgement;
	return [
		...head,
		...emptyGold(judgement, width),
		'',
		...queryLines('gold', gold, width),
		'',
		...(answer ? queryLines('answer', answer, width) : quiet('There is no answer.', width)),
		...differencePart(judgement, width),
	];
}

const GOLD_KEY = keyLabel(KEYMAP.debugger.gold.keys[0]);

function recordedLines({verdict, score, reason, rule}: Recorded, width: number): string[] {
	const graded = METRICS[rule].isGraded ? ` (${score.toFixed(2)})` : '';
	return [
		...headLines(verdict, `${graded} · by the rule ${rule}, as the run has recorded`, reason, width),
		...quiet(`${rule}: ${METRICS[rule].help}`, width),
	];
}

/** The verdict of the run, and what its rows would be by the rule that they are compared by here. */
function besideLines(recorded: Recorded, {verdict, rule, reason}: Judgement, width: number): string[] {
	// Of others the reason is what stands below the queries.
	const why = verdict === 'wrong' || verdict === 'unknown' ? `, ${reason}` : '';
	const words = `Compared by ${rule}: ${VERDICTS[verdict].words}${why}`;
	return [...recordedLines(recorded, width), '', ...wrapText(visibleLines(words), width)];
}

function judgedLines(judgement: Judgement, recorded: Recorded | null, width: number): string[] {
	const {verdict, rule, reason} = judgement;
	const again = recorded
		? `The run has recorded: ${VERDICTS[recorded.verdict].words}, by the rule ${recorded.rule}.`
		: '';
	const isOther = recorded !== null && recorded.verdict !== verdict;
	return [
		...headLines(verdict, ` · by the rule ${rule}${recorded ? ', judged now' : ''}`, reason, width),
		...(again === ''
			? []
			: wrapText(again, width).map(line => (isOther ? theme.warning(line) : theme.quiet(line)))),
		...quiet(`${rule}: ${RULES[rule].help}`, width),
	];
}

function headLines(verdict: AnyVerdict, by: string, reason: string, width: number): string[] {
	const {words, style} = VERDICTS[verdict];
	return [
		...wrapText(`${words}${by}`, width).map(line => style(line)),
		...(reason === '' ? [] : wrapText(visibleLines(reason), width).map(line => theme.strong(line))),
	];
}

/** A gold query without rows is right by what is nearly an accident: that is told. */
function emptyGold({gold: {outcome}, rule}: Judgement, width: number): string[] {
	return 'table' in outcome && outcome.table.rowCount === 0
		? wrapText(`! the gold query gives no rows: by ${rule} every answer without rows is right`, width).map(
				line => theme.warning(line),
			)
		: [];
}

function queryLines(
	title: string,
	{sql, outcome}: {sql: string; outcome: QueryOutcome},
	width: number,
): string[] {
	const what = 'error' in outcome ? `failed: ${outcome.error.message}` : rowsWords(outcome.table);
	return [
		theme.heading(fitText(`── ${title}`, width)),
		...sqlText(sql, width),
		...quiet(`${what} · ${queryTime(outcome.elapsedMs)}`, width),
	];
}

function differencePart({difference, gold, answer}: Judgement, width: number): string[] {
	if (!difference) {
		return [];
	}

	const tables = [gold.outcome, answer?.outcome].map(outcome =>
		outcome && 'table' in outcome ? outcome.table : null,
	);
	const lines = differenceLines(
		difference,
		{words: WORDS, limit: SHOWN, onlyChanges: true, columns: columnsOf(...tables)},
		width,
	);
	const counts = countsWords(difference.counts, WORDS.marks);
	return ['', theme.heading(fitText(`── difference${counts === '' ? '' : `: ${counts}`}`, width)), ...lines];
}

function quiet(text: string, width: number): string[] {
	return wrapText(visibleLines(text), width).map(line => theme.quiet(line));
}
