/** Whether an answer is right, and how its rows differ from those of the gold query. */
import type {QueryOutcome} from '../../database/cell.js';
import type {Judgement, Verdict} from '../../evaluation/judge.js';
import {RULES} from '../../evaluation/rules.js';
import {rowsWords} from '../../rows/outcome-words.js';
import {visibleLines} from '../../visible.js';
import {sqlText} from '../screens/sql-text.js';
import {fitText, wrapText} from '../screens/text.js';
import {queryTime} from '../screens/trajectory-words.js';
import {theme} from '../theme.js';
import {columnsOf, countsWords, type DifferenceWords, differenceLines} from './difference-lines.js';

const WORDS: DifferenceWords = {
	heads: ['row', 'gold', 'answer'],
	marks: {same: '  same', changed: '~ changed', gone: '- missing', new: '+ extra'},
};

const SHOWN = 50;

const VERDICTS: Record<Verdict, {words: string; style: (text: string) => string}> = {
	right: {words: 'right', style: theme.good},
	wrong: {words: 'wrong', style: theme.bad},
	'no-answer': {words: 'wrong: no answer', style: theme.bad},
	'sql-error': {words: 'wrong: the answer fails', style: theme.bad},
	timeout: {words: 'wrong: timeout', style: theme.bad},
	'gold-error': {words: 'not judged: the gold query fails', style: theme.warning},
	unknown: {words: 'not known', style: theme.warning},
};

export function judgementLines(judgement: Judgement, width: number): string[] {
	const {verdict, rule, reason, gold, answer} = judgement;
	const {words, style} = VERDICTS[verdict];
	const title = `${words} · by the rule ${rule}`;
	return [
		...wrapText(title, width).map(line => style(line)),
		...(reason === '' ? [] : wrapText(visibleLines(reason), width).map(line => theme.strong(line))),
		...quiet(`${rule}: ${RULES[rule].help}`, width),
		...emptyGold(judgement, width),
		'',
		...queryLines('gold', gold, width),
		'',
		...(answer ? queryLines('answer', answer, width) : quiet('There is no answer.', width)),
		...differencePart(judgement, width),
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
